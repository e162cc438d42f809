/**
 * Symmetries of a Petri net: automorphisms of the net that keep the initial marking (Schmidt, "How to calculate symmetries of Petri
 * nets", Acta Informatica 36, 2000, as in LoLA; here by the colored graph of the net).
 *
 * For nets that were unfolded from colors, exchanges and rotations of colors are guesses that need no search. The automorphisms of the
 * graph include all of them that are valid, but come without that order; so guesses go first, and the graph adds the rest.
 */

import { automorphismGroup } from "../../graph/automorphisms.ts";
import { writeDot } from "../../graph/dot.ts";
import { colorClasses } from "../../hints/color-classes.ts";
import { netGraph } from "../../hints/net-graph.ts";
import { netStructure } from "../../hints/net-structure.ts";
import type { NetStructure } from "../../hints/net-structure.ts";
import type { Domain } from "../../model/domains.ts";
import { facts } from "../../model/facts.ts";
import type { Model } from "../../model/model.ts";
import type { Symmetry } from "../symmetry.ts";

export interface NetDetection {
  /** For each sort of colors: neighbors that change places, and, should one of these be refused, the rotation. */
  readonly colorings: readonly { readonly exchanges: readonly Symmetry[]; readonly rotation?: Symmetry | undefined }[];
  readonly generators: readonly Symmetry[];
  readonly graph: { readonly nodes: number; readonly edges: number };
}

export function detectByNet(model: Model, net: NetStructure, domains: readonly Domain[]): NetDetection {
  const { variables } = model;
  const graph = netGraph(placeColors(model, domains), net.transitions);
  const generators: Symmetry[] = [];
  for (const { support, images } of automorphismGroup(graph).generators) {
    const slots = Int32Array.from(variables, (_, slot) => slot);
    support.forEach((vertex, i) => {
      if (vertex < slots.length) slots[vertex] = images[i]!;
    });
    if (slots.some((to, from) => to !== from)) generators.push(ofSlots(slots));
  }
  const colorings = (colorClasses.of(model) ?? []).map(({ exchanges, rotation }) => ({
    exchanges: exchanges.map(ofSlots),
    rotation: rotation && ofSlots(rotation),
  }));
  return { colorings, generators, graph: { nodes: graph.vertexCount, edges: graph.edgeCount } };
}

/** By initial marking and domain. */
function placeColors({ variables }: Model, domains: readonly Domain[]): number[] {
  const colors = new Map<string, number>();
  return variables.map(({ initial }, place) => {
    const key = `${initial.kind === "value" ? initial.value : ""} ${domains[place]!.low} ${domains[place]!.high}`;
    if (!colors.has(key)) colors.set(key, colors.size);
    return colors.get(key)!;
  });
}

/** The graph of the model's net in Graphviz's language, if it has one. */
export function netGraphDot(model: Model): string | undefined {
  const net = netStructure.of(model);
  if (!net) return undefined;
  const places = model.variables.map(({ name }) => name);
  const taken = new Set(places);
  const transitions = model.transitions.map(({ name }) => (taken.has(name) ? `transition ${name}` : name));
  return writeDot(netGraph(placeColors(model, facts(model).domains), net.transitions, [...places, ...transitions]));
}

function ofSlots(slots: Int32Array): Symmetry {
  return { slots, values: new Map() };
}
