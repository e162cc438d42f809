/**
 * The representative by a window: a set of slots whose contents are looked up in a table.
 *
 * Every element of the group is one that maps the window onto itself and then one that maps the window to one of its
 * images. So the images of a state in which the window holds the least content of the least rank are found from the
 * images of the window that have this rank: by the element that makes the content least, and those that fix it. The
 * least of these images, as a number, is the representative, and the number of times that it is attained is the order
 * of the stabilizer of the state.
 *
 * The least rank and the number of images are the same for all states of an orbit. So a state for which more than
 * `mostTried` elements remain can be left to another plan, and representatives are still unique.
 *
 * The cost is a load for each byte and four images of the window, a load for each image, and then mostly two elements,
 * with a load for each four bits. A state of a hypercube with 32 nodes takes about 40 nanoseconds.
 */

import type { WindowPlan } from "../../symmetry/representatives/plan.ts";
import type { Routine } from "../../wasm/assembler.ts";
import { forever, forRange, leave, select, when } from "../../wasm/control.ts";
import { record } from "../../wasm/memory.ts";
import { i32, local, long, word } from "../../wasm/value.ts";
import type { I32, I64, Variable } from "../../wasm/value.ts";
import type { PartContext } from "./part.ts";
import { pieceBits, rowBits, windowTables } from "./window-tables.ts";
import type { WindowTables } from "./window-tables.ts";

/** The most elements that are tried for one state. */
const mostTried = 64;

/** Replaces the packed state at an address, or, if `counting`, multiplies the size of its orbit. */
export type Whole = Routine<{ address: "i32"; counting: "i32" }>;

/** The elements that fix the least content of a rank, and their number. */
const Rank = record({ start: "i32", end: "i32", count: "i32" });

/** `undefined` if there is no room for tables. */
export function compileWindow(plan: WindowPlan, context: PartContext, otherwise: Whole): Whole | undefined {
  const fields = plan.points.map((point) => context.fields[context.points[point]!.slot]!);
  const tables = windowTables(plan, fields);
  return tables && new WindowCompiler(plan, context, tables).compile(otherwise);
}

class WindowCompiler {
  private readonly plan: WindowPlan;
  private readonly context: PartContext;
  private readonly tables: WindowTables;
  private readonly elementBytes: number;
  private readonly images: number;
  private readonly stabilizer: number;
  private readonly rows: number;
  /** Of the images of the window, in the present state. */
  private readonly contentsOfImages: number;
  private readonly ranks: number;
  private readonly toLeast: number;
  private readonly rankList: number;

  constructor(plan: WindowPlan, context: PartContext, tables: WindowTables) {
    const { memory } = context;
    const { contents } = tables;
    this.plan = plan;
    this.context = context;
    this.tables = tables;
    this.elementBytes = tables.entryBytes * tables.pieces.length * 2 ** pieceBits;
    this.images = memory.table(tables.images);
    this.stabilizer = memory.table(tables.stabilizer);
    this.rows = memory.table(tables.rows);
    this.ranks = memory.table(contents.ranks);
    this.toLeast = memory.table(contents.toLeast);
    this.rankList = memory.table(Rank.encode(this.listRanks()));
    this.contentsOfImages = memory.reserve(tables.rowBytes);
  }

  compile(otherwise: Whole): Whole {
    const { plan, context, tables } = this;
    const parameters = { address: "i32", counting: "i32" } as const;
    return context.asm.define("window", parameters, ({ address, counting }) => {
      context.work.increase(BigInt(2 * plan.images.length + 16));
      const state = long("state", this.read(address));
      const { rank: least, winners } = this.findWinners(state);
      const rank = word("rank", least.times(Rank.bytes).plus(this.rankList));
      const tried = winners.countOnes().wrap().times(Rank.at(rank).count.get());
      when(tried.above(mostTried), () => {
        otherwise({ address, counting });
        leave();
      });
      const best = long("best", -1n);
      const count = long("count", 0n);
      this.tryWinners(state, winners, rank, (image) => {
        when(image.below(best), () => count.set(0n));
        when(image.belowOrEqual(best), () => {
          best.set(image);
          count.increase(1n);
        });
      });
      when(counting, () => {
        context.multiplyByQuotient(plan.order, count);
        leave();
      });
      tables.words.forEach((index, k) => {
        const mask = Number(BigInt.asIntN(32, tables.mask >> BigInt(32 * k)));
        const others = address.load(4 * index).and(~mask);
        const own = best.shiftRight(BigInt(32 * k)).wrap();
        address.store(~mask === 0 ? own : others.or(own), 4 * index);
      });
    });
  }

