/**
 * The possible values of expressions, given those of the slots: the reading part of domain inference.
 *
 * Tests restrict the places that they compare, as long as these are not written (`restrictions.ts`).
 */

import { look } from "../util/limits.ts";
import type { Expression, QueueType, Type } from "./model.ts";
import { isRestrictable, joinRestrictions, mirrored, negated, Places, wholeCells } from "./restrictions.ts";
import type { Environment } from "./restrictions.ts";
import type { SlotSets } from "./slot-sets.ts";
import { fieldOf, highOf, isScalar, lowOf, sizeOf } from "./slots.ts";
import type { Meanings } from "./slots.ts";
import {
  applyBinary,
  constant,
  contains,
  difference,
  empty,
  interval,
  isEmpty,
  restrict,
  truth,
  union,
} from "./value-set.ts";
import type { ValueSet } from "./value-set.ts";

/**
 * The possible positions of a place: the slots (of the state, or of the cells of a local) at which its value can start.
 */
interface Candidates {
  readonly type: Type;
  readonly read: (slot: number) => ValueSet;
  readonly inState: boolean;
  readonly offsets: readonly number[];
}

export class ExpressionSets {
  private readonly read: (slot: number) => ValueSet;
  private readonly places: Places;
  private readonly names: Pick<Meanings, "offsets" | "types" | "constants" | "predicates">;
  /** The candidates of places of the state whose positions no value can change. */
  private readonly fixed = new WeakMap<Expression, Candidates>();

  constructor(contents: SlotSets, names: Pick<Meanings, "offsets" | "types" | "constants" | "predicates">) {
    this.read = (slot) => contents.read(slot);
    this.names = names;
    this.places = new Places(names.predicates);
  }

  candidates(e: Expression, environment: Environment): Candidates {
    const known = this.fixed.get(e);
    if (known) return known;
    const found = this.findCandidates(e, environment);
    if (isFixed(e)) this.fixed.set(e, found);
    return found;
  }

  private findCandidates(e: Expression, environment: Environment): Candidates {
    switch (e.kind) {
      case "variable":
        return {
          type: this.names.types.get(e.name)!,
          read: this.read,
          inState: true,
          offsets: [this.names.offsets.get(e.name)!],
        };
      case "local": {
        const { type, cells } = environment.locals.get(e.name)!;
        return { type, read: (slot) => cells[slot]!, inState: false, offsets: [0] };
      }
      case "field": {
        const base = this.candidates(e.base, environment);
        if (base.type.kind !== "record") throw new TypeError("not a record");
        const { type, offset } = fieldOf(base.type, e.field);
        return { ...base, type, offsets: base.offsets.map((start) => start + offset) };
      }
      case "index": {
        const base = this.candidates(e.base, environment);
        if (base.type.kind !== "array" && base.type.kind !== "queue") throw new TypeError("no elements");
        const { element } = base.type;
        const queue = base.type.kind === "queue";
        const low = base.type.kind === "queue" ? 0 : lowOf(base.type.index);
        const high = base.type.kind === "queue" ? base.type.capacity - 1 : highOf(base.type.index);
        const indices = restrict(this.scalar(e.index, environment), low, high);
        const offsets: number[] = [];
        for (let i = indices.low; i <= indices.high; i++) {
          if (!contains(indices, i)) continue;
          for (const start of base.offsets) offsets.push(start + Number(queue) + (i - low) * sizeOf(element));
        }
        return { ...base, type: element, offsets };
      }
      default:
        throw new TypeError(`${e.kind} is not a place`);
    }
  }

