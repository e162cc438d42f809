/** Automorphisms are the sparse permutations of `noether/group`. */

import type { SparsePermutation } from "../group/sparse-permutation.ts";

export type { SparsePermutation };

/** Exchanges `left[i]` and `right[i]` for all i. */
export function exchange(left: ArrayLike<number>, right: ArrayLike<number>): SparsePermutation {
  const n = left.length;
  const support = new Int32Array(2 * n);
  const images = new Int32Array(2 * n);
  for (let i = 0; i < n; i++) {
    support[i] = images[n + i] = left[i]!;
    support[n + i] = images[i] = right[i]!;
  }
  return { support, images };
}
