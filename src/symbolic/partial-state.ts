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
import { visitQueues } from "../model/initial-slots.ts";
import type { Model } from "../model/model.ts";
import { sizeOf } from "../model/slots.ts";

/** Thrown when an unknown slot is read. */
export class UnknownSlot extends Error {
  readonly slot: number;
  constructor(slot: number) {
    super(`slot ${slot} is not known`);
    this.slot = slot;
  }
}

/** The place of a queue cell. */
interface QueueCell {
  readonly lengthSlot: number;
  readonly position: number;
  readonly padding: number;
}

export class PartialState {
  /** The cells that the interpreter reads and writes. */
  readonly cells: number[];
  readonly domains: readonly Domain[];
  /** The known values; NaN for unknown slots. */
  private readonly known: number[];
  private readonly current: number[];
  private readonly written = new Set<number>();
  private readonly queueCells: ReadonlyMap<number, QueueCell>;

  constructor(model: Model, domains: readonly Domain[]) {
    this.domains = domains;
    this.queueCells = queueCellsOf(model);
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
    const cell = this.queueCells.get(slot);
    // The length is known, because `read` asks for it first. So the cell is in use.
    return cell ? values.filter((value) => value !== cell.padding) : values;
  }

  private read(slot: number): number {
    const value = this.current[slot]!;
    if (!Number.isNaN(value)) return value;
    const cell = this.queueCells.get(slot);
    if (cell) {
      const length = this.known[cell.lengthSlot]!;
      if (Number.isNaN(length)) throw new UnknownSlot(cell.lengthSlot);
      if (cell.position >= length) return cell.padding;
    }
    throw new UnknownSlot(slot);
  }
}

/** The slots that are cells of queues. */
export function queueCellsOf(model: Model): Map<number, QueueCell> {
  const cells = new Map<number, QueueCell>();
  const { slots, offsets } = facts(model);
  for (const { name, type } of model.variables) {
    visitQueues(type, offsets.get(name)!, ({ capacity, element }, lengthSlot) => {
      const size = sizeOf(element);
      for (let i = 0; i < capacity * size; i++) {
        const slot = lengthSlot + 1 + i;
        cells.set(slot, { lengthSlot, position: Math.floor(i / size), padding: slots[slot]!.low });
      }
    });
  }
  return cells;
}