  /** The sets of all slots of a value. */
  value(e: Expression, environment: Environment): readonly ValueSet[] {
    switch (e.kind) {
      case "variable":
      case "local":
      case "index":
      case "field": {
        const { type, read, offsets } = this.candidates(e, environment);
        if (isScalar(type)) return [this.scalar(e, environment)];
        return Array.from({ length: sizeOf(type) }, (_, i) =>
          offsets.reduce((set, start) => union(set, read(start + i)), empty),
        );
      }
      case "aggregate":
        return e.items.flatMap((item) => this.value(item, environment));
      case "conditional": {
        const left = this.value(e.then, environment);
        const right = this.value(e.else, environment);
        return left.map((set, i) => union(set, right[i]!));
      }
      default:
        return [this.scalar(e, environment)];
    }
  }

  scalar(e: Expression, environment: Environment): ValueSet {
    look();
    switch (e.kind) {
      case "integer":
        return constant(e.value);
      case "boolean":
        return constant(Number(e.value));
      case "member":
        return constant(e.type.members.indexOf(e.name));
      case "constant":
        return constant(this.names.constants.get(e.name)!);
      case "predicate":
        return truth;
      case "variable":
      case "local":
      case "index":
      case "field": {
        const restricted = environment.restrictions.size > 0 && environment.restrictions.get(this.places.of(e).key);
        if (restricted) return restricted.set;
        const { type, read, offsets } = this.candidates(e, environment);
        const set = offsets.reduce((all, start) => union(all, read(start)), empty);
        // A read never gives the padding of a queue.
        return isScalar(type) ? restrict(set, lowOf(type), highOf(type)) : set;
      }
      case "unary": {
        const operand = this.scalar(e.operand, environment);
        return e.op === "!" ? applyBinary("-", constant(1), operand) : applyBinary("-", constant(0), operand);
      }
      case "binary":
        if (e.op === "&&" || e.op === "||" || e.op === "->") return truth;
        if ((e.op === "==" || e.op === "!=") && !this.comparesScalars(e.left, environment)) return truth;
        return applyBinary(e.op, this.scalar(e.left, environment), this.scalar(e.right, environment));
      case "conditional": {
        const branches = (
          [
            [e.then, true],
            [e.else, false],
          ] as const
        ).map(([branch, outcome]) => {
          const inner = { locals: environment.locals, restrictions: new Map(environment.restrictions) };
          return this.assume(e.test, outcome, inner) ? this.scalar(branch, inner) : empty;
        });
        return union(branches[0]!, branches[1]!);
      }
      case "quantified": {
        if (e.op === "forall" || e.op === "exists") return truth;
        const inner = { locals: new Map(environment.locals), restrictions: new Map(environment.restrictions) };
        inner.locals.set(e.name, { type: e.type, cells: wholeCells(e.type) });
        const body = e.op === "count" ? truth : this.scalar(e.body, inner);
        if (isEmpty(body)) return empty;
        const n = highOf(e.type) - lowOf(e.type) + 1;
        return interval(n * body.low, n * body.high);
      }
      case "queue": {
        const { type, read, offsets } = this.candidates(e.queue, environment);
        const restricted = environment.restrictions.get(this.places.of(e).key);
        const length = restricted?.set ?? offsets.reduce((set, start) => union(set, read(start)), empty);
        if (e.op === "len") return length;
        return applyBinary("==", length, constant(e.op === "empty" ? 0 : (type as QueueType).capacity));
      }
      case "aggregate":
        throw new TypeError("a composite value is not a scalar");
    }
  }

  private comparesScalars(e: Expression, environment: Environment): boolean {
    switch (e.kind) {
      case "variable":
      case "local":
      case "index":
      case "field":
        return isScalar(this.candidates(e, environment).type);
      case "conditional":
        return this.comparesScalars(e.then, environment);
      case "aggregate":
        return false;
      default:
        return true;
    }
  }

  // -------------------------------------------------------------- tests

