/**
 * Symmetries of a Petri net: automorphisms of the net that preserve the initial marking (Schmidt, "How to calculate
 * symmetries of Petri nets", Acta Informatica 36, 2000, as in LoLA; here by the colored graph of the net).
 *
 * For nets that were unfolded from colored nets, exchanges and rotations of colors are guesses that need no search. The
 * automorphisms of the graph include all valid ones, but without that structure. So guesses come first, and the graph
 * adds the rest.
 */

import { automorphismGroup } from "../../graph/automorphisms.ts";
import { drawDot } from "../../graph/dot.ts";
import { colorClasses } from "../../hints/color-classes.ts";
import { netGraph } from "../../hints/net-graph.ts";
import { netStructure } from "../../hints/net-structure.ts";
import { facts } from "../../model/facts.ts";
import type { Model } from "../../model/model.ts";
import { range } from "../../util/integers.ts";
import type { Detector } from "../detector.ts";
import type { SymmetryGroup } from "../symmetry-group.ts";
import type { Symmetry } from "../symmetry.ts";

export const net: Detector = {
  name: "net",
  description:
    "permutes the places of a Petri net such that transitions go to transitions and the marking stays the same",
  tier: "cheap",
  whyNot: (model) => (netStructure.of(model) ? undefined : "the model is no Petri net"),
  propose: (search) => {
    const { model } = search;
    for (const { exchanges, rotation } of colorClasses.of(model) ?? []) {
      // One refusal for each sort is enough.
      const isSymmetric = exchanges.every((slots) => search.propose(ofSlots(slots)));
      if (!isSymmetric && rotation) search.propose(ofSlots(rotation));
    }
    const known = search.settle();
    const graph = netGraph(placeColors(model), netStructure.of(model)!.transitions);
    const unmoved = range(model.variables.length);
    const { generators, order } = automorphismGroup(graph);
    const isAll = known !== undefined && known.group.order === order && areAutomorphisms(model, known);
    for (const { support, images } of isAll ? [] : generators) {
      const slots = unmoved.slice();
      let isMoved = false;
      for (let i = 0; i < support.length; i++) {
        if (support[i]! >= slots.length) continue;
        slots[support[i]!] = images[i]!;
        isMoved = true;
      }
      if (isMoved) search.propose(ofSlots(slots));
    }
    // The graph contains everything that constraints would, and is far smaller.
    return { graph: { nodes: graph.vertexCount, edges: graph.edgeCount }, sawAll: "certainly" };
  },
};

/**
 * Whether all valid permutations of places are automorphisms of the net. They are if every place can be empty and is not
 * always, and has room for what each transition takes: then what a transition does tells its arcs. No two transitions
 * have the same arcs, so an automorphism is what it does to places.
 */
function areAutomorphisms(model: Model, { generators }: SymmetryGroup): boolean {
  const { domains } = facts(model);
  const isTold = domains.every(({ low, high }) => low === 0 && high > 0);
  const { transitions } = netStructure.of(model)!;
  return (
    isTold &&
    generators.every(({ values }) => values.size === 0) &&
    transitions.every(({ arcs }) => arcs.every(({ place, takes }) => takes <= domains[place]!.high))
  );
}

/** The colors of places, by initial marking and domain. */
function placeColors(model: Model): number[] {
  const { domains } = facts(model);
  const colors = new Map<string, number>();
  return model.variables.map(({ initial }, place) => {
    const key = `${initial.kind === "value" ? initial.value : ""} ${domains[place]!.low} ${domains[place]!.high}`;
    if (!colors.has(key)) colors.set(key, colors.size);
    return colors.get(key)!;
  });
}

/** The graph of the net of a model for Graphviz, if the model has a net. */
export function netGraphDot(model: Model): string | undefined {
  const structure = netStructure.of(model);
  if (!structure) return undefined;
  const places = model.variables.map(({ name }) => name);
  const taken = new Set(places);
  const transitions = model.transitions.map(({ name }) => (taken.has(name) ? `transition ${name}` : name));
  return drawDot(netGraph(placeColors(model), structure.transitions, [...places, ...transitions]));
}

function ofSlots(slots: Int32Array): Symmetry {
  return { slots, values: new Map() };
}
