/** Sorted lists of packed states, one after the other in an array of words. */

import { look } from "../util/limits.ts";

/** The number of words that are read at a time. */
const pieceWords = 2 ** 16;

/** The states in ascending order, each once. */
export function sortStates(states: Int32Array, wordCount: number): Int32Array {
  const count = states.length / wordCount;
  const order = new Uint32Array(count);
  for (let k = 0; k < count; k++) order[k] = k * wordCount;
  order.sort((a, b) => compareAt(states, a, states, b, wordCount));
  const sorted = new Int32Array(states.length);
  let used = 0;
  for (const at of order) {
    if (used > 0 && compareAt(sorted, used - wordCount, states, at, wordCount) === 0) continue;
    for (let k = 0; k < wordCount; k++) sorted[used + k] = states[at + k]!;
    used += wordCount;
  }
  return sorted.subarray(0, used);
}

/**
 * Those of sorted states that are in none of the runs of a log, each of which is sorted as well. The log is read from the
 * front to the back.
 */
export function newStates(
  sorted: Int32Array,
  wordCount: number,
  runs: readonly number[],
  read: (firstWord: number, words: number) => Int32Array,
): Int32Array {
  const isKnown = new Uint8Array(sorted.length / wordCount);
  const most = wordCount * Math.max(1, Math.floor(pieceWords / wordCount));
  const total = wordCount * runs.reduce((sum, states) => sum + states, 0);
  // Runs are short where levels are many, so that a piece has several.
  let piece: Int32Array = new Int32Array(0);
  let pieceStart = 0;
  let first = 0;
  for (const states of runs) {
    const end = first + states * wordCount;
    for (let at = 0; first < end && at < sorted.length;) {
      if (first < pieceStart || first >= pieceStart + piece.length) {
        look(64);
        piece = read(first, Math.min(most, total - first));
        pieceStart = first;
      }
      const order = compareAt(sorted, at, piece, first - pieceStart, wordCount);
      if (order === 0) isKnown[at / wordCount] = 1;
      if (order <= 0) at += wordCount;
      else first += wordCount;
    }
    first = end;
  }
  let used = 0;
  const fresh = new Int32Array(sorted.length);
  for (let at = 0; at < sorted.length; at += wordCount) {
    if (isKnown[at / wordCount] === 1) continue;
    for (let k = 0; k < wordCount; k++) fresh[used + k] = sorted[at + k]!;
    used += wordCount;
  }
  return fresh.subarray(0, used);
}

/** The order of packed states: the first words that differ decide, without a sign. */
function compareAt(a: Int32Array, i: number, b: Int32Array, j: number, wordCount: number): number {
  for (let k = 0; k < wordCount; k++) {
    const [x, y] = [a[i + k]! >>> 0, b[j + k]! >>> 0];
    if (x !== y) return x < y ? -1 : 1;
  }
  return 0;
}
