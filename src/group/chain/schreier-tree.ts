/**
 * The orbit of a point as a tree of back-pointers (Schreier 1927; Sims 1970).
 *
 * Each point of the orbit stores the generator that leads to it from a point nearer to the root. The element that maps
 * the root to it is the product along the path and is never stored. Generators are tables of images, each at an even
 * number and its inverse at the next odd one, so `e ^ 1` is the inverse of `e`. Memory is two words per point of the
 * orbit under the whole group, whatever the degree.
 *
 * Trees stay shallow, because every use of an element costs its depth. When a tree would become too deep, the caller
 * adds the element at the bottom as a new generator and rebuilds the tree (Seress 2003, section 4.4, does the same with
 * cubes). Each such shortcut multiplies the number of points within reach, so O(log |orbit|) of them are enough.
 */

import { look } from "../../util/limits.ts";
import { identity } from "../permutation.ts";
import type { Permutation } from "../permutation.ts";

/** No generator: the point is not in the orbit, or is the root. */
const absent = -1;
const rootEdge = -2;

export class SchreierTree {
  readonly root: number;
  /** The orbit in the order of discovery. The root comes first. */
  readonly orbit: number[];
  depth = 0;
  /** The edges of a point are at `positions[point] - start`, if that is below `size`. */
  private readonly positions: Int32Array;
  private readonly start: number;
  private readonly edges: Int32Array;
  private readonly depths: Int32Array;
  private way: Int32Array = new Int32Array(16);

  constructor(root: number, positions: Int32Array, size: number, start = 0, original?: SchreierTree) {
    this.root = root;
    this.orbit = [];
    this.positions = positions;
    this.start = start;
    this.edges = original?.edges ?? new Int32Array(size);
    this.depths = original?.depths ?? new Int32Array(size);
    if (!original) this.clear();
  }

  /**
   * The tree with its points renamed by q, and all generators conjugated by q. `positions` must be renamed too. Shares
   * memory.
   */
  renamed(q: Permutation, positions: Int32Array): SchreierTree {
    const tree = new SchreierTree(q[this.root]!, positions, this.edges.length, this.start, this);
    for (const point of this.orbit) tree.orbit.push(q[point]!);
    tree.depth = this.depth;
    return tree;
  }

  has(point: number): boolean {
    const edge = this.edges[this.positions[point]! - this.start];
    return edge !== undefined && edge !== absent;
  }

  /** Extends the orbit by a new generator, the last of `generators`. True if the orbit grew. */
  extend(tables: readonly Int32Array[], generators: readonly number[]): boolean {
    const { orbit } = this;
    const fresh = generators.at(-1)!;
    const known = orbit.length;
    look(1 + (known >> 5));
    for (let k = 0; k < known; k++) this.follow(tables, orbit[k]!, fresh);
    for (let k = known; k < orbit.length; k++) {
      look(1 + (generators.length >> 3));
      for (const g of generators) {
        this.follow(tables, orbit[k]!, g);
        this.follow(tables, orbit[k]!, g ^ 1);
      }
    }
    return orbit.length > known;
  }

  /**
   * Builds the tree anew, breadth first. Stops when a point deeper than `limit` has neighbors left, and returns that
   * point.
   */
  rebuild(tables: readonly Int32Array[], generators: readonly number[], limit: number): number | undefined {
    const { orbit } = this;
    this.clear();
    // The orbit grows during the loop.
    for (const point of orbit) {
      look(1 + (generators.length >> 3));
      const before = orbit.length;
      for (const g of generators) {
        this.follow(tables, point, g);
        this.follow(tables, point, g ^ 1);
      }
      if (orbit.length > before && this.depths[this.positions[point]! - this.start]! >= limit) return point;
    }
    return undefined;
  }

  /** w := w * u^-1, where u maps the root to `point`; w holds the images of some points. */
  divide(tables: readonly Int32Array[], w: Int32Array, point: number): void {
    const n = w.length;
    let p = point;
    while (p !== this.root) {
      look(1 + (n >> 8));
      const table = tables[this.edges[this.positions[p]! - this.start]! ^ 1]!;
      for (let i = 0; i < n; i++) w[i] = table[w[i]!]!;
      p = table[p]!;
    }
  }

  /** w := w * u, where u maps the root to `point`. */
  multiply(tables: readonly Int32Array[], w: Int32Array, point: number): void {
    const n = w.length;
    for (let k = this.wayFrom(tables, point) - 1; k >= 0; k--) {
      look(1 + (n >> 8));
      const table = tables[this.way[k]!]!;
      for (let i = 0; i < n; i++) w[i] = table[w[i]!]!;
    }
  }

  /** The element u that maps the root to `point`, written into `u` if given. */
  elementTo(
    tables: readonly Int32Array[],
    point: number,
    u: Int32Array = identity(this.positions.length),
  ): Permutation {
    for (let i = 0; i < u.length; i++) u[i] = i;
    this.multiply(tables, u, point);
    return u;
  }

  /** Writes the generators on the path from `point` back to the root into `way`, and returns their number. */
  private wayFrom(tables: readonly Int32Array[], point: number): number {
    let length = 0;
    for (let p = point; p !== this.root;) {
      const edge = this.edges[this.positions[p]! - this.start]!;
      if (length === this.way.length) {
        const longer = new Int32Array(2 * length);
        longer.set(this.way);
        this.way = longer;
      }
      this.way[length++] = edge;
      p = tables[edge ^ 1]![p]!;
    }
    return length;
  }

  private follow(tables: readonly Int32Array[], from: number, edge: number): void {
    const to = tables[edge]![from]!;
    const at = this.positions[to]! - this.start;
    if (this.edges[at] !== absent) return;
    this.edges[at] = edge;
    const depth = this.depths[this.positions[from]! - this.start]! + 1;
    this.depths[at] = depth;
    if (depth > this.depth) this.depth = depth;
    this.orbit.push(to);
  }

  private clear(): void {
    this.edges.fill(absent);
    this.edges[this.positions[this.root]! - this.start] = rootEdge;
    this.orbit.length = 0;
    this.orbit.push(this.root);
    this.depth = 0;
  }
}
