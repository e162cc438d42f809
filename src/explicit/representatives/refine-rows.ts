/**
 * Representatives under symmetric groups whose rows refer to each other, by individualization and refinement, as for graphs
 * (McKay and Piperno, Practical graph isomorphism II, 2014; Junttila, PhD thesis, 2003, for states).
 *
 * The state is a set of edges on the rows: what a row holds is an edge of one row, a reference is one of two. Every row has a key,
 * a hash of the edges at it; keys are refined with those of the rows at the other ends until no more rows are told apart. If some
 * still have the same key, one of them is given a key of its own, in turn, and refinement goes on; of the states that all keys
 * being different leads to, the least is taken. Hashes depend on nothing that symmetries change: a collision
 * costs time and nothing else.
 *
 * Rows that can be exchanged without changing the state are twins. Of twins only one is tried, and where all rows with one key are
 * twins, they get different keys at once. The number of ways to the least state is the order of its stabilizer. Costs
 * O(edges) a round, mostly one or two rounds and one leaf; at worst exponential, so after `mostNodes` a state is left
 * to local search, and representatives are no longer unique. Guarded by `npm run bench -- seed-000`.
 */

import type { RefinementPlan } from "../../symmetry/representatives/plan.ts";
import {
  add,
  block,
  branch,
  call,
  get,
  getGlobal,
  i32,
  i64,
  label,
  leave,
  load,
  load64,
  op,
  sequence,
  set,
  setGlobal,
  store,
  store64,
  tee,
  when,
} from "../../wasm/code.ts";
import type { Code, Global, Local, WasmFunction } from "../../wasm/code.ts";
import { compareValues } from "./cosets.ts";
import { compileLocalSearch } from "./local-search.ts";
import { counting, forever } from "./loops.ts";
import type { PartContext } from "./part.ts";
import { edgeBytes, EdgeTables } from "./row-edges.ts";

/** So many nodes are searched for one state. */
const mostNodes = 4096;
const multiplier = 0xff51afd7ed558ccdn;
const otherMultiplier = 0xc4ceb9fe1a85ec53n;

export function compileRefinement(plan: RefinementPlan, context: PartContext, name: string): WasmFunction {
  return new RefinementCompiler(plan, context, name).compile();
}

class RefinementCompiler {
  private readonly plan: RefinementPlan;
  private readonly context: PartContext;
  private readonly name: string;
  private readonly edges: EdgeTables;
  private readonly rowCount: number;
  private readonly fallback: WasmFunction;
  /** Per depth, the keys of the rows, and of one that is no row. */
  private readonly keys: number;
  private readonly keyBytes: number;
  /** Per depth, the rows in the order of their keys, as offsets of 8 bytes a row. */
  private readonly order: number;
  private readonly orderBytes: number;
  /** Per depth, which twin stands for a row of the cell that is tried, and for how many. */
  private readonly twins: number;
  private readonly sums: number;
  private readonly sortBits: number;
  /** Where a row is put, and its own number; what is no row has 0. */
  private readonly positions: number;
  private readonly numbers: number;
  private readonly leafValues: number;
  private readonly bestValues: number;
  private readonly stabilizer: Global;
  private readonly nodes: Global;

  constructor(plan: RefinementPlan, context: PartContext, name: string) {
    this.plan = plan;
    this.context = context;
    this.name = name;
    const { memory, module } = context;
    this.rowCount = plan.sizes.reduce((sum, size) => sum + size, 0);
    this.edges = new EdgeTables(plan, context, name);
    this.fallback = compileLocalSearch(plan.fallback, context, `${name}, local`);
    const depths = this.rowCount + 2;
    this.keyBytes = 8 * (this.rowCount + 1);
    this.orderBytes = 4 * this.rowCount;
    this.keys = memory.reserve(depths * this.keyBytes);
    this.order = memory.reserve(depths * this.orderBytes);
    this.twins = memory.reserve(depths * this.keyBytes);
    this.sums = memory.reserve(this.keyBytes);
    const sorts = plan.sizes.flatMap((size, sort) => Array.from({ length: size }, () => BigInt(sort) << 60n));
    this.sortBits = memory.table(BigInt64Array.from(sorts));
    this.positions = memory.reserve(this.keyBytes);
    this.numbers = memory.table(BigInt64Array.from({ length: this.rowCount }, (_, i) => BigInt(i)));
    memory.reserve(8);
    this.leafValues = memory.reserve(context.valueBytes);
    this.bestValues = memory.reserve(context.valueBytes);
    this.stabilizer = module.global(`${name}, stabilizer`, "i64", 0);
    this.nodes = module.global(`${name}, nodes`, "i32", 0);
  }

