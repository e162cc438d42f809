/**
 * The value sets of all slots during domain inference. They only grow. It knows which slots a computation has read, so
 * that it need not be repeated until one of them grows.
 */

import { union } from "./value-set.ts";
import type { ValueSet } from "./value-set.ts";

export class SlotSets {
  private readonly sets: ValueSet[];
  /** When each slot grew last. */
  private readonly grewAt: Uint32Array;
  private time = 0;
  /** The slots that the computation under way has read, each once. */
  private reads: number[] = [];
  /** The number of the last computation that read each slot. */
  private readonly readBy: Uint32Array;
  private computation = 0;

  constructor(sets: readonly ValueSet[]) {
    this.sets = [...sets];
    this.grewAt = new Uint32Array(sets.length);
    this.readBy = new Uint32Array(sets.length);
  }

  read(slot: number): ValueSet {
    if (this.readBy[slot] !== this.computation) {
      this.readBy[slot] = this.computation;
      this.reads.push(slot);
    }
    return this.sets[slot]!;
  }

  add(slot: number, set: ValueSet): void {
    const before = this.sets[slot]!;
    const joined = union(before, set);
    const isSame =
      joined.low === before.low && joined.high === before.high && joined.values?.length === before.values?.length;
    if (!isSame) this.replace(slot, joined);
  }

  replace(slot: number, set: ValueSet): void {
    this.sets[slot] = set;
    this.grewAt[slot] = ++this.time;
  }

  /** Runs a computation. Returns whether a slot that it read has grown since it began. */
  observe(compute: () => void): () => boolean {
    const began = this.time;
    const read: number[] = [];
    this.reads = read;
    this.computation++;
    compute();
    return () => read.some((slot) => this.grewAt[slot]! > began);
  }

  /** The slots that have grown since then. */
  grownSince(time: number): number[] {
    return Array.from(this.grewAt.keys()).filter((slot) => this.grewAt[slot]! > time);
  }

  get now(): number {
    return this.time;
  }

  get all(): readonly ValueSet[] {
    return this.sets;
  }
}
