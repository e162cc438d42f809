/**
 * Start states.
 *
 * A start state is a list of statements that runs from a state in which everything is undefined. It chooses nothing, so
 * it is run here, once for each choice of its rulesets, and the model begins in the results.
 */

import { all, any, element, equals, field, variable } from "../../../model/build.ts";
import { facts } from "../../../model/facts.ts";
import type { Expression, Initial, Model, Transition, Type, Variable } from "../../../model/model.ts";
import { boundsOf as slotBounds, highOf, lowOf, sizeOf } from "../../../model/slots.ts";
import { boundsOf, isSimple, undefinedOf } from "../names/murphi-type.ts";
import type { Cell, MurphiType } from "../names/murphi-type.ts";
import { leavesOf } from "./leaves.ts";
import { modelType } from "./model-type.ts";
import type { IsOpen } from "./model-type.ts";

/** The most start states, and the most combinations of values that differ among them. */
const mostStates = 50_000;
const mostCombinations = 200_000;

export interface Global {
  readonly name: string;
  readonly type: MurphiType;
  readonly cell: Cell;
}

/** The states after the start states, as values of all slots; `undefined` if one fails, or there are too many. */
export function runStartStates(model: Model): number[][] | undefined {
  const { interpreter } = facts(model);
  const states = new Map<string, number[]>();
  let count = 0;
  for (const state of interpreter.initialStates()) {
    if (!Array.isArray(state)) return undefined;
    for (const { target, error, failed } of interpreter.steps(state as number[])) {
      if (error || failed || !target || ++count > mostStates) return undefined;
      states.set(target.join(), [...target]);
    }
  }
  return [...states.values()];
}

/** Notes which places are undefined in a start state. */
export function markUndefinedIn(states: readonly (readonly number[])[], globals: readonly Global[]): void {
  for (const state of states) {
    let at = 0;
    const visit = (type: MurphiType, cell: Cell): void => {
      if (isSimple(type)) {
        if (state[at++] === undefinedOf(type)) cell.markUndefined();
      } else if (type.kind === "record") for (const part of type.fields) visit(part.type, part.cell);
      else if (type.kind === "array") {
        const { low, high } = boundsOf(type.index);
        for (let i = low; i <= high; i++) visit(type.element, type.cell);
      } else {
        at++;
        visitCounts(type, (indices, leaves) => {
          if (state[at++] === 0) return;
          leaves.forEach((leaf, k) => {
            if (indices[k] === undefinedOf(leaf.type)) leaf.cell.markUndefined();
          });
        });
      }
    };
    for (const { type, cell } of globals) visit(type, cell);
  }
}

/** Visits the counts of a multiset in order, as if all parts of its elements might be undefined. */
function visitCounts(
  type: MurphiType & { kind: "multiset" },
  visit: (indices: readonly number[], leaves: ReturnType<typeof leavesOf>) => void,
): void {
  const leaves = leavesOf(type.element, type.cell);
  const indices: number[] = [];
  const nest = (k: number): void => {
    const leaf = leaves[k];
    if (!leaf) {
      visit(indices, leaves);
      return;
    }
    const { low, high } = boundsOf(leaf.type);
    for (let i = low - 1; i <= high; i++) {
      indices[k] = i;
      nest(k + 1);
    }
  };
  nest(0);
}

/** The same states in the slots of the model, where fewer places may be undefined. */
export function narrowed(state: readonly number[], globals: readonly Global[], isOpen: IsOpen): number[] {
  const result: number[] = [];
  let at = 0;
  const visit = (type: MurphiType): void => {
    if (isSimple(type)) result.push(state[at++]!);
    else if (type.kind === "record") for (const part of type.fields) visit(part.type);
    else if (type.kind === "array") {
      const { low, high } = boundsOf(type.index);
      for (let i = low; i <= high; i++) visit(type.element);
    } else {
      result.push(state[at++]!);
      visitCounts(type, (indices, leaves) => {
        const count = state[at++]!;
        const isKept = leaves.every((leaf, k) => isOpen(leaf.cell) || indices[k] !== undefinedOf(leaf.type));
        if (isKept) result.push(count);
      });
    }
  };
  for (const { type } of globals) visit(type);
  return result;
}

/** The variables with their initial values, and a condition if these depend on each other. */
export function initialStates(
  globals: readonly (Global & Pick<Variable, "span">)[],
  states: readonly (readonly number[])[],
  isOpen: IsOpen,
): { readonly variables: readonly Variable[]; readonly initialCondition?: Expression | undefined } | undefined {
  const types = globals.map(({ type, cell }) => modelType(type, cell, isOpen));
  const size = types.reduce((sum, type) => sum + sizeOf(type), 0);
  const first = states[0]!;
  const differs = Array.from({ length: size }, (_, slot) => states.some((state) => state[slot] !== first[slot]));
  let combinations = 1;
  const conditions: { readonly slot: number; readonly place: Expression }[] = [];
  let at = 0;
  const initialOf = (type: Type, place: Expression): Initial => {
    if (type.kind === "record") {
      return { kind: "items", items: type.fields.map(({ name, type: own }) => initialOf(own, field(place, name))) };
    }
    if (type.kind === "array") {
      const items: Initial[] = [];
      for (let i = lowOf(type.index); i <= highOf(type.index); i++) {
        items.push(initialOf(type.element, element(place, i)));
      }
      return { kind: "items", items };
    }
    const slot = at++;
    if (!differs[slot]) return { kind: "value", value: first[slot]! };
    const { low, high } = slotBounds(type);
    combinations *= high[0]! - low[0]! + 1;
    conditions.push({ slot, place });
    return { kind: "any" };
  };
  const variables = globals.map(({ name, span }, i): Variable => {
    const type = types[i]!;
    return { name, type, initial: initialOf(type, variable(name)), span };
  });
  if (combinations > mostCombinations) return undefined;
  if (combinations === states.length) return { variables };
  const bools = new Set(booleanSlots(types));
  const same = (state: readonly number[]): Expression =>
    all(
      conditions.map(({ slot, place }) => {
        if (!bools.has(slot)) return equals(place, state[slot]!);
        return state[slot] === 0 ? { kind: "unary", op: "!", operand: place } : place;
      }),
    );
  return { variables, initialCondition: any(states.map(same)) };
}

function booleanSlots(types: readonly Type[]): number[] {
  const slots: number[] = [];
  let at = 0;
  const visit = (type: Type): void => {
    if (type.kind === "record") for (const part of type.fields) visit(part.type);
    else if (type.kind === "array") for (let i = lowOf(type.index); i <= highOf(type.index); i++) visit(type.element);
    else {
      if (type.kind === "bool") slots.push(at);
      at++;
    }
  };
  for (const type of types) visit(type);
  return slots;
}

/** Transitions that wait for the start. */
export function afterStart(transitions: readonly Transition[], isStarted: Expression): Transition[] {
  return transitions.map((transition) => ({ ...transition, guard: all([isStarted, transition.guard]) }));
}
