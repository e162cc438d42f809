/** Shared by the twins of emitted routines: states as arrays of slots, and as vectors over points. */

import type { BitField } from "../../../src/explicit/bit-field.ts";
import type { Point } from "../../../src/symmetry/symmetry-group.ts";

export interface Twin {
  readonly points: readonly Point[];
  readonly fields: readonly BitField[];
}

/** A slot has its value; a literal has 0 where it holds and 1 elsewhere. */
export function vectorOf({ points }: Twin, places: readonly number[], state: readonly number[]): number[] {
  return places.map((point) => {
    const { slot, value } = points[point]!;
    return value === undefined ? state[slot]! : Number(state[slot] !== value);
  });
}

/** The state with the values of a vector. */
export function withVector(
  { points }: Twin,
  places: readonly number[],
  state: readonly number[],
  vector: readonly number[],
): number[] {
  const changed = [...state];
  places.forEach((point, x) => {
    const { slot, value } = points[point]!;
    if (value === undefined) changed[slot] = vector[x]!;
    else if (vector[x] === 0) changed[slot] = value;
  });
  return changed;
}

/** The value of place `element[x]` comes to place x. */
export function imageOf(vector: readonly number[], element: Uint16Array): number[] {
  return Array.from(element, (place) => vector[place]!);
}

/** Negative if the first list is less. */
export function compare(a: readonly number[], b: readonly number[]): number {
  const x = a.findIndex((value, i) => value !== b[i]);
  return x < 0 ? 0 : a[x]! - b[x]!;
}

export const u64 = (x: bigint): bigint => BigInt.asUintN(64, x);
