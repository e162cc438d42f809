/**
 * Leaves of the search: every row has a key of its own, so the rows have an order. The state in which each row is moved
 * to its position in that order is a candidate for the representative. The least candidate is kept, with the path to
 * it.
 *
 * Two equal leaves give a symmetry of the state: it maps the row at each position of one leaf to the row at the same
 * position of the other. At the depth where the two paths separate, different rows were tried. If the symmetry maps one
 * of these rows to the other and changes no key of that depth, it maps the subtree of one row to the subtree of the
 * other. So the search need not continue there.
 */

import type { Routine } from "../../wasm/assembler.ts";
import { block, copyMemory, forever, forRange, leave } from "../../wasm/control.ts";
import type { Target } from "../../wasm/control.ts";
import type { Area } from "../../wasm/memory.ts";
import { i64, word } from "../../wasm/value.ts";
import type { I32, I64, Variable } from "../../wasm/value.ts";
import type { PartContext } from "./part.ts";
import type { RowEdges } from "./row-edges.ts";
import type { RowSearchPath } from "./row-search-path.ts";

/** No depth. */
export const nowhere = -1;

export class RowLeaves {
  /** Compares the leaf of an order of rows with the least so far. Returns 1 if it is at most that, and otherwise 0. */
  readonly visit: Routine<{ depth: "i32"; order: "i32" }, I64>;
  /** The number of times a leaf was less than all before. */
  readonly version: Variable<"i32">;
  /** The depth at which the current subtree was found to be a copy of a searched one, or `nowhere`. */
  readonly copyAt: Variable<"i32">;
  /** The least state so far, and its path: the depth, the tried rows, their positions, and the order of the rows. */
  readonly bestValues: Area<"i32">;
  readonly bestTried: Area<"i32">;
  private readonly bestDepth: Variable<"i32">;
  private readonly bestPlaces: Area<"i32">;
  private readonly bestOrder: Area<"i32">;
  private readonly leafValues: Area<"i32">;
  /** The position of each row; 0 for no row. */
  private readonly places: Area<"i64">;
  private readonly edges: RowEdges;
  private readonly path: RowSearchPath;

  constructor(context: PartContext, name: string, edges: RowEdges, path: RowSearchPath) {
    const { asm, memory } = context;
    this.edges = edges;
    this.path = path;
    this.version = asm.global(`${name}, version`, 0);
    this.copyAt = asm.global(`${name}, copy`, nowhere);
    this.bestDepth = asm.global(`${name}, depth`, 0);
    this.bestValues = memory.words(context.slots.length);
    this.leafValues = memory.words(context.slots.length);
    this.bestTried = memory.words(path.rowCount + 2);
    this.bestPlaces = memory.words(path.rowCount + 2);
    this.bestOrder = memory.words(path.rowCount);
    this.places = memory.longs(path.rowCount + 1);
    this.visit = asm.compute("i64", `${name}, leaf`, { depth: "i32", order: "i32" }, ({ depth, order }) => {
      this.makeLeaf(order);
      block((less) => {
        less.goIf(this.version.isZero());
        block((greater) => {
          context.compareValues(this.leafValues, this.bestValues, less, greater);
          this.comparePlaces(depth, less, greater);
          this.noteCopy(depth, order);
          leave(i64(1n));
        });
        leave(i64(0n));
      });
      this.keepLeaf(depth, order);
      return i64(1n);
    });
  }

  /** The state in which each row is at its position. */
  private makeLeaf(order: I32): void {
    const { places, leafValues, edges } = this;
    forRange("at", 0, this.path.orderBytes, 4, (at) => order.plus(at).load().store(at.shiftRight(2), places.start));
    copyMemory(leafValues.start, edges.emptyValues.start, leafValues.bytes);
    edges.forEach((edge, point, arity) => {
      const rows = point.rows.slice(0, arity).map((row) => row.get().load(places.start));
      const image = edges.imageOf(edge, point, rows);
      leafValues.at(image.slot).set(image.value);
    });
  }

  private keepLeaf(depth: I32, order: I32): void {
    const { tried, orderBytes } = this.path;
    const triedBytes = depth.shiftLeft(2);
    this.version.increase(1);
    this.bestDepth.set(depth);
    copyMemory(this.bestValues.start, this.leafValues.start, this.bestValues.bytes);
    copyMemory(this.bestTried.start, tried.start, triedBytes);
    copyMemory(this.bestOrder.start, order, orderBytes);
    forRange("at", 0, triedBytes, 4, (at) => this.bestPlaces.at(at).set(this.placeOfTried(at)));
  }

  private placeOfTried(at: I32): I32 {
    return this.path.tried.at(at).get().load(this.places.start);
  }

  /**
   * Orders leaves with equal states by the positions of the tried rows. Without this, leaves that no symmetry maps to
   * each other could be equal, and there would be more of them than symmetries.
   */
  private comparePlaces(depth: I32, less: Target, greater: Target): void {
    less.goIf(depth.below(this.bestDepth));
    greater.goIf(depth.above(this.bestDepth));
    forRange("at", 0, depth.shiftLeft(2), 4, (at) => {
      const place = word("place", this.placeOfTried(at));
      const other = word("other", this.bestPlaces.at(at).get());
      less.goIf(place.below(other));
      greater.goIf(place.above(other));
    });
  }

  /**
   * This leaf equals the least one: sets `copyAt` if the symmetry between them makes this subtree a copy of a searched
   * one.
   */
  private noteCopy(depth: I32, order: I32): void {
    const { bestTried, bestOrder, path } = this;
    block((none) => {
      const parting = word("parting", 0);
      const row = word("row", 0);
      forever((found) => {
        none.goIf(parting.aboveOrEqual(depth.shiftLeft(2)));
        row.set(path.tried.at(parting).get());
        found.goIf(row.differs(bestTried.at(parting).get()));
        parting.increase(4);
      });
      const imageOfRow = bestOrder.at(row.load(this.places.start).shiftLeft(2)).get();
      none.goIf(imageOfRow.differs(bestTried.at(parting).get()));
      parting.set(parting.shiftRight(2));
      const keys = word("keys", path.keysAt(parting));
      forRange("at", 0, path.orderBytes, 4, (at) => {
        const [mine, image] = [order.plus(at).load(), bestOrder.at(at).get()];
        none.goIf(keys.plus(mine).load64().differs(keys.plus(image).load64()));
      });
      this.copyAt.set(parting);
    });
  }
}
