/** The colored graph of a model for Graphviz. */

import { writeDot } from "../../graph/dot.ts";
import type { Model, Property } from "../../model/model.ts";
import { modelProblem } from "./model-problem.ts";
import { problemGraph } from "./problem-graph.ts";

export function constraintGraphDot(model: Model, properties: readonly Property[] = []): string {
  return writeDot(problemGraph(modelProblem(model, properties), { named: true }).graph);
}
