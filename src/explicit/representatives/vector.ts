/**
 * States as vectors over points, for plans that work with elements of the group as tables.
 *
 * A slot that is a point has its value in the vector; a literal has 0 where it holds and 1 elsewhere, so that in a comparison
 * those that hold come first. A table of an element holds, for every place x, four times the place whose value comes to x.
 */

import { get, i32, load, op, sequence, set, store, when } from "../../wasm/code.ts";
import type { Code, Local, WasmFunction } from "../../wasm/code.ts";
import { counting } from "./loops.ts";
import type { PartContext } from "./part.ts";

export class VectorCode {
  readonly length: number;
  private readonly context: PartContext;
  private readonly slots: { readonly table: number; readonly count: number };
  private readonly literals: { readonly table: number; readonly count: number };

  constructor(context: PartContext, points: readonly number[]) {
    this.context = context;
    this.length = points.length;
    const slots: number[] = [];
    const literals: number[] = [];
    points.forEach((point, place) => {
      const { slot, value } = context.points[point]!;
      if (value === undefined) slots.push(context.address(slot), place);
      else literals.push(context.address(slot), place, value);
    });
    this.slots = { table: context.memory.words(slots), count: slots.length / 2 };
    this.literals = { table: context.memory.words(literals), count: literals.length / 3 };
  }

  /** The tables of elements, one after the other. */
  tables(elements: readonly Uint16Array[]): number {
    const all = new Uint16Array(elements.length * this.length);
    elements.forEach((element, e) =>
      all.set(
        element.map((place) => 4 * place),
        e * this.length,
      ),
    );
    return this.context.memory.table(all);
  }

  /** The bytes of one table. */
  get tableBytes(): number {
    return 2 * this.length;
  }

  /** Writes the vector of the state to a constant address. */
  read(f: WasmFunction, target: number): Code {
    const entry = f.local("entry");
    const { slots, literals } = this;
    const place = (): Code => op("i32.shl", load(get(entry), 4), i32(2));
    return sequence(
      counting(
        entry,
        i32(slots.table),
        i32(slots.table + 8 * slots.count),
        8,
        store(place(), load(load(get(entry))), target),
      ),
      literals.count === 0
        ? sequence()
        : counting(
            entry,
            i32(literals.table),
            i32(literals.table + 12 * literals.count),
            12,
            store(place(), op("i32.ne", load(load(get(entry))), load(get(entry), 8)), target),
          ),
    );
  }

  /** Makes the state the one of a vector, or, given the table of an element, of the image of the vector. */
  write(f: WasmFunction, source: Local, element?: Local): Code {
    const entry = f.local("entry");
    const from = f.local("from");
    const { slots, literals } = this;
    const value = (): Code => {
      const place = load(get(entry), 4);
      const offset: Code = element
        ? {
            kind: "load",
            op: "i32.load16_u",
            address: op("i32.add", get(element), op("i32.shl", place, i32(1))),
            offset: 0,
          }
        : op("i32.shl", place, i32(2));
      return sequence(set(from, op("i32.add", get(source), offset)), load(get(from)));
    };
    return sequence(
      counting(entry, i32(slots.table), i32(slots.table + 8 * slots.count), 8, store(load(get(entry)), value())),
      literals.count === 0
        ? sequence()
        : counting(
            entry,
            i32(literals.table),
            i32(literals.table + 12 * literals.count),
            12,
            when(op("i32.eqz", value()), store(load(get(entry)), load(get(entry), 8))),
          ),
    );
  }
}

/** A table's entry at a byte offset. */
export function entryOf(table: Local, offset: Code): Code {
  return { kind: "load", op: "i32.load16_u", address: op("i32.add", get(table), offset), offset: 0 };
}
