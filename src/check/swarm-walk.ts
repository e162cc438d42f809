/** The searches of a swarm, by their numbers. */

import type { WalkOptions } from "../engine/engine.ts";

/** The greatest depths, in turn. Errors that are near are found soon where a search must turn back soon. */
const depths: readonly (number | undefined)[] = [undefined, 10_000, 1000, 100];

/** The first search is the one without a swarm. */
export function swarmWalk(walk: WalkOptions, number: number): WalkOptions {
  if (number === 0) return walk;
  const depth = Math.min(depths[number % depths.length] ?? Infinity, walk.maxDepth ?? Infinity);
  return {
    ...walk,
    bitstate: walk.bitstate && { ...walk.bitstate, seed: number },
    shuffle: number,
    maxDepth: depth === Infinity ? undefined : depth,
  };
}
