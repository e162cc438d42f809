/**
 * The static channel diagram (Donaldson and Miller, FM 2005, Definition 2): components as colored vertices, links as arcs, with shared
 * variables as in its section 5.5. Its automorphisms permute components; what that does to the state of the model is their
 * action on slots and on the numbers that slots hold.
 */

import { GraphBuilder } from "../../graph/colored-graph.ts";
import type { ColoredGraph } from "../../graph/colored-graph.ts";
import type { Component, Components } from "../../model/components.ts";
import type { Symmetry } from "../symmetry.ts";

/** Vertex i is component i. */
export function channelDiagram({ components, links }: Components): ColoredGraph {
  const graph = new GraphBuilder();
  const colors = new Map<string, number>();
  for (const { kind, type, name } of components) {
    const key = `${kind} ${type}`;
    if (!colors.has(key)) colors.set(key, colors.size);
    graph.vertex(colors.get(key), name);
  }
  for (const { from, to } of links) graph.arc(from, to);
  return graph.build();
}

/** What a permutation of components does to states. */
export function actionOnSlots(
  { components, references }: Components,
  permutation: ArrayLike<number>,
  slotCount: number,
): Symmetry {
  const slots = Int32Array.from({ length: slotCount }, (_, slot) => slot);
  const ids = { process: new Map<number, number>(), channel: new Map<number, number>() };
  components.forEach((component, i) => {
    const image = components[permutation[i]!]!;
    if (image === component) return;
    component.slots.forEach((slot, k) => (slots[slot] = image.slots[k]!));
    noteId(component, image, ids);
  });
  const values = new Map<number, ReadonlyMap<number, number>>();
  for (const { slot, kind } of references) if (ids[kind].size > 0) values.set(slot, ids[kind]);
  return { slots, values };
}

function noteId(
  { kind, id }: Component,
  image: Component,
  ids: Readonly<Record<"process" | "channel", Map<number, number>>>,
): void {
  if (kind !== "variable" && id !== undefined && image.id !== undefined && id !== image.id) ids[kind].set(id, image.id);
}
