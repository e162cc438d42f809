/**
 * Constraint-based detection (Zhang, Sun, Sun, Liu, Ma and Dong, ASE 2013). The transitions of the model become
 * constraints, and the constraints a colored graph. The automorphisms of the graph, restricted to the literals of the
 * state, are symmetries of the model: process symmetries, data symmetries, and mixtures.
 *
 * The result is a proposal: nothing uses it before the validator has accepted it.
 */

import { automorphismGroup } from "../../graph/automorphisms.ts";
import type { Model, Property } from "../../model/model.ts";
import type { Detector, GraphSize } from "../detector.ts";
import { proposeGenerators } from "../propose-generators.ts";
import { isIdentitySymmetry } from "../symmetry.ts";
import type { Symmetry } from "../symmetry.ts";
import { TooLarge } from "./lower-expression.ts";
import { modelProblem } from "./model-problem.ts";
import { PutOff } from "./problem-builder.ts";
import { problemGraph } from "./problem-graph.ts";
import type { ProblemGraph } from "./problem-graph.ts";

export const constraints: Detector = {
  name: "constraints",
  description:
    "turns transitions into constraints, these into a colored graph, and takes the automorphisms of the graph",
  tier: "costly",
  whyNot: () => undefined,
  propose: (search) => {
    let found: ConstraintDetection;
    try {
      found = detectByConstraints(search.model, search.properties, search.mostVertices);
    } catch (error) {
      if (error instanceof PutOff) return { isPutOff: true };
      throw error;
    }
    const { generators, graph, reason } = found;
    proposeGenerators(search, generators);
    return { graph, sawAll: reason === undefined ? "probably" : undefined, note: reason && `found nothing: ${reason}` };
  },
};

interface ConstraintDetection {
  readonly generators: readonly Symmetry[];
  readonly graph?: GraphSize | undefined;
  /** The reason why nothing was found, if the model is too large. */
  readonly reason?: string | undefined;
}

/** @throws PutOff if the graph would have more vertices than these */
export function detectByConstraints(
  model: Model,
  properties: readonly Property[] = [],
  mostVertices?: number,
): ConstraintDetection {
  let made: ProblemGraph;
  try {
    made = problemGraph(modelProblem(model, properties, mostVertices));
  } catch (error) {
    if (!(error instanceof TooLarge)) throw error;
    return { generators: [], reason: error.message };
  }
  const { graph } = made;
  const { generators } = automorphismGroup(graph);
  const symmetries = generators.map((p) => symmetryFrom(made, p)).filter((g) => !isIdentitySymmetry(g));
  return { generators: symmetries, graph: { nodes: graph.vertexCount, edges: graph.edgeCount } };
}

/** The action of an automorphism on the literals of the state. */
function symmetryFrom(
  { slotVertices, literalVertices, problem }: ProblemGraph,
  { support, images }: { readonly support: Int32Array; readonly images: Int32Array },
): Symmetry {
  const image = new Map<number, number>();
  support.forEach((vertex, i) => image.set(vertex, images[i]!));
  const slotOf = new Map<number, number>();
  slotVertices.forEach((vertex, slot) => vertex >= 0 && slotOf.set(vertex, slot));
  const slots = Int32Array.from(slotVertices, (vertex, slot) =>
    vertex < 0 ? slot : slotOf.get(image.get(vertex) ?? vertex)!,
  );
  const values = new Map<number, Map<number, number>>();
  literalVertices.forEach((first, slot) => {
    if (first < 0) return;
    const to = slots[slot]!;
    const target = problem.originals[to]!.values!;
    problem.originals[slot]!.values!.forEach((value, i) => {
      const becomes = target[(image.get(first + i) ?? first + i) - literalVertices[to]!]!;
      if (becomes === value) return;
      const map = values.get(slot) ?? new Map<number, number>();
      values.set(slot, map.set(value, becomes));
    });
  });
  return { slots, values };
}
