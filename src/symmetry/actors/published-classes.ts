/**
 * The equivalence classes of rebecs by the published algorithm (Jaghoori, Sirjani, Mousavi and Movaghar, "Efficient
 * symmetry reduction for an actor-based model", 2005, section 4.1): for comparison only, since it is not sound.
 *
 * `check` follows the lists of known rebecs from two rebecs in parallel, and calls them equivalent if it never has to
 * map one rebec to two. It looks only forward, so it ignores the rebecs that know them: it takes two servers for
 * equivalent although balancers know them in a fixed order. It does not check whether two rebecs are mapped to one,
 * does not compare the arguments of first messages, and yields classes where a group is needed. (The published text
 * sets pi[i] a second time. It must mean pi[x].)
 *
 * `find` costs O(n^2) checks, each linear in the sum of the lists.
 */

import type { ProgramStructure } from "../../hints/program-structure.ts";

export function publishedClasses({ components, known = [] }: ProgramStructure): number[][] {
  const classes: number[][] = [];
  components.forEach((_, i) => {
    const found = classes.find(([representative]) => areAlike(components, known, representative!, i));
    if (found) found.push(i);
    else classes.push([i]);
  });
  return classes;
}

function areAlike(
  components: ProgramStructure["components"],
  known: readonly (readonly number[])[],
  i: number,
  j: number,
): boolean {
  const image = new Map<number, number>();
  const pairs: [number, number][] = [[i, j]];
  for (const [x, y] of pairs) {
    const before = image.get(x);
    if (before !== undefined && before !== y) return false;
    if (before !== undefined) continue;
    image.set(x, y);
    // Rebecs that do not exist yet know no others. The paper does not consider them.
    if (components[x]!.type !== components[y]!.type || known[x]!.length !== known[y]!.length) return false;
    known[x]!.forEach((next, k) => pairs.push([next, known[y]![k]!]));
  }
  return true;
}
