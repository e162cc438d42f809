/**
 * Operations on arrays of 32-bit integers, written as loops: `Int32Array.from` with a function is many times slower.
 */

import { look, Stopped } from "./limits.ts";

/** A list longer than this counts as a memory limit. */
const mostListed = 2 ** 22;

/** All integers from `low` to `high`, as a plain list. */
export function interval(low: number, high: number): number[] {
  if (high - low >= mostListed) throw new Stopped("memory");
  const result: number[] = [];
  for (let i = low; i <= high; i++) result.push(i);
  look(1 + (result.length >> 6));
  return result;
}

/** 0, 1, ..., n - 1, as a plain list. */
export function numbersBelow(n: number): number[] {
  return interval(0, n - 1);
}

/** 0, 1, ..., n - 1. */
export function range(n: number): Int32Array {
  const result = new Int32Array(n);
  for (let i = 0; i < n; i++) result[i] = i;
  return result;
}

/** The numbers below `removed.length` that are not marked as removed. */
export function remaining(removed: Uint8Array): Int32Array {
  let count = 0;
  for (const flag of removed) if (flag === 0) count++;
  const result = new Int32Array(count);
  let at = 0;
  for (let i = 0; i < removed.length; i++) if (removed[i] === 0) result[at++] = i;
  return result;
}

/** `values[i]` for each index i. */
export function gather(values: Int32Array, indices: Int32Array): Int32Array {
  const result = new Int32Array(indices.length);
  for (let i = 0; i < indices.length; i++) result[i] = values[indices[i]!]!;
  return result;
}

/** The position of each number below `n` among the items; -1 for numbers that are not among them. */
export function positionsOf(items: Int32Array, n: number): Int32Array {
  const result = new Int32Array(n).fill(-1);
  for (let i = 0; i < items.length; i++) result[items[i]!] = i;
  return result;
}

/** The items in the order of their keys, which are below `keyCount`. The sort is stable and linear. */
export function countingSort(keys: Int32Array, items: Int32Array, keyCount: number): Int32Array {
  look((items.length + keyCount) >> 5);
  const starts = new Int32Array(keyCount + 1);
  for (const item of items) starts[keys[item]! + 1]!++;
  for (let k = 0; k < keyCount; k++) starts[k + 1]! += starts[k]!;
  const sorted = new Int32Array(items.length);
  for (const item of items) sorted[starts[keys[item]!]!++] = item;
  return sorted;
}

/** A list of 32-bit integers that grows. */
export class IntegerList {
  length = 0;
  /** The integers, and room for more. */
  data: Int32Array = new Int32Array(64);

  push(value: number): void {
    if (this.length === this.data.length) {
      const larger = new Int32Array(2 * this.length);
      larger.set(this.data);
      this.data = larger;
    }
    this.data[this.length++] = value;
  }

  /** A copy of the integers in the list. */
  toArray(): Int32Array {
    return this.data.slice(0, this.length);
  }
}
