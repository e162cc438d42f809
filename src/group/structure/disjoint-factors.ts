/**
 * The finest decomposition of a group into a direct product of groups that move disjoint sets of points (Chang and
 * Jefferson, Disjoint direct product decompositions of permutation groups, 2022).
 *
 * Orbits are taken one by one, with a base that follows their order. Let the group restricted to the orbits so far be
 * decomposed into cells, and let K be the subgroup that fixes these orbits pointwise. A cell stays separate from the
 * next orbit exactly if each of its elements acts on that orbit like an element of K. Sifting through the levels of
 * that orbit decides this. All other cells are joined with the orbit. The cost is one sifting per strong generator and
 * orbit.
 */

import type { Chain } from "../chain/chain.ts";
import { rebase } from "../chain/rebase.ts";
import type { Permutation } from "../permutation.ts";
import { stabilizerTree } from "../search/stabilizer-tree.ts";

export interface DisjointFactor {
  /** The union of the orbits of the factor, ascending. */
  readonly points: Int32Array;
  readonly order: bigint;
}

interface Cell {
  readonly points: number[];
  order: bigint;
  /** Generators that act, among the orbits so far, only on those of the cell. */
  readonly generators: Permutation[];
}

/** The factors by least point. The chain must be complete. */
export function disjointFactors(chain: Chain): DisjointFactor[] {
  const sorted = stabilizerTree(chain).orbits.toSorted((a, b) => a.length - b.length);
  const { ordered, ends } = followOrbits(chain, sorted);
  let cells: Cell[] = [];
  let start = 0;
  for (const [k, orbit] of sorted.entries()) {
    const end = ends[k]!;
    const apart: Cell[] = [];
    const linked: Cell[] = [];
    for (const cell of cells) {
      const divided = divide(ordered, cell.generators, orbit, start, end);
      if (divided) apart.push({ ...cell, generators: divided });
      else linked.push(cell);
    }
    // The largest cell absorbs the others.
    linked.sort((a, b) => b.points.length - a.points.length);
    const joined = linked[0] ?? { points: [], order: 1n, generators: [] };
    for (const cell of linked.slice(1)) {
      for (const i of cell.points) joined.points.push(i);
      joined.order *= cell.order;
      joined.generators.push(...cell.generators);
    }
    for (const i of orbit) joined.points.push(i);
    if (start < end) {
      for (let i = start; i < end; i++) joined.order *= BigInt(ordered.levels[i]!.tree.orbit.length);
      // The generators that move the orbit. Those that fix it belong to later orbits.
      joined.generators.push(...ordered.generatorsFrom(start).filter((p) => orbit.some((i) => p[i] !== i)));
    }
    cells = [...apart, joined];
    start = end;
  }
  const factors = cells.map(({ points, order }) => ({ points: Int32Array.from(points).sort(), order }));
  return factors.sort((a, b) => a.points[0]! - b.points[0]!);
}

/**
 * A base that fixes each orbit pointwise before it continues with the next, and the position in it after each orbit.
 */
function followOrbits(
  chain: Chain,
  orbits: readonly Int32Array[],
): { readonly ordered: Chain; readonly ends: number[] } {
  const prefix: number[] = [];
  const ends: number[] = [];
  let node = stabilizerTree(chain);
  for (const orbit of orbits) {
    for (;;) {
      const isMoved = (i: number): boolean => !node.isFixed(i);
      // The present base point, if it is suitable, costs nothing.
      const first = node.chain.base[0];
      const point = first !== undefined && orbit.includes(first) && isMoved(first) ? first : orbit.find(isMoved);
      if (point === undefined) break;
      prefix.push(point);
      node = node.fixing(point).node;
    }
    ends.push(prefix.length);
  }
  return { ordered: rebase(chain, prefix), ends };
}

/**
 * The permutations divided by elements of the levels `start` to `end` so that they fix the orbit; `undefined` if that
 * fails for one of them.
 */
function divide(
  chain: Chain,
  generators: readonly Permutation[],
  orbit: Int32Array,
  start: number,
  end: number,
): Permutation[] | undefined {
  const { base } = chain;
  const results: Permutation[] = [];
  for (const p of generators) {
    if (orbit.every((i) => p[i] === i)) {
      results.push(p);
      continue;
    }
    const rest = Int32Array.from(p);
    if (chain.strip(rest, base, start, end) < end || orbit.some((i) => rest[i] !== i)) return undefined;
    results.push(rest);
  }
  return results;
}
