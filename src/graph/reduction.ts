/**
 * Preprocessing: removes the parts of a graph whose automorphisms are easy to find.
 *
 * It follows sassy (Anders, Schweitzer and Stieß 2023): stages remove leaves, twins and vertices of degree 2, each with
 * a way to lift automorphisms back. Each stage is linear in the graph, and there are few, because each makes the graph
 * smaller.
 */

import type { ColoredGraph } from "./colored-graph.ts";
import { reduceLeaves } from "./reduce-leaves.ts";
import { reduceMiddles } from "./reduce-middles.ts";
import { reduceTwins } from "./reduce-twins.ts";
import type { SparsePermutation } from "./sparse-permutation.ts";
import { equitableColors } from "./stage.ts";
import type { Stage } from "./stage.ts";

export interface Reduction extends Stage {
  /** An equitable coloring of the smaller graph. */
  readonly colors: Int32Array;
}

export function reduceGraph(graph: ColoredGraph): Reduction {
  const stages: Stage[] = [];
  let current = graph;
  let colors = equitableColors(current);
  for (;;) {
    const stage = reduceLeaves(current, colors) ?? reduceTwins(current, colors) ?? reduceMiddles(current, colors);
    if (!stage) break;
    stages.push(stage);
    current = stage.graph;
    colors = equitableColors(current);
  }
  const liftFrom = (count: number, generator: SparsePermutation): SparsePermutation => {
    let lifted = generator;
    for (let k = count - 1; k >= 0; k--) lifted = stages[k]!.lift(lifted);
    return lifted;
  };
  return {
    graph: current,
    colors,
    generators: stages.flatMap((stage, k) => stage.generators.map((generator) => liftFrom(k, generator))),
    order: stages.reduce((product, stage) => product * stage.order, 1n),
    lift: (generator) => liftFrom(stages.length, generator),
  };
}
