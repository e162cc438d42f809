/**
 * Commands: homomorphisms that read some levels and write some, given by a function on the values read.
 *
 * The way down collects the values read, one level after the other. A command with some values given is a homomorphism
 * of its own, so its result for a node is cached by (command, values, node). The function is called at the last level.
 * Its values for levels further up travel back up in front of the vectors (`pull-up.ts`). So only the values that the
 * command reads and writes are enumerated. A level that is written but not read is dropped on the way down; one that is
 * only read stays.
 *
 * This is the multi-level query of libDDD (Colange et al.). The cost is that of the diagram times the combinations of
 * values of the levels read. So a guard over many levels is cheaper as a composition of guards over few levels than as
 * one function.
 */

import { DddError } from "./ddd-error.ts";
import type { Hom, Homomorphisms, Step } from "./homomorphism.ts";
import { EMPTY } from "./node-table.ts";
import { UNION } from "./operation-cache.ts";
import { pullUp } from "./pull-up.ts";
import { combine } from "./set-operations.ts";
import type { Ddd, Space } from "./space.ts";
import { checkedValue, compareVectors, trieOf } from "./vectors.ts";

export interface Command {
  /** The levels whose values are the arguments of the function, in this order. */
  readonly reads: readonly number[];
  /** The levels of the values that the function returns, in this order. */
  readonly writes: readonly number[];
  /**
   * The written values, for each outcome; no outcome if the guard does not hold. The result must depend on the values
   * only.
   */
  readonly outcomes: (values: readonly number[]) => Iterable<readonly number[]>;
  /** Commands with the same key count as the same. */
  readonly key?: string;
}

/** A guarded command. */
export function command(homs: Homomorphisms, given: Command): Hom {
  if (given.key !== undefined) return keyedCommand(homs, `of the caller ${given.key}`, given);
  return startOf(homs, planOf(homs, given));
}

/** A command with a key of this library. */
export function keyedCommand(homs: Homomorphisms, key: string, given: Command): Hom {
  return homs.intern(`command ${key}`, () => startOf(homs, planOf(homs, given)));
}

/** The vectors whose values at some levels satisfy a predicate. */
export function selector(
  homs: Homomorphisms,
  levels: readonly number[],
  predicate: (values: readonly number[]) => boolean,
): Hom {
  return command(homs, selection(levels, predicate));
}

/** A selector with a key of this library. */
export function keyedSelector(
  homs: Homomorphisms,
  key: string,
  levels: readonly number[],
  predicate: (values: readonly number[]) => boolean,
): Hom {
  return keyedCommand(homs, key, selection(levels, predicate));
}

function selection(levels: readonly number[], predicate: (values: readonly number[]) => boolean): Command {
  return { reads: levels, writes: [], outcomes: (values) => (predicate(values) ? [[]] : []) };
}

/** `level := expression`, where the expression reads some levels. */
export function assignment(
  homs: Homomorphisms,
  level: number,
  reads: readonly number[],
  expression: (values: readonly number[]) => number,
): Hom {
  return command(homs, { reads, writes: [level], outcomes: (values) => [[expression(values)]] });
}

export type Relation = "<" | "<=" | "=" | "!=" | ">=" | ">";

/** The vectors in which the value of level i is in this relation to that of level j. */
export function comparison(homs: Homomorphisms, i: number, relation: Relation, j: number): Hom {
  const key = `${i} ${relation} ${j}`;
  if (i === j) return keyedSelector(homs, key, [i], ([x]) => holds(x!, relation, x!));
  return keyedSelector(homs, key, [i, j], ([x, y]) => holds(x!, relation, y!));
}

/** The vectors in which the value of a level is in this relation to a constant. */
export function constantComparison(homs: Homomorphisms, level: number, relation: Relation, constant: number): Hom {
  const key = `${level} ${relation} constant ${constant}`;
  return keyedSelector(homs, key, [level], ([x]) => holds(x!, relation, constant));
}

/** Exchanges the values of two levels. */
export function swap(homs: Homomorphisms, i: number, j: number): Hom {
  if (i === j) return homs.identity;
  const levels = i < j ? [i, j] : [j, i];
  const outcomes = ([x, y]: readonly number[]): number[][] => [[y!, x!]];
  return keyedCommand(homs, `swap ${levels.join(" ")}`, { reads: levels, writes: levels, outcomes });
}

function holds(x: number, relation: Relation, y: number): boolean {
  switch (relation) {
    case "<":
      return x < y;
    case "<=":
      return x <= y;
    case "=":
      return x === y;
    case "!=":
      return x !== y;
    case ">=":
      return x >= y;
    case ">":
      return x > y;
  }
}

