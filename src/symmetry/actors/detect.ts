/**
 * Symmetries of actors (Jaghoori, Sirjani, Mousavi and Movaghar 2005, Theorems 1 and 2): permutations of rebecs that preserve their classes,
 * their lists of known rebecs place by place, and the initial state with what first messages bring.
 *
 * These are the automorphisms of a graph with a vertex for each rebec. Its color is the class and what the rebec holds at first; for each known
 * rebec there is an arc with its place in the list, places that the class treats alike being the same, and for each reference
 * that it holds at first an arc too. Rebecs to be created are vertices without arcs, so those of a class may be permuted as they like. Properties
 * to be preserved are vertices with arcs to the rebecs they name. A permutation acts on states by Definition 1: a rebec's variables and messages
 * go to its image, and references, senders and rebec parameters become references to the images.
 *
 * The paper's own algorithm (`published-classes.ts`) is not sound. What Theorem 1 asks for is as hard as graph isomorphism, since every graph is the
 * known-rebec relation of some model, whose edges are rebecs that know their ends. On models that people write, color refinement leaves next to nothing
 * to search for, and the cost is below cubic in the number of rebecs (bench/scenarios/actors.ts).
 */

import { structuralDetector } from "../channels/detect.ts";
import { programGraph } from "../channels/program-graph.ts";
import type { Detector } from "../detector.ts";

export const actors: Detector = structuralDetector({
  name: "actors",
  description: "permutes the rebecs of a Rebeca model such that who knows whom stays the same",
  inAuto: "always",
  whyNot: ({ known }) => (known ? undefined : "the model has no rebecs"),
  drawing: "graph of known rebecs",
  draw: programGraph,
});
