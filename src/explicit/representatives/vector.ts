/**
 * States as vectors over points, for plans that use elements of the group as tables.
 *
 * A point that is a slot has the value of the slot. A literal has 0 if it holds and 1 otherwise, so that in a
 * comparison those that hold come first. The table of an element has, for every position x, four times the position
 * whose value is moved to x.
 */

import { forRange, when } from "../../wasm/control.ts";
import { record } from "../../wasm/memory.ts";
import type { Places } from "../../wasm/memory.ts";
import type { I32, Variable } from "../../wasm/value.ts";
import type { PartContext } from "./part.ts";

/** A point: the address of the value of its slot, its position in the vector, and the value of a literal. */
const Entry = record({ slot: "i32", place: "i32", value: "i32" });
type EntryPlaces = Places<{ readonly slot: "i32"; readonly place: "i32"; readonly value: "i32" }>;

/** Tables of elements, one after the other. */
export interface ElementTables {
  readonly start: number;
  readonly end: number;
}

export class VectorCode {
  readonly length: number;
  private readonly context: PartContext;
  private readonly slots: ElementTables;
  private readonly literals: ElementTables;

  constructor(context: PartContext, points: readonly number[]) {
    this.context = context;
    this.length = points.length;
    const entries = points.map((point, place) => {
      const { slot, value } = context.points[point]!;
      return { slot: context.address(slot), place, value };
    });
    const table = (isLiteral: boolean): ElementTables => {
      const own = entries.filter(({ value }) => (value !== undefined) === isLiteral);
      const start = context.memory.table(Entry.encode(own.map(({ value = 0, ...rest }) => ({ ...rest, value }))));
      return { start, end: start + Entry.bytes * own.length };
    };
    this.slots = table(false);
    this.literals = table(true);
  }

  tables(elements: readonly Uint16Array[]): ElementTables {
    const all = new Uint16Array(elements.length * this.length);
    elements.forEach((element, e) => element.forEach((place, x) => (all[e * this.length + x] = 4 * place)));
    const start = this.context.memory.table(all);
    return { start, end: start + all.byteLength };
  }

  /** Goes through tables. */
  forEach({ start, end }: ElementTables, body: (element: Variable<"i32">) => void): void {
    forRange("element", start, end, 2 * this.length, body);
  }

  /** Writes the vector of the state to a constant address. */
  read(target: number): void {
    this.over(this.slots, ({ slot, place }) => place.get().shiftLeft(2).store(slot.get().load(), target));
    this.over(this.literals, ({ slot, place, value }) =>
      place.get().shiftLeft(2).store(slot.get().load().differs(value.get()), target),
    );
  }

  /** Sets the state to that of a vector, or, given the table of an element, to that of the image of the vector. */
  write(vector: I32, element?: I32): void {
    const valueAt = (place: I32): I32 =>
      vector.plus(element ? entryOf(element, place.shiftLeft(1)) : place.shiftLeft(2)).load();
    this.over(this.slots, ({ slot, place }) => slot.get().store(valueAt(place.get())));
    this.over(this.literals, ({ slot, place, value }) =>
      when(valueAt(place.get()).isZero(), () => slot.get().store(value.get())),
    );
  }

  private over({ start, end }: ElementTables, body: (entry: EntryPlaces) => void): void {
    if (start < end) forRange("entry", start, end, Entry.bytes, (entry) => body(Entry.at(entry)));
  }
}

/** The entry of a table at a byte offset. */
export function entryOf(table: I32, offset: I32): I32 {
  return table.plus(offset).load16();
}
