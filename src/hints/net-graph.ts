/**
 * The colored graph of a Petri net. Its automorphisms are those of the net.
 *
 * Places and transitions are vertices, places first. An edge connects a transition to each of its places, and its color
 * encodes the two weights. The construction is linear in the number of arcs.
 */

import { GraphBuilder } from "../graph/colored-graph.ts";
import type { ColoredGraph } from "../graph/colored-graph.ts";
import { look } from "../util/limits.ts";
import type { NetTransition } from "./net-structure.ts";

/**
 * Makes the graph. Places with different colors are never mapped to each other. `names` lists those of the places and
 * then those of the transitions.
 */
export function netGraph(
  placeColors: readonly number[],
  transitions: readonly NetTransition[],
  names: readonly string[] = [],
): ColoredGraph {
  const graph = new GraphBuilder();
  const weights = new Map<string, number>();
  // Transitions have color 0.
  placeColors.forEach((color, place) => graph.vertex(color + 1, names[place]));
  for (const [t, { arcs }] of transitions.entries()) {
    look(arcs.length);
    const vertex = graph.vertex(0, names[placeColors.length + t]);
    for (const { place, takes, puts } of arcs) {
      const key = `${takes} ${puts}`;
      if (!weights.has(key)) weights.set(key, weights.size);
      graph.edge(place, vertex, weights.get(key));
    }
  }
  return graph.build();
}
