/**
 * A state with only some slots known.
 *
 * The reference interpreter runs on it as on any state. When it reads an unknown slot, it throws `UnknownSlot` with the
 * number of the slot. So the slots that a step depends on are found by taking the step, for every kind of model and
 * with one semantics.
 */

import { domainSize, domainValues } from "../model/domains.ts";
import type { Domain } from "../model/domains.ts";
import { facts } from "../model/facts.ts";
import type { Model } from "../model/model.ts";
import type { Slot } from "../model/slots.ts";

/** Thrown when an unknown slot is read. */
export class UnknownSlot extends Error {
  readonly slot: number;
  constructor(slot: number) {
    super(`slot ${slot} is not known`);
    this.slot = slot;
  }
}

export class PartialState {
  /** The cells that the interpreter reads and writes. */
  readonly cells: number[];
  readonly domains: readonly Domain[];
  /** The known values; NaN for unknown slots. */
  private readonly known: number[];
  private readonly current: number[];
  private readonly written = new Set<number>();
  private readonly slots: readonly Slot[];

  constructor(model: Model, domains: readonly Domain[]) {
    this.domains = domains;
    this.slots = facts(model).slots;
    this.known = domains.map(({ low, high }) => (low === high ? low : Number.NaN));
    this.current = [...this.known];
    this.cells = new Proxy(this.current, {
      get: (target, key, receiver) => {
        const slot = typeof key === "string" ? Number(key) : Number.NaN;
        return Number.isInteger(slot) ? this.read(slot) : (Reflect.get(target, key, receiver) as unknown);
      },
      set: (target, key, value: number) => {
        const slot = Number(key);
        target[slot] = value;
        this.written.add(slot);
        return true;
      },
    });
  }

  learn(slot: number, value: number): void {
    this.known[slot] = this.current[slot] = value;
  }

  forget(slot: number): void {
    this.learn(slot, Number.NaN);
  }

  /** Restores the known values before the next run on `cells`. */
  reset(): void {
    for (const slot of this.written) this.current[slot] = this.known[slot]!;
    this.written.clear();
  }

  /** The slots written since then, ascending, with their values. */
  writes(): readonly (readonly [slot: number, value: number])[] {
    return [...this.written].sort((a, b) => a - b).map((slot) => [slot, this.current[slot]!] as const);
  }

  /** The most values a slot may have. */
  valueCount(slot: number): number {
    return domainSize(this.domains[slot]!);
  }

  /** The values that an unknown slot may have. */
  valuesFor(slot: number): readonly number[] {
    const values = domainValues(this.domains[slot]!);
    const { cell, low } = this.slots[slot]!;
    // Its length is known, or `read` would have asked for it first: the cell is in use, and does not hold its padding.
    return cell ? values.filter((value) => value !== low) : values;
  }

  private read(slot: number): number {
    const value = this.current[slot]!;
    if (!Number.isNaN(value)) return value;
    const { cell, low } = this.slots[slot]!;
    if (cell) {
      const length = this.known[cell.lengthSlot]!;
      if (Number.isNaN(length)) throw new UnknownSlot(cell.lengthSlot);
      if (cell.position >= length) return low;
    }
    throw new UnknownSlot(slot);
  }
}
