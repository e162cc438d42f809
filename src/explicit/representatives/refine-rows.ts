/**
 * Representatives under symmetric groups whose rows refer to each other, by individualization and refinement, as for
 * graphs (McKay and Piperno, Practical graph isomorphism II, 2014; Junttila, PhD thesis, 2003, for states).
 *
 * The state is a set of edges on the rows (`row-edges.ts`): a value of a row is an edge with one row, a reference is an
 * edge with two. Every row has a key, a hash of its edges. Keys are refined with those of the rows at the other ends
 * until no further rows are distinguished (`row-keys.ts`). If some rows still have the same key, each of them in turn
 * gets a key of its own, and refinement goes on. If all keys are different, there is a leaf, a state (`row-leaves.ts`),
 * and the least leaf is the representative. Hashes depend only on what symmetries preserve, so a collision costs only
 * time.
 *
 * An example: four processes are at the same location of their programs. Process 0 waits for 1, and 2 waits for 3. The
 * state has two edges with two rows each, from 0 to 1 and from 2 to 3, and no others.
 *
 *     initial keys            0 1 2 3 all the same
 *     refined                 {0 2} wait for someone, {1 3} are waited for; nothing distinguishes 0 and 2
 *     depth 0, try row 0      0 gets a key of its own; refinement distinguishes 1 from 3: the order is, say, 0 2 1 3
 *         leaf                0 goes to position 0, 2 to 1, 1 to 2, 3 to 3: position 0 waits for 2, 1 for 3
 *     depth 0, try row 2      likewise the order is 2 0 3 1
 *         leaf                position 0 waits for 2, 1 for 3: the same state
 *
 * Two paths lead to the least state, so two symmetries fix the state, and its orbit has 4! / 2 = 12 states.
 *
 * Rows that can be exchanged without changing the state are twins (`row-twins.ts`). Of several twins only one is tried,
 * and if all rows of a cell are twins, they get different keys at once. Here 0 and 2 are not twins: if only they were
 * exchanged, 2 would wait for 1. If no process waited, all four would be twins, and there would be one leaf that counts
 * 4! times. Two equal leaves give a symmetry. Its images of searched subtrees are not searched again.
 *
 * A round costs O(edges), and most states need one or two rounds and one leaf. The worst case is exponential. So after
 * `mostNodes` a state is left to local search, and representatives are no longer unique. Guarded by
 * `npm run bench -- seed-000`. Its twin in TypeScript, `test/explicit/twins/refinement.ts`, is shorter to read.
 */

import type { RefinementPlan } from "../../symmetry/representatives/plan.ts";
import type { Routine } from "../../wasm/assembler.ts";
import { copyMemory, forever, forRange, leave, when } from "../../wasm/control.ts";
import { i64, local, long, word } from "../../wasm/value.ts";
import type { I32, I64, Variable } from "../../wasm/value.ts";
import { compileLocalSearch } from "./local-search.ts";
import type { Part, PartContext } from "./part.ts";
import { RowEdges } from "./row-edges.ts";
import { RowKeys } from "./row-keys.ts";
import { nowhere, RowLeaves } from "./row-leaves.ts";
import { RowSearchPath } from "./row-search-path.ts";
import { RowTwins } from "./row-twins.ts";
import type { Cell } from "./row-twins.ts";

export function compileRefinement(plan: RefinementPlan, context: PartContext, name: string): Part {
  const { asm, values } = context;
  const { mostNodes } = plan;
  const edges = new RowEdges(plan, context, name);
  const rowKeys = new RowKeys(context, name, edges, plan.sizes);
  const fallback = compileLocalSearch(plan.fallback, context, `${name}, local`);
  const path = new RowSearchPath(context.memory, edges.rowCount, rowKeys.keyBytes);
  const twins = new RowTwins(context, name, edges);
  const leaves = new RowLeaves(context, name, edges, path);
  const nodes = asm.global(`${name}, nodes`, 0);
  const { search } = new RowSearch(context, name, { rowKeys, path, twins, leaves, nodes, mostNodes });
  return asm.define(name, { counting: "i32" }, ({ counting }) => {
    edges.collect();
    rowKeys.initialize({ keys: path.rootKeys });
    nodes.set(0);
    leaves.version.set(0);
    const stabilizer = long("stabilizer", search({ depth: 0 }));
    context.work.increase(nodes.unsigned64().times(stepsPerNode(plan)));
    when(nodes.above(mostNodes), () => {
      leaves.copyAt.set(nowhere);
      context.inexact.set(1);
      fallback({ counting });
      leave();
    });
    when(counting, () => {
      context.multiplyByQuotient(plan.order, stabilizer);
      leave();
    });
    copyMemory(values.start, leaves.bestValues.start, values.bytes);
  });
}

/** Each round of refinement hashes all edges, and sorts the rows. */
function stepsPerNode({ sizes, orbits }: RefinementPlan): bigint {
  const edges = orbits.reduce((sum, orbit) => sum + orbit.edges.length, 0);
  return BigInt(2 * edges + 12 * sizes.reduce((sum, size) => sum + size, 0));
}

