/**
 * Representatives under a symmetric group all of whose points are in rows: the rows are sorted.
 *
 * A row becomes one or more 64-bit keys: the values of its slots side by side, and a bit for each of its literals, which is
 * set where the literal holds. So a process that is named by a global variable is told apart from the others by a bit of its row,
 * and after sorting the bits say which process the variable names. Insertion sort, since a successor differs from a sorted state
 * in few rows: O(rows * columns) and a few moves. Rows with equal keys can be exchanged: the orbit has n! / (product of the
 * factorials of the numbers of equal rows) states. Guarded by `npm run bench -- seed-000`.
 */

import type { SortPlan } from "../../symmetry/representatives/plan.ts";
import {
  add,
  block,
  branch,
  get,
  i32,
  i64,
  label,
  leave,
  load,
  load64,
  loop,
  op,
  sequence,
  set,
  setGlobal,
  store,
  store64,
  when,
} from "../../wasm/code.ts";
import type { Code, Local, WasmFunction } from "../../wasm/code.ts";
import { counting } from "./loops.ts";
import type { PartContext } from "./part.ts";

/** Where a column is in the keys of a row. */
interface Column {
  readonly key: number;
  readonly shift: number;
  readonly bits: number;
  /** What is subtracted from its values; a literal has none. */
  readonly low: number;
  readonly isLiteral: boolean;
}

export function compileSort({ rows }: SortPlan, context: PartContext, name: string): WasmFunction {
  return new SortCompiler(rows, context, name).compile();
}

class SortCompiler {
  private readonly rows: SortPlan["rows"];
  private readonly context: PartContext;
  private readonly f: WasmFunction;
  private readonly columns: readonly Column[];
  private readonly keyCount: number;
  private readonly keys: number;

  constructor(rows: SortPlan["rows"], context: PartContext, name: string) {
    this.rows = rows;
    this.context = context;
    this.f = context.module.function(name, { counting: "i32" });
    ({ columns: this.columns, keyCount: this.keyCount } = this.packColumns());
    this.keys = context.memory.reserve(8 * this.keyCount * rows.length);
  }

  compile(): WasmFunction {
    const { f } = this;
    const [count] = f.parameters as [Local];
    f.body = sequence(
      ...this.pack(),
      ...this.addLiterals(),
      this.sort(),
      // What is counted is a representative: it stays as it is.
      when(get(count), sequence(this.countOrbit(), leave())),
      ...this.unpack(),
      this.takeLiterals(),
    );
    return f;
  }

  /** Slots first, then literals, so that bits of literals can be gone through at once. */
  private packColumns(): { readonly columns: Column[]; readonly keyCount: number } {
    const { points, fields } = this.context;
    const columns: Column[] = [];
    let key = 0;
    let shift = 0;
    const place = (bits: number): { key: number; shift: number; bits: number } => {
      if (shift + bits > 64) {
        key++;
        shift = 0;
      }
      const placed = { key, shift, bits };
      shift += bits;
      return placed;
    };
    for (const isLiteral of [false, true]) {
      this.rows[0]!.forEach((point, c) => {
        if ((points[point]!.value !== undefined) !== isLiteral) return;
        const own = this.rows.map((row) => fields[points[row[c]!]!.slot]!);
        const low = Math.min(...own.map((field) => field.low));
        const span = Math.max(...own.map((field) => field.high)) - low;
        columns[c] = { ...place(isLiteral ? 1 : 32 - Math.clz32(span)), low, isLiteral };
      });
    }
    return { columns, keyCount: key + 1 };
  }

  private keyAddress(row: number, key: number): number {
    return this.keys + 8 * (row * this.keyCount + key);
  }

  private pack(): Code[] {
    const { points } = this.context;
    return this.rows.flatMap((row, i) => {
      const keys: Code[] = Array.from({ length: this.keyCount }, () => i64(0));
      row.forEach((point, c) => {
        const { key, shift, low, isLiteral } = this.columns[c]!;
        if (isLiteral) return;
        const value = load(i32(0), this.context.address(points[point]!.slot));
        const raw = op("i64.extend_i32_u", low === 0 ? value : op("i32.sub", value, i32(low)));
        const placed = shift === 0 ? raw : op("i64.shl", raw, i64(shift));
        const before = keys[key]!;
        keys[key] = before.kind === "constant" ? placed : op("i64.or", before, placed);
      });
      return keys.map((key, k) => store64(i32(0), key, this.keyAddress(i, k)));
    });
  }

