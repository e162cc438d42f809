/**
 * Enumerates the arbitrary initial states by counting: a wheel for each slot without a given value, the last one
 * fastest.
 *
 * If a symmetry group permutes rows of slots in all ways, one order of the rows is enough: the wheels of these rows
 * enumerate only the ascending sequences of rows. So n processes with k arbitrary values each have n + k - 1 over n
 * combinations instead of k^n. When a wheel moves, the later wheels of its row restart at the lowest value, and the
 * later rows restart with the values of the row before them.
 */

import type { Structure } from "../group/structure/structure-tree.ts";
import { structureOf } from "../group/structure/structure.ts";
import type { SymmetryGroup } from "../symmetry/symmetry-group.ts";
import { forever, when } from "../wasm/control.ts";
import { record } from "../wasm/memory.ts";
import type { Regions } from "../wasm/memory.ts";
import { word } from "../wasm/value.ts";
import type { Variable } from "../wasm/value.ts";

/** A slot without a given value. */
export interface ArbitrarySlot {
  readonly slot: number;
  readonly low: number;
  readonly high: number;
}

interface RowWheel extends ArbitrarySlot {
  /** The slot of the same column in the previous row; -1 if there is none. */
  readonly before: number;
  readonly row: number;
}

/** A wheel in memory: the address of its value, its range, the wheel of the previous row or 0, and its row. */
const Wheel = record({ slot: "i32", low: "i32", high: "i32", before: "i32", row: "i32" });

export class Odometer {
  private readonly start: number;
  private readonly end: number;
  /** Whether rows are permuted in all ways. */
  readonly hasRows: boolean;

  /** Slot i is at `unpacked` + 4 i. All must have their lowest values initially. */
  constructor(
    arbitrary: readonly ArbitrarySlot[],
    symmetry: SymmetryGroup | undefined,
    memory: Regions,
    unpacked: number,
  ) {
    const wheels = wheelsOf(arbitrary, symmetry);
    this.hasRows = wheels.some(({ before }) => before >= 0);
    const address = (slot: number): number => unpacked + 4 * slot;
    const entries = wheels.map(({ slot, low, high, before, row }) => {
      return { slot: address(slot), low, high, before: before < 0 ? 0 : address(before), row };
    });
    this.start = memory.table(Wheel.encode(entries));
    this.end = memory.end;
  }

  /** Moves on to the next state. `onEnd` must not return. */
  advance(onEnd: () => void): void {
    const at = word("wheel", this.end);
    const wheel = Wheel.at(at);
    forever((advanced) => {
      when(at.equals(this.start), onEnd);
      at.decrease(Wheel.bytes);
      const slot = word("slot", wheel.slot.get());
      when(slot.load().less(wheel.high.get()), () => {
        slot.store(slot.load().plus(1));
        advanced.go();
      });
      slot.store(wheel.low.get());
    });
    if (this.hasRows) this.copyRows(at);
  }

  /** After a wheel has moved, each later row takes the values of the row before it. */
  private copyRows(at: Variable<"i32">): void {
    const wheel = Wheel.at(at);
    const row = word("row", wheel.row.get());
    forever((done) => {
      at.increase(Wheel.bytes);
      done.goIf(at.aboveOrEqual(this.end));
      when(wheel.before.get().differs(0).and(wheel.row.get().differs(row)), () =>
        wheel.slot.get().store(wheel.before.get().load()),
      );
    });
  }
}

/** First the slots outside rows, then, row by row, those of rows that are permuted in all ways. */
function wheelsOf(arbitrary: readonly ArbitrarySlot[], symmetry: SymmetryGroup | undefined): RowWheel[] {
  const bySlot = new Map(arbitrary.map((wheel) => [wheel.slot, wheel]));
  const rowSets = symmetry && arbitrary.length > 0 ? permutedRows(symmetry, bySlot) : [];
  const inRows = new Set(rowSets.flat(2));
  const wheels: RowWheel[] = arbitrary
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

/** Rows of arbitrary slots that the group permutes in all ways, whatever it does to others. No slot is in two rows. */
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
        // If factors move the same points, sorting the rows of one disturbs the order of the other's.
        if (!node.isDisjoint && result.length > before) return;
      }
    } else if (node.kind === "wreath") node.inner.forEach(visit);
    else if (node.kind === "symmetric") {
      // The columns that are plain slots, arbitrary in every row, with the same values, and not used yet.
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
