/**
 * Skips initial states that are not the least of their orbits, as far as some symmetries tell.
 *
 * The image of an initial state is an initial state. So a candidate may be skipped if a symmetry maps it to one that is
 * less, slot by slot: the least of an orbit is never skipped, and one state of each orbit is enough. A comparison mostly
 * ends at the first slot, so this costs far less than the representatives of all candidates: a self-stabilizing ring of
 * five nodes begins in any of 7,962,624 states, in 67,246 orbits.
 *
 * The group's elements are tried in turn, or some of them if there are many.
 */

import { elements } from "../group/elements.ts";
import { compose, isIdentity } from "../group/permutation.ts";
import type { Permutation } from "../group/permutation.ts";
import { dense } from "../group/sparse-permutation.ts";
import { symmetryOf } from "../symmetry/symmetry-group.ts";
import type { SymmetryGroup } from "../symmetry/symmetry-group.ts";
import { imageOfValue, inverseSymmetry } from "../symmetry/symmetry.ts";
import type { Symmetry } from "../symmetry/symmetry.ts";
import { block, forRange, when } from "../wasm/control.ts";
import type { Target } from "../wasm/control.ts";
import { record } from "../wasm/memory.ts";
import type { Regions } from "../wasm/memory.ts";
import { word } from "../wasm/value.ts";
import type { ArbitrarySlot } from "./odometer.ts";

/** The most symmetries that are tried. */
const mostElements = 512;
/** With fewer candidates, the tables are not worth it. */
const fewCandidates = 4096;

/** A slot of the image: its address, that of the slot which is mapped to it, and a table of values, or 0. */
const Entry = record({ slot: "i32", source: "i32", values: "i32" });
/** The entries of an element. */
const Element = record({ start: "i32", end: "i32" });

export class LeastInitial {
  private readonly start: number;
  private readonly end: number;

  /** Slot i is at `unpacked` + 4 i. */
  constructor(group: SymmetryGroup, arbitrary: readonly ArbitrarySlot[], memory: Regions, unpacked: number) {
    const tables = new Map<string, number>();
    const valuesAt = (symmetry: Symmetry, { slot, low, high }: ArbitrarySlot): number => {
      if (!symmetry.values.has(slot)) return 0;
      const images = Array.from({ length: high - low + 1 }, (_, k) => imageOfValue(symmetry, slot, low + k));
      const key = `${low}: ${images.join(" ")}`;
      const known = tables.get(key) ?? memory.wordTable(images).start - 4 * low;
      tables.set(key, known);
      return known;
    };
    const bySlot = new Map(arbitrary.map((wheel) => [wheel.slot, wheel]));
    const lists = someElements(group).map((symmetry) => {
      const inverse = inverseSymmetry(symmetry);
      // Slots whose values are given have the same ones in the image, and are mapped among themselves.
      const entries = arbitrary.flatMap(({ slot }) => {
        const source = bySlot.get(inverse.slots[slot]!)!;
        const values = valuesAt(symmetry, source);
        if (slot === source.slot && values === 0) return [];
        return [{ slot: unpacked + 4 * slot, source: unpacked + 4 * source.slot, values }];
      });
      const start = memory.table(Entry.encode(entries));
      return { start, end: start + Entry.bytes * entries.length };
    });
    this.start = memory.table(Element.encode(lists));
    this.end = this.start + Element.bytes * lists.length;
  }

  /** Skips the state at hand if it is not the least. */
  skipOthers(skip: Target): void {
    forRange("element", this.start, this.end, Element.bytes, (element) => {
      const { start, end } = Element.at(element);
      block((isNotLess) => {
        forRange("entry", start.get(), word("entriesEnd", end.get()), Entry.bytes, (entry) => {
          const { slot, source, values } = Entry.at(entry);
          const image = word("image", source.get().load());
          when(values.get(), () => image.set(values.get().plus(image.shiftLeft(2)).load()));
          const own = word("own", slot.get().load());
          skip.goIf(image.less(own));
          isNotLess.goIf(own.less(image));
        });
      });
    });
  }
}

/** Whether there are so many candidates that it pays. */
export function areMany(arbitrary: readonly ArbitrarySlot[]): boolean {
  return arbitrary.reduce((count, { low, high }) => count * (high - low + 1), 1) > fewCandidates;
}

/** The elements but the identity; of a large group generators, and products of two. */
function someElements(symmetries: SymmetryGroup): Symmetry[] {
  const { group } = symmetries;
  const chosen: Permutation[] = [];
  if (group.order <= BigInt(mostElements)) chosen.push(...elements(group));
  else {
    const generators = group.generators.map((g) => dense(g, group.degree));
    chosen.push(...generators);
    for (const p of generators) for (const q of generators) chosen.push(compose(p, q));
  }
  const moving = chosen.filter((p) => !isIdentity(p)).slice(0, mostElements);
  return moving.map((p) => symmetryOf(symmetries, p));
}
