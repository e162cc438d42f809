/** A permutation that moves few points: `support[i]` goes to `images[i]`, everything else stays. */
export interface SparsePermutation {
  readonly support: Int32Array;
  readonly images: Int32Array;
}

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
