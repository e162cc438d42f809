/**
 * Approximate orbits of the stabilizer of a point: sets that are contained in these orbits, and most likely equal to
 * them.
 *
 * A few random elements, divided by tree elements, are random elements of the stabilizer. Their orbits are taken. A
 * search that tries one point of each set tries at least one of each orbit. O(n d) for tree depth d.
 */

import { Random } from "../../util/random.ts";
import { UnionFind } from "../../util/union-find.ts";
import { Chain } from "../chain/chain.ts";
import { RandomElements } from "../chain/random-elements.ts";
import type { Permutation } from "../permutation.ts";

const sampleSize = 10;

/** One point of each set except that of point 0, those of small sets first. The group must be transitive. */
export function suborbitRepresentatives(n: number, generators: readonly Permutation[]): number[] {
  const chain = new Chain(n, generators);
  chain.addLevel(0);
  for (const p of generators) chain.addGenerator(p);
  const { tree } = chain.levels[0]!;
  const elements = new RandomElements(n, generators, new Random(n));
  const sets = new UnionFind(n);
  for (let k = 0; k < sampleSize; k++) {
    const p = Int32Array.from(elements.next());
    tree.divide(chain.tables, p, p[0]!);
    for (let i = 0; i < n; i++) sets.union(i, p[i]!);
  }
  const sizes = new Int32Array(n);
  for (let i = 0; i < n; i++) sizes[sets.find(i)]!++;
  const representatives = Array.from({ length: n - 1 }, (_, i) => i + 1).filter((i) => sizes[i]! > 0);
  return representatives.sort((i, j) => sizes[i]! - sizes[j]! || i - j);
}