  compile(): WasmFunction {
    const { context, plan, name, stabilizer, nodes, bestValues } = this;
    const collect = this.edges.makeCollect();
    const initial = this.makeInitialKeys();
    const search = this.makeSearch(this.makeRefine(this.makeSort()), this.makeTwins(), this.makeLeaf());
    const f = context.module.function(name, { counting: "i32" });
    const [count] = f.parameters as [Local];
    f.body = sequence(
      call(collect),
      call(initial),
      setGlobal(stabilizer, i64(0)),
      setGlobal(nodes, i32(0)),
      call(search, i32(0), i64(1)),
      when(
        op("i32.gt_u", getGlobal(nodes), i32(mostNodes)),
        sequence(setGlobal(context.inexact, i32(1)), call(this.fallback, get(count)), leave()),
      ),
      when(get(count), sequence(context.multiplyByQuotient(plan.order, getGlobal(stabilizer)), leave())),
      op("memory.copy", i32(context.values), i32(bestValues), i32(context.valueBytes)),
    );
    return f;
  }

  /** From the edges of one row. */
  private makeInitialKeys(): WasmFunction {
    const f = this.context.module.function(`${this.name}, initial keys`);
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
      counting(row, i32(0), i32(8 * this.rowCount), 8, this.storeKey(f, row, load64(get(row), sums), i32(this.keys))),
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

  /** Whether exchanging two rows leaves the state as it is. */
  private makeTwins(): WasmFunction {
    const { edges } = this;
    const f = this.context.module.function(`${this.name}, twins`, { a: "i32", b: "i32" }, { result: "i32" });
    const [a, b] = f.parameters as [Local, Local];
    const entry = f.local("entry");
    const edge = f.local("edge");
    const row = f.local("row");
    const exchanged = (t: number): Code =>
      sequence(
        set(row, load(get(edge), edgeBytes.rows + 4 * t)),
        load(
          op(
            "select",
            get(b),
            op("select", get(a), get(row), op("i32.eq", get(row), get(b))),
            op("i32.eq", get(row), get(a)),
          ),
          this.numbers,
        ),
      );
    const check = (arity: number): Code => {
      const isAt = Array.from({ length: arity }, (_, t) => load(get(edge), edgeBytes.rows + 4 * t))
        .flatMap((end) => [op("i32.eq", end, get(a)), op("i32.eq", end, get(b))])
        .reduce((left, right) => op("i32.or", left, right));
      return sequence(
        set(edge, load(get(entry))),
        when(
          isAt,
          sequence(
            set(edge, edges.imageOf(edge, arity, exchanged)),
            when(op("i32.ne", load(load(get(edge)), this.context.values), edges.valueAt(edge, entry)), leave(i32(0))),
          ),
        ),
      );
    };
    f.body = sequence(
      edges.forEachSingle(entry, check(1)),
      edges.forEachMultiple(entry, check(edges.largestArity)),
      i32(1),
    );
    return f;
  }

  /** All keys are different: the state in which the rows have this order, against the least so far. */
  private makeLeaf(): WasmFunction {
    const { context, edges, positions, leafValues, bestValues, stabilizer } = this;
    const f = context.module.function(`${this.name}, leaf`, { order: "i32", weight: "i64" });
    const [order, weight] = f.parameters as [Local, Local];
    const at = f.local("at");
    const entry = f.local("entry");
    const edge = f.local("edge");
    const less = label("less");
    const position = (t: number): Code => load(load(get(edge), edgeBytes.rows + 4 * t), positions);
    const put = (arity: number): Code =>
      sequence(
        set(edge, load(get(entry))),
        set(edge, edges.imageOf(edge, arity, position)),
        store(load(get(edge)), edges.valueAt(edge, entry), leafValues),
      );
    f.body = sequence(
      counting(
        at,
        i32(0),
        i32(4 * this.rowCount),
        4,
        store(load(op("i32.add", get(order), get(at))), op("i32.shr_u", get(at), i32(2)), positions),
      ),
      op("memory.copy", i32(leafValues), i32(edges.emptyValues), i32(context.valueBytes)),
      edges.forEachSingle(entry, put(1)),
      edges.forEachMultiple(entry, put(edges.largestArity)),
      block(
        less,
        sequence(
          branch(less, op("i64.eqz", getGlobal(stabilizer))),
          this.compareLeaf(f, less),
          setGlobal(stabilizer, op("i64.add", getGlobal(stabilizer), get(weight))),
          leave(),
        ),
      ),
      op("memory.copy", i32(bestValues), i32(leafValues), i32(context.valueBytes)),
      setGlobal(stabilizer, get(weight)),
    );
    return f;
  }

  private compareLeaf(f: WasmFunction, less: { readonly name: string }): Code {
    const greater = label("greater");
    const equal = label("equal");
    return block(
      equal,
      sequence(
        block(
          greater,
          sequence(compareValues(f, this.context, this.leafValues, this.bestValues, less, greater), branch(equal)),
        ),
        leave(),
      ),
    );
  }

  /** Refines the keys of a depth, and tries all ways to go on where some rows have the same. */
  private makeSearch(refine: WasmFunction, twins: WasmFunction, leaf: WasmFunction): WasmFunction {
    const { context, nodes } = this;
    const f = context.module.function(`${this.name}, search`, { depth: "i32", weight: "i64" });
    const [depth, weight] = f.parameters as [Local, Local];
    const keys = f.local("keys");
    const order = f.local("order");
    const twinOf = f.local("twinOf");
    const cell = f.local("cell");
    const cellEnd = f.local("cellEnd");
    const at = f.local("at");
    const other = f.local("other");
    const row = f.local("row");
    const classCount = f.local("classCount");
    const child = f.local("child");
    const own = f.local("own", "i64");
    const copyKeys = op("memory.copy", get(child), get(keys), i32(this.keyBytes));
    const giveKey = (row: Local, number: Code): Code =>
      sequence(
        set(own, op("i64.add", load64(op("i32.add", get(keys), get(row))), number)),
        this.storeKey(f, row, op("i64.mul", get(own), i64(multiplier)), get(child)),
      );
    const number = f.local("number", "i64");
    const nextTwin = label("next");
    f.body = sequence(
      setGlobal(nodes, add(getGlobal(nodes), i32(1))),
      when(
        op("i32.or", op("i32.gt_u", getGlobal(nodes), i32(mostNodes)), op("i32.gt_u", get(depth), i32(this.rowCount))),
        sequence(setGlobal(nodes, i32(mostNodes + 1)), leave()),
      ),
      set(keys, add(i32(this.keys), op("i32.mul", get(depth), i32(this.keyBytes)))),
      set(order, add(i32(this.order), op("i32.mul", get(depth), i32(this.orderBytes)))),
      set(twinOf, add(i32(this.twins), op("i32.mul", get(depth), i32(this.keyBytes)))),
      set(child, add(get(keys), i32(this.keyBytes))),
      when(
        op("i32.eq", call(refine, get(keys), get(order)), i32(this.rowCount)),
        sequence(call(leaf, get(order), get(weight)), leave()),
      ),
      this.chooseCell(f, { keys, order, cell, cellEnd }),
      // Which earlier row of the cell each can be exchanged with, and how often a row is the one.
      set(classCount, i32(0)),
      counting(
        at,
        get(cell),
        get(cellEnd),
        4,
        sequence(
          set(row, load(get(at))),
          block(
            nextTwin,
            sequence(
              counting(
                other,
                get(cell),
                get(at),
                4,
                when(
                  load(op("i32.add", get(twinOf), load(get(other)))),
                  when(
                    call(twins, load(get(other)), get(row)),
                    sequence(
                      set(other, op("i32.add", get(twinOf), load(get(other)))),
                      store(get(other), add(load(get(other)), i32(1))),
                      store(op("i32.add", get(twinOf), get(row)), i32(0)),
                      branch(nextTwin),
                    ),
                  ),
                ),
              ),
              store(op("i32.add", get(twinOf), get(row)), i32(1)),
              set(classCount, add(get(classCount), i32(1))),
            ),
          ),
        ),
      ),
      when(
        op("i32.eq", get(classCount), i32(1)),
        sequence(
          copyKeys,
          set(number, i64(0)),
          counting(
            at,
            get(cell),
            get(cellEnd),
            4,
            sequence(
              set(row, load(get(at))),
              set(number, op("i64.add", get(number), i64(1))),
              set(weight, op("i64.mul", get(weight), get(number))),
              giveKey(row, get(number)),
            ),
          ),
          call(f, add(get(depth), i32(1)), get(weight)),
          leave(),
        ),
      ),
      counting(
        at,
        get(cell),
        get(cellEnd),
        4,
        sequence(
          set(row, load(get(at))),
          when(
            tee(classCount, load(op("i32.add", get(twinOf), get(row)))),
            sequence(
              copyKeys,
              giveKey(row, i64(1)),
              call(f, add(get(depth), i32(1)), op("i64.mul", get(weight), op("i64.extend_i32_u", get(classCount)))),
            ),
          ),
        ),
      ),
    );
    return f;
  }

  /** The first of the smallest sets of rows with the same key. */
  private chooseCell(
    f: WasmFunction,
    { keys, order, cell, cellEnd }: Readonly<Record<"keys" | "order" | "cell" | "cellEnd", Local>>,
  ): Code {
    const start = f.local("start");
    const end = f.local("end");
    const last = f.local("last");
    const key = f.local("key", "i64");
    const size = f.local("size");
    const smallest = f.local("smallest");
    const keyAt = (at: Local): Code => load64(op("i32.add", get(keys), load(get(at))));
    return sequence(
      set(start, get(order)),
      set(last, add(get(order), i32(4 * this.rowCount))),
      set(smallest, i32(8 * this.rowCount)),
      forever((done) =>
        sequence(
          branch(done, op("i32.ge_u", get(start), get(last))),
          set(key, keyAt(start)),
          set(end, add(get(start), i32(4))),
          forever((ended) =>
            sequence(
              branch(ended, op("i32.ge_u", get(end), get(last))),
              branch(ended, op("i64.ne", keyAt(end), get(key))),
              set(end, add(get(end), i32(4))),
            ),
          ),
          set(size, op("i32.sub", get(end), get(start))),
          when(
            op("i32.and", op("i32.gt_u", get(size), i32(4)), op("i32.lt_u", get(size), get(smallest))),
            sequence(set(smallest, get(size)), set(cell, get(start)), set(cellEnd, get(end))),
          ),
          set(start, get(end)),
        ),
      ),
    );
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