  /** Restricts the environment to the states in which `e` has the given outcome. False if there are none. */
  assume(e: Expression, outcome: boolean, environment: Environment): boolean {
    switch (e.kind) {
      case "unary":
        return this.assume(e.operand, !outcome, environment);
      case "predicate":
        return true;
      case "binary": {
        const { op, left, right } = e;
        if (op === "&&" || op === "||" || op === "->") {
          const both = op === "&&" ? outcome : !outcome;
          const leftOutcome = op === "->" ? !outcome : outcome;
          if (both) {
            return this.assume(left, op === "->" || outcome, environment) && this.assume(right, outcome, environment);
          }
          // Either side may decide: keep the restrictions that both cases share.
          const first = { locals: environment.locals, restrictions: new Map(environment.restrictions) };
          const second = { locals: environment.locals, restrictions: new Map(environment.restrictions) };
          const firstPossible = this.assume(left, leftOutcome, first);
          const secondPossible = this.assume(right, outcome, second);
          if (!firstPossible && !secondPossible) return false;
          environment.restrictions = !firstPossible
            ? second.restrictions
            : !secondPossible
              ? first.restrictions
              : joinRestrictions(first.restrictions, second.restrictions);
          return true;
        }
        // A test against a literal says nothing new of the literal.
        if (isLiteral(right)) return this.compare(op, left, right, outcome, environment);
        if (isLiteral(left)) return this.compare(mirrored(op), right, left, outcome, environment);
        if (!this.comparesScalars(left, environment)) return true;
        return (
          this.compare(op, left, right, outcome, environment) &&
          this.compare(mirrored(op), right, left, outcome, environment)
        );
      }
      case "queue": {
        if (e.op === "len") return true;
        const bound = e.op === "empty" ? 0 : (this.candidates(e.queue, environment).type as QueueType).capacity;
        const length: Expression = { kind: "queue", op: "len", queue: e.queue };
        return this.compare("==", length, { kind: "integer", value: bound }, outcome, environment);
      }
      default: {
        const set = this.scalar(e, environment);
        if (!contains(set, Number(outcome))) return false;
        if (isRestrictable(e)) this.restrictPlace(e, constant(Number(outcome)), environment);
        return true;
      }
    }
  }

  /** Restricts `left`, if it is a place, to the values for which the comparison can have the outcome. */
  private compare(
    op: string,
    left: Expression,
    right: Expression,
    outcome: boolean,
    environment: Environment,
  ): boolean {
    const leftSet = this.scalar(left, environment);
    const rightSet = this.scalar(right, environment);
    if (isEmpty(leftSet) || isEmpty(rightSet)) return false;
    const effective = outcome ? op : negated(op);
    let set: ValueSet;
    switch (effective) {
      case "==":
        set = restrict(leftSet, rightSet.low, rightSet.high, rightSet.values);
        break;
      case "!=":
        set = rightSet.low === rightSet.high ? difference(leftSet, rightSet.low) : leftSet;
        break;
      case "<":
        set = restrict(leftSet, -Infinity, rightSet.high - 1);
        break;
      case "<=":
        set = restrict(leftSet, -Infinity, rightSet.high);
        break;
      case ">":
        set = restrict(leftSet, rightSet.low + 1, Infinity);
        break;
      case ">=":
        set = restrict(leftSet, rightSet.low, Infinity);
        break;
      default:
        return true;
    }
    if (isEmpty(set)) return false;
    if (isRestrictable(left)) this.restrictPlace(left, set, environment);
    return true;
  }

  private restrictPlace(e: Expression, set: ValueSet, environment: Environment): void {
    const { key, dependsOn } = this.places.of(e);
    environment.restrictions.set(key, { set, dependsOn });
  }
}

function isLiteral({ kind }: Expression): boolean {
  return kind === "integer" || kind === "boolean" || kind === "member" || kind === "constant";
}

/** Whether a place of the state is the same one in all environments. */
function isFixed(e: Expression): boolean {
  switch (e.kind) {
    case "variable":
      return true;
    case "field":
      return isFixed(e.base);
    case "index":
      return isLiteral(e.index) && isFixed(e.base);
    default:
      return false;
  }
}
