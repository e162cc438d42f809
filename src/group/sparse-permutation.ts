/**
 * Permutations that move few of many points.
 *
 * A search for automorphisms returns this form: on 100,000 points, a generator often moves a handful. Groups store
 * their generators in this form, so that memory is proportional to the moved points.
 */

import { look } from "../util/limits.ts";
import { GroupError } from "./group-error.ts";
import { identity } from "./permutation.ts";
import type { Permutation } from "./permutation.ts";

/**
 * Maps `support[i]` to `images[i]` and fixes all other points. The order is arbitrary, and fixed points may be listed.
 */
export interface SparsePermutation {
  readonly support: Int32Array;
  readonly images: Int32Array;
}

/** The moved points of p, ascending, and their images. */
export function sparse(p: Permutation): SparsePermutation {
  const support: number[] = [];
  for (let i = 0; i < p.length; i++) if (p[i] !== i) support.push(i);
  return { support: Int32Array.from(support), images: Int32Array.from(support, (i) => p[i]!) };
}

/** @throws GroupError if a point is not below n, or p is not a permutation */
export function dense(p: SparsePermutation, n: number): Permutation {
  requireSparse(p, n);
  const result = identity(n);
  for (let i = 0; i < p.support.length; i++) result[p.support[i]!] = p.images[i]!;
  return result;
}

/** The same permutation with its moved points ascending. @throws GroupError if it is not a permutation of n points */
export function normalSparse(p: SparsePermutation, n: number): SparsePermutation {
  requireSparse(p, n);
  const { support, images } = p;
  if (support.every((i, k) => i !== images[k] && (k === 0 || support[k - 1]! < i))) return p;
  const moved = Array.from(support.keys()).filter((i) => support[i] !== images[i]);
  moved.sort((i, j) => support[i]! - support[j]!);
  return {
    support: Int32Array.from(moved, (i) => support[i]!),
    images: Int32Array.from(moved, (i) => images[i]!),
  };
}

function requireSparse({ support, images }: SparsePermutation, n: number): void {
  if (support.length !== images.length) {
    throw new GroupError(`not a permutation: ${support.length} points with ${images.length} images`);
  }
  look(1 + (support.length >> 4));
  const from = support.toSorted();
  const to = images.toSorted();
  for (let k = 0; k < from.length; k++) {
    const i = from[k]!;
    if (i < 0 || i >= n) throw new GroupError(`the point ${i} is not one of the ${n} points`);
    if (k > 0 && from[k - 1] === i) throw new GroupError(`not a permutation: ${i} has two images`);
    if (to[k]! > i) throw new GroupError(`not a permutation: no point is mapped to ${i}`);
    if (to[k]! < i) throw new GroupError(`not a permutation: two points are mapped to ${to[k]}`);
  }
}
