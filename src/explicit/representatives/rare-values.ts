/**
 * Encodes vectors such that rare values come first.
 *
 * A search for the least image begins with the points that can have the least value. The rarer it is, the fewer there
 * are (`RareOrbit` in Jefferson, Jonauskyte, Pfeiffer and Waldecker, Minimal and canonical images, 2019). So a value is
 * replaced by its frequency in its orbit of slots, followed by the value itself. Symmetries do not change frequencies.
 * O(slots).
 */

import type { SearchPlan } from "../../symmetry/representatives/plan.ts";
import { fillMemory, forRange } from "../../wasm/control.ts";
import { record } from "../../wasm/memory.ts";
import type { Area, Place, Places } from "../../wasm/memory.ts";
import { word } from "../../wasm/value.ts";
import type { I32 } from "../../wasm/value.ts";
import type { PartContext } from "./part.ts";

/** The bits of an entry that hold the value. */
const valueBits = 16;
const mostValues = 1024;

/** A position in the vector, in bytes; the address of the counter of its lowest value, and that value. */
const fields = { place: "i32", counters: "i32", low: "i32" } as const;
const Entry = record(fields);

export class RareValues {
  private readonly histogram: Area<"i32">;
  private readonly entries: { readonly start: number; readonly end: number };

  constructor(context: PartContext, { points, slotOrbits }: SearchPlan) {
    const entries: { place: number; counters: number; low: number }[] = [];
    let counters = 0;
    for (const orbit of slotOrbits) {
      const own = orbit.map((place) => context.fields[context.points[points[place]!]!.slot]!);
      const low = Math.min(...own.map((field) => field.low));
      const span = Math.max(...own.map((field) => field.high)) - low + 1;
      if (span > mostValues) continue;
      for (const place of orbit) entries.push({ place: 4 * place, counters: 4 * counters, low });
      counters += span;
    }
    this.histogram = context.memory.words(counters);
    const start = context.memory.table(Entry.encode(entries));
    this.entries = { start, end: start + Entry.bytes * entries.length };
  }

  /** Replaces the values in a vector at a constant address. */
  encode(vector: number): void {
    fillMemory(this.histogram.start, 0, this.histogram.bytes);
    const counterOf = ({ place, counters, low }: Places<typeof fields>): { value: I32; counter: Place<"i32"> } => {
      const value = word("value", place.get().load(vector).minus(low.get()));
      return { value, counter: this.histogram.at(word("counter", counters.get().plus(value.shiftLeft(2)))) };
    };
    this.forEach((entry) => counterOf(entry).counter.increase(1));
    this.forEach((entry) => {
      const { value, counter } = counterOf(entry);
      entry.place.get().store(counter.get().shiftLeft(valueBits).or(value), vector);
    });
  }

  /** Restores the values in a vector, or in an image of it. */
  decode(vector: I32): void {
    this.forEach(({ place, low }) => {
      const at = word("at", vector.plus(place.get()));
      at.store(at.load().and(2 ** valueBits - 1).plus(low.get())); // prettier-ignore
    });
  }

  private forEach(body: (entry: Places<typeof fields>) => void): void {
    forRange("entry", this.entries.start, this.entries.end, Entry.bytes, (entry) => body(Entry.at(entry)));
  }
}
