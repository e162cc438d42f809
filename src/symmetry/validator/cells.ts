/**
 * Slots as the validator sees them: what they range over.
 *
 * A queue cell beyond the queue's length holds a mark, its padding: the number below the least value of the cell's type. A mark is
 * never read, for that is a run-time error, and a symmetry must leave marks alone.
 */

import type { Domain } from "../../model/domains.ts";
import type { Slot } from "../../model/slots.ts";
import type { Terms } from "./operators.ts";
import type { Term, Values } from "./term.ts";

/** The mark of a cell that holds nothing. */
export function markOf(slot: Slot): number {
  return slot.low;
}

interface Range {
  /** Whether `low` is a mark. */
  readonly marked: boolean;
  readonly low: number;
  readonly high: number;
  /** All values, where they are few enough to list. */
  readonly values?: Values | undefined;
}

/** What each slot ranges over, and restrictions of it. */
export class Ranges {
  readonly #terms: Terms;
  readonly #full: readonly Range[];
  readonly #restricted: ReadonlyMap<number, Values>;

  private constructor(terms: Terms, full: readonly Range[], restricted: ReadonlyMap<number, Values>) {
    this.#terms = terms;
    this.#full = full;
    this.#restricted = restricted;
  }

  static from(terms: Terms, slots: readonly Slot[], domains: readonly Domain[]): Ranges {
    const full = domains.map(({ low, high, values }, slot): Range => {
      const mark = slots[slot]!.cell ? [markOf(slots[slot]!)] : [];
      const least = mark[0] ?? low;
      if (!values && !(high - low < terms.tableLimit)) return { marked: mark.length > 0, low: least, high };
      const all = values ?? Array.from({ length: Math.max(0, high - low + 1) }, (_, i) => low + i);
      const list = all.filter((value) => value !== mark[0]);
      return { marked: mark.length > 0, low: least, high, values: terms.values([...mark, ...list]) };
    });
    return new Ranges(terms, full, new Map());
  }

  /** Undefined for what is too much to list. */
  of(slot: number): Values | undefined {
    return this.#restricted.get(slot) ?? this.#full[slot]!.values;
  }

  /** The same without marks. */
  valuesOf(slot: number): readonly number[] | undefined {
    const list = this.of(slot)?.list;
    return this.#full[slot]!.marked && list ? list.filter((value) => value !== this.#full[slot]!.low) : list;
  }

  /** The bounds of a slot's values and marks. */
  bounds(slot: number): { readonly low: number; readonly high: number } {
    return this.#full[slot]!;
  }

  /** The slots that take fewer values here than they can take at all, with these values. */
  get restricted(): ReadonlyMap<number, Values> {
    return this.#restricted;
  }

  restrict(more: ReadonlyMap<number, Values>): Ranges {
    const all = [...this.#restricted, ...more].filter(([slot, values]) => values !== this.#full[slot]!.values);
    return new Ranges(this.#terms, this.#full, new Map(all));
  }

  /** The value of a slot. */
  term(slot: number): Term {
    const { low, high } = this.#full[slot]!;
    return this.#terms.slot(slot, this.of(slot), low, high);
  }
}
