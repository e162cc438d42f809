/** A family of rows that a group permutes in all ways, and the local states that one of them can be in. */

import type { Transition } from "../../model/model.ts";
import type { Change, Interval, SlotStep } from "../../model/slot-steps.ts";
import { look } from "../../util/limits.ts";

/** Rows of slots that the group permutes in all ways. */
export interface Family {
  readonly rows: readonly (readonly number[])[];
  /** The column of each slot of the first row. */
  readonly columns: ReadonlyMap<number, number>;
  /** The number of the row of each slot. */
  readonly rowOf: ReadonlyMap<number, number>;
  /** The local states of a row, and their numbers. */
  readonly locals: (readonly number[])[];
  readonly numbers: Map<string, number>;
  /** The slot of the first counter in the counted model. */
  offset: number;
}

export type Steps = ReadonlyMap<number, SlotStep>;

/** More local states than this of a row are too many. */
const mostLocals = 1000;

/** A transition, by slots. */
export interface GroundStep {
  readonly transition: Transition;
  readonly steps: Steps;
}

/** Whether a transition concerns more than one row. */
export function touchesRows({ rowOf }: Family, steps: Steps): boolean {
  let first: number | undefined;
  for (const slot of steps.keys()) {
    const row = rowOf.get(slot);
    first ??= row;
    if (row !== undefined && row !== first) return true;
  }
  return false;
}

/**
 * The transitions that concern the first row or none, which stand for all: the group maps any row to the first.
 */
export function standsForAll({ rowOf }: Family, steps: Steps): boolean {
  for (const slot of steps.keys()) if ((rowOf.get(slot) ?? 0) > 0) return false;
  return true;
}

export function keyOf(local: readonly number[]): string {
  return local.join();
}

/** What a step does to a local state of the first row; `undefined` if it is not enabled there. */
export function moved(
  { columns }: Family,
  steps: Steps,
  local: readonly number[],
): readonly number[] | "error" | undefined {
  const result = [...local];
  for (const [slot, { enabled, fine, change }] of steps) {
    const column = columns.get(slot);
    if (column === undefined) continue;
    const value = local[column]!;
    if (!isIn(value, enabled)) return undefined;
    if (!isIn(value, fine)) return "error";
    result[column] = changed(value, change);
  }
  return result;
}

/** All local states that a row can have, whatever the rest does; false if there are too many, or a step may fail. */
export function findLocals(family: Family, ground: readonly GroundStep[], initial: readonly number[]): boolean {
  const { rows, locals, numbers, columns } = family;
  const add = (local: readonly number[]): void => {
    const key = keyOf(local);
    if (numbers.has(key)) return;
    numbers.set(key, locals.length);
    locals.push(local);
  };
  for (const row of rows) add(row.map((slot) => initial[slot]!));
  const own = ground.filter(
    ({ steps }) => standsForAll(family, steps) && [...steps.keys()].some((slot) => columns.has(slot)),
  );
  for (const local of locals) {
    look();
    for (const { steps } of own) {
      const next = moved(family, steps, local);
      if (next === "error") return false;
      if (next) add(next);
      if (locals.length > mostLocals) return false;
    }
  }
  return true;
}

function isIn(value: number, { low, high }: Interval): boolean {
  return value >= low && value <= high;
}

function changed(value: number, change: Change): number {
  return "set" in change ? change.set : value + change.add;
}
