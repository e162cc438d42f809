/** A family of rows that a group permutes in all ways, and the local states that one of them can be in. */

import type { GroundStep } from "./ground-step.ts";

/** Rows of slots that the group permutes in all ways. */
export interface Family {
  readonly rows: readonly (readonly number[])[];
  /** The number of the row, and the column, of each slot. */
  readonly rowOf: ReadonlyMap<number, number>;
  readonly columnOf: ReadonlyMap<number, number>;
  /** The local states of a row, and their numbers. */
  readonly locals: (readonly number[])[];
  readonly numbers: Map<string, number>;
  /** The slot of the first counter in the counted model. */
  offset: number;
}

export function familyOf(rows: readonly (readonly number[])[]): Family {
  const rowOf = new Map(rows.flatMap((row, r) => row.map((slot) => [slot, r] as const)));
  const columnOf = new Map(rows.flatMap((row) => row.map((slot, column) => [slot, column] as const)));
  return { rows, rowOf, columnOf, locals: [], numbers: new Map(), offset: 0 };
}

/** Whether a transition concerns more than one row, or a part of it looks at a row and something else. */
export function reachesBeyondRow({ rowOf }: Family, step: GroundStep): boolean {
  const only = singleRow(step.slots, rowOf);
  if (only === "several") return true;
  if (only === undefined || step.kind === "slots") return false;
  return [...step.tests, ...step.body].some(({ slots }) => {
    let inside = 0;
    for (const slot of slots) if (rowOf.has(slot)) inside++;
    return inside > 0 && inside < slots.size;
  });
}

function singleRow(slots: ReadonlySet<number>, rowOf: ReadonlyMap<number, number>): number | "several" | undefined {
  let only: number | undefined;
  for (const slot of slots) {
    const row = rowOf.get(slot);
    only ??= row;
    if (row !== undefined && row !== only) return "several";
  }
  return only;
}

export function keyOf(local: readonly number[]): string {
  return local.join();
}

/** The key of the local state of a row. */
export function keyIn(state: ArrayLike<number>, row: readonly number[]): string {
  let key = String(state[row[0]!]);
  for (let c = 1; c < row.length; c++) key += `,${state[row[c]!]}`;
  return key;
}
