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
 * twins, they get different keys at once. Two equal leaves make a symmetry of the state: what it maps to something that was
 * searched is not searched again. The number of ways to the least state is the order of its stabilizer. Costs
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
import type { Code, Global, Label, Local, WasmFunction } from "../../wasm/code.ts";
import { compareValues } from "./cosets.ts";
import { compileLocalSearch } from "./local-search.ts";
import { counting, forever } from "./loops.ts";
import type { PartContext } from "./part.ts";
import { edgeBytes, EdgeTables } from "./row-edges.ts";
import { RowKeys } from "./row-keys.ts";

/** No depth. */
const nowhere = -1;

export function compileRefinement(plan: RefinementPlan, context: PartContext, name: string): WasmFunction {
  return new RefinementCompiler(plan, context, name).compile();
}

class RefinementCompiler {
  private readonly plan: RefinementPlan;
  private readonly context: PartContext;
  private readonly name: string;
  private readonly edges: EdgeTables;
  private readonly rowKeys: RowKeys;
  private readonly rowCount: number;
  private readonly fallback: WasmFunction;
  /** Per depth: the keys; the rows in their order; how many twins a row stands for; how many least leaves are below it. */
  private readonly keys: number;
  private readonly order: number;
  private readonly orderBytes: number;
  private readonly twins: number;
  private readonly counts: number;
  /** Per depth, the row that is tried; and for the least leaf, which were tried, and the order of the rows. */
  private readonly path: number;
  private readonly bestPath: number;
  private readonly bestOrder: number;
  /** The places of the rows that were tried for the least leaf, and how many these are. */
  private readonly bestPlaces: number;
  private readonly bestDepth: Global;
  /** Where a row is put, and its own number; what is no row has 0. */
  private readonly positions: number;
  private readonly numbers: number;
  private readonly leafValues: number;
  private readonly bestValues: number;
  private readonly nodes: Global;
  /** How often a leaf was less than all before. */
  private readonly version: Global;
  /** The depth at which what is being searched was found to be a copy of what was searched, or `nowhere`. */
  private readonly copyAt: Global;

  constructor(plan: RefinementPlan, context: PartContext, name: string) {
    this.plan = plan;
    this.context = context;
    this.name = name;
    const { memory, module } = context;
    this.rowCount = plan.sizes.reduce((sum, size) => sum + size, 0);
    this.edges = new EdgeTables(plan, context, name);
    this.rowKeys = new RowKeys(context, name, this.edges, plan.sizes);
    this.fallback = compileLocalSearch(plan.fallback, context, `${name}, local`);
    const depths = this.rowCount + 2;
    const { keyBytes } = this.rowKeys;
    this.orderBytes = 4 * this.rowCount;
    this.keys = memory.reserve(depths * keyBytes);
    this.order = memory.reserve(depths * this.orderBytes);
    this.twins = memory.reserve(depths * keyBytes);
    this.counts = memory.reserve(depths * keyBytes);
    this.path = memory.reserve(4 * depths);
    this.bestPath = memory.reserve(4 * depths);
    this.bestOrder = memory.reserve(this.orderBytes);
    this.bestPlaces = memory.reserve(4 * depths);
    this.bestDepth = module.global(`${name}, depth`, "i32", 0);
    this.positions = memory.reserve(keyBytes);
    this.numbers = memory.table(BigInt64Array.from({ length: this.rowCount }, (_, i) => BigInt(i)));
    memory.reserve(8);
    this.leafValues = memory.reserve(context.valueBytes);
    this.bestValues = memory.reserve(context.valueBytes);
    this.nodes = module.global(`${name}, nodes`, "i32", 0);
    this.version = module.global(`${name}, version`, "i32", 0);
    this.copyAt = module.global(`${name}, copy`, "i32", nowhere);
  }

