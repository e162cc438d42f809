/** Block systems of the action on an orbit, and primitivity. See `block-system.ts`. */

import { getOrAdd } from "../util/numbering.ts";
import { finestBlocks, minimalSystems } from "./block-systems/block-system.ts";
import type { BlockLabels } from "./block-systems/block-system.ts";
import { actionOn } from "./construction/equivariant-map.ts";
import type { Action } from "./construction/equivariant-map.ts";
import { GroupError } from "./group-error.ts";
import { denseGenerators, requirePoints } from "./group.ts";
import type { Group } from "./group.ts";
import { orbits } from "./orbits.ts";

/**
 * A partition of points that every element of a group preserves. Blocks are ascending and sorted by their least points.
 */
export type BlockSystem = readonly (readonly number[])[];

/** The minimal nontrivial block systems of the action on the orbit of `point`. There are none if it is primitive. */
export function minimalBlockSystems(group: Group, point = 0): BlockSystem[] {
  if (group.degree === 0) return [];
  const { points, generators } = orbitAction(group, point);
  return minimalSystems(points.length, generators)
    .map((labels) => blocksOf(labels, points))
    .sort(compareSystems);
}

/** The finest block system of the action on the orbit of a with a and b in one block. */
export function finestBlockSystem(group: Group, a: number, b: number): BlockSystem {
  requirePoints(group.degree, [a, b]);
  const { points, generators } = orbitAction(group, a);
  if (!points.includes(b)) throw new GroupError(`the points ${a} and ${b} are in different orbits`);
  return blocksOf(finestBlocks(points.length, generators, points.indexOf(a), points.indexOf(b)), points);
}

/** Whether the group is transitive on all its points, and its only blocks are single points and the whole. */
export function isPrimitive(group: Group): boolean {
  if (group.degree === 0 || orbits(group.degree, group.generators).count > 1) return false;
  return minimalBlockSystems(group).length === 0;
}

/** The action of the generators on an orbit, its points renumbered in ascending order. */
function orbitAction(group: Group, point: number): Action & { readonly points: number[] } {
  requirePoints(group.degree, [point]);
  const { least } = orbits(group.degree, group.generators);
  const points = [...least.keys()].filter((i) => least[i] === least[point]);
  return { points, ...actionOn(points, denseGenerators(group), new Int32Array(group.degree)) };
}

function blocksOf(labels: BlockLabels, points: readonly number[]): BlockSystem {
  const blocks = new Map<number, number[]>();
  labels.forEach((label, k) => {
    getOrAdd(blocks, label, () => []).push(points[k]!);
  });
  return [...blocks.values()];
}

/** Compares systems by their first blocks. */
function compareSystems(a: BlockSystem, b: BlockSystem): number {
  const [first, second] = [a[0]!, b[0]!];
  for (let k = 0; k < Math.min(first.length, second.length); k++) {
    if (first[k] !== second[k]) return first[k]! - second[k]!;
  }
  return first.length - second.length;
}
