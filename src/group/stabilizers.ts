/** Stabilizers of points, sets and vectors, computed part by part: the parts of a group move different points. */

import { rebase } from "./chain/rebase.ts";
import { GroupError } from "./group-error.ts";
import { groupOfParts, ownPlaces, requirePoints } from "./group.ts";
import type { Group, GroupPart } from "./group.ts";
import { colorStabilizer } from "./search/color-stabilizer.ts";

/**
 * The same group, with a base that starts with the given points, for each part in the given order. Fixed points are
 * omitted.
 */
export function withBase(group: Group, points: readonly number[]): Group {
  requirePoints(group.degree, points);
  const own = ownPlaces(group.degree, group.parts, points);
  const parts = group.parts.map(({ points, chain }, k) => ({ points, chain: rebase(chain, own[k]!) }));
  return { ...group, parts };
}

/** The elements that fix every one of the points. */
export function pointwiseStabilizer(group: Group, points: readonly number[]): Group {
  requirePoints(group.degree, points);
  const own = ownPlaces(group.degree, group.parts, points);
  return groupOfParts(
    group.degree,
    group.parts.map(({ points, chain }, k) => ({ points, chain: rebase(chain, own[k]!).tail(own[k]!.length) })),
  );
}

/** The elements that map the set onto itself. Backtracking: fast for most sets, exponential in the worst case. */
export function setStabilizer(group: Group, points: Iterable<number>): Group {
  const set = new Set(points);
  requirePoints(group.degree, set);
  return stabilizerOf(group, (i) => (set.has(i) ? 1 : 0));
}

/** The elements that map each point to one with the same value. Backtracking, as for sets. */
export function vectorStabilizer(group: Group, vector: ArrayLike<number>): Group {
  if (vector.length !== group.degree) {
    throw new GroupError(`unequal degrees: a group of ${group.degree}, a vector of ${vector.length}`);
  }
  const colors = new Map<number, number>();
  for (const value of Array.from(vector)) if (!colors.has(value)) colors.set(value, colors.size);
  return stabilizerOf(group, (i) => colors.get(vector[i]!)!);
}

function stabilizerOf(group: Group, colorOf: (point: number) => number): Group {
  const parts = group.parts.map(({ points, chain }): GroupPart => {
    const colors = points.map((i) => colorOf(i));
    return { points, chain: colorStabilizer(chain, colors, Infinity).chain };
  });
  return groupOfParts(group.degree, parts);
}
