/**
 * Steps that look at each slot by itself: the guard compares slots with constants, the body adds constants to slots or
 * sets them. The transitions of nets are of this kind. No value is listed, so the cost does not depend on how many
 * values a slot has.
 */

import { getOrAdd } from "../util/numbering.ts";
import { constantOf, constantPlace } from "./constant-place.ts";
import type { NamesInScope } from "./constant-place.ts";
import type { Domain } from "./domains.ts";
import { facts } from "./facts.ts";
import type { Expression, Model, Statement, Transition } from "./model.ts";
import { highOf, isScalar, lowOf } from "./slots.ts";
import { replace, replaceInStatements } from "./substitute.ts";
import type { Find } from "./substitute.ts";
import { scopeOf } from "./typing.ts";

export interface Interval {
  readonly low: number;
  readonly high: number;
}

export type Change = { readonly add: number } | { readonly set: number };

/** What happens to one slot. */
export interface SlotStep {
  /** The values that the guard asks for. */
  readonly enabled: Interval;
  /** Those of them with which nothing goes wrong. */
  readonly fine: Interval;
  readonly change: Change;
}

/** What the names of a model stand for. */
export function namesOf(model: Model): NamesInScope {
  const { predicates, constants: constantValues, offsets } = facts(model);
  return { ...scopeOf(model), predicates, constantValues, offsets };
}

/** The steps of the slots; `undefined` if the step is not of this kind, and `never` if its guard never holds. */
function slotSteps(
  guard: Expression,
  body: readonly Statement[],
  names: NamesInScope,
  domains: readonly Domain[],
): ReadonlyMap<number, SlotStep> | "never" | undefined {
  const reader = new Reader(names, domains);
  if (!reader.guard(guard)) return undefined;
  if (reader.isImpossible) return "never";
  return body.every((statement) => reader.statement(statement)) ? reader.parts : undefined;
}

/** The steps of transitions without parameters, for each model by its domains: proofs, counters and events want them. */
const known = new WeakMap<readonly Domain[], Map<Transition, ReturnType<typeof slotSteps>>>();

/** The steps of a transition with values for its parameters, in a model with these names and domains. */
export function slotStepsWith(
  transition: Transition,
  choice: readonly (readonly number[])[],
  names: NamesInScope,
  domains: readonly Domain[],
): ReturnType<typeof slotSteps> {
  const { guard, body, parameters } = transition;
  if (parameters.length === 0) {
    const steps = getOrAdd(known, domains, () => new Map<Transition, ReturnType<typeof slotSteps>>());
    if (!steps.has(transition)) steps.set(transition, slotSteps(guard, body, names, domains));
    return steps.get(transition);
  }
  if (parameters.some(({ type }) => !isScalar(type))) return undefined;
  const given = new Map(parameters.map(({ name }, i) => [name, choice[i]![0]!]));
  const find: Find = (e) => {
    const value = e.kind === "local" ? given.get(e.name) : undefined;
    return value === undefined ? undefined : { kind: "integer", value };
  };
  return slotSteps(replace(guard, find), replaceInStatements(body, find), names, domains);
}

interface Part {
  enabled: Interval;
  fine: Interval;
  change: Change;
}

class Reader {
  readonly parts = new Map<number, Part>();
  isImpossible = false;
  private readonly names: NamesInScope;
  private readonly domains: readonly Domain[];

  constructor(names: NamesInScope, domains: readonly Domain[]) {
    this.names = names;
    this.domains = domains;
  }

  guard(e: Expression): boolean {
    if (e.kind === "binary" && e.op === "&&") return this.guard(e.left) && this.guard(e.right);
    if (e.kind === "boolean") {
      this.isImpossible ||= !e.value;
      return true;
    }
    const test = this.test(e);
    if (!test) return false;
    const { slot, interval } = test;
    const { low, high } = this.domains[slot]!;
    if (low === high) {
      this.isImpossible ||= low < interval.low || low > interval.high;
      return true;
    }
    const part = this.part(slot);
    part.enabled = part.fine = intersection(part.enabled, interval);
    this.isImpossible ||= part.enabled.low > part.enabled.high;
    return true;
  }

