/**
 * The path from the root of the search tree to the current node: the row that is tried at each depth, and the data
 * there. A row is its offset in keys, 8 bytes per row.
 */

import type { Area, Regions } from "../../wasm/memory.ts";
import type { I32 } from "../../wasm/value.ts";

export class RowSearchPath {
  readonly rowCount: number;
  readonly keyBytes: number;
  readonly orderBytes: number;
  /** For each depth, the row that is tried. */
  readonly tried: Area<"i32">;
  private readonly keys: number;
  private readonly orders: number;
  private readonly twins: number;
  private readonly counts: number;

  constructor(memory: Regions, rowCount: number, keyBytes: number) {
    const depths = rowCount + 2;
    this.rowCount = rowCount;
    this.keyBytes = keyBytes;
    this.orderBytes = 4 * rowCount;
    this.keys = memory.reserve(depths * keyBytes);
    this.orders = memory.reserve(depths * this.orderBytes);
    this.twins = memory.reserve(depths * keyBytes);
    this.counts = memory.reserve(depths * keyBytes);
    this.tried = memory.words(depths);
  }

  get rootKeys(): number {
    return this.keys;
  }

  /** The key of each row. */
  keysAt(depth: I32): I32 {
    return depth.times(this.keyBytes).plus(this.keys);
  }

  /** The rows in the order of their keys. */
  orderAt(depth: I32): I32 {
    return depth.times(this.orderBytes).plus(this.orders);
  }

  /** For the first row of a class of twins, the number of twins; 0 for the others. */
  twinsAt(depth: I32): I32 {
    return depth.times(this.keyBytes).plus(this.twins);
  }

  /** For each tried row, the number of least leaves below it. */
  countsAt(depth: I32): I32 {
    return depth.times(this.keyBytes).plus(this.counts);
  }
}
