/**
 * A swarm: several searches of the same states, depth first with bits of hashes, in different orders and to different
 * depths (Holzmann, Joshi and Groce, 2008). Each misses other states than the others.
 *
 * A search is determined by its number. The first one by number that finds a violation decides, and those after it do
 * not count, so that the result does not depend on which was faster.
 */

import type { Part, PartResult } from "./part.ts";
import type { PropertyResult, SwarmSearch } from "./result.ts";
import { doParts } from "./side-by-side.ts";
import type { SideBySide } from "./side-by-side.ts";
import type { Searched } from "./states.ts";
import { swarmWalk } from "./swarm-walk.ts";

export async function checkSwarm(count: number, given: SideBySide): Promise<Searched> {
  const parts = Array.from({ length: count }, (_, number): Part => ({ kind: "search", number }));
  const all = (await doParts(parts, { ...given, isLast: hasViolation })) as Searched[];
  const swarm = all.map(({ states, transitions = 0, depth = 0, bitstate, limit, ...rest }, number): SwarmSearch => {
    const { maxDepth } = swarmWalk(given.plan.walk!, number);
    return { states: Number(states), transitions, depth, maxDepth, bitstate, limit, found: hasViolation(rest) };
  });
  const last = all.at(-1)!;
  const properties = last.properties.map((_, k) => firstDecided(all.map((each) => each.properties[k]!)));
  return {
    ...last,
    properties,
    states: Math.max(...swarm.map(({ states }) => states)),
    transitions: Math.max(...swarm.map(({ transitions }) => transitions)),
    depth: Math.max(...swarm.map(({ depth }) => depth)),
    swarm,
  };
}

function hasViolation({ properties }: Pick<PartResult, "properties">): boolean {
  return properties.some(({ verdict }) => verdict === "violated");
}

/** What the first search says that decided a property, or else the first. */
function firstDecided(results: readonly PropertyResult[]): PropertyResult {
  return results.find(({ verdict }) => verdict !== "undecided") ?? results[0]!;
}