  compile(): WasmFunction {
    const { context, plan, name, nodes, bestValues } = this;
    const { mostNodes } = plan;
    const collect = this.edges.makeCollect();
    const search = this.makeSearch(this.makeTwins(), this.makeLeaf());
    const f = context.module.function(name, { counting: "i32" });
    const [count] = f.parameters as [Local];
    const stabilizer = f.local("stabilizer", "i64");
    f.body = sequence(
      call(collect),
      call(this.rowKeys.initialize, i32(this.keys)),
      setGlobal(nodes, i32(0)),
      setGlobal(this.version, i32(0)),
      set(stabilizer, call(search, i32(0))),
      when(
        op("i32.gt_u", getGlobal(nodes), i32(mostNodes)),
        sequence(
          setGlobal(this.copyAt, i32(nowhere)),
          setGlobal(context.inexact, i32(1)),
          call(this.fallback, get(count)),
          leave(),
        ),
      ),
      when(get(count), sequence(context.multiplyByQuotient(plan.order, get(stabilizer)), leave())),
      op("memory.copy", i32(context.values), i32(bestValues), i32(context.valueBytes)),
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

  /** All keys are different: the state in which the rows have this order, against the least so far. Returns 1 if it is that. */
  private makeLeaf(): WasmFunction {
    const { context, edges, positions, leafValues, bestValues, version } = this;
    const f = context.module.function(`${this.name}, leaf`, { depth: "i32", order: "i32" }, { result: "i64" });
    const [depth, order] = f.parameters as [Local, Local];
    const at = f.local("at");
    const entry = f.local("entry");
    const edge = f.local("edge");
    const less = label("less");
    const greater = label("greater");
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
        i32(this.orderBytes),
        4,
        store(load(op("i32.add", get(order), get(at))), op("i32.shr_u", get(at), i32(2)), positions),
      ),
      op("memory.copy", i32(leafValues), i32(edges.emptyValues), i32(context.valueBytes)),
      edges.forEachSingle(entry, put(1)),
      edges.forEachMultiple(entry, put(edges.largestArity)),
      block(
        less,
        sequence(
          branch(less, op("i32.eqz", getGlobal(version))),
          block(
            greater,
            sequence(
              compareValues(f, context, leafValues, bestValues, less, greater),
              this.comparePlaces(f, depth, less, greater),
              this.noteCopy(f, depth, order),
              leave(i64(1)),
            ),
          ),
          leave(i64(0)),
        ),
      ),
      setGlobal(version, add(getGlobal(version), i32(1))),
      op("memory.copy", i32(bestValues), i32(leafValues), i32(context.valueBytes)),
      setGlobal(this.bestDepth, get(depth)),
      op("memory.copy", i32(this.bestPath), i32(this.path), op("i32.shl", get(depth), i32(2))),
      counting(
        at,
        i32(0),
        op("i32.shl", get(depth), i32(2)),
        4,
        store(get(at), load(load(get(at), this.path), positions), this.bestPlaces),
      ),
      op("memory.copy", i32(this.bestOrder), get(order), i32(this.orderBytes)),
      i64(1),
    );
    return f;
  }

  /**
   * Of leaves with equal states those are less where the rows that were tried have lesser places. Without this, leaves that
   * no symmetry maps to each other could be equal, and there would be more of them than symmetries.
   */
  private comparePlaces(f: WasmFunction, depth: Local, less: Label, greater: Label): Code {
    const at = f.local("at");
    const place = f.local("place");
    const other = f.local("other");
    return sequence(
      branch(less, op("i32.lt_u", get(depth), getGlobal(this.bestDepth))),
      branch(greater, op("i32.gt_u", get(depth), getGlobal(this.bestDepth))),
      counting(
        at,
        i32(0),
        op("i32.shl", get(depth), i32(2)),
        4,
        sequence(
          set(place, load(load(get(at), this.path), this.positions)),
          set(other, load(get(at), this.bestPlaces)),
          branch(less, op("i32.lt_u", get(place), get(other))),
          branch(greater, op("i32.gt_u", get(place), get(other))),
        ),
      ),
    );
  }

  /**
   * This leaf equals the least one, so mapping rows by their places is a symmetry of the state. If it keeps the keys of the depth at which
   * the two ways part, and maps the row tried there to the other one, it maps what is below the one to what is below the other.
   */
  private noteCopy(f: WasmFunction, depth: Local, order: Local): Code {
    const parting = f.local("parting");
    const keys = f.local("keys");
    const at = f.local("at");
    const row = f.local("row");
    const none = label("none");
    const keyOf = (row: Code): Code => load64(op("i32.add", get(keys), row));
    return block(
      none,
      sequence(
        set(parting, i32(0)),
        forever((found) =>
          sequence(
            branch(none, op("i32.ge_u", get(parting), op("i32.shl", get(depth), i32(2)))),
            set(row, load(get(parting), this.path)),
            branch(found, op("i32.ne", get(row), load(get(parting), this.bestPath))),
            set(parting, add(get(parting), i32(4))),
          ),
        ),
        branch(
          none,
          op(
            "i32.ne",
            load(op("i32.shl", load(get(row), this.positions), i32(2)), this.bestOrder),
            load(get(parting), this.bestPath),
          ),
        ),
        set(parting, op("i32.shr_u", get(parting), i32(2))),
        set(keys, this.atDepth(this.keys, parting, this.rowKeys.keyBytes)),
        counting(
          at,
          i32(0),
          i32(this.orderBytes),
          4,
          branch(
            none,
            op("i64.ne", keyOf(load(op("i32.add", get(order), get(at)))), keyOf(load(get(at), this.bestOrder))),
          ),
        ),
        setGlobal(this.copyAt, get(parting)),
      ),
    );
  }

  private atDepth(base: number, depth: Local, bytes: number): Code {
    return add(i32(base), op("i32.mul", get(depth), i32(bytes)));
  }

