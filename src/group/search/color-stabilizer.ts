/**
 * The stabilizer of a coloring: all elements that map every point to one of the same color. A set is a coloring with
 * two colors.
 *
 * The search backtracks with a base that is chosen for the coloring: at each step, a point of the rarest color in an
 * orbit of the stabilizer of the points chosen so far. When every orbit has one color, the remaining stabilizer belongs
 * to the result. A partial element is refused if it does not map the orbits of the stabilizer to sets with the same
 * colors (Leon 1991 uses finer partitions; orbits come for free with the chain). One node of the search costs O(d n),
 * for tree depth d.
 */

import type { Chain } from "../chain/chain.ts";
import { rebase } from "../chain/rebase.ts";
import type { Permutation } from "../permutation.ts";
import { searchSubgroup } from "./search-subgroup.ts";
import type { FoundSubgroup } from "./search-subgroup.ts";
import { stabilizerTree } from "./stabilizer-tree.ts";
import type { StabilizerNode } from "./stabilizer-tree.ts";

/** @param colors small nonnegative numbers */
export function colorStabilizer(chain: Chain, colors: Int32Array, limit: number): FoundSubgroup {
  const { prefix, nodes } = separatingBase(stabilizerTree(chain), colors);
  const rebased = rebase(chain, prefix);
  const expected = nodes.map(({ least }) => fingerprint(least, colors));
  return searchSubgroup(
    rebased,
    prefix.length,
    {
      image: (level, image) => colors[image] === colors[prefix[level]!],
      partial: (level, u) => fingerprint(nodes[level]!.least, colors, u) === expected[level],
      full: (p) => p.every((image, i) => colors[image] === colors[i]),
    },
    limit,
  );
}

/** Points such that each orbit of their stabilizer has one color, and the intermediate stabilizers. */
function separatingBase(
  root: StabilizerNode,
  colors: Int32Array,
): { readonly prefix: number[]; readonly nodes: StabilizerNode[] } {
  const prefix: number[] = [];
  const nodes: StabilizerNode[] = [];
  for (let node = root; ;) {
    const point = rarest(node, colors);
    if (point === undefined) return { prefix, nodes };
    node = node.fixing(point).node;
    prefix.push(point);
    nodes.push(node);
  }
}

/** A point of the rarest color within an orbit, or the present base point if its color is almost as rare. */
function rarest(node: StabilizerNode, colors: Int32Array): number | undefined {
  const first = node.chain.levels.find(({ tree }) => tree.orbit.length > 1)?.tree.root;
  let best: number | undefined;
  let bestCount = Infinity;
  let firstCount = Infinity;
  for (const orbit of node.orbits) {
    const counts = new Map<number, number>();
    for (const i of orbit) counts.set(colors[i]!, (counts.get(colors[i]!) ?? 0) + 1);
    if (counts.size < 2) continue;
    if (first !== undefined && node.least[first] === orbit[0]) firstCount = counts.get(colors[first]!)!;
    for (const [color, count] of counts) {
      if (count >= bestCount) continue;
      bestCount = count;
      best = orbit.find((i) => colors[i] === color);
    }
  }
  return best !== undefined && firstCount <= 2 * bestCount ? first : best;
}

/** A number that is the same for u and for the identity if u maps every orbit to a set with the same colors. */
function fingerprint(least: Int32Array, colors: Int32Array, u?: Permutation): number {
  let sum = 0;
  for (let i = 0; i < least.length; i++) {
    let hash = Math.imul(least[i]! + 1, 0x9e3779b1) ^ Math.imul(colors[u ? u[i]! : i]! + 1, 0x85ebca6b);
    hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
    sum = (sum + (hash ^ (hash >>> 13))) | 0;
  }
  return sum;
}
