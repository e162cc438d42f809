/**
 * A static order of slots: which slot is at which level.
 *
 * Diagrams are small if slots that depend on each other are near each other. Two orders are tried: process by process,
 * as in the arrays of the model, and that of FORCE (Aloul, Markov, Sakallah, 2003), which repeatedly moves each slot to
 * the middle of its transitions. The order in which transitions span fewer levels is taken. Then the slots that
 * symmetries move as one are made contiguous, all rows in the same order. Set canonization needs this to find one
 * representative per orbit.
 */

import type { Rows } from "../group/structure/structure-tree.ts";
import { facts } from "../model/facts.ts";
import type { Model } from "../model/model.ts";
import { processMajor } from "../model/slot-order.ts";

const forceRounds = 50;

/**
 * @param slots the slots that get a level
 * @param supports the slots of each transition
 * @param rows the slots that symmetries move as one: a factor of the group permutes each list of rows
 */
export function levelOrder(
  model: Model,
  slots: ReadonlySet<number>,
  supports: readonly (readonly number[])[],
  rows: readonly Rows[],
): number[] {
  const byProcess = processMajor(model, facts(model).offsets).filter((slot) => slots.has(slot));
  const groups = supports.filter((support) => support.length > 1);
  const byForce = force(byProcess, groups);
  const base = totalSpan(byForce, groups) < totalSpan(byProcess, groups) ? byForce : byProcess;
  return rows.reduce((order, list) => withRows(order, list), base);
}

function force(order: readonly number[], groups: readonly (readonly number[])[]): number[] {
  let best = [...order];
  let bestSpan = totalSpan(best, groups);
  let current = best;
  for (let round = 0; round < forceRounds; round++) {
    const position = positionsOf(current);
    const pull = new Map<number, { total: number; count: number }>();
    for (const group of groups) {
      const center = mean(group.map((slot) => position.get(slot)!));
      for (const slot of group) {
        const { total, count } = pull.get(slot) ?? { total: 0, count: 0 };
        pull.set(slot, { total: total + center, count: count + 1 });
      }
    }
    const target = new Map(
      current.map((slot) => {
        const { total, count } = pull.get(slot) ?? { total: position.get(slot)!, count: 1 };
        return [slot, total / count];
      }),
    );
    current = current.toSorted((a, b) => target.get(a)! - target.get(b)! || position.get(a)! - position.get(b)!);
    const span = totalSpan(current, groups);
    if (span >= bestSpan) {
      if (round > 10) break;
      continue;
    }
    best = current;
    bestSpan = span;
  }
  return best;
}

/** The sum, over all groups, of the number of levels between the first and the last slot of the group. */
function totalSpan(order: readonly number[], groups: readonly (readonly number[])[]): number {
  const position = positionsOf(order);
  return groups.reduce((total, group) => {
    const places = group.map((slot) => position.get(slot)!);
    return total + places.reduce((a, b) => Math.max(a, b)) - places.reduce((a, b) => Math.min(a, b));
  }, 0);
}

/** The rows one after the other, from the start of the first one. Slots that several rows share stay where they are. */
function withRows(order: readonly number[], given: Rows): number[] {
  const position = positionsOf(order);
  const owner = new Map<number, number>();
  given.forEach((row, i) => {
    for (const slot of row) owner.set(slot, owner.has(slot) && owner.get(slot) !== i ? -1 : i);
  });
  const rows = given.map((row, i) => [...new Set(row)].filter((slot) => position.has(slot) && owner.get(slot) === i));
  const [first] = rows;
  const all = new Set(rows.flat());
  if (!first || first.length === 0 || rows.some((row) => row.length !== first.length)) return [...order];
  const columns = first
    .map((_, c) => c)
    .sort((a, b) => mean(rows.map((row) => position.get(row[a]!)!)) - mean(rows.map((row) => position.get(row[b]!)!)));
  const sorted = rows
    .map((row) => columns.map((c) => row[c]!))
    .sort((a, b) => position.get(a[0]!)! - position.get(b[0]!)!);
  const start = order.findIndex((slot) => all.has(slot));
  const others = order.filter((slot) => !all.has(slot));
  return [...others.slice(0, start), ...sorted.flat(), ...others.slice(start)];
}

function positionsOf(order: readonly number[]): Map<number, number> {
  return new Map(order.map((slot, i) => [slot, i]));
}

function mean(numbers: readonly number[]): number {
  return numbers.reduce((a, b) => a + b, 0) / numbers.length;
}