  /** Refines the keys of a depth, and tries all ways to go on where some rows have the same. Returns how many leaves are least. */
  private makeSearch(twins: WasmFunction, leaf: WasmFunction): WasmFunction {
    const { context, nodes, rowKeys, version, copyAt } = this;
    const { mostNodes } = this.plan;
    const { keyBytes } = rowKeys;
    const f = context.module.function(`${this.name}, search`, { depth: "i32" }, { result: "i64" });
    const [depth] = f.parameters as [Local];
    const keys = f.local("keys");
    const order = f.local("order");
    const twinOf = f.local("twinOf");
    const counts = f.local("counts");
    const cell = f.local("cell");
    const cellEnd = f.local("cellEnd");
    const at = f.local("at");
    const row = f.local("row");
    const classCount = f.local("classCount");
    const child = f.local("child");
    const before = f.local("before");
    const count = f.local("count", "i64");
    const total = f.local("total", "i64");
    const number = f.local("number", "i64");
    const copyKeys = op("memory.copy", get(child), get(keys), i32(keyBytes));
    const tryRow = sequence(
      store(op("i32.shl", get(depth), i32(2)), get(row), this.path),
      set(count, call(f, add(get(depth), i32(1)))),
    );
    const tryAllTwins = sequence(
      copyKeys,
      set(number, i64(0)),
      set(total, i64(1)),
      counting(
        at,
        get(cell),
        get(cellEnd),
        4,
        sequence(
          set(row, load(get(at))),
          set(number, op("i64.add", get(number), i64(1))),
          set(total, op("i64.mul", get(total), get(number))),
          rowKeys.individualize(f, row, get(number), keys, child),
        ),
      ),
      set(row, load(get(cell))),
      tryRow,
      leave(op("i64.mul", get(total), get(count))),
    );
    const tryEach = counting(
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
            rowKeys.individualize(f, row, i64(1), keys, child),
            set(before, getGlobal(version)),
            tryRow,
            when(op("i32.gt_u", getGlobal(nodes), i32(mostNodes)), leave(i64(0))),
            // What was least before is not any more.
            when(op("i32.ne", get(before), getGlobal(version)), set(total, i64(0))),
            when(
              op("i32.ne", getGlobal(copyAt), i32(nowhere)),
              sequence(
                when(op("i32.ne", getGlobal(copyAt), get(depth)), leave(i64(0))),
                setGlobal(copyAt, i32(nowhere)),
                set(count, load64(op("i32.add", get(counts), load(op("i32.shl", get(depth), i32(2)), this.bestPath)))),
              ),
            ),
            store64(op("i32.add", get(counts), get(row)), get(count)),
            set(total, op("i64.add", get(total), op("i64.mul", get(count), op("i64.extend_i32_u", get(classCount))))),
          ),
        ),
      ),
    );
    f.body = sequence(
      setGlobal(nodes, add(getGlobal(nodes), i32(1))),
      when(
        op("i32.or", op("i32.gt_u", getGlobal(nodes), i32(mostNodes)), op("i32.gt_u", get(depth), i32(this.rowCount))),
        sequence(setGlobal(nodes, i32(mostNodes + 1)), leave(i64(0))),
      ),
      set(keys, this.atDepth(this.keys, depth, keyBytes)),
      set(order, this.atDepth(this.order, depth, this.orderBytes)),
      set(twinOf, this.atDepth(this.twins, depth, keyBytes)),
      set(counts, this.atDepth(this.counts, depth, keyBytes)),
      set(child, add(get(keys), i32(keyBytes))),
      when(
        op("i32.eq", call(rowKeys.refine, get(keys), get(order)), i32(this.rowCount)),
        leave(call(leaf, get(depth), get(order))),
      ),
      this.chooseCell(f, { keys, order, cell, cellEnd }),
      this.findTwins(f, twins, { twinOf, cell, cellEnd, classCount }),
      when(op("i32.eq", get(classCount), i32(1)), tryAllTwins),
      set(total, i64(0)),
      tryEach,
      get(total),
    );
    return f;
  }

  /** How many rows of the cell each can be exchanged with, at the first of these; and how many such classes there are. */
  private findTwins(
    f: WasmFunction,
    twins: WasmFunction,
    { twinOf, cell, cellEnd, classCount }: Readonly<Record<"twinOf" | "cell" | "cellEnd" | "classCount", Local>>,
  ): Code {
    const at = f.local("at");
    const other = f.local("other");
    const row = f.local("row");
    const next = label("next");
    const known = sequence(
      set(other, op("i32.add", get(twinOf), load(get(other)))),
      store(get(other), add(load(get(other)), i32(1))),
      store(op("i32.add", get(twinOf), get(row)), i32(0)),
      branch(next),
    );
    const isFirst = load(op("i32.add", get(twinOf), load(get(other))));
    return sequence(
      set(classCount, i32(0)),
      counting(
        at,
        get(cell),
        get(cellEnd),
        4,
        sequence(
          set(row, load(get(at))),
          block(
            next,
            sequence(
              counting(
                other,
                get(cell),
                get(at),
                4,
                when(isFirst, when(call(twins, load(get(other)), get(row)), known)),
              ),
              store(op("i32.add", get(twinOf), get(row)), i32(1)),
              set(classCount, add(get(classCount), i32(1))),
            ),
          ),
        ),
      ),
    );
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
