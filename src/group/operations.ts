/** Constructions of groups from groups. A known order of the result saves the proof that its chain is complete. */

import { GroupError } from "./group-error.ts";
import { contains, denseGenerators, permutationGroup, requirePoints } from "./group.ts";
import type { Group } from "./group.ts";
import { orbits } from "./orbits.ts";
import type { Permutation } from "./permutation.ts";
import type { SparsePermutation } from "./sparse-permutation.ts";

/** The least group that contains all of the groups. */
export function join(first: Group, ...others: readonly Group[]): Group {
  let result = first;
  for (const other of others) {
    requireSameDegree(first, other);
    const missing = other.generators.filter((p) => !contains(result, p));
    if (missing.length > 0) result = permutationGroup(first.degree, [...result.generators, ...missing]);
  }
  return result;
}

export function isSubgroup(h: Group, g: Group): boolean {
  return h.degree === g.degree && h.order <= g.order && h.generators.every((p) => contains(g, p));
}

export function sameGroup(g: Group, h: Group): boolean {
  return g.order === h.order && isSubgroup(g, h);
}

/** q^-1 G q: the group with its points renamed by q. */
export function conjugateGroup(group: Group, q: Permutation): Group {
  if (q.length !== group.degree) throw new GroupError(`unequal degrees: ${group.degree} and ${q.length}`);
  return permutationGroup(
    group.degree,
    group.generators.map(({ support, images }) => ({
      support: support.map((i) => q[i]!),
      images: images.map((i) => q[i]!),
    })),
    { order: group.order },
  );
}

export function isTransitive(group: Group): boolean {
  return orbits(group.degree, group.generators).count <= 1;
}

/**
 * The action on an invariant set of points: `points[i]` becomes point i.
 *
 * @throws GroupError if an element maps a point out of the set
 */
export function restriction(group: Group, points: readonly number[]): Group {
  requirePoints(group.degree, points);
  const number = new Map(points.map((point, i) => [point, i]));
  if (number.size < points.length) throw new GroupError("a point is listed twice");
  return permutationGroup(
    points.length,
    denseGenerators(group).map((p) =>
      Int32Array.from(points, (point) => {
        const image = number.get(p[point]!);
        if (image === undefined) throw new GroupError(`the set is not invariant: ${point} is mapped to ${p[point]}`);
        return image;
      }),
    ),
  );
}

/**
 * The action on blocks: disjoint sets of points that every element maps to each other. Block i becomes point i.
 *
 * @throws GroupError if an element does not map blocks to blocks
 */
export function actionOnBlocks(group: Group, blocks: readonly (readonly number[])[]): Group {
  const blockOf = new Int32Array(group.degree).fill(-1);
  for (const [k, block] of blocks.entries()) {
    requirePoints(group.degree, block);
    if (block.length === 0) throw new GroupError(`block ${k} is empty`);
    for (const i of block) {
      if (blockOf[i]! >= 0) throw new GroupError(`the point ${i} is in two blocks`);
      blockOf[i] = k;
    }
  }
  return permutationGroup(
    blocks.length,
    denseGenerators(group).map((p) =>
      Int32Array.from(blocks, (block, k) => {
        const image = blockOf[p[block[0]!]!]!;
        const isBlock =
          image >= 0 && blocks[image]!.length === block.length && block.every((i) => blockOf[p[i]!] === image);
        if (!isBlock) throw new GroupError(`an element does not map block ${k} to a block`);
        return image;
      }),
    ),
  );
}

/** The direct product on disjoint sets of points: the points of each group come after those of the previous ones. */
export function directProduct(...groups: readonly Group[]): Group {
  const generators: SparsePermutation[] = [];
  let degree = 0;
  for (const group of groups) {
    const start = degree;
    for (const { support, images } of group.generators) {
      generators.push({ support: support.map((i) => start + i), images: images.map((i) => start + i) });
    }
    degree += group.degree;
  }
  return permutationGroup(degree, generators, { order: groups.reduce((product, { order }) => product * order, 1n) });
}

function requireSameDegree(g: Group, h: Group): void {
  if (g.degree !== h.degree) throw new GroupError(`unequal degrees: ${g.degree} and ${h.degree}`);
}
