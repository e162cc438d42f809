/**
 * The ranges of slots for the validator.
 *
 * A queue cell beyond the length of the queue holds a mark, its padding: the number below the least value of the type
 * of the cell. A mark is never read, because that is a run-time error, and a symmetry must leave marks alone.
 */

import type { Domain } from "../../model/domains.ts";
import type { Slot } from "../../model/slots.ts";
import type { Terms } from "./operators.ts";
import type { Term, Values } from "./term.ts";

/** The mark of an empty cell. */
export function markOf(slot: Slot): number {
  return slot.low;
}

interface Range {
  /** Whether `low` is a mark. */
  readonly marked: boolean;
  readonly low: number;
  readonly high: number;
  /** All values, if they are few enough to list. */
  readonly values?: Values | undefined;
}

/** The range of each slot, and restrictions of it. */
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

  /** The values and marks of a slot; `undefined` if there are too many to list. */
  of(slot: number): Values | undefined {
    return this.#restricted.get(slot) ?? this.#full[slot]!.values;
  }

  /** The same without marks. */
  valuesOf(slot: number): readonly number[] | undefined {
    const list = this.of(slot)?.list;
    return this.#full[slot]!.marked && list ? list.filter((value) => value !== this.#full[slot]!.low) : list;
  }

  /** The bounds of the values and marks of a slot. */
  bounds(slot: number): { readonly low: number; readonly high: number } {
    return this.#full[slot]!;
  }

  /** The slots that have fewer values here than in their whole range, with these values. */
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
