/**
 * The cache of operations: from (operation, a, b) to a node.
 *
 * The cache is lossy. It has a fixed number of places, two for each hash. A new entry takes the first place and moves
 * the old one to the second. The cache starts small and doubles with the numbers of nodes and of results up to its fixed
 * size, so many small spaces cost little. A lost entry costs time, never correctness.
 */

import { look } from "../util/limits.ts";
import { allocate } from "./node-table.ts";

/** The operations of entries. From `IMAGE` on, a is no node: a homomorphism, an event, or nothing. Below, it is one. */
export const UNION = 1;
export const INTERSECTION = 2;
export const DIFFERENCE = 3;
export const CONCATENATION = 4;
export const IMAGE = 5;
export const FIRE = 6;
/** Each saturation has two operations of its own from here on: firing an event, and saturating a node. So has each sort:
 * one is sorting, and its negative is inserting a set of blocks. */
export const SATURATION = 8;

const WIDTH = 4;
const firstEntries = 1 << 11;
/** Numbers, a multiple of `WIDTH`, between two looks at limits, and the work that they are. */
const entriesPerLook = 1 << 14;
const lookWork = 256;
/** One hash, two places. */
export const fewestEntries = 2;

export class OperationCache {
  lookupCount = 0;
  hitCount = 0;
  private setCount = 0;
  /** Operation, a, b, result; an empty place has operation 0. */
  private entries: Int32Array;
  private mask: number;
  private readonly mostEntries: number;

  /** @param mostEntries a power of two, at least `fewestEntries` */
  constructor(mostEntries: number) {
    const count = Math.min(firstEntries, mostEntries);
    this.entries = new Int32Array(WIDTH * count);
    this.mask = count / 2 - 1;
    this.mostEntries = mostEntries;
  }

  get bytes(): number {
    return this.entries.byteLength;
  }

  /** The result, or -1. */
  get(operation: number, a: number, b: number): number {
    this.lookupCount++;
    const { entries } = this;
    const at = this.placeOf(operation, a, b);
    if (entries[at] === operation && entries[at + 1] === a && entries[at + 2] === b) {
      this.hitCount++;
      return entries[at + 3]!;
    }
    if (entries[at + 4] === operation && entries[at + 5] === a && entries[at + 6] === b) {
      this.hitCount++;
      return entries[at + 7]!;
    }
    return -1;
  }

  set(operation: number, a: number, b: number, result: number): void {
    this.setCount++;
    this.put(operation, a, b, result);
  }

  private put(operation: number, a: number, b: number, result: number): void {
    const { entries } = this;
    const at = this.placeOf(operation, a, b);
    if (entries[at] !== operation || entries[at + 1] !== a || entries[at + 2] !== b) {
      entries[at + 4] = entries[at]!;
      entries[at + 5] = entries[at + 1]!;
      entries[at + 6] = entries[at + 2]!;
      entries[at + 7] = entries[at + 3]!;
    }
    entries[at] = operation;
    entries[at + 1] = a;
    entries[at + 2] = b;
    entries[at + 3] = result;
  }

  /**
   * Doubles the cache while it has fewer places than there are nodes, or than half of the results that were stored, up
   * to its largest size. An event has a result for each node, so there are far more results than nodes.
   */
  fit(nodeCount: number): void {
    while (this.entries.length / WIDTH < Math.min(Math.max(nodeCount, this.setCount / 2), this.mostEntries)) {
      const old = this.entries;
      this.entries = allocate(2 * old.length);
      this.mask = 2 * this.mask + 1;
      for (let at = 0; at < old.length; at += WIDTH) {
        // If this ends here, results are lost, and nothing else.
        if (at % entriesPerLook === 0) look(lookWork);
        if (old[at] !== 0) this.put(old[at]!, old[at + 1]!, old[at + 2]!, old[at + 3]!);
      }
    }
  }

  /** Removes the entries about nodes that are not marked. */
  retain(marked: Uint8Array): void {
    const { entries } = this;
    for (let at = 0; at < entries.length; at += WIDTH) {
      if (at % entriesPerLook === 0) look(lookWork);
      if (entries[at] === 0) continue;
      const isAlive =
        (entries[at]! >= IMAGE || marked[entries[at + 1]!] === 1) &&
        marked[entries[at + 2]!] === 1 &&
        marked[entries[at + 3]!] === 1;
      if (!isAlive) entries[at] = 0;
    }
  }

  private placeOf(operation: number, a: number, b: number): number {
    let h = Math.imul(a, 0x9e3779b1) ^ Math.imul(b ^ (operation << 27), 0x85ebca6b);
    h = Math.imul(h ^ (h >>> 15), 0xc2b2ae35);
    return ((h ^ (h >>> 13)) & this.mask) * (2 * WIDTH);
  }
}
