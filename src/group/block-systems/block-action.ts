/**
 * The action of a transitive group on the blocks of a system, and that of the stabilizer of a block on the block.
 *
 * The group lies in the wreath product of the two, inner wr outer, of order |inner|^k |outer| for k blocks (Krasner and
 * Kaloujnine 1951). Generators of the inner group are Schreier generators, read off an alignment of every block with the first
 * one; all of them are taken, so the inner group is exact. O(g n).
 */

import type { Permutation } from "../permutation.ts";
import type { BlockLabels } from "./block-system.ts";

export interface BlockAction {
  /** The points of each block, aligned: some element maps `blocks[0][c]` to `blocks[j][c]` for all c. */
  readonly blocks: readonly Int32Array[];
  /** Per generator, the images of the blocks. */
  readonly outer: readonly Permutation[];
  /** Generators of the action of the stabilizer of `blocks[0]`, on the indices c. */
  readonly inner: readonly Permutation[];
}

/** The group generated is transitive on 0 to n-1, and `labels` is one of its block systems. */
export function blockAction(n: number, generators: readonly Permutation[], labels: BlockLabels): BlockAction {
  const blockOf = new Int32Array(n).fill(-1);
  const index = new Int32Array(n);
  const blocks: Int32Array[] = [];
  const add = (points: Int32Array): void => {
    points.forEach((i, c) => {
      blockOf[i] = blocks.length;
      index[i] = c;
    });
    blocks.push(points);
  };
  add(Int32Array.from({ length: n }, (_, i) => i).filter((i) => labels[i] === labels[0]));
  for (const block of blocks) {
    for (const g of generators) if (blockOf[g[block[0]!]!]! < 0) add(block.map((i) => g[i]!));
  }
  const inner = new Map<string, Permutation>();
  for (const block of blocks) {
    for (const g of generators) {
      const p = block.map((i) => index[g[i]!]!);
      if (p.some((image, c) => image !== c)) inner.set(p.join(), p);
    }
  }
  return {
    blocks,
    outer: generators.map((g) => Int32Array.from(blocks, (block) => blockOf[g[block[0]!]!]!)),
    inner: [...inner.values()],
  };
}
