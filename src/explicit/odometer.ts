/**
 * Goes through the arbitrary initial states by counting: a wheel for each slot without a given value, the last one fastest.
 *
 * Where a symmetry group permutes rows of slots in all ways, one order of the rows is enough: the wheels of these rows count
 * through the ascending sequences of rows only. So n processes with k arbitrary values each have n + k - 1 over n combinations instead of
 * k^n. When a wheel moves, the wheels after it in its row start again from the lowest value, and the rows after it from what
 * the row before them holds.
 */

import type { Structure } from "../group/structure-tree.ts";
import { structureOf } from "../group/structure.ts";
import type { SymmetryGroup } from "../symmetry/symmetry-group.ts";
import { add, block, branch, get, i32, label, load, loop, op, sequence, set, store, when } from "../wasm/code.ts";
import type { Code, WasmFunction } from "../wasm/code.ts";

/** A slot without a given value. */
export interface ArbitrarySlot {
  readonly slot: number;
  readonly low: number;
  readonly high: number;
}

interface Wheel extends ArbitrarySlot {
  /** The slot of the same column in the row before; -1 if there is none. */
  readonly before: number;
  readonly row: number;
}

const entryBytes = 20;

export class Odometer {
  private readonly wheels: readonly Wheel[];
  private readonly base: number;
  private readonly unpacked: number;

  /** `reserve` hands out memory; slot i is at `unpacked` + 4 i. */
  constructor(
    arbitrary: readonly ArbitrarySlot[],
    symmetry: SymmetryGroup | undefined,
    reserve: (bytes: number) => number,
    unpacked: number,
  ) {
    this.wheels = wheelsOf(arbitrary, symmetry);
    this.base = reserve(entryBytes * this.wheels.length);
    this.unpacked = unpacked;
  }

  prepare(memory: Int32Array): void {
    this.wheels.forEach(({ slot, low, high, before, row }, k) => {
      const entry = [this.address(slot), low, high, before < 0 ? 0 : this.address(before), row];
      memory.set(entry, (this.base + entryBytes * k) / 4);
      memory[this.address(slot) / 4] = low;
    });
  }

  /** Moves on to the next state; `onEnd` must not come back. */
  advance(f: WasmFunction, onEnd: Code): Code {
    const { base } = this;
    const end = entryBytes * this.wheels.length;
    const i = f.local("i");
    const slot = f.local("slot");
    const advanced = label("advanced");
    const carry = label("carry");
    return sequence(
      set(i, i32(end)),
      block(
        advanced,
        sequence(
          loop(
            carry,
            sequence(
              when(op("i32.eqz", get(i)), onEnd),
              set(i, op("i32.sub", get(i), i32(entryBytes))),
              set(slot, load(get(i), base)),
              when(
                op("i32.lt_s", load(get(slot)), load(get(i), base + 8)),
                sequence(store(get(slot), add(load(get(slot)), i32(1))), branch(advanced)),
              ),
              store(get(slot), load(get(i), base + 4)),
              branch(carry),
            ),
          ),
        ),
      ),
      this.wheels.some(({ before }) => before >= 0) ? this.copyRows(f, i, end) : sequence(),
    );
  }

  /** After wheel i has moved: the rows after its own take over from the rows before them. */
  private copyRows(f: WasmFunction, i: ReturnType<WasmFunction["local"]>, end: number): Code {
    const { base } = this;
    const row = f.local("row");
    const again = label("copy");
    const isCopied = op(
      "i32.and",
      op("i32.ne", load(get(i), base + 12), i32(0)),
      op("i32.ne", load(get(i), base + 16), get(row)),
    );
    return sequence(
      set(row, load(get(i), base + 16)),
      loop(
        again,
        sequence(
          set(i, add(get(i), i32(entryBytes))),
          when(
            op("i32.lt_u", get(i), i32(end)),
            sequence(when(isCopied, store(load(get(i), base), load(load(get(i), base + 12)))), branch(again)),
          ),
        ),
      ),
    );
  }

  private address(slot: number): number {
    return this.unpacked + 4 * slot;
  }
}

/** Slots of no row first, then row by row those of rows that are permuted in all ways. */
function wheelsOf(arbitrary: readonly ArbitrarySlot[], symmetry: SymmetryGroup | undefined): Wheel[] {
  const bySlot = new Map(arbitrary.map((wheel) => [wheel.slot, wheel]));
  const rowSets = symmetry ? permutedRows(symmetry, bySlot) : [];
  const inRows = new Set(rowSets.flat(2));
  const wheels: Wheel[] = arbitrary
    .filter(({ slot }) => !inRows.has(slot))
    .map((wheel) => ({ ...wheel, before: -1, row: 0 }));
  let row = 1;
  for (const rows of rowSets) {
    rows.forEach((slots, r) => {
      slots.forEach((slot, c) => wheels.push({ ...bySlot.get(slot)!, before: rows[r - 1]?.[c] ?? -1, row }));
      row++;
    });
  }
  return wheels;
}

/** Rows of arbitrary slots that the group permutes in all ways, whatever it does to others; no slot is in two rows. */
function permutedRows(
  { points, group }: SymmetryGroup,
  arbitrary: ReadonlyMap<number, ArbitrarySlot>,
): (readonly (readonly number[])[])[] {
  const result: number[][][] = [];
  const used = new Set<number>();
  const visit = (node: Structure): void => {
    if (node.kind === "product") {
      for (const factor of node.factors) {
        const before = result.length;
        visit(factor);
        // Where factors move the same points, putting the rows of one into order disturbs the order of the other's.
        if (!node.isDisjoint && result.length > before) return;
      }
    } else if (node.kind === "wreath") node.inner.forEach(visit);
    else if (node.kind === "symmetric") {
      // The columns that are plain slots, arbitrary in every row, with the same values, and not taken yet.
      const columns = node.rows[0]!.flatMap((_, c) => {
        const slots = node.rows.map((row) => points[row[c]!]!);
        const first = arbitrary.get(slots[0]!.slot);
        const isFree = slots.every(({ slot, value }) => {
          const other = arbitrary.get(slot);
          return value === undefined && !used.has(slot) && other?.low === first?.low && other?.high === first?.high;
        });
        return isFree && first ? [slots.map(({ slot }) => slot)] : [];
      });
      for (const column of columns) for (const slot of column) used.add(slot);
      if (columns.length > 0) result.push(node.rows.map((_, r) => columns.map((column) => column[r]!)));
    }
  };
  visit(structureOf(group));
  return result;
}
