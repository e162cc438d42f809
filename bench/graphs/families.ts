/** The graphs of the scenario `graph`, by name: each family at several sizes, to show the growth of time. */

import type { ColoredGraph } from "../../src/graph/index.ts";
import { hypercube, tree } from "../../test/support/graphs.ts";
import { allPairs, constraintGraph, ringPairs } from "./constraint-graph.ts";

export interface GraphInstance {
  readonly family: string;
  readonly name: string;
  readonly build: () => ColoredGraph;
  /** Whether the graph is measured against the target, and not just for growth. */
  readonly target: boolean;
}

const complete = (n: number): GraphInstance => ({
  family: "complete graph of processes",
  name: `${n} processes, domain 12`,
  build: () => constraintGraph(n, 12, allPairs(n)),
  target: n === 15,
});

const ring = (n: number): GraphInstance => ({
  family: "ring of processes",
  name: `${n} processes, domain 20`,
  build: () => constraintGraph(n, 20, ringPairs(n)),
  target: n === 100,
});

const tiers = (a: number, b: number, c: number): GraphInstance => ({
  family: "three-tier tree",
  name: `${a} x ${b} x ${c}`,
  build: () => tree(a, b, c),
  target: a === 40,
});

const cube = (dimension: number): GraphInstance => ({
  family: "hypercube",
  name: `dimension ${dimension}`,
  build: () => hypercube(dimension),
  target: dimension === 14,
});

export const fullGraphs: readonly GraphInstance[] = [
  ...[8, 11, 15, 20].map(complete),
  ...[25, 50, 100, 200].map(ring),
  ...[10, 20, 40, 80].map((a) => tiers(a, 25, 25)),
  ...[10, 12, 14, 16].map(cube),
];

export const quickGraphs: readonly GraphInstance[] = [complete(3), ring(4), tiers(3, 3, 3), cube(6)];
