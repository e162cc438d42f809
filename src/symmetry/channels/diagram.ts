/**
 * The static channel diagram (Donaldson and Miller, FM 2005, Definition 2): components are colored vertices, links are
 * arcs, with shared variables as in its section 5.5. Its automorphisms permute components. They act on states through
 * slots and the component numbers that slots hold.
 */

import { GraphBuilder } from "../../graph/colored-graph.ts";
import type { ColoredGraph } from "../../graph/colored-graph.ts";
import type { ComponentNumber, ProgramStructure } from "../../hints/program-structure.ts";
import type { Symmetry } from "../symmetry.ts";
import { actionOnControl } from "./control-points.ts";

const tieColors = { none: 0, index: 1, owner: 2 } as const;

/** Vertex i is component i. */
export function channelDiagram({ components, links }: ProgramStructure): ColoredGraph {
  const graph = new GraphBuilder();
  const colors = new Map<string, number>();
  for (const { kind, type, rank, name } of components) {
    const key = `${kind} ${type} ${rank ?? ""}`;
    if (!colors.has(key)) colors.set(key, colors.size);
    graph.vertex(colors.get(key), name);
  }
  for (const { from, to, tie } of links) graph.arc(from, to, tieColors[tie ?? "none"]);
  return graph.build();
}

/** The action of a permutation of components on states. */
export function actionOnSlots(
  { components, references, controls }: ProgramStructure,
  permutation: ArrayLike<number>,
  slotCount: number,
): Symmetry {
  const slots = Int32Array.from({ length: slotCount }, (_, slot) => slot);
  const numberings = new Map<string, Map<number, number>>();
  components.forEach((component, i) => {
    const image = components[permutation[i]!]!;
    if (image === component) return;
    component.slots.forEach((slot, k) => (slots[slot] = image.slots[k]!));
    for (const [numbering, number] of Object.entries(component.numbers)) {
      const becomes = image.numbers[numbering];
      if (becomes === undefined || becomes === number) continue;
      const map = numberings.get(numbering) ?? new Map<number, number>();
      numberings.set(numbering, map.set(number, becomes));
    }
  });
  const values = new Map<number, ReadonlyMap<number, number>>();
  for (const { slot, numbering } of references) {
    const map = numberings.get(numbering);
    if (map) values.set(slot, map);
  }
  const image = ({ numbering, number }: ComponentNumber): number => numberings.get(numbering)?.get(number) ?? number;
  for (const control of controls) {
    const points = actionOnControl(control, image);
    if (points.size === 0) continue;
    for (const { kind, type, slots: own } of components) {
      if (kind === "process" && type === control.type) values.set(own[control.place]!, points);
    }
  }
  return { slots, values };
}
