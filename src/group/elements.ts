/**
 * Enumerates the elements of a group.
 *
 * Each element is a product of one tree element from every level of the chain. Elements come in the lexicographic order
 * of the images of the base. The identity is first only if every base point is the least of its orbit. An element costs
 * O(d m) for tree depth d and m moved points of the part whose level changes. Only one partial product per level is
 * stored.
 */

import { look } from "../util/limits.ts";
import type { Group } from "./group.ts";
import { identity } from "./permutation.ts";
import type { Permutation } from "./permutation.ts";

/** All elements, lazily. Each is a new array. */
export function* elements(group: Group): Generator<Permutation, void, undefined> {
  const levels = group.parts.flatMap(({ points, chain }) => chain.levels.map(({ tree }) => ({ points, chain, tree })));
  // partial[i] is the product of the elements chosen at the levels before i. Its images of base point i are still open.
  const partial: Permutation[] = [identity(group.degree)];
  const choices: number[][] = [];
  const next: number[] = [];
  const open = (i: number): void => {
    const { points, tree } = levels[i]!;
    const p = partial[i]!;
    choices[i] = tree.orbit.toSorted((a, b) => p[points[a]!]! - p[points[b]!]!);
    next[i] = 0;
  };
  if (levels.length === 0) {
    yield identity(group.degree);
    return;
  }
  open(0);
  for (let i = 0; i >= 0;) {
    look();
    const point = choices[i]![next[i]!++];
    if (point === undefined) {
      i--;
      continue;
    }
    const { points, chain, tree } = levels[i]!;
    // First the new tree element, then the earlier choices, which determine the images of the base points of earlier
    // levels.
    const p = Int32Array.from(partial[i]!);
    const u = tree.elementTo(chain.tables, point);
    const before = partial[i]!;
    for (let k = 0; k < u.length; k++) p[points[k]!] = before[points[u[k]!]!]!;
    if (i === levels.length - 1) yield p;
    else {
      partial[i + 1] = p;
      i++;
      open(i);
    }
  }
}
