/**
 * Symmetries from the text: automorphisms of the graph of the text (`text-graph.ts`).
 *
 * They permute slots and the values of sorts, of processes, data, or both. The graph is small, some vertices for each part of
 * the text, so this is the cheapest way to look for symmetries, in any language.
 */

import { automorphismGroup } from "../../graph/automorphisms.ts";
import type { Model, Property } from "../../model/model.ts";
import type { Detector, GraphSize } from "../detector.ts";
import { proposeGenerators } from "../propose-generators.ts";
import { isIdentitySymmetry } from "../symmetry.ts";
import type { Symmetry } from "../symmetry.ts";
import { textGraph } from "./text-graph.ts";
import type { TextGraph } from "./text-graph.ts";

export const text: Detector = {
  name: "text",
  description:
    "takes the automorphisms of a graph of the model's text: slots, values that are only compared and copied, statements",
  tier: "cheap",
  whyNot: () => undefined,
  propose: (search) => {
    const { generators, graph } = detectByText(search.model, search.properties);
    const areValid = proposeGenerators(search, generators);
    return { graph, sawAll: areValid && generators.length > 0 ? "probably" : undefined };
  },
};

export function detectByText(
  model: Model,
  properties: readonly Property[],
): { readonly generators: readonly Symmetry[]; readonly graph: GraphSize } {
  const made = textGraph(model, properties);
  const generators = automorphismGroup(made.graph)
    .generators.map((p) => symmetryFrom(made, p))
    .filter((symmetry) => !isIdentitySymmetry(symmetry));
  return { generators, graph: { nodes: made.graph.vertexCount, edges: made.graph.edgeCount } };
}

function symmetryFrom(
  { slotVertices, valueVertices }: TextGraph,
  { support, images }: { readonly support: Int32Array; readonly images: Int32Array },
): Symmetry {
  const image = new Map<number, number>();
  support.forEach((vertex, i) => image.set(vertex, images[i]!));
  const slotOf = new Map<number, number>();
  slotVertices.forEach((vertex, slot) => slotOf.set(vertex, slot));
  const slots = slotVertices.map((vertex) => slotOf.get(image.get(vertex) ?? vertex)!);
  const values = new Map<number, Map<number, number>>();
  const inverses = new Map<ReadonlyMap<number, number>, ReadonlyMap<number, number>>();
  valueVertices.forEach((vertices, slot) => {
    const target = vertices && valueVertices[slots[slot]!];
    if (!vertices || !target) return;
    const valueAt = inverses.get(target) ?? new Map(Array.from(target, ([value, vertex]) => [vertex, value]));
    inverses.set(target, valueAt);
    const map = new Map<number, number>();
    for (const [value, vertex] of vertices) {
      const becomes = valueAt.get(image.get(vertex) ?? vertex)!;
      if (becomes !== value) map.set(value, becomes);
    }
    if (map.size > 0) values.set(slot, map);
  });
  return { slots, values };
}
