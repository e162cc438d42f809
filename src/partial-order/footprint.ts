/**
 * What a step with fixed parameters reads and writes: slots, and uses of queues.
 *
 * A computed index stands for all slots it can reach, by the domains of what it is computed from. Queues are more than
 * their slots: a step that appends to a queue and one that takes its head need not disturb each other.
 */

import { ExpressionSets } from "../model/expression-sets.ts";
import { facts } from "../model/facts.ts";
import type { Expression, Model, Statement, Type } from "../model/model.ts";
import { mirrored, wholeCells } from "../model/restrictions.ts";
import type { Environment } from "../model/restrictions.ts";
import { SlotSets } from "../model/slot-sets.ts";
import { isScalar, sizeOf } from "../model/slots.ts";
import { interval } from "../model/value-set.ts";
import type { ValueSet } from "../model/value-set.ts";
import { look } from "../util/limits.ts";
import { getOrAdd } from "../util/numbering.ts";

/** How a queue is used, as bits. */
export const use = {
  /** An element is appended, and the guard says that there is room. */
  push: 1,
  /** The head is dropped, and the guard says that there is one. */
  pop: 2,
  /** The head is read. */
  head: 4,
  /** Anything else is read. */
  look: 8,
  /** It is changed in another way. */
  change: 16,
} as const;

/** What becomes of a slot; `undefined` if that depends on more than its own value. */
export type Change = { readonly add: number } | { readonly set: number } | undefined;

export interface Footprint {
  /** The slots that are read, without those of queues. */
  readonly reads: Set<number>;
  /** Of these slots it only matters whether their values are in these sets. */
  readonly views: Map<number, readonly ValueSet[]>;
  readonly writes: Map<number, Change>;
  /** The uses of each queue, by the slot of its length. */
  readonly queues: Map<number, number>;
}

export function emptyFootprint(): Footprint {
  return { reads: new Set(), views: new Map(), writes: new Map(), queues: new Map() };
}

/** Finds footprints of expressions and statements of a model. */
export class FootprintReader {
  readonly sets: ExpressionSets;
  private readonly predicates: ReadonlyMap<string, Expression>;
  private readonly ofPredicates = new Map<string, Footprint>();
  /** For a slot of a queue, the slot of its length. */
  private readonly queueOf: ReadonlyMap<number, number>;

  constructor(model: Model) {
    const { domains, slots, predicates } = facts(model);
    this.sets = new ExpressionSets(new SlotSets(domains), facts(model));
    this.predicates = predicates;
    const queueOf = new Map<number, number>();
    slots.forEach(({ cell, type }, slot) => {
      if (cell) queueOf.set(slot, cell.lengthSlot);
      else if (!type) queueOf.set(slot, slot);
    });
    this.queueOf = queueOf;
  }

  /** Adds what the evaluation of an expression reads. */
  readExpression(e: Expression, environment: Environment, into: Footprint): void {
    look();
    switch (e.kind) {
      case "integer":
      case "boolean":
      case "member":
      case "constant":
        return;
      case "variable":
      case "local":
      case "index":
      case "field":
        this.readPlace(e, environment, into);
        return;
      case "predicate":
        join(into, this.footprintOf(e.name));
        return;
      case "unary":
        this.readExpression(e.operand, environment, into);
        return;
      case "binary":
        if (this.readComparison(e, environment, into)) return;
        this.readExpression(e.left, environment, into);
        this.readExpression(e.right, environment, into);
        return;
      case "conditional":
        for (const part of [e.test, e.then, e.else]) this.readExpression(part, environment, into);
        return;
      case "quantified": {
        const locals = new Map(environment.locals).set(e.name, { type: e.type, cells: wholeCells(e.type) });
        this.readExpression(e.body, { ...environment, locals }, into);
        return;
      }
      case "queue":
        this.readIndices(e.queue, environment, into);
        for (const offset of this.stateOffsets(e.queue, environment)) addUse(into, offset, use.look);
        return;
      case "aggregate":
        for (const item of e.items) this.readExpression(item, environment, into);
    }
  }

  /** What a predicate reads. Thousands of steps may ask. */
  private footprintOf(predicate: string): Footprint {
    return getOrAdd(this.ofPredicates, predicate, () => {
      const own = emptyFootprint();
      this.readExpression(this.predicates.get(predicate)!, { locals: new Map(), restrictions: new Map() }, own);
      return own;
    });
  }

  /** Reads a comparison of a place with a constant. False if it is nothing of the kind. */
  private readComparison(e: Expression & { kind: "binary" }, environment: Environment, into: Footprint): boolean {
    if (!isComparison(e.op)) return false;
    const isConstant = ({ kind }: Expression): boolean =>
      kind === "integer" || kind === "constant" || kind === "member";
    const [place, constant, op] = isConstant(e.right) ? [e.left, e.right, e.op] : [e.right, e.left, mirrored(e.op)];
    if (!isConstant(constant) || (place.kind !== "variable" && place.kind !== "index" && place.kind !== "field")) {
      return false;
    }
    const { type, inState, offsets } = this.sets.candidates(place, environment);
    if (!inState || !isScalar(type) || offsets.some((slot) => this.queueOf.has(slot))) return false;
    this.readIndices(place, environment, into);
    const bound = this.sets.scalar(constant, environment).low;
    for (const slot of offsets) addView(into, slot, comparedWith(op, bound));
    return true;
  }