/** A command with its levels in order, from the first to the last. */
interface Plan {
  readonly levels: readonly PlannedLevel[];
  /** The written values for the values read, both by ascending levels; sorted, without repetitions. */
  readonly outcomes: (values: readonly number[]) => readonly (readonly number[])[];
}

interface PlannedLevel {
  readonly height: number;
  readonly isRead: boolean;
  readonly isWritten: boolean;
  /** The number of written levels further up. */
  readonly writtenAbove: number;
}

function planOf(homs: Homomorphisms, { reads, writes, outcomes }: Command): Plan {
  const ascending = (levels: readonly number[]): number[] => {
    const sorted = [...new Set(levels)].sort((a, b) => a - b);
    if (sorted.length < levels.length) throw new DddError(`a command lists a level twice: ${levels.join(", ")}`);
    return sorted;
  };
  const read = ascending(reads);
  const written = ascending(writes);
  const readPlaces = reads.map((level) => read.indexOf(level));
  const writePlaces = written.map((level) => writes.indexOf(level));
  const levels = [...new Set([...read, ...written])].sort((a, b) => a - b);
  return {
    levels: levels.map((level) => ({
      height: homs.heightOf(level),
      isRead: read.includes(level),
      isWritten: written.includes(level),
      writtenAbove: written.filter((other) => other < level).length,
    })),
    outcomes: (values) => {
      const found = Array.from(outcomes(readPlaces.map((place) => values[place]!)), (outcome) => {
        if (outcome.length !== writes.length) {
          throw new DddError(`a command writes ${writes.length} levels, but an outcome has ${outcome.length} values`);
        }
        return writePlaces.map((place) => checkedValue(outcome[place]!));
      });
      return found.sort(compareVectors);
    },
  };
}

function startOf(homs: Homomorphisms, plan: Plan): Hom {
  if (plan.levels.length === 0) return plan.outcomes([]).length > 0 ? homs.identity : homs.intern("sum", () => homs.add({ kind: "sum", isSelector: true })); // prettier-ignore
  const isSelector = plan.levels.every(({ isWritten }) => !isWritten);
  return homs.add({ kind: "step", top: plan.levels[0]!.height, isSelector, step: stepOf(homs, plan, 0, []) });
}

/** The action of a command from its k-th level on, given the values read above. */
function stepOf(homs: Homomorphisms, plan: Plan, k: number, values: readonly number[]): Step {
  const { isRead, isWritten, writtenAbove: prefixLength } = plan.levels[k]!;
  const keptBehind = isWritten ? -1 : prefixLength;
  const isLast = k === plan.levels.length - 1;
  if (isLast) return { prefixLength, action: lastAction(homs, plan, values, isRead, keptBehind) };
  const known = new Map<number, Hom>();
  if (values.length === 0) homs.whenForgetting(() => known.clear());
  const goOn = (key: number, given: readonly number[]): Hom => {
    let hom = known.get(key);
    if (!hom) {
      hom = homs.addPartial(plan.levels[k + 1]!.height, stepOf(homs, plan, k + 1, given));
      known.set(key, hom);
    }
    return hom;
  };
  if (!isRead) return { prefixLength, action: { kind: "union", next: () => goOn(0, values) } };
  const next = (value: number): Hom => goOn(value, [...values, value]);
  return { prefixLength, action: { kind: "arcs", next, keptBehind, map: undefined } };
}

/** The action at the last level, where all values are known. */
function lastAction(
  homs: Homomorphisms,
  plan: Plan,
  values: readonly number[],
  isRead: boolean,
  keptBehind: number,
): Step["action"] {
  const known = new Map<number, readonly (readonly number[])[]>();
  if (values.length === 0) homs.whenForgetting(() => known.clear());
  const outcomesFor = (value: number): readonly (readonly number[])[] => {
    let outcomes = known.get(value);
    if (!outcomes) {
      homs.countPartial();
      known.set(value, (outcomes = plan.outcomes(isRead ? [...values, value] : values)));
    }
    return outcomes;
  };
  const writtenCount = plan.levels.filter(({ isWritten }) => isWritten).length;
  const result = (space: Space, node: Ddd): Ddd => {
    const { nodes } = space;
    const pairs: number[] = [];
    let set = EMPTY;
    for (let k = 0; k < nodes.arcCount[node]!; k++) {
      const value = nodes.value(node, k);
      const outcomes = outcomesFor(isRead ? value : 0);
      if (outcomes.length === 0) continue;
      const written = trieOf(space, outcomes, writtenCount, nodes.child(node, k));
      if (keptBehind >= 0) pairs.push(value, written);
      else set = combine(space, UNION, set, written);
    }
    return keptBehind >= 0 ? pullUp(nodes, pairs, 0, pairs.length, keptBehind) : set;
  };
  return { kind: "whole", isCheap: false, result };
}
