/**
 * Orbits of a permutation group given by generators.
 *
 * The group is never enumerated: two points are merged as soon as one generator maps one to the other. So the cost is
 * O(n + g * s * alpha(n)) for g generators that move s of the n points.
 */

import { look } from "../util/limits.ts";
import { UnionFind } from "../util/union-find.ts";
import { SchreierTree } from "./chain/schreier-tree.ts";
import { GroupError } from "./group-error.ts";
import { identity, inverse } from "./permutation.ts";
import type { Permutation } from "./permutation.ts";
import type { SparsePermutation } from "./sparse-permutation.ts";

/** A partition of {0, ..., n-1}. */
export interface Orbits {
  /** `least[i]` is the smallest point in the orbit of `i`. */
  readonly least: Uint32Array;
  readonly count: number;
}

/** @throws GroupError if a generator is not a permutation of n points */
export function orbits(n: number, generators: readonly (Permutation | SparsePermutation)[]): Orbits {
  const sets = new UnionFind(n);
  for (const p of generators) {
    look(1 + (("support" in p ? p.support.length : n) >> 5));
    if ("support" in p) {
      for (let i = 0; i < p.support.length; i++) {
        if (p.support[i]! >= n) throw new GroupError(`the point ${p.support[i]} is not one of the ${n} points`);
        sets.union(p.support[i]!, p.images[i]!);
      }
    } else {
      if (p.length !== n) throw new GroupError(`unequal degrees: ${n} and ${p.length}`);
      for (let i = 0; i < n; i++) if (p[i] !== i) sets.union(i, p[i]!);
    }
  }
  const least = new Uint32Array(n);
  for (let i = 0; i < n; i++) least[i] = sets.find(i);
  return { least, count: sets.count };
}

/** The points of each orbit, ascending. Orbits are sorted by their least points. */
export function orbitLists({ least }: Orbits): number[][] {
  const lists = new Map<number, number[]>();
  for (let i = 0; i < least.length; i++) {
    if (least[i] === i) lists.set(i, [i]);
    else lists.get(least[i]!)!.push(i);
  }
  return [...lists.values()];
}

/** The orbit of a point and, for each of its members, an element of the group that maps the point there. */
export interface Transversal {
  readonly point: number;
  /** The orbit in the order of discovery. The point itself comes first. */
  readonly orbit: readonly number[];
  /** An element that maps `point` to `target`; `undefined` if `target` is not in the orbit. */
  readonly elementTo: (target: number) => Permutation | undefined;
}

/** Elements are not stored. They are composed from the generators along a shortest path on demand. */
export function transversal(n: number, generators: readonly Permutation[], point: number): Transversal {
  if (!Number.isInteger(point) || point < 0 || point >= n) {
    throw new GroupError(`the point ${point} is not one of the ${n} points`);
  }
  const tables = generators.flatMap((p) => {
    if (p.length !== n) throw new GroupError(`unequal degrees: ${n} and ${p.length}`);
    return [p, inverse(p)];
  });
  const tree = new SchreierTree(point, identity(n), n);
  tree.rebuild(
    tables,
    generators.map((_, g) => 2 * g),
    Infinity,
  );
  return {
    point,
    orbit: tree.orbit,
    elementTo: (target) => (tree.has(target) ? tree.elementTo(tables, target) : undefined),
  };
}