  private readPlace(e: Expression, environment: Environment, into: Footprint): void {
    this.readIndices(e, environment, into);
    const { type, inState, offsets } = this.sets.candidates(e, environment);
    if (!inState) return;
    const how = this.isInHead(e, environment) ? use.head : use.look;
    for (const offset of offsets) {
      for (let slot = offset; slot < offset + sizeOf(type); slot++) {
        const queue = this.queueOf.get(slot);
        if (queue === undefined) into.reads.add(slot);
        else addUse(into, queue, how);
      }
    }
  }

  /** Whether a place is, or is part of, the head of a queue: `q[0]`, `q[0].x`. */
  private isInHead(e: Expression, environment: Environment): boolean {
    if (e.kind === "field") return this.isInHead(e.base, environment);
    if (e.kind !== "index") return false;
    if (this.sets.candidates(e.base, environment).type.kind !== "queue") return this.isInHead(e.base, environment);
    return e.index.kind === "integer" && e.index.value === 0;
  }

  /** Adds what the indices in a place read. */
  readIndices(e: Expression, environment: Environment, into: Footprint): void {
    if (e.kind === "field") this.readIndices(e.base, environment, into);
    else if (e.kind === "index") {
      this.readIndices(e.base, environment, into);
      this.readExpression(e.index, environment, into);
    }
  }

  /** The slots at which a place of the state can begin; none for a local. */
  stateOffsets(e: Expression, environment: Environment): readonly number[] {
    const { inState, offsets } = this.sets.candidates(e, environment);
    return inState ? offsets : [];
  }

  /** Adds what statements read and write. Each write is taken for one of any value. */
  readStatements(statements: readonly Statement[], environment: Environment, into: Footprint): void {
    for (const statement of statements) this.readStatement(statement, environment, into);
  }

  private readStatement(s: Statement, environment: Environment, into: Footprint): void {
    switch (s.kind) {
      case "assign":
        this.readExpression(s.value, environment, into);
        this.write(s.target, environment, into);
        return;
      case "if":
        this.readExpression(s.test, environment, into);
        if (this.canBe(s.test, true, environment)) this.readStatements(s.then, environment, into);
        if (this.canBe(s.test, false, environment)) this.readStatements(s.else, environment, into);
        return;
      case "for":
        environment.locals.set(s.name, { type: s.type, cells: wholeCells(s.type) });
        this.readStatements(s.body, environment, into);
        return;
      case "while":
        this.readExpression(s.test, environment, into);
        this.readStatements(s.body, environment, into);
        return;
      case "push":
        this.readExpression(s.value, environment, into);
        this.write(s.queue, environment, into);
        return;
      case "pop":
        this.write(s.queue, environment, into);
        return;
      case "assert":
        this.readExpression(s.test, environment, into);
        return;
      case "local":
        this.readExpression(s.value, environment, into);
        environment.locals.set(s.name, { type: s.type, cells: wholeCells(s.type) });
    }
  }

  /** Whether a test can have an outcome, by the domains of what it reads. Statements before it may have changed anything. */
  canBe(test: Expression, outcome: boolean, { locals }: Environment): boolean {
    return this.sets.assume(test, outcome, { locals, restrictions: new Map() });
  }

  private write(target: Expression, environment: Environment, into: Footprint): void {
    this.readIndices(target, environment, into);
    const { type, inState, offsets } = this.sets.candidates(target, environment);
    if (!inState) return;
    for (const offset of offsets) {
      for (let slot = offset; slot < offset + sizeOf(type); slot++) {
        const queue = this.queueOf.get(slot);
        if (queue === undefined) into.writes.set(slot, undefined);
        else addUse(into, queue, use.change);
      }
    }
  }
}

/** The environment in which parameters have these values, or any. */
export function environmentOf(
  parameters: readonly { readonly name: string; readonly type: Type }[],
  choice: readonly (readonly number[] | undefined)[],
): Environment {
  const locals: Environment["locals"] = new Map();
  parameters.forEach(({ name, type }, k) => {
    const cells = choice[k]?.map((value) => ({ low: value, high: value })) ?? wholeCells(type);
    locals.set(name, { type, cells });
  });
  return { locals, restrictions: new Map() };
}

export function addUse({ queues }: Footprint, queue: number, how: number): void {
  queues.set(queue, (queues.get(queue) ?? 0) | how);
}

function addView({ views }: Footprint, slot: number, ...sets: readonly ValueSet[]): void {
  views.set(slot, [...(views.get(slot) ?? []), ...sets]);
}

function isComparison(op: string): boolean {
  return op === "==" || op === "!=" || op === "<" || op === "<=" || op === ">" || op === ">=";
}

/** The values for which a comparison with a constant holds, or those for which it does not. */
function comparedWith(op: string, bound: number): ValueSet {
  switch (op) {
    case "<":
    case ">=":
      return interval(-Infinity, bound - 1);
    case "<=":
    case ">":
      return interval(-Infinity, bound);
    default:
      return interval(bound, bound);
  }
}

/** Adds one footprint to another. A slot that both write may have any value. */
export function join(into: Footprint, { reads, views, writes, queues }: Footprint): void {
  for (const slot of reads) into.reads.add(slot);
  for (const [slot, sets] of views) addView(into, slot, ...sets);
  for (const [slot, change] of writes) into.writes.set(slot, into.writes.has(slot) ? undefined : change);
  for (const [queue, how] of queues) addUse(into, queue, how);
}
