/**
 * Symmetries of actors (Jaghoori, Sirjani, Mousavi and Movaghar 2005, Theorems 1 and 2): permutations of rebecs that
 * preserve their classes, their lists of known rebecs position by position, and the initial state with the arguments of
 * first messages.
 *
 * These are the automorphisms of a graph with a vertex for each rebec. The color of a vertex is the class and the
 * initial values of the rebec. For each known rebec there is an arc with its position in the list; positions that the
 * class treats alike are the same. For each initial reference there is an arc too. Rebecs to be created are vertices
 * without arcs, so those of a class may be permuted arbitrarily. Properties to be preserved are vertices with arcs to
 * the rebecs they name. A permutation acts on states by Definition 1: the variables and messages of a rebec go to its
 * image, and references, senders and rebec parameters become references to the images.
 *
 * The algorithm of the paper (`published-classes.ts`) is not sound. The problem of Theorem 1 is as hard as graph
 * isomorphism, since every graph is the known-rebec relation of some model, in which edges are rebecs that know their
 * ends. On practical models, color refinement leaves almost nothing to search for, and the cost is below cubic in the
 * number of rebecs (bench/scenarios/actors.ts).
 */

import { structuralDetector } from "../channels/detect.ts";
import { programGraph } from "../channels/program-graph.ts";
import type { Detector } from "../detector.ts";

export const actors: Detector = structuralDetector({
  name: "actors",
  description: "permutes the rebecs of a Rebeca model such that who knows whom stays the same",
  tier: "cheap",
  whyNot: ({ known }) => (known ? undefined : "the model has no rebecs"),
  drawing: "graph of known rebecs",
  draw: programGraph,
});
