/**
 * An ordered partition of the vertices, refined in place and restored.
 *
 * The vertices of a cell are contiguous in `order`. A cell is identified by its first position, which serves as the
 * color of its vertices. Splitting cuts pieces off the end of a cell; cutting and restoring cost the size of the
 * pieces.
 */

import { look } from "../util/limits.ts";

export class Partition {
  readonly size: number;
  /** The vertices, cell by cell. */
  readonly order: Int32Array;
  /** The position of each vertex in `order`. */
  readonly position: Int32Array;
  /** The cell of each vertex. */
  readonly cellOf: Int32Array;
  /** The number of vertices of each cell, at the cell's first position. */
  readonly lengths: Int32Array;
  cellCount: number;
  /** The cuts so far: the new cell and the cell it was cut from. */
  readonly cuts: Int32Array;
  readonly origins: Int32Array;
  cutCount = 0;

  /** The cells are the color classes, by ascending color. */
  constructor(colors: ArrayLike<number>) {
    const n = colors.length;
    this.size = n;
    this.order = new Int32Array(n);
    this.position = new Int32Array(n);
    this.cellOf = new Int32Array(n);
    this.lengths = new Int32Array(n);
    this.cuts = new Int32Array(n);
    this.origins = new Int32Array(n);
    look(1 + (n >> 3));
    sortByColor(colors, this.order);
    look(1 + (n >> 3));
    this.cellCount = 0;
    let cell = 0;
    for (let i = 0; i < n; i++) {
      const v = this.order[i]!;
      if (i === 0 || colors[v] !== colors[this.order[i - 1]!]) {
        cell = i;
        this.cellCount++;
      }
      this.position[v] = i;
      this.cellOf[v] = cell;
      this.lengths[cell]!++;
    }
  }

  get isDiscrete(): boolean {
    return this.cellCount === this.size;
  }

  /** Moves a vertex to a position within its own cell. */
  move(v: number, to: number): void {
    const { order, position } = this;
    const from = position[v]!;
    const other = order[to]!;
    order[from] = other;
    position[other] = from;
    order[to] = v;
    position[v] = to;
  }

  /** Makes the end of a cell, from position `start` on, a cell of its own. */
  cut(cell: number, start: number): void {
    const { order, cellOf, lengths } = this;
    const end = cell + lengths[cell]!;
    for (let i = start; i < end; i++) cellOf[order[i]!] = start;
    lengths[start] = end - start;
    lengths[cell] = start - cell;
    this.cuts[this.cutCount] = start;
    this.origins[this.cutCount++] = cell;
    this.cellCount++;
  }

  /** The largest cell of several vertices that was cut off since there were `cutCount` cuts; -1 if there is none. */
  largestCutSince(cutCount: number): number {
    let largest = -1;
    for (let i = cutCount; i < this.cutCount; i++) {
      const cell = this.cuts[i]!;
      const length = this.lengths[cell]!;
      if (length > 1 && (largest < 0 || length > this.lengths[largest]!)) largest = cell;
    }
    return largest;
  }

  /** Undoes cuts until `cutCount` are left; the order inside cells may differ from before. */
  takeBack(cutCount: number): void {
    const { order, cellOf, lengths, cuts, origins } = this;
    while (this.cutCount > cutCount) {
      const start = cuts[--this.cutCount]!;
      const cell = origins[this.cutCount]!;
      const end = start + lengths[start]!;
      for (let i = start; i < end; i++) cellOf[order[i]!] = cell;
      lengths[cell]! += end - start;
      lengths[start] = 0;
      this.cellCount--;
    }
  }
}

/** The vertices by ascending color; linear unless the colors are far apart. */
function sortByColor(colors: ArrayLike<number>, order: Int32Array): void {
  const n = colors.length;
  let low = Infinity;
  let high = -Infinity;
  for (let v = 0; v < n; v++) {
    low = Math.min(low, colors[v]!);
    high = Math.max(high, colors[v]!);
  }
  if (high - low > 4 * n + 1024) {
    for (let v = 0; v < n; v++) order[v] = v;
    order.sort((u, v) => colors[u]! - colors[v]! || u - v);
    return;
  }
  const starts = new Int32Array(n === 0 ? 0 : high - low + 2);
  for (let v = 0; v < n; v++) starts[colors[v]! - low + 1]!++;
  for (let c = 1; c < starts.length; c++) starts[c]! += starts[c - 1]!;
  for (let v = 0; v < n; v++) order[starts[colors[v]! - low]!++] = v;
}
