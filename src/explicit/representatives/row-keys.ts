/**
 * Keys of rows: hashes that depend on nothing that symmetries change, so that rows which some symmetry of the state exchanges have
 * the same. They start from the edges of one row and are refined along the others until no more rows are told apart, as colors of a
 * graph are. A round costs O(edges + rows^2), the square being that of an insertion sort.
 */

import {
  add,
  branch,
  call,
  get,
  i32,
  i64,
  leave,
  load,
  load64,
  op,
  sequence,
  set,
  store,
  store64,
  when,
} from "../../wasm/code.ts";
import type { Code, Local, WasmFunction } from "../../wasm/code.ts";
import { counting, forever } from "./loops.ts";
import type { PartContext } from "./part.ts";
import { edgeBytes } from "./row-edges.ts";
import type { EdgeTables } from "./row-edges.ts";

const multiplier = 0xff51afd7ed558ccdn;
const otherMultiplier = 0xc4ceb9fe1a85ec53n;

export class RowKeys {
  /** Gives keys, at an address, from edges of one row. */
  readonly initialize: WasmFunction;
  /** Refines the keys at an address and puts the rows, as offsets of 8 bytes a row, in their order; returns how many there are. */
  readonly refine: WasmFunction;
  /** The keys of the rows, and of one that is no row: its key is 0. */
  readonly keyBytes: number;
  private readonly context: PartContext;
  private readonly name: string;
  private readonly edges: EdgeTables;
  private readonly rowCount: number;
  private readonly sums: number;
  private readonly sortBits: number;

  /** @param sizes how many rows there are of each sort: the sort comes first in a key */
  constructor(context: PartContext, name: string, edges: EdgeTables, sizes: readonly number[]) {
    this.context = context;
    this.name = name;
    this.edges = edges;
    this.rowCount = sizes.reduce((sum, size) => sum + size, 0);
    this.keyBytes = 8 * (this.rowCount + 1);
    const { memory } = context;
    this.sums = memory.reserve(this.keyBytes);
    const sorts = sizes.flatMap((size, sort) => Array.from({ length: size }, () => BigInt(sort) << 60n));
    this.sortBits = memory.table(BigInt64Array.from(sorts));
    this.initialize = this.makeInitialKeys();
    this.refine = this.makeRefine(this.makeSort());
  }

  /** Gives a row the key that is the `number`th one made from that at another address. */
  individualize(f: WasmFunction, row: Local, number: Code, from: Local, to: Local): Code {
    const key = op("i64.add", load64(op("i32.add", get(from), get(row))), number);
    return this.storeKey(f, row, op("i64.mul", key, i64(multiplier)), get(to));
  }

  /** From the edges of one row. */
  private makeInitialKeys(): WasmFunction {
    const f = this.context.module.function(`${this.name}, initial keys`, { keys: "i32" });
    const entry = f.local("entry");
    const sum = f.local("sum");
    const row = f.local("row");
    const { edges, sums } = this;
    f.body = sequence(
      op("memory.fill", i32(sums), i32(0), i32(this.keyBytes)),
      edges.forEachSingle(
        entry,
        sequence(
          set(sum, add(i32(sums), load(load(get(entry)), edgeBytes.rows))),
          store64(get(sum), op("i64.add", load64(get(sum)), mixed(f, load64(get(entry), 8)))),
        ),
      ),
      counting(
        row,
        i32(0),
        i32(8 * this.rowCount),
        8,
        this.storeKey(f, row, load64(get(row), sums), get(f.parameters[0]!)),
      ),
    );
    return f;
  }

  /** A key for a row of its sort: the sort is in the first bits. */
  private storeKey(f: WasmFunction, row: Local, hash: Code, keys: Code): Code {
    const key = op("i64.or", op("i64.shr_u", mixed(f, hash), i64(4)), load64(get(row), this.sortBits));
    return store64(add(keys, get(row)), key);
  }

