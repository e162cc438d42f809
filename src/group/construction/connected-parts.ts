/**
 * Decomposes a set of permutations into independent parts: no generator moves points of two parts.
 *
 * The group is the direct product of the parts. So orders, membership, stabilizers and canonical images are computed
 * part by part, at the cost of the points that a part moves. O(moved points). This is not the finest decomposition: see
 * `disjoint-factors.ts`.
 */

import { look } from "../../util/limits.ts";
import { getOrAdd } from "../../util/numbering.ts";
import { UnionFind } from "../../util/union-find.ts";
import { identity } from "../permutation.ts";
import type { Permutation } from "../permutation.ts";
import type { SparsePermutation } from "../sparse-permutation.ts";
import { sparse } from "../sparse-permutation.ts";

export interface Part {
  /** The points that this part moves, ascending. The part numbers its points by their positions here. */
  readonly points: Int32Array;
  readonly generators: readonly Permutation[];
}

/** The parts by least point. Points that nothing moves belong to no part. */
export function connectedParts(degree: number, generators: readonly (Permutation | SparsePermutation)[]): Part[] {
  const sparseGenerators = generators.map((p) => ("support" in p ? p : sparse(p)));
  const sets = new UnionFind(degree);
  const isMoved = new Uint8Array(degree);
  for (const { support } of sparseGenerators) {
    look(1 + (support.length >> 5));
    for (const i of support) {
      isMoved[i] = 1;
      sets.union(support[0]!, i);
    }
  }
  const points = new Map<number, number[]>();
  const number = new Int32Array(degree);
  for (let i = 0; i < degree; i++) {
    if (!isMoved[i]) continue;
    const root = sets.find(i);
    if (root === i) points.set(i, []);
    const list = points.get(root)!;
    number[i] = list.length;
    list.push(i);
  }
  const own = new Map<number, Permutation[]>();
  for (const { support, images } of sparseGenerators) {
    if (support.length === 0) continue;
    look(1 + (degree >> 6));
    const root = sets.find(support[0]!);
    const p = identity(points.get(root)!.length);
    support.forEach((i, k) => (p[number[i]!] = number[images[k]!]!));
    getOrAdd(own, root, () => []).push(p);
  }
  return Array.from(points, ([root, list]) => ({ points: Int32Array.from(list), generators: own.get(root)! }));
}
