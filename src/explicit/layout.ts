/**
 * The packing of a state into 32-bit words.
 *
 * Each slot gets as many bits as its inferred domain needs, and no field crosses a word. Fields are ordered process by
 * process: `pc[3]`, `flag[3]` and `turn[3]` are adjacent. The elements of an array share one width and offset, so that
 * an access with a computed index needs only a table of positions. Slots that never change are not stored.
 */

import type { Domain } from "../model/domains.ts";
import { facts } from "../model/facts.ts";
import type { Model, Type } from "../model/model.ts";
import { processMajor } from "../model/slot-order.ts";
import { lengthOf } from "../model/slots.ts";
import type { Slot } from "../model/slots.ts";
import { writtenVariables } from "../model/traverse.ts";
import type { SymmetryGroup } from "../symmetry/symmetry-group.ts";
import { look } from "../util/limits.ts";
import { BitPacker, readField, writeField } from "./bit-field.ts";
import type { BitField } from "./bit-field.ts";

/** The field of a slot. */
export type PackedField = BitField;

export interface Layout {
  readonly slots: readonly Slot[];
  readonly offsets: ReadonlyMap<string, number>;
  /** The field of each slot. A field of 0 bits takes no space. Its value is `low`, or the initial one if `frozen`. */
  readonly fields: readonly PackedField[];
  /** The value of each slot that never changes and whose variable is not stored; `undefined` for the others. */
  readonly frozen: readonly (number | undefined)[];
  /** The field for the state of a property automaton, which is not a slot of the model. */
  readonly claim?: PackedField | undefined;
  readonly wordCount: number;
}

/** The number of last words in which a field looks for space, so that packing stays linear. */
const window = 8;

/** @param claimStates the number of states of the property automaton */
export function layoutOf(model: Model, domains: readonly Domain[], claimStates = 0): Layout {
  const { slots, offsets, initialValues } = facts(model);
  const written = writtenVariables(model);
  const frozen = new Array<number | undefined>(slots.length).fill(undefined);
  const low = new Array<number>(slots.length);
  const high = new Array<number>(slots.length);

  for (const variable of model.variables) {
    look(2);
    const offset = offsets.get(variable.name)!;
    const classes = slotClasses(variable.type, { next: 0 });
    const values = initialValues.slice(offset, offset + classes.length);
    // The initial values are unique. The length of a queue is a slot without a type.
    const isGiven = values.every((value, i) => value !== undefined && slots[offset + i]!.type);
    if (isGiven && !written.has(variable.name)) values.forEach((value, i) => (frozen[offset + i] = value));
    const bounds = new Map<number, { low: number; high: number }>();
    classes.forEach((c, i) => {
      const domain = domains[offset + i]!;
      const known = bounds.get(c);
      if (known) {
        known.low = Math.min(known.low, domain.low);
        known.high = Math.max(known.high, domain.high);
      } else bounds.set(c, { low: domain.low, high: domain.high });
    });
    classes.forEach((c, i) => ({ low: low[offset + i], high: high[offset + i] } = bounds.get(c)!));
  }

  const packer = new BitPacker(32, window);
  const fields = new Array<PackedField>(slots.length);
  for (const slot of processMajor(model, offsets)) {
    fields[slot] = packer.place(low[slot]!, high[slot]!, frozen[slot] === undefined ? undefined : 0);
  }
  const claim = claimStates > 0 ? packer.place(0, claimStates - 1) : undefined;
  return { slots, offsets, fields, frozen, claim, wordCount: packer.wordCount };
}

/** The slots of a packed state. */
export function unpack(layout: Layout, words: ArrayLike<number>): number[] {
  return layout.fields.map((field, slot) => layout.frozen[slot] ?? readField(words, field));
}

/** The packed form of a state. */
export function pack(layout: Layout, state: readonly number[]): Uint32Array {
  const words = new Uint32Array(layout.wordCount);
  layout.fields.forEach((field, slot) => writeField(words, field, state[slot]!));
  return words;
}

/** Slots of the same class differ only in array indices and queue positions in their places. */
function slotClasses(type: Type, counter: { next: number }): number[] {
  switch (type.kind) {
    case "bool":
    case "range":
    case "enum":
      return [counter.next++];
    case "array": {
      const element = slotClasses(type.element, counter);
      return Array.from({ length: lengthOf(type.index) }, () => element).flat();
    }
    case "record":
      return type.fields.flatMap((field) => slotClasses(field.type, counter));
    case "queue": {
      const length = counter.next++;
      const element = slotClasses(type.element, counter);
      return [length, ...Array.from({ length: type.capacity }, () => element).flat()];
    }
  }
}

/** Slots that symmetries map to each other, with unchanged values, get bits for each other's values. */
export function joinedDomains({ generators, points }: SymmetryGroup, domains: readonly Domain[]): readonly Domain[] {
  const joined = [...domains];
  const plain = new Set(points.flatMap(({ slot, value }) => (value === undefined ? [slot] : [])));
  for (let isStable = false; !isStable;) {
    isStable = true;
    for (const { slots } of generators) {
      for (const from of plain) {
        const [a, b] = [joined[from]!, joined[slots[from]!]!];
        if (a.low === b.low && a.high === b.high) continue;
        const both = { low: Math.min(a.low, b.low), high: Math.max(a.high, b.high) };
        joined[from] = joined[slots[from]!] = both;
        isStable = false;
      }
    }
  }
  return joined;
}
