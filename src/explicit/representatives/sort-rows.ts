/**
 * Representatives under a symmetric group all of whose points are in rows: the rows are sorted.
 *
 * A row becomes one or more 64-bit keys: the values of its slots side by side, and a bit for each of its literals,
 * which is set if the literal holds. So a bit in its row distinguishes a process that a global variable names, and
 * after sorting the bits determine the process that the variable names. The algorithm is insertion sort, since a
 * successor differs from a sorted state in few rows: O(rows * columns) and a few moves. Rows with equal keys can be
 * exchanged: the orbit has n! / (product of the factorials of the numbers of equal rows) states. Guarded by
 * `npm run bench -- seed-000`.
 */

import type { SortPlan } from "../../symmetry/representatives/plan.ts";
import { block, forever, forRange, leave, when } from "../../wasm/control.ts";
import type { Target } from "../../wasm/control.ts";
import { record } from "../../wasm/memory.ts";
import type { Area, Place } from "../../wasm/memory.ts";
import { i64, local, long, word } from "../../wasm/value.ts";
import type { I32, I64, Variable } from "../../wasm/value.ts";
import { BitPacker } from "../bit-field.ts";
import type { BitField } from "../bit-field.ts";
import { fieldOf, placed64 } from "../packed-words.ts";
import { largestOrbit } from "./part.ts";
import type { Part, PartContext } from "./part.ts";

/** The position of a column in the keys of a row. */
interface Column extends BitField {
  readonly isLiteral: boolean;
}

/** For a value of a slot with literals: the address of a key, and the bit to set there. */
const Naming = record({ key: "i32", unused: "i32", bit: "i64" });
/** For a bit of a row: the address of a slot, and the value that the slot has if the bit is set. */
const Named = record({ slot: "i32", value: "i32" });

export function compileSort({ rows }: SortPlan, context: PartContext, name: string): Part {
  const compiler = new SortCompiler(rows, context);
  return context.asm.define(name, { counting: "i32" }, ({ counting }) => compiler.compile(counting));
}

class SortCompiler {
  private readonly rows: SortPlan["rows"];
  private readonly context: PartContext;
  private readonly columns: readonly Column[];
  private readonly keyCount: number;
  private readonly keys: Area<"i64">;
  /** The number of bytes of the keys of a row. */
  private readonly stride: number;

  constructor(rows: SortPlan["rows"], context: PartContext) {
    this.rows = rows;
    this.context = context;
    ({ columns: this.columns, keyCount: this.keyCount } = this.packColumns());
    this.stride = 8 * this.keyCount;
    this.keys = context.memory.longs(this.keyCount * rows.length);
  }

  compile(counting: I32): void {
    this.pack();
    this.addLiterals();
    this.sort();
    // Counting is done on a representative, which stays unchanged.
    when(counting, () => {
      this.countOrbit();
      leave();
    });
    this.unpack();
    this.takeLiterals();
  }

  /** Slots first, then literals, so that the bits of literals are adjacent. */
  private packColumns(): { readonly columns: Column[]; readonly keyCount: number } {
    const { points, fields } = this.context;
    const columns: Column[] = [];
    const packer = new BitPacker(64, 1);
    for (const isLiteral of [false, true]) {
      this.rows[0]!.forEach((point, c) => {
        if ((points[point]!.value !== undefined) !== isLiteral) return;
        const own = this.rows.map((row) => fields[points[row[c]!]!.slot]!);
        const low = Math.min(...own.map((field) => field.low));
        const high = Math.max(...own.map((field) => field.high));
        columns[c] = { ...packer.place(low, high, isLiteral ? 1 : undefined), isLiteral };
      });
    }
    return { columns, keyCount: packer.wordCount };
  }

  private keyOf(row: number, key: number): Place<"i64"> {
    return this.keys.at(row * this.stride + 8 * key);
  }

  /** The word of the slot of a point. */
  private valueOf(point: number): Place<"i32"> {
    const { values, points } = this.context;
    return values.at(this.context.offset(points[point]!.slot));
  }

  private pack(): void {
    this.rows.forEach((row, i) => {
      for (let k = 0; k < this.keyCount; k++) {
        const parts = this.columnsOf(k).map(({ column, c }) => placed64(this.valueOf(row[c]!).get(), column));
        this.keyOf(i, k).set(parts.reduce((left, right) => left.or(right), i64(0n)));
      }
    });
  }

  private unpack(): void {
    this.rows.forEach((row, i) => {
      for (let k = 0; k < this.keyCount; k++) {
        const own = this.columnsOf(k);
        if (own.length === 0) continue;
        const key = long("unpacked", this.keyOf(i, k).get());
        for (const { column, c } of own) this.valueOf(row[c]!).set(fieldOf(key, column));
      }
    });
  }

  /** The columns of slots in a key. */
  private columnsOf(key: number): { readonly column: Column; readonly c: number }[] {
    return this.columns.flatMap((column, c) => (column.word === key && !column.isLiteral ? [{ column, c }] : []));
  }

