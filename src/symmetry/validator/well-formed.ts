/**
 * Checks that a symmetry is a permutation of the states over the inferred domains.
 *
 * Slots are mapped to slots one to one, and the values that a slot can take to exactly those that its image can take.
 * Cells of queues are mapped to cells of queues, and marks (`cells.ts`) stay marks.
 */

import { showValue } from "../../model/slots.ts";
import type { Slot } from "../../model/slots.ts";
import type { Symmetry } from "../symmetry.ts";
import type { Action } from "./action.ts";
import { markOf } from "./cells.ts";
import type { Ranges } from "./cells.ts";

/** An error in the mapping of the slots; `undefined` if they are permuted. */
export function misplacedSlot({ slots: to, values }: Symmetry, slots: readonly Slot[]): string | undefined {
  if (to.length !== slots.length) return `it moves ${to.length} slots, but the model has ${slots.length}`;
  const sources = new Int32Array(to.length).fill(-1);
  for (let from = 0; from < to.length; from++) {
    const image = to[from]!;
    if (slots[image] === undefined) return `\`${slots[from]!.name}\` goes to a slot that does not exist`;
    const other = sources[image]!;
    if (other >= 0) return `\`${slots[other]!.name}\` and \`${slots[from]!.name}\` both go to \`${slots[image].name}\``;
    sources[image] = from;
  }
  const unknown = [...values.keys()].some((slot) => slots[slot] === undefined);
  return unknown ? "it changes the values of a slot that does not exist" : undefined;
}

/**
 * An error in the mapping of the values; `undefined` if the values of each slot are mapped to those of its image one to
 * one.
 */
export function misplacedValue(
  action: Action,
  symmetry: Symmetry,
  ranges: Ranges,
  slots: readonly Slot[],
): string | undefined {
  for (const [slot, map] of symmetry.values) {
    const mark = markOf(slots[slot]!);
    const movesMark = [...map].some(([value, image]) => value !== image && (value === mark || image === mark));
    if (slots[slot]!.cell && movesMark) return `\`${slots[slot]!.name}\` would change while it is unused`;
  }
  for (const from of action.moved) {
    const to = action.slot(from);
    const [source, target] = [slots[from]!, slots[to]!];
    if ((source.cell === undefined) !== (target.cell === undefined)) {
      return `\`${source.name}\` goes to \`${target.name}\`, but only one of them is a cell of a queue`;
    }
    const listed = ranges.of(from);
    if (listed === undefined || ranges.of(to) === undefined) {
      if (action.changesValues(from)) return `\`${source.name}\` has too many values to see what becomes of each`;
      const [a, b] = [ranges.bounds(from), ranges.bounds(to)];
      const same = listed === ranges.of(to) && a.low === b.low && a.high === b.high;
      if (!same) return differentValues(from, to, slots, ranges);
      continue;
    }
    if (source.cell) {
      if (source.low !== target.low) return `the cells \`${source.name}\` and \`${target.name}\` have different types`;
    }
    const images = new Map<number, number>();
    for (const value of ranges.valuesOf(from)!) {
      const image = action.value(from, value);
      const other = images.get(image);
      if (other !== undefined) {
        const [a, b, c] = [showValue(source.type, other), showValue(source.type, value), showValue(target.type, image)];
        return `${a} and ${b} of \`${source.name}\` both become ${c} of \`${target.name}\``;
      }
      images.set(image, value);
    }
    if (action.values(from, listed) !== ranges.of(to)) return differentValues(from, to, slots, ranges, action);
  }
  return undefined;
}

function differentValues(from: number, to: number, slots: readonly Slot[], ranges: Ranges, action?: Action): string {
  const show = (slot: number): string => {
    const values = ranges.valuesOf(slot);
    if (!values) return `${ranges.bounds(slot).low}..${ranges.bounds(slot).high}`;
    const shown = values.map((value) => showValue(slots[slot]!.type, value));
    return shown.length <= 8 ? shown.join(", ") : `${shown.slice(0, 7).join(", ")}, ...`;
  };
  const unchanged = action?.changesValues(from) ? " as they become" : "";
  return `the values of \`${slots[from]!.name}\` (${show(from)})${unchanged} are not those of \`${slots[to]!.name}\` (${show(to)}), where it goes`;
}