  /** Per slot with literals, a table from its value to a key and the bit to set there. */
  private addLiterals(): Code[] {
    const { points, fields, memory } = this.context;
    const literals = new Map<number, { readonly value: number; readonly address: number; readonly mask: bigint }[]>();
    this.rows.forEach((row, i) =>
      row.forEach((point, c) => {
        const { slot, value } = points[point]!;
        const { key, shift } = this.columns[c]!;
        if (value === undefined) return;
        const list = literals.get(slot) ?? [];
        literals.set(slot, list);
        list.push({ value, address: this.keyAddress(i, key), mask: 1n << BigInt(shift) });
      }),
    );
    const unused = literals.size > 0 ? memory.reserve(8) : 0;
    const entry = this.f.local("entry");
    const key = this.f.local("key");
    return [...literals].map(([slot, list]) => {
      const { low, high } = fields[slot]!;
      const table = new BigInt64Array(2 * (high - low + 1));
      for (let value = low; value <= high; value++) table[2 * (value - low)] = BigInt(unused);
      for (const { value, address, mask } of list) {
        table[2 * (value - low)] = BigInt(address);
        table[2 * (value - low) + 1] = BigInt.asIntN(64, mask);
      }
      const address = memory.table(table);
      const value = load(i32(0), this.context.address(slot));
      const index = low === 0 ? value : op("i32.sub", value, i32(low));
      return sequence(
        set(entry, op("i32.shl", index, i32(4))),
        set(key, load(get(entry), address)),
        store64(get(key), op("i64.or", load64(get(key)), load64(get(entry), address + 8))),
      );
    });
  }

  private sort(): Code {
    const { f, keyCount, rows } = this;
    const stride = 8 * keyCount;
    const i = f.local("i");
    const j = f.local("j");
    const moved = Array.from({ length: keyCount }, (_, k) => f.local(`moved${k}`, "i64"));
    const placed = label("placed");
    const shifting = label("shift");
    const start = i32(this.keys);
    return counting(
      i,
      i32(this.keys + stride),
      i32(this.keys + stride * rows.length),
      stride,
      sequence(
        ...moved.map((local, k) => set(local, load64(get(i), 8 * k))),
        set(j, get(i)),
        block(
          placed,
          loop(
            shifting,
            sequence(
              branch(placed, op("i32.eq", get(j), start)),
              this.leaveUnlessGreater(j, moved, placed),
              ...moved.map((_, k) => store64(get(j), load64(op("i32.sub", get(j), i32(stride)), 8 * k), 8 * k)),
              set(j, op("i32.sub", get(j), i32(stride))),
              branch(shifting),
            ),
          ),
        ),
        ...moved.map((local, k) => store64(get(j), get(local), 8 * k)),
      ),
    );
  }

  /** Leaves if the row before j is not greater than the one that is moved. */
  private leaveUnlessGreater(j: Local, moved: readonly Local[], placed: { readonly name: string }): Code {
    const before = (k: number): Code => load64(op("i32.sub", get(j), i32(8 * this.keyCount)), 8 * k);
    const last = moved.length - 1;
    const greater = label("greater");
    return block(
      greater,
      sequence(
        ...moved
          .slice(0, last)
          .flatMap((local, k) => [
            branch(greater, op("i64.gt_u", before(k), get(local))),
            branch(placed, op("i64.lt_u", before(k), get(local))),
          ]),
        branch(placed, op("i64.le_u", before(last), get(moved[last]!))),
      ),
    );
  }

