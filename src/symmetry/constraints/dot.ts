/** The colored graph of a model for Graphviz. */

import { drawDot } from "../../graph/dot.ts";
import { facts } from "../../model/facts.ts";
import type { Model, Property } from "../../model/model.ts";
import { showValue } from "../../model/slots.ts";
import { modelProblem } from "./model-problem.ts";
import { problemGraph } from "./problem-graph.ts";

export function constraintGraphDot(model: Model, properties: readonly Property[] = []): string {
  const { slots } = facts(model);
  const valueName = (slot: number, value: number): string => showValue(slots[slot]!.type, value);
  return drawDot(problemGraph(modelProblem(model, properties), { named: true, valueName }).graph);
}