  private read(address: I32): I64 {
    const [low, high] = this.tables.words.map((index) => address.load(4 * index).unsigned64());
    return high ? low!.or(high.shiftLeft(32n)) : low!;
  }

  /** Finds the least rank, and the set of the images of the window that have it. */
  private findWinners(state: I64): { readonly rank: I32; readonly winners: Variable<"i64"> } {
    const { rowPieces, rowBytes } = this.tables;
    const rows = rowPieces.map((piece, p) => {
      const start = this.rows + p * rowBytes * 2 ** rowBits;
      return word("row", partOf(state, piece, rowBits).times(rowBytes).plus(start));
    });
    const packed = Array.from({ length: rowBytes / 8 }, (_, k) => {
      const parts = rows.map((row) => row.load64(8 * k));
      const contents = long("contents", parts.reduce((a, b) => a.or(b))); // prettier-ignore
      i32(this.contentsOfImages + 8 * k).store64(contents);
      return contents;
    });
    const least = local("least", "i32");
    const ranks = this.plan.images.map((_, k) => {
      const content = partOf(packed[k >> 2]!, 16 * (k & 3), 16);
      const rank = word("rank", content.shiftLeft(1).load16(this.ranks));
      least.set(k === 0 ? rank : select(rank.below(least), rank, least));
      return rank;
    });
    const winners = long("winners", 0n);
    ranks.forEach((rank, k) => winners.set(winners.or(rank.equals(least).unsigned64().shiftLeft(BigInt(k)))));
    return { rank: least, winners };
  }

  private tryWinners(
    state: I64,
    winners: Variable<"i64">,
    rank: I32,
    consider: (image: Variable<"i64">) => void,
  ): void {
    const image = local("image", "i64");
    const { start, end } = Rank.at(rank);
    forever((done) => {
      done.goIf(winners.isZero());
      const winner = word("winner", winners.trailingZeros().wrap());
      winners.set(winners.and(winners.minus(1n)));
      const moved = long("moved", this.imageOf(state, this.images, winner));
      const content = winner.shiftLeft(1).load16(this.contentsOfImages);
      const toLeast = content.shiftLeft(1).load16(this.toLeast);
      const inLeast = long("inLeast", this.imageOf(moved, this.stabilizer, toLeast));
      image.set(inLeast);
      consider(image);
      // Mostly the identity alone fixes a content, and the list of others is empty.
      forRange("fixing", start.get(), end.get(), 4, (fixing) => {
        image.set(this.imageOf(inLeast, this.stabilizer, fixing.load()));
        consider(image);
      });
    });
  }

  /** The image of a number under an element, by the tables of all elements. */
  private imageOf(state: I64, tables: number, element: I32): I64 {
    const { pieces, entryBytes } = this.tables;
    const table = word("table", element.times(this.elementBytes).plus(tables));
    const entries = pieces.map((piece, p): I64 => {
      const at = table.plus(partOf(state, piece, pieceBits).times(entryBytes));
      const offset = p * entryBytes * 2 ** pieceBits;
      return entryBytes === 4 ? at.load(offset).unsigned64() : at.load64(offset);
    });
    return entries.reduce((a, b) => a.or(b));
  }

  /** The lists of elements other than the identity. Those of ranks that are never tried are empty. */
  private listRanks(): { start: number; end: number; count: number }[] {
    const { plan, tables } = this;
    const isIdentity = plan.stabilizer.map((element) => element.every((from, to) => from === to));
    const lists = tables.contents.fixing.map((fixing) =>
      fixing.length > mostTried ? [] : fixing.filter((e) => !isIdentity[e]),
    );
    const all = this.context.memory.wordTable(lists.flat());
    let start = all.start;
    return lists.map((list, rank) => {
      const end = start + 4 * list.length;
      const made = { start, end, count: tables.contents.fixing[rank]!.length };
      start = end;
      return made;
    });
  }
}

/** Some bits of a number. */
function partOf(value: I64, first: number, bits: number): I32 {
  const shifted = value.shiftRight(BigInt(first)).wrap();
  return first + bits === 64 ? shifted : shifted.and(2 ** bits - 1);
}
