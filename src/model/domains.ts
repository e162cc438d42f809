/**
 * Domain inference: which values of its declared type each slot can take.
 *
 * An abstract interpretation with finite sets of integers: what constants, copies and arithmetic can carry from the initial
 * values to a slot, where guards and tests restrict the places they compare for as long as these stay unwritten. Sets
 * larger than `setLimit` become intervals; slots that still grow after `roundLimit` rounds take their whole type, so the
 * cost is O(roundLimit * size of the model). The result is an over-approximation: no reachable state leaves it.
 */

import { interval as listed } from "../util/integers.ts";
import { look } from "../util/limits.ts";
import type { Expression, Model, QueueType, Statement, Type } from "./model.ts";
import { boundsOf, fieldOf, highOf, isScalar, lowOf, sizeOf } from "./slots.ts";
import type { Meanings } from "./slots.ts";
import { rootOf, variablesRead, variablesWritten, visitStatements } from "./traverse.ts";
import {
  applyBinary,
  constant,
  contains,
  difference,
  empty,
  interval,
  isEmpty,
  restrict,
  shift,
  truth,
  union,
} from "./value-set.ts";
import type { ValueSet } from "./value-set.ts";

/** The values a slot can take: all of `low..high`, or just `values` (ascending) where they are few. */
export interface Domain {
  readonly low: number;
  readonly high: number;
  readonly values?: readonly number[] | undefined;
}

const roundLimit = 64;

/** All values of a domain, ascending. */
export function domainValues({ low, high, values }: Domain): readonly number[] {
  return values ?? listed(low, high);
}

export function domainSize({ low, high, values }: Domain): number {
  return values?.length ?? high - low + 1;
}

/** The domain of each slot. Computed anew; `facts` knows them already. */
export function inferDomains(model: Model, meanings: Meanings): readonly Domain[] {
  const { slots } = meanings;
  const inference = new Inference(meanings);
  const { contents } = inference;
  for (let round = 0; ; round++) {
    look(1 + (contents.length >> 6));
    const before = [...contents];
    for (const { parameters, guard, body } of model.transitions) inference.transition(parameters, guard, body);
    const grown = contents.flatMap((set, slot) => (set === before[slot] ? [] : [slot]));
    if (grown.length === 0) break;
    if (round >= roundLimit) for (const slot of grown) contents[slot] = interval(slots[slot]!.low, slots[slot]!.high);
  }
  // Only the cells of queues can be empty; beyond the queue's length they hold their padding.
  return contents.map((set, slot) => (slots[slot]!.cell ? union(set, constant(slots[slot]!.low)) : set));
}

/** A restriction that a test put on a place: it lasts until a variable it depends on is written. */
interface Restriction {
  readonly set: ValueSet;
  readonly dependsOn: ReadonlySet<string>;
}

interface Environment {
  /** Cells of parameters, loop names and locals. */
  readonly locals: Map<string, { readonly type: Type; readonly cells: readonly ValueSet[] }>;
  restrictions: Map<string, Restriction>;
}

/** Where a place may be: the slots (of the state, or of a local's cells) at which its value can start. */
interface Candidates {
  readonly type: Type;
  readonly cells: readonly ValueSet[];
  readonly inState: boolean;
  readonly offsets: readonly number[];
}

class Inference {
  readonly contents: ValueSet[];
  private readonly offsets: ReadonlyMap<string, number>;
  private readonly types: ReadonlyMap<string, Type>;
  private readonly constants: ReadonlyMap<string, number>;
  private readonly predicates: ReadonlyMap<string, Expression>;

  constructor({ slots, offsets, types, constants, predicates, initialValues }: Meanings) {
    this.offsets = offsets;
    this.types = types;
    this.constants = constants;
    this.predicates = predicates;
    this.contents = slots.map(({ low, high, cell }, slot) => {
      const value = initialValues[slot];
      if (value === undefined) return interval(cell ? low + 1 : low, high);
      return cell && value === low ? empty : constant(value);
    });
  }

  transition(
    parameters: readonly { readonly name: string; readonly type: Type }[],
    guard: Expression,
    body: readonly Statement[],
  ): void {
    const environment: Environment = { locals: new Map(), restrictions: new Map() };
    for (const { name, type } of parameters) environment.locals.set(name, { type, cells: wholeCells(type) });
    if (this.assume(guard, true, environment)) this.run(body, environment);
  }

  private add(slot: number, set: ValueSet): void {
    const joined = union(this.contents[slot]!, set);
    if (
      joined.low !== this.contents[slot]!.low ||
      joined.high !== this.contents[slot]!.high ||
      joined.values?.length !== this.contents[slot]!.values?.length
    ) {
      this.contents[slot] = joined;
    }
  }

