/**
 * Selectors: slots that guards compare with constants, such as the control point of a process.
 *
 * A selector is a slot, or one slot of each element of an array that a parameter of the transition numbers. Guards
 * `pc[i] == 3` and `pc[j] == 4` have the same selector.
 */

import type { Expression, Parameter, ScalarType, Transition, Type } from "../model/model.ts";
import { fieldOf, highOf, isScalar, lengthOf, lowOf, sizeOf } from "../model/slots.ts";
import type { Conjunct } from "./guard.ts";
import type { ModelSymbols } from "./symbols.ts";

export interface Selector {
  /** Equal for the same slots. */
  readonly key: string;
  /** The address of the slot in the unpacked state, of the first one if there are several. */
  readonly address: number;
  /** The number of slots, and the distance from one to the next in bytes. One slot has no parameter. */
  readonly count: number;
  readonly stride: number;
  /** The value of the parameter for the first slot. */
  readonly low: number;
}

/** A conjunct of a guard that compares a selector with a constant. */
export interface Selection {
  readonly selector: Selector;
  readonly value: number;
  readonly conjunct: Expression;
  /** The name of the parameter that numbers the slot. */
  readonly parameter: string | undefined;
}

/** One bit for each element. */
const mostElements = 64;

/**
 * The selections in a guard. The guard is false where one of them is false, without an error: the conjuncts before it
 * cannot fail.
 */
export function selectionsIn(transition: Transition, guard: readonly Conjunct[], symbols: ModelSymbols): Selection[] {
  const found: Selection[] = [];
  for (const { expression, canFail } of guard) {
    if (canFail) break;
    const selection = selectionOf(expression, transition, symbols);
    if (selection) found.push(selection);
  }
  return found;
}

function selectionOf(e: Expression, transition: Transition, symbols: ModelSymbols): Selection | undefined {
  if (e.kind !== "binary" || e.op !== "==") return undefined;
  for (const [side, other] of [
    [e.left, e.right],
    [e.right, e.left],
  ] as const) {
    const value = constantOf(other, symbols);
    const place = value === undefined ? undefined : placeOf(side, transition.parameters, symbols);
    if (value === undefined || !place || !isScalar(place.type)) continue;
    const { address, parameter } = place;
    const { name, count, stride, low } = parameter ?? { name: undefined, count: 1, stride: 0, low: 0 };
    const selector = { key: [address, count, stride, low].join(), address, count, stride, low };
    return { selector, value, conjunct: e, parameter: name };
  }
  return undefined;
}

/** The slot that an expression compares with a constant, if that is all it does. */
export function comparedSlot(
  e: Expression & { readonly kind: "binary" },
  symbols: ModelSymbols,
): { readonly address: number; readonly value: number } | undefined {
  const place = placeOf(e.left, [], symbols);
  const value = constantOf(e.right, symbols);
  return place && isScalar(place.type) && value !== undefined ? { address: place.address, value } : undefined;
}

function constantOf(e: Expression, { constants }: ModelSymbols): number | undefined {
  switch (e.kind) {
    case "integer":
      return e.value;
    case "boolean":
      return Number(e.value);
    case "member":
      return e.type.members.indexOf(e.name);
    case "constant":
      return constants.get(e.name);
    default:
      return undefined;
  }
}

interface SelectedPlace {
  readonly type: Type;
  readonly address: number;
  readonly parameter?:
    | { readonly name: string; readonly count: number; readonly stride: number; readonly low: number }
    | undefined;
}

/** A place with constant indices, except for one that may be a parameter. */
function placeOf(e: Expression, parameters: readonly Parameter[], symbols: ModelSymbols): SelectedPlace | undefined {
  switch (e.kind) {
    case "variable":
      return { type: symbols.scope.variables.get(e.name)!, address: symbols.addresses.get(e.name)! };
    case "field": {
      const base = placeOf(e.base, parameters, symbols);
      if (base?.type.kind !== "record") return undefined;
      const { type, offset } = fieldOf(base.type, e.field);
      return { ...base, type, address: base.address + 4 * offset };
    }
    case "index": {
      const base = placeOf(e.base, parameters, symbols);
      if (base?.type.kind !== "array") return undefined;
      const { index, element: type } = base.type;
      const stride = 4 * sizeOf(type);
      const at = (value: number): number => base.address + (value - lowOf(index)) * stride;
      const value = constantOf(e.index, symbols);
      if (value !== undefined) {
        return value < lowOf(index) || value > highOf(index) ? undefined : { ...base, type, address: at(value) };
      }
      if (base.parameter || e.index.kind !== "local") return undefined;
      const { name } = e.index;
      const range = parameters.find((each) => each.name === name)?.type;
      if (!range || !isScalar(range) || !isWithin(range, index)) return undefined;
      const low = lowOf(range);
      return { type, address: at(low), parameter: { name, count: lengthOf(range), stride, low } };
    }
    default:
      return undefined;
  }
}

function isWithin(range: ScalarType, index: ScalarType): boolean {
  return lowOf(range) >= lowOf(index) && highOf(range) <= highOf(index) && lengthOf(range) <= mostElements;
}
