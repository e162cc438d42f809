/**
 * Keys of rows: hashes that depend only on what symmetries preserve, so that rows that some symmetry of the state
 * exchanges have the same key. Keys start from the edges with one row and are refined along the others until no further
 * rows are distinguished, like colors of a graph. A round costs O(edges + rows^2), where the square comes from an
 * insertion sort.
 */

import type { Routine } from "../../wasm/assembler.ts";
import { fillMemory, forever, forRange, leave, when } from "../../wasm/control.ts";
import type { Area } from "../../wasm/memory.ts";
import { long, word } from "../../wasm/value.ts";
import type { I32, I64, Operand } from "../../wasm/value.ts";
import type { PartContext } from "./part.ts";
import type { RowEdges } from "./row-edges.ts";

const multiplier = 0xff51afd7ed558ccdn;
const otherMultiplier = 0xc4ceb9fe1a85ec53n;

/** Keys are at an address. A row is its offset there, 8 bytes per row. */
export class RowKeys {
  /** Computes keys from the edges with one row. */
  readonly initialize: Routine<{ keys: "i32" }>;
  /** Refines keys and writes the rows in their order to another address. Returns the number of different keys. */
  readonly refine: Routine<{ keys: "i32"; order: "i32" }, I32>;
  /** The bytes of the keys of the rows, and of the pseudo-row for no row, whose key is 0. */
  readonly keyBytes: number;
  private readonly edges: RowEdges;
  private readonly rowBytes: number;
  private readonly sums: Area<"i64">;
  private readonly sortBits: Area<"i64">;

  /** @param sizes the number of rows of each sort; the sort comes first in a key */
  constructor({ asm, memory }: PartContext, name: string, edges: RowEdges, sizes: readonly number[]) {
    this.edges = edges;
    this.rowBytes = 8 * edges.rowCount;
    this.keyBytes = this.rowBytes + 8;
    this.sums = memory.longs(edges.rowCount + 1);
    this.sortBits = memory.longTable(sizes.flatMap((size, sort) => new Array<bigint>(size).fill(BigInt(sort) << 60n)));
    this.initialize = asm.define(`${name}, initial keys`, { keys: "i32" }, ({ keys }) => {
      fillMemory(this.sums.start, 0, this.sums.bytes);
      edges.forEachSingle((edge, point) => {
        const sum = this.sums.at(word("row", point.rows[0]!.get()));
        sum.increase(mixed(edge.hash.get()));
      });
      forRange("row", 0, this.rowBytes, 8, (row) => this.setKey(keys, row, this.sums.at(row).get()));
    });
    const parameters = { keys: "i32", order: "i32" } as const;
    const sort = asm.compute("i32", `${name}, sort`, parameters, ({ keys, order }) => {
      this.insertionSort(keys, order);
      return this.countDifferent(keys, order);
    });
    this.refine = asm.compute("i32", `${name}, refine`, parameters, ({ keys, order }) => {
      const classes = word("classes", sort({ keys, order }));
      when(edges.hasNoMultiple(), () => leave(classes));
      forever((done) => {
        done.goIf(classes.equals(edges.rowCount));
        this.spread(keys);
        forRange("row", 0, this.rowBytes, 8, (row) => {
          const old = keys.plus(row).load64();
          this.setKey(keys, row, old.times(otherMultiplier).plus(this.sums.at(row).get()));
        });
        const finer = word("finer", sort({ keys, order }));
        done.goIf(finer.belowOrEqual(classes));
        classes.set(finer);
      });
      return classes;
    });
  }

  /** Gives a row the `number`th key derived from that at another address. */
  individualize(row: I32, number: Operand<"i64">, from: I32, to: I32): void {
    this.setKey(to, row, from.plus(row).load64().plus(number).times(multiplier));
  }

  /** Sets the key of a row, with its sort in the first bits. */
  private setKey(keys: I32, row: I32, hash: I64): void {
    const key = mixed(hash).shiftRight(4n).or(this.sortBits.at(row).get());
    keys.plus(row).store64(key);
  }

  /** Adds up, for every row, hashes of its edges with several rows, which depend on the keys at the other ends. */
  private spread(keys: I32): void {
    fillMemory(this.sums.start, 0, this.sums.bytes);
    this.edges.forEachMultiple((edge, point) => {
      const ends = Array.from({ length: this.edges.largestArity }, (_, t) => ({
        row: point.rows[t]!.get(),
        role: point.roles[t]!.get(),
      }));
      const own = ends.reduce((sum, { row, role }) => sum.plus(keys.plus(row).load64().times(role)), edge.hash.get());
      const hash = long("hash", mixed(own));
      for (const { row, role } of ends) this.sums.at(word("row", row)).increase(mixed(hash.xor(role)));
    });
  }

  private insertionSort(keys: I32, order: I32): void {
    const end = word("end", order);
    forRange("row", 0, this.rowBytes, 8, (row) => {
      const key = long("key", keys.plus(row).load64());
      const at = word("at", end);
      forever((done) => {
        done.goIf(at.equals(order));
        const before = word("before", at.minus(4).load());
        done.goIf(keys.plus(before).load64().belowOrEqual(key));
        at.store(before);
        at.decrease(4);
      });
      at.store(row);
      end.increase(4);
    });
  }

  private countDifferent(keys: I32, order: I32): I32 {
    const count = word("count", 1);
    const end = word("end", order.plus(this.rowBytes / 2));
    forRange("at", order.plus(4), end, 4, (at) => {
      const keyAt = (place: I32): I64 => keys.plus(place.load()).load64();
      count.increase(keyAt(at.minus(4)).differs(keyAt(at)));
    });
    return count;
  }
}

/** A bijection on 64 bits that mixes them. */
function mixed(value: I64): I64 {
  const x = long("mixed", value);
  x.set(x.xor(x.shiftRight(32n)).times(multiplier));
  x.set(x.xor(x.shiftRight(29n)).times(otherMultiplier));
  return x.xor(x.shiftRight(32n));
}
