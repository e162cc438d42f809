/**
 * States that were not expanded in full, and have led nowhere new so far: they are pending.
 *
 * The mark is in the word with the number of the origin, in a bit that no number needs. Initial states have the origin
 * -1, which has all bits set, so the mark is whether two bits differ.
 */

import type { I32 } from "../wasm/value.ts";

const bit = 2 ** 30;

/** Whether the word of an origin has the mark. The word is used twice. */
export function isPending(origin: I32): I32 {
  return origin.shiftRight(1).xor(origin).and(bit);
}

/** The word with the mark if it had none, and without if it had. */
export function togglePending(origin: I32): I32 {
  return origin.xor(bit);
}

/** The number of the origin, whether its word has the mark or not. */
export function originIn(word: number): number {
  return (((word >> 1) ^ word) & bit) === 0 ? word : word ^ bit;
}