  private addAll(offset: number, sets: readonly ValueSet[]): void {
    sets.forEach((set, i) => this.add(offset + i, set));
  }

  // -------------------------------------------------------------- statements

  private run(statements: readonly Statement[], environment: Environment): void {
    for (const s of statements) this.runOne(s, environment);
  }

  private runOne(s: Statement, environment: Environment): void {
    switch (s.kind) {
      case "assign": {
        const value = this.value(s.value, environment);
        this.write(s.target, value, environment);
        return;
      }
      case "if":
        for (const [branch, outcome] of [
          [s.then, true],
          [s.else, false],
        ] as const) {
          const inner = { locals: environment.locals, restrictions: new Map(environment.restrictions) };
          if (this.assume(s.test, outcome, inner)) this.run(branch, inner);
        }
        forget(environment, variablesWritten([s]), assignedLocals([s]));
        return;
      case "for":
      case "while": {
        // One pass over the body stands for all rounds: nothing that a round changes is remembered on entry.
        forget(environment, variablesWritten(s.body), assignedLocals(s.body));
        const inner = { locals: environment.locals, restrictions: new Map(environment.restrictions) };
        if (s.kind === "for") inner.locals.set(s.name, { type: s.type, cells: wholeCells(s.type) });
        if (s.kind === "for" || this.assume(s.test, true, inner)) this.run(s.body, inner);
        return;
      }
      case "push": {
        const value = this.value(s.value, environment);
        const { type, offsets } = this.candidates(s.queue, environment);
        const { capacity, element } = type as QueueType;
        const lengths = restrict(
          this.scalar({ kind: "queue", op: "len", queue: s.queue }, environment),
          0,
          capacity - 1,
        );
        const { low, high } = boundsOf(element);
        const cells = value.map((set, i) => restrict(set, low[i]!, high[i]!));
        forget(environment, new Set([rootOf(s.queue).name]), new Set());
        if (isEmpty(lengths) || cells.some(isEmpty)) return;
        for (const offset of offsets) {
          look(1 + (capacity >> 6));
          for (let i = 0; i < capacity; i++) {
            if (contains(lengths, i)) this.addAll(offset + 1 + i * sizeOf(element), cells);
          }
          this.add(offset, shift(lengths, 1));
        }
        return;
      }
      case "pop": {
        const { type, offsets } = this.candidates(s.queue, environment);
        const { capacity, element } = type as QueueType;
        const lengths = restrict(this.scalar({ kind: "queue", op: "len", queue: s.queue }, environment), 1, capacity);
        forget(environment, new Set([rootOf(s.queue).name]), new Set());
        if (isEmpty(lengths)) return;
        for (const offset of offsets) {
          look(1 + (capacity >> 6));
          const size = sizeOf(element);
          for (let i = 1; i <= (capacity - 1) * size; i++) this.add(offset + i, this.contents[offset + i + size]!);
          this.add(offset, shift(lengths, -1));
        }
        return;
      }
      case "assert":
        return;
      case "local": {
        // A local that is assigned again may hold anything its type allows.
        const set = restrict(this.scalar(s.value, environment), lowOf(s.type), highOf(s.type));
        environment.locals.set(s.name, { type: s.type, cells: [set] });
        return;
      }
    }
  }

  private write(target: Expression, value: readonly ValueSet[], environment: Environment): void {
    const { type, inState, offsets } = this.candidates(target, environment);
    const root = rootOf(target);
    if (!inState) {
      environment.locals.set(root.name, { type: environment.locals.get(root.name)!.type, cells: wholeCells(type) });
      forget(environment, new Set([root.name]), new Set());
      return;
    }
    const { low, high } = boundsOf(type);
    const cells = value.map((set, i) => restrict(set, low[i]!, high[i]!));
    forget(environment, new Set([root.name]), new Set());
    // An empty cell of a queue inside the value is no contradiction: it has never held anything.
    for (const offset of offsets) cells.forEach((set, i) => this.add(offset + i, set));
  }

  // -------------------------------------------------------------- expressions

