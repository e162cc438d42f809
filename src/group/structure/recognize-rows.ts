/**
 * Recognizes symmetric, alternating, cyclic and dihedral actions of transitive groups.
 *
 * Since the order is known, a symmetric or alternating group need not be recognized by its elements: n! is symmetric,
 * n!/2 is alternating. A group of n elements is cyclic if one of them has a cycle of length n. A group of 2n elements
 * is dihedral if it has such an element, and the element that fixes a point reverses the cycle. A few elements are
 * tried; one in n / phi(n) succeeds on average.
 */

import type { Chain } from "../chain/chain.ts";
import { compose } from "../permutation.ts";
import type { Permutation } from "../permutation.ts";
import type { RowAction } from "./structure-tree.ts";

export interface NamedRows {
  readonly kind: RowAction["kind"];
  /** The points, in the order of rotation if there is one. */
  readonly sequence: readonly number[];
}

/** @param chain a complete chain of a group that is transitive on all points of the chain */
export function recognizeRows(chain: Chain): NamedRows | undefined {
  const n = chain.degree;
  const { order } = chain;
  const natural = Array.from({ length: n }, (_, i) => i);
  let giant = 1n;
  for (let k = 2; k <= n && giant <= 2n * order; k++) giant *= BigInt(k);
  if (order === giant) return { kind: "symmetric", sequence: natural };
  if (2n * order === giant && n >= 4) return { kind: "alternating", sequence: natural };
  if (order === BigInt(n)) {
    const sequence = fullCycle(chain);
    return sequence && { kind: "cyclic", sequence };
  }
  if (order === BigInt(2 * n)) {
    const sequence = turnedCycle(chain);
    return sequence && { kind: "dihedral", sequence };
  }
  return undefined;
}

/** The cycle of an element that moves all points in one cycle. The group must be regular. */
function fullCycle(chain: Chain): number[] | undefined {
  const { tree } = topLevel(chain);
  for (const point of tree.orbit) {
    const cycle = cycleOf(tree.elementTo(chain.tables, point), tree.root);
    if (cycle.length === chain.degree) return cycle;
  }
  return undefined;
}

/** The same for a group in which two elements fix a point, where one of them must reverse the cycle. */
function turnedCycle(chain: Chain): number[] | undefined {
  const { tree } = topLevel(chain);
  const turn = chain.levels.flatMap((_, i) => chain.generatorsFrom(i)).find((p) => p[tree.root] === tree.root);
  if (!turn) return undefined;
  for (const point of tree.orbit) {
    const u = tree.elementTo(chain.tables, point);
    for (const p of [u, compose(turn, u)]) {
      const cycle = cycleOf(p, tree.root);
      const n = cycle.length;
      if (n === chain.degree && cycle.every((i, k) => turn[i] === cycle[(n - k) % n])) return cycle;
    }
  }
  return undefined;
}

/** The first level whose base point is moved. */
function topLevel(chain: Chain): Chain["levels"][number] {
  return chain.levels.find(({ tree }) => tree.orbit.length > 1)!;
}

function cycleOf(p: Permutation, start: number): number[] {
  const cycle = [start];
  for (let i = p[start]!; i !== start; i = p[i]!) cycle.push(i);
  return cycle;
}