  /** Row by row the number of arrangements so far: a new row can go to any place, equal ones make no difference. */
  private countOrbit(): Code {
    const { f, keyCount, rows, context } = this;
    const stride = 8 * keyCount;
    const i = f.local("row");
    const place = f.local("place", "i64");
    const equal = f.local("equal", "i64");
    const arrangements = f.local("arrangements", "i64");
    const isSame = label("same");
    const differs = label("differs");
    const before = (k: number): Code => load64(op("i32.sub", get(i), i32(stride)), 8 * k);
    return sequence(
      set(place, i64(1)),
      set(equal, i64(1)),
      set(arrangements, i64(1)),
      counting(
        i,
        i32(this.keys + stride),
        i32(this.keys + stride * rows.length),
        stride,
        sequence(
          set(place, op("i64.add", get(place), i64(1))),
          block(
            isSame,
            sequence(
              block(
                differs,
                sequence(
                  ...Array.from({ length: keyCount }, (_, k) =>
                    branch(differs, op("i64.ne", before(k), load64(get(i), 8 * k))),
                  ),
                  set(equal, op("i64.add", get(equal), i64(1))),
                  branch(isSame),
                ),
              ),
              set(equal, i64(1)),
            ),
          ),
          when(
            op("i64.gt_s", get(arrangements), op("i64.div_s", i64(2n ** 62n), get(place))),
            sequence(setGlobal(context.uncounted, i32(1)), leave()),
          ),
          set(arrangements, op("i64.div_s", op("i64.mul", get(arrangements), get(place)), get(equal))),
        ),
      ),
      context.multiply(get(arrangements)),
    );
  }

  private unpack(): Code[] {
    const { points } = this.context;
    const key = this.f.local("unpacked", "i64");
    return this.rows.flatMap((row, i) =>
      Array.from({ length: this.keyCount }, (_, k) => {
        const own = row.flatMap((point, c) => {
          const column = this.columns[c]!;
          return column.key === k && !column.isLiteral ? [{ point, column }] : [];
        });
        if (own.length === 0) return sequence();
        return sequence(
          set(key, load64(i32(0), this.keyAddress(i, k))),
          ...own.map(({ point, column: { shift, bits, low } }) => {
            const shifted = shift === 0 ? get(key) : op("i64.shr_u", get(key), i64(shift));
            const word = op("i32.wrap_i64", shifted);
            const raw = bits < 32 ? op("i32.and", word, i32((1 << bits) - 1)) : word;
            const address = this.context.address(points[point]!.slot);
            return store(i32(0), low === 0 ? raw : op("i32.add", raw, i32(low)), address);
          }),
        );
      }),
    );
  }

  /** Goes through the bits of literals: each says which value its slot has. */
  private takeLiterals(): Code {
    const { f, keyCount, rows, context } = this;
    const { points, memory } = context;
    const masks = new Array<bigint>(keyCount).fill(0n);
    for (const { key, shift, isLiteral } of this.columns) if (isLiteral) masks[key]! |= 1n << BigInt(shift);
    if (masks.every((mask) => mask === 0n)) return sequence();
    // Per row, key and bit: the address of the slot, and the value.
    const table = new Int32Array(2 * 64 * keyCount * rows.length);
    rows.forEach((row, i) =>
      row.forEach((point, c) => {
        const { slot, value } = points[point]!;
        const { key, shift, isLiteral } = this.columns[c]!;
        if (!isLiteral) return;
        table.set([context.address(slot), value!], 2 * (64 * (i * keyCount + key) + shift));
      }),
    );
    const address = memory.table(table);
    const i = f.local("row");
    const entries = f.local("entries");
    const entry = f.local("entry");
    const bits = f.local("bits", "i64");
    const perKey = masks.map((mask, k) => {
      if (mask === 0n) return sequence();
      const again = label("bit");
      const done = label("done");
      return sequence(
        set(bits, op("i64.and", load64(get(i), 8 * k), i64(mask))),
        block(
          done,
          loop(
            again,
            sequence(
              branch(done, op("i64.eqz", get(bits))),
              set(entry, add(get(entries), op("i32.shl", op("i32.wrap_i64", op("i64.ctz", get(bits))), i32(3)))),
              store(load(get(entry), 512 * k), load(get(entry), 512 * k + 4)),
              set(bits, op("i64.and", get(bits), op("i64.sub", get(bits), i64(1)))),
              branch(again),
            ),
          ),
        ),
      );
    });
    return sequence(
      set(entries, i32(address)),
      counting(
        i,
        i32(this.keys),
        i32(this.keys + 8 * keyCount * rows.length),
        8 * keyCount,
        sequence(...perKey, set(entries, add(get(entries), i32(512 * keyCount)))),
      ),
    );
  }
}