interface SearchParts {
  readonly rowKeys: RowKeys;
  readonly path: RowSearchPath;
  readonly twins: RowTwins;
  readonly leaves: RowLeaves;
  /** The number of visited nodes; more than `mostNodes` if the search was given up. */
  readonly nodes: Variable<"i32">;
  readonly mostNodes: number;
}

/** The data of a node of the search. */
interface Node {
  readonly depth: I32;
  readonly keys: I32;
  /** The keys of the next depth. */
  readonly child: I32;
  readonly twins: I32;
  readonly cell: Cell;
}

class RowSearch {
  /** Searches below the keys of a depth. Returns the number of its leaves that are the least so far. */
  readonly search: Routine<{ depth: "i32" }, I64>;
  private readonly parts: SearchParts;

  constructor({ asm }: PartContext, name: string, parts: SearchParts) {
    const { rowKeys, path, leaves, nodes, mostNodes } = parts;
    this.parts = parts;
    this.search = asm.compute("i64", `${name}, search`, { depth: "i32" }, ({ depth }, search) => {
      nodes.increase(1);
      when(nodes.above(mostNodes).or(depth.above(path.rowCount)), () => {
        nodes.set(mostNodes + 1);
        leave(i64(0n));
      });
      const keys = word("keys", path.keysAt(depth));
      const order = word("order", path.orderAt(depth));
      when(rowKeys.refine({ keys, order }).equals(path.rowCount), () => leave(leaves.visit({ depth, order })));
      const twins = word("twins", path.twinsAt(depth));
      const cell = this.chooseCell(keys, order);
      const child = word("child", keys.plus(path.keyBytes));
      const node = { depth, keys, child, twins, cell };
      const goDown = (row: I32): Variable<"i64"> => {
        path.tried.at(depth.shiftLeft(2)).set(row);
        return long("count", search({ depth: depth.plus(1) }));
      };
      when(parts.twins.classify(cell, twins).equals(1), () => leave(this.tryTwins(node, goDown)));
      return this.tryEach(node, goDown);
    });
  }

  /** All rows of the cell are twins: each gets a key of its own, in any order. */
  private tryTwins({ keys, child, cell }: Node, goDown: (row: I32) => Variable<"i64">): I64 {
    const { rowKeys, path } = this.parts;
    copyMemory(child, keys, path.keyBytes);
    const number = long("number", 0n);
    const orders = long("orders", 1n);
    forRange("at", cell.start, cell.end, 4, (at) => {
      number.increase(1n);
      orders.set(orders.times(number));
      rowKeys.individualize(word("row", at.load()), number, keys, child);
    });
    return orders.times(goDown(cell.start.load()));
  }

  /** Tries one row of each class of twins. */
  private tryEach({ depth, keys, child, twins, cell }: Node, goDown: (row: I32) => Variable<"i64">): I64 {
    const { rowKeys, path, leaves, nodes, mostNodes } = this.parts;
    const { copyAt, version, bestTried } = leaves;
    const counts = word("counts", path.countsAt(depth));
    const total = long("total", 0n);
    forRange("at", cell.start, cell.end, 4, (at) => {
      const row = word("row", at.load());
      const twinCount = word("twinCount", twins.plus(row).load());
      when(twinCount, () => {
        copyMemory(child, keys, path.keyBytes);
        rowKeys.individualize(row, 1n, keys, child);
        const before = word("before", version);
        const count = goDown(row);
        when(nodes.above(mostNodes), () => leave(i64(0n)));
        // The previous least leaf is not the least any more.
        when(before.differs(version), () => total.set(0n));
        when(copyAt.differs(nowhere), () => {
          when(copyAt.differs(depth), () => leave(i64(0n)));
          copyAt.set(nowhere);
          count.set(counts.plus(bestTried.at(depth.shiftLeft(2)).get()).load64());
        });
        counts.plus(row).store64(count);
        total.increase(count.times(twinCount.unsigned64()));
      });
    });
    return total;
  }

  /** The first of the smallest sets of rows with the same key. */
  private chooseCell(keys: I32, order: I32): Cell {
    const { orderBytes } = this.parts.path;
    const keyAt = (at: I32): I64 => keys.plus(at.load()).load64();
    const cell = { start: local("cell", "i32"), end: local("cellEnd", "i32") };
    const smallest = word("smallest", 2 * orderBytes);
    const start = word("start", order);
    const last = word("last", order.plus(orderBytes));
    forever((done) => {
      done.goIf(start.aboveOrEqual(last));
      const key = long("key", keyAt(start));
      const end = word("end", start.plus(4));
      forever((ended) => {
        ended.goIf(end.aboveOrEqual(last));
        ended.goIf(keyAt(end).differs(key));
        end.increase(4);
      });
      const size = word("size", end.minus(start));
      when(size.above(4).and(size.below(smallest)), () => {
        smallest.set(size);
        cell.start.set(start);
        cell.end.set(end);
      });
      start.set(end);
    });
    return cell;
  }
}