  /** Sets the bits of the literals that hold. */
  private addLiterals(): void {
    const { points, fields, memory } = this.context;
    const literals = new Map<number, Map<number, { readonly key: number; readonly bit: bigint }>>();
    this.rows.forEach((row, i) =>
      row.forEach((point, c) => {
        const { slot, value } = points[point]!;
        if (value === undefined) return;
        const { word: key, shift } = this.columns[c]!;
        const ofSlot = literals.get(slot) ?? new Map<number, { readonly key: number; readonly bit: bigint }>();
        literals.set(slot, ofSlot);
        ofSlot.set(value, {
          key: this.keys.start + i * this.stride + 8 * key,
          bit: BigInt.asIntN(64, 1n << BigInt(shift)),
        });
      }),
    );
    if (literals.size === 0) return;
    // A value that names no row sets no bit.
    const nowhere = { key: memory.reserve(8), bit: 0n };
    for (const [slot, ofSlot] of literals) {
      const { low, high } = fields[slot]!;
      const namings = Array.from({ length: high - low + 1 }, (_, k) => ({
        unused: 0,
        ...(ofSlot.get(low + k) ?? nowhere),
      }));
      const table = memory.table(Naming.encode(namings));
      const value = this.context.values.at(this.context.offset(slot)).get();
      const naming = Naming.at(word("naming", value.minus(low).shiftLeft(4).plus(table)));
      const key = word("key", naming.key.get());
      key.store64(key.load64().or(naming.bit.get()));
    }
  }

  /** Insertion sort. */
  private sort(): void {
    const { keys, stride } = this;
    const moved = Array.from({ length: this.keyCount }, (_, k) => local(`moved${k}`, "i64"));
    forRange("i", keys.start + stride, keys.end, stride, (i) => {
      moved.forEach((key, k) => key.set(i.load64(8 * k)));
      const j = word("j", i);
      forever((placed) => {
        placed.goIf(j.equals(keys.start));
        const before = j.minus(stride);
        this.goUnlessGreater(before, moved, placed);
        moved.forEach((_, k) => j.store64(before.load64(8 * k), 8 * k));
        j.decrease(stride);
      });
      moved.forEach((key, k) => j.store64(key, 8 * k));
    });
  }

  /** Goes to `placed` if the row at an address is not greater than the moved row. */
  private goUnlessGreater(before: I32, moved: readonly I64[], placed: Target): void {
    const last = moved.length - 1;
    block((greater) => {
      moved.slice(0, last).forEach((key, k) => {
        greater.goIf(before.load64(8 * k).above(key));
        placed.goIf(before.load64(8 * k).below(key));
      });
      placed.goIf(before.load64(8 * last).belowOrEqual(moved[last]!));
    });
  }

  /**
   * Computes the number of arrangements row by row: a new row can go to any position, and equal rows make no
   * difference.
   */
  private countOrbit(): void {
    const { keys, stride, context } = this;
    const place = long("place", 1n);
    const equal = long("equal", 1n);
    const arrangements = long("arrangements", 1n);
    forRange("row", keys.start + stride, keys.end, stride, (row) => {
      place.increase(1n);
      this.countEqual(row, equal);
      when(arrangements.greater(i64(largestOrbit).dividedBy(place)), () => {
        context.uncounted.set(1);
        leave();
      });
      arrangements.set(arrangements.times(place).dividedBy(equal));
    });
    context.multiply({ factor: arrangements });
  }

  /** Counts the equal rows up to this one. */
  private countEqual(row: I32, equal: Variable<"i64">): void {
    block((isSame) => {
      block((differs) => {
        for (let k = 0; k < this.keyCount; k++) {
          differs.goIf(row.minus(this.stride).load64(8 * k).differs(row.load64(8 * k))); // prettier-ignore
        }
        equal.increase(1n);
        isSame.go();
      });
      equal.set(1n);
    });
  }

  /** Visits the bits of literals: each gives the value of its slot. */
  private takeLiterals(): void {
    const { keyCount, rows, context, keys } = this;
    const { points, memory } = context;
    const masks = new Array<bigint>(keyCount).fill(0n);
    for (const { word: key, shift, isLiteral } of this.columns) if (isLiteral) masks[key]! |= 1n << BigInt(shift);
    if (masks.every((mask) => mask === 0n)) return;
    const perKey = 64 * Named.bytes;
    const named = Array.from({ length: 64 * keyCount * rows.length }, () => ({ slot: 0, value: 0 }));
    rows.forEach((row, i) =>
      row.forEach((point, c) => {
        const { slot, value } = points[point]!;
        const { word: key, shift } = this.columns[c]!;
        if (value !== undefined) named[64 * (i * keyCount + key) + shift] = { slot: context.address(slot), value };
      }),
    );
    const entries = word("entries", memory.table(Named.encode(named)));
    forRange("row", keys.start, keys.end, this.stride, (row) => {
      masks.forEach((mask, k) => {
        if (mask === 0n) return;
        const bits = long("bits", row.load64(8 * k).and(mask));
        forever((done) => {
          done.goIf(bits.isZero());
          const entry = word("entry", entries.plus(bits.trailingZeros().wrap().shiftLeft(3)).plus(k * perKey));
          Named.at(entry).slot.get().store(Named.at(entry).value.get());
          bits.set(bits.and(bits.minus(1n)));
        });
      });
      entries.increase(perKey * keyCount);
    });
  }
}
