/**
 * Right cosets Hg of a subgroup H in a group G.
 *
 * The canonical element of a coset maps the base points of H, one after the other, to the least points possible. It is
 * found by multiplying with tree elements of H from the left, O(k d n). The representatives are enumerated as the orbit
 * of H itself under multiplication with the generators of G from the right. The enumeration is lazy, but keeps a table
 * of all representatives seen.
 */

import { GroupError } from "./group-error.ts";
import { baseOf, denseGenerators } from "./group.ts";
import type { Group } from "./group.ts";
import { isSubgroup } from "./operations.ts";
import { compose, identity } from "./permutation.ts";
import type { Permutation } from "./permutation.ts";

/** The element of Hg that maps the base of H to the least points. It is the same for all elements of the coset. */
export function canonicalCosetElement(h: Group, g: Permutation): Permutation {
  if (g.length !== h.degree) throw new GroupError(`unequal degrees: ${h.degree} and ${g.length}`);
  const result = Int32Array.from(g);
  for (const { points, chain } of h.parts) {
    const images = points.map((i) => g[i]!);
    for (const { tree } of chain.levels) {
      let best = tree.root;
      for (const i of tree.orbit) if (images[i]! < images[best]!) best = i;
      if (best === tree.root) continue;
      const u = tree.elementTo(chain.tables, best);
      for (let k = 0; k < u.length; k++) u[k] = images[u[k]!]!;
      images.set(u);
    }
    points.forEach((i, k) => (result[i] = images[k]!));
  }
  return result;
}

/**
 * The canonical elements of all right cosets of h in g, that of h itself first, in an order that depends on the
 * generators of g.
 */
export function* cosetRepresentatives(g: Group, h: Group): Generator<Permutation, void, undefined> {
  if (!isSubgroup(h, g)) throw new GroupError("cosets of a group that is not a subgroup");
  const generators = denseGenerators(g);
  const base = baseOf(g);
  const seen = new Set<string>();
  const waiting: Permutation[] = [];
  const visit = (p: Permutation): boolean => {
    const key = base.map((i) => p[i]).join();
    if (seen.has(key)) return false;
    seen.add(key);
    waiting.push(p);
    return true;
  };
  const first = canonicalCosetElement(h, identity(g.degree));
  visit(first);
  yield first;
  for (let k = 0; k < waiting.length; k++) {
    const p = waiting[k]!;
    // An expanded element is not needed any more.
    waiting[k] = first;
    for (const q of generators) {
      const next = canonicalCosetElement(h, compose(p, q));
      if (visit(next)) yield next;
    }
  }
}
