/**
 * Static orders of slots: which slot is at which level.
 *
 * Diagrams are small if slots that depend on each other are near each other, and if transitions begin far down. Several
 * orders are computed (`orders.ts`), and the one with the least score is taken, for the spans of transitions (Amparore et
 * al., Variable order metrics for decision diagrams in system verification, 2020) and the slots that depend on others
 * across each cut.
 * Then the slots that symmetries move as one are made contiguous, all rows in the same order. Set canonization needs
 * this to find one representative per orbit.
 */

import type { OrderName } from "../engine/order-name.ts";
import type { Rows } from "../group/structure/structure-tree.ts";
import { netUnits } from "../hints/net-units.ts";
import { facts } from "../model/facts.ts";
import type { Model } from "../model/model.ts";
import { processMajor } from "../model/slot-order.ts";
import { look } from "../util/limits.ts";
import { orders } from "./orders.ts";
import { SymbolicLimit } from "./symbolic-limit.ts";

export interface LevelOrder {
  readonly name: OrderName;
  /** The slot of each level. */
  readonly slots: readonly number[];
}

export interface OrderOptions {
  /** The slots that get a level. */
  readonly slots: ReadonlySet<number>;
  /** The slots of each transition. */
  readonly supports: readonly (readonly number[])[];
  /** The slots that symmetries move as one: a factor of the group permutes each list of rows. */
  readonly rows: readonly Rows[];
  /** The order to take, instead of the best. */
  readonly name?: OrderName | undefined;
  /** The most levels that all transitions together may span in a first order; with more, there is no order. */
  readonly maxSpan?: number | undefined;
}

/** @throws SymbolicLimit if transitions span too many levels */
export function levelOrder(model: Model, { slots, supports, rows, name, maxSpan }: OrderOptions): LevelOrder {
  look(1 + (supports.length >> 3));
  const given = processMajor(model, facts(model).offsets).filter((slot) => slots.has(slot));
  const place = new Map(given.map((slot, k) => [slot, k]));
  const events = distinct(
    supports.map((support) => {
      look(1 + (support.length >> 2));
      return support.map((slot) => place.get(slot)!).sort((a, b) => a - b);
    }),
  );
  const units = netUnits.of(model)?.flatMap((unit) => unit.flatMap((slot) => place.get(slot) ?? []));
  // Greedy is cheap, and seldom far from the best.
  const first = maxSpan === undefined ? undefined : orders.find((order) => order.name === "greedy")!;
  if (first && spanIn(first.order(given.length, events), events) > maxSpan!) {
    throw new SymbolicLimit("transitions span too many levels");
  }
  let best: { readonly name: OrderName; readonly order: readonly number[]; readonly score: number } | undefined;
  for (const { name: each, order: make } of orders) {
    if (name !== undefined && name !== each) continue;
    look(given.length >> 3);
    const made = make(given.length, events, units);
    for (const order of [made, made.toReversed()]) {
      const score = scoreOf(order, events);
      if (!best || score < best.score) best = { name: each, order, score };
    }
  }
  const base = best!.order.map((k) => given[k]!);
  return { name: best!.name, slots: rows.reduce<readonly number[]>((order, list) => withRows(order, list), base) };
}

/** Transitions that concern the same slots count once. */
function distinct(events: readonly (readonly number[])[]): readonly (readonly number[])[] {
  const known = new Map<string, readonly number[]>();
  for (const event of events) {
    look(1 + (event.length >> 2));
    if (event.length > 1) known.set(event.join(), event);
  }
  return [...known.values()];
}

/** The first and the last level of an event. */
function endsOf(event: readonly number[], position: Int32Array): readonly [first: number, last: number] {
  look(1 + (event.length >> 3));
  let [first, last] = [Infinity, -1];
  for (const place of event) {
    first = Math.min(first, position[place]!);
    last = Math.max(last, position[place]!);
  }
  return [first, last];
}

/** The levels that the events span, together. */
function spanIn(order: readonly number[], events: readonly (readonly number[])[]): number {
  const position = new Int32Array(order.length);
  order.forEach((place, k) => (position[place] = k));
  let span = 0;
  for (const event of events) {
    const [first, last] = endsOf(event, position);
    span += last - first + 1;
  }
  return span;
}

/**
 * Two sums, multiplied. Each alone errs: spans are least if slots that many transitions share are in the middle, and then
 * a cut has many slots on both sides that depend on each other; where all cuts have many, their number says little.
 *
 * - over all events: the levels that it spans, times the height of the first one
 * - over all cuts between two levels: the slots on one side that share an event with a slot on the other side, on the
 *   side that has fewer of them. About so many slots determine which node of the level it is.
 */
function scoreOf(order: readonly number[], events: readonly (readonly number[])[]): number {
  const { length } = order;
  look(1 + (length >> 3));
  const position = new Int32Array(length);
  order.forEach((place, k) => (position[place] = k));
  /** The first and the last level of the events of each level. */
  const highest = Int32Array.from(order, (_, k) => k);
  const lowest = highest.slice();
  let spans = 0;
  for (const event of events) {
    const [first, last] = endsOf(event, position);
    spans += (last - first + 1) * (length - first);
    for (const place of event) {
      const k = position[place]!;
      highest[k] = Math.min(highest[k]!, first);
      lowest[k] = Math.max(lowest[k]!, last);
    }
  }
  look(1 + (length >> 3));
  /** By the cut below each level, how many more slots above it, or below it, are bound across it than before. */
  const [above, below] = [new Int32Array(length), new Int32Array(length)];
  for (let k = 0; k < length; k++) {
    above[k]!++;
    above[lowest[k]!]!--;
    below[highest[k]!]!++;
    below[k]!--;
  }
  let cuts = 1;
  for (let [k, up, down] = [0, 0, 0]; k < length; k++) cuts += Math.min((up += above[k]!), (down += below[k]!));
  return spans * cuts;
}

/** The rows one after the other, from the start of the first one. Slots that several rows share stay where they are. */
function withRows(order: readonly number[], given: Rows): readonly number[] {
  const position = new Map(order.map((slot, i) => [slot, i]));
  const owner = new Map<number, number>();
  given.forEach((row, i) => {
    for (const slot of row) owner.set(slot, owner.has(slot) && owner.get(slot) !== i ? -1 : i);
  });
  const rows = given.map((row, i) => [...new Set(row)].filter((slot) => position.has(slot) && owner.get(slot) === i));
  const [first] = rows;
  const all = new Set(rows.flat());
  if (!first || first.length === 0 || rows.some((row) => row.length !== first.length)) return order;
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

function mean(numbers: readonly number[]): number {
  return numbers.reduce((a, b) => a + b, 0) / numbers.length;
}
