/**
 * The colored graph of a Petri net: its automorphisms are those of the net.
 *
 * Places and transitions are vertices, places first, and each place that a transition is connected to is joined to it by an edge
 * with the two weights as its color. Linear in the arcs.
 */

import { GraphBuilder } from "../graph/colored-graph.ts";
import type { ColoredGraph } from "../graph/colored-graph.ts";
import type { NetTransition } from "./net-structure.ts";

/** Places with different colors are never mapped to each other. Names, where given, are those of places and then of transitions. */
export function netGraph(
  placeColors: readonly number[],
  transitions: readonly NetTransition[],
  names: readonly string[] = [],
): ColoredGraph {
  const graph = new GraphBuilder();
  const weights = new Map<string, number>();
  // Zero is the color of transitions.
  placeColors.forEach((color, place) => graph.vertex(color + 1, names[place]));
  for (const [t, { arcs }] of transitions.entries()) {
    const vertex = graph.vertex(0, names[placeColors.length + t]);
    for (const { place, takes, puts } of arcs) {
      const key = `${takes} ${puts}`;
      if (!weights.has(key)) weights.set(key, weights.size);
      graph.edge(place, vertex, weights.get(key));
    }
  }
  return graph.build();
}