  /** A comparison of a slot with a constant, or a slot that is a truth value. */
  private test(e: Expression): { readonly slot: number; readonly interval: Interval } | undefined {
    if (e.kind === "unary" && e.op === "!") {
      const slot = this.slotOf(e.operand)?.slot;
      return slot === undefined ? undefined : { slot, interval: { low: 0, high: 0 } };
    }
    if (e.kind !== "binary") {
      const slot = this.slotOf(e)?.slot;
      return slot === undefined ? undefined : { slot, interval: { low: 1, high: 1 } };
    }
    const [left, right] = [this.slotOf(e.left), this.slotOf(e.right)];
    const [before, after] = [constantOf(e.left, this.names), constantOf(e.right, this.names)];
    if (left && after !== undefined) return intervalOf(left.slot, e.op, after);
    if (right && before !== undefined) return intervalOf(right.slot, mirrored[e.op] ?? e.op, before);
    return undefined;
  }

  statement(s: Statement): boolean {
    if (s.kind !== "assign") return false;
    const target = this.slotOf(s.target);
    if (!target || this.domains[target.slot]!.low === this.domains[target.slot]!.high) return false;
    const change = this.change(target.slot, s.value);
    if (!change) return false;
    const part = this.part(target.slot);
    if ("set" in change) {
      if (change.set < target.low || change.set > target.high) return false;
      part.change = change;
      return true;
    }
    if ("set" in part.change) {
      const set = part.change.set + change.add;
      if (set < target.low || set > target.high) return false;
      part.change = { set };
      return true;
    }
    const add = part.change.add + change.add;
    part.change = { add };
    part.fine = intersection(part.fine, { low: target.low - add, high: target.high - add });
    return true;
  }

  /** `c`, `x + c`, `c + x` or `x - c`. */
  private change(slot: number, e: Expression): Change | undefined {
    const set = constantOf(e, this.names);
    if (set !== undefined) return { set };
    if (e.kind !== "binary" || (e.op !== "+" && e.op !== "-")) return undefined;
    const [left, right] = [constantOf(e.left, this.names), constantOf(e.right, this.names)];
    if (right !== undefined && this.slotOf(e.left)?.slot === slot) return { add: e.op === "+" ? right : -right };
    if (left !== undefined && e.op === "+" && this.slotOf(e.right)?.slot === slot) return { add: left };
    return undefined;
  }

  private slotOf(e: Expression): { readonly slot: number; readonly low: number; readonly high: number } | undefined {
    const place = constantPlace(e, this.names);
    if (!place || !isScalar(place.type)) return undefined;
    return { slot: place.offset, low: lowOf(place.type), high: highOf(place.type) };
  }

  private part(slot: number): Part {
    let part = this.parts.get(slot);
    if (!part) {
      const { low, high } = this.domains[slot]!;
      this.parts.set(slot, (part = { enabled: { low, high }, fine: { low, high }, change: { add: 0 } }));
    }
    return part;
  }
}

const mirrored: Readonly<Record<string, string>> = { "<": ">", "<=": ">=", ">": "<", ">=": "<=" };

function intervalOf(
  slot: number,
  op: string,
  constant: number,
): { readonly slot: number; readonly interval: Interval } | undefined {
  const [low, high] = [-Infinity, Infinity];
  switch (op) {
    case "==":
      return { slot, interval: { low: constant, high: constant } };
    case "<":
      return { slot, interval: { low, high: constant - 1 } };
    case "<=":
      return { slot, interval: { low, high: constant } };
    case ">":
      return { slot, interval: { low: constant + 1, high } };
    case ">=":
      return { slot, interval: { low: constant, high } };
    default:
      return undefined;
  }
}

function intersection(a: Interval, b: Interval): Interval {
  return { low: Math.max(a.low, b.low), high: Math.min(a.high, b.high) };
}