  /** Sorts the rows by their keys; returns how many different keys there are. */
  private makeSort(): WasmFunction {
    const f = this.context.module.function(`${this.name}, sort`, { keys: "i32", order: "i32" }, { result: "i32" });
    const [keys, order] = f.parameters as [Local, Local];
    const row = f.local("row");
    const at = f.local("at");
    const key = f.local("key", "i64");
    const before = f.local("before");
    const end = f.local("end");
    const count = f.local("count");
    const keyOf = (row: Code): Code => load64(op("i32.add", get(keys), row));
    f.body = sequence(
      set(end, get(order)),
      counting(
        row,
        i32(0),
        i32(8 * this.rowCount),
        8,
        sequence(
          set(key, keyOf(get(row))),
          set(at, get(end)),
          forever((done) =>
            sequence(
              branch(done, op("i32.eq", get(at), get(order))),
              set(before, load(op("i32.sub", get(at), i32(4)))),
              branch(done, op("i64.le_u", keyOf(get(before)), get(key))),
              store(get(at), get(before)),
              set(at, op("i32.sub", get(at), i32(4))),
            ),
          ),
          store(get(at), get(row)),
          set(end, add(get(end), i32(4))),
        ),
      ),
      set(count, i32(1)),
      set(at, add(get(order), i32(4))),
      forever((done) =>
        sequence(
          branch(done, op("i32.ge_u", get(at), get(end))),
          set(before, load(op("i32.sub", get(at), i32(4)))),
          set(count, add(get(count), op("i64.ne", keyOf(get(before)), keyOf(load(get(at)))))),
          set(at, add(get(at), i32(4))),
        ),
      ),
      get(count),
    );
    return f;
  }

  /** Refines keys with those at the other ends of edges; returns how many different ones there are. */
  private makeRefine(sort: WasmFunction): WasmFunction {
    const { edges, sums } = this;
    const f = this.context.module.function(`${this.name}, refine`, { keys: "i32", order: "i32" }, { result: "i32" });
    const [keys, order] = f.parameters as [Local, Local];
    const classes = f.local("classes");
    const finer = f.local("finer");
    const entry = f.local("entry");
    const edge = f.local("edge");
    const row = f.local("row");
    const hash = f.local("hash", "i64");
    const sum = f.local("sum");
    const ends = Array.from({ length: edges.largestArity }, (_, t) => t);
    const spread = edges.forEachMultiple(
      entry,
      sequence(
        set(edge, load(get(entry))),
        set(
          hash,
          ends.reduce(
            (sum, t) =>
              op(
                "i64.add",
                sum,
                op(
                  "i64.mul",
                  load64(op("i32.add", get(keys), load(get(edge), edgeBytes.rows + 4 * t))),
                  load64(get(edge), edgeBytes.roles + 8 * t),
                ),
              ),
            load64(get(entry), 8),
          ),
        ),
        set(hash, mixed(f, get(hash))),
        ...ends.map((t) =>
          sequence(
            set(sum, add(i32(sums), load(get(edge), edgeBytes.rows + 4 * t))),
            store64(
              get(sum),
              op(
                "i64.add",
                load64(get(sum)),
                mixed(f, op("i64.xor", get(hash), load64(get(edge), edgeBytes.roles + 8 * t))),
              ),
            ),
          ),
        ),
      ),
    );
    f.body = sequence(
      set(classes, call(sort, get(keys), get(order))),
      when(edges.hasNoMultiple(), leave(get(classes))),
      forever((done) =>
        sequence(
          branch(done, op("i32.eq", get(classes), i32(this.rowCount))),
          op("memory.fill", i32(sums), i32(0), i32(this.keyBytes)),
          spread,
          counting(
            row,
            i32(0),
            i32(8 * this.rowCount),
            8,
            this.storeKey(
              f,
              row,
              op(
                "i64.add",
                op("i64.mul", load64(op("i32.add", get(keys), get(row))), i64(otherMultiplier)),
                load64(get(row), sums),
              ),
              get(keys),
            ),
          ),
          set(finer, call(sort, get(keys), get(order))),
          branch(done, op("i32.le_u", get(finer), get(classes))),
          set(classes, get(finer)),
        ),
      ),
      get(classes),
    );
    return f;
  }
}

/** A bijection of 64 bits that spreads them. */
function mixed(f: WasmFunction, value: Code): Code {
  const x = f.local("mixed", "i64");
  return sequence(
    set(x, value),
    set(x, op("i64.mul", op("i64.xor", get(x), op("i64.shr_u", get(x), i64(32))), i64(multiplier))),
    set(x, op("i64.mul", op("i64.xor", get(x), op("i64.shr_u", get(x), i64(29))), i64(otherMultiplier))),
    op("i64.xor", get(x), op("i64.shr_u", get(x), i64(32))),
  );
}