  private candidates(e: Expression, environment: Environment): Candidates {
    switch (e.kind) {
      case "variable":
        return {
          type: this.types.get(e.name)!,
          cells: this.contents,
          inState: true,
          offsets: [this.offsets.get(e.name)!],
        };
      case "local": {
        const { type, cells } = environment.locals.get(e.name)!;
        return { type, cells, inState: false, offsets: [0] };
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
  private value(e: Expression, environment: Environment): readonly ValueSet[] {
    switch (e.kind) {
      case "variable":
      case "local":
      case "index":
      case "field": {
        const { type, cells, offsets } = this.candidates(e, environment);
        if (isScalar(type)) return [this.scalar(e, environment)];
        return Array.from({ length: sizeOf(type) }, (_, i) =>
          offsets.reduce((set, start) => union(set, cells[start + i]!), empty),
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

  private scalar(e: Expression, environment: Environment): ValueSet {
    look();
    switch (e.kind) {
      case "integer":
        return constant(e.value);
      case "boolean":
        return constant(Number(e.value));
      case "member":
        return constant(e.type.members.indexOf(e.name));
      case "constant":
        return constant(this.constants.get(e.name)!);
      case "predicate":
        return truth;
      case "variable":
      case "local":
      case "index":
      case "field": {
        const restricted = environment.restrictions.size > 0 && environment.restrictions.get(keyOf(e));
        if (restricted) return restricted.set;
        const { type, cells, offsets } = this.candidates(e, environment);
        const set = offsets.reduce((all, start) => union(all, cells[start]!), empty);
        // What is read is never the padding of a queue.
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
        const { type, cells, offsets } = this.candidates(e.queue, environment);
        const restricted = environment.restrictions.get(keyOf({ ...e, op: "len" }));
        const length = restricted?.set ?? offsets.reduce((set, start) => union(set, cells[start]!), empty);
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

  /** Restricts the environment to where `e` has the given outcome; false if it never has. */
  private assume(e: Expression, outcome: boolean, environment: Environment): boolean {
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
          // Either side decides: keep what both ways agree on.
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

  /** Restricts `left`, where it is a place, to the values for which the comparison can have the outcome. */
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
    const dependsOn = variablesRead(e, this.predicates);
    visitLocals(e, dependsOn);
    environment.restrictions.set(keyOf(e), { set, dependsOn });
  }
}

// ---------------------------------------------------------------- restrictions

function isRestrictable(e: Expression): boolean {
  return (
    e.kind === "variable" ||
    e.kind === "local" ||
    e.kind === "index" ||
    e.kind === "field" ||
    (e.kind === "queue" && e.op === "len")
  );
}

/** A text that is equal for places that are written alike. */
function keyOf(e: Expression): string {
  return JSON.stringify(e, (key, value: unknown) => (key === "span" ? undefined : value));
}

function visitLocals(e: Expression, into: Set<string>): void {
  if (e.kind === "local") into.add(e.name);
  else if (e.kind === "index") {
    visitLocals(e.base, into);
    visitLocals(e.index, into);
  } else if (e.kind === "field") visitLocals(e.base, into);
  else if (e.kind === "binary") {
    visitLocals(e.left, into);
    visitLocals(e.right, into);
  } else if (e.kind === "unary") visitLocals(e.operand, into);
}

/** Drops what is known of places that depend on something that was written. */
function forget(environment: Environment, written: ReadonlySet<string>, locals: ReadonlySet<string>): void {
  for (const name of locals) {
    const local = environment.locals.get(name);
    if (local) environment.locals.set(name, { type: local.type, cells: wholeCells(local.type) });
  }
  for (const [key, { dependsOn }] of environment.restrictions) {
    if ([...written, ...locals].some((name) => dependsOn.has(name))) environment.restrictions.delete(key);
  }
}

function assignedLocals(statements: readonly Statement[]): Set<string> {
  const names = new Set<string>();
  visitStatements(statements, (s) => {
    if (s.kind === "assign" && rootOf(s.target).kind === "local") names.add(rootOf(s.target).name);
  });
  return names;
}

function joinRestrictions(
  a: ReadonlyMap<string, Restriction>,
  b: ReadonlyMap<string, Restriction>,
): Map<string, Restriction> {
  const joined = new Map<string, Restriction>();
  for (const [key, { set, dependsOn }] of a) {
    const other = b.get(key);
    if (other) joined.set(key, { set: union(set, other.set), dependsOn });
  }
  return joined;
}

function mirrored(op: string): string {
  return { "<": ">", ">": "<", "<=": ">=", ">=": "<=" }[op] ?? op;
}

function negated(op: string): string {
  return { "<": ">=", ">": "<=", "<=": ">", ">=": "<", "==": "!=", "!=": "==" }[op] ?? "";
}

/** Every slot of a type with all values it may have. */
function wholeCells(type: Type): ValueSet[] {
  const { low, high } = boundsOf(type);
  return low.map((bound, i) => interval(bound, high[i]!));
}
