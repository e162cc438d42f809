/** From which size on it pays to look for symmetries. */

import type { Model } from "../model/model.ts";

/** Cheap detectors take as long as exploring about this many states. */
const worthCheap = 250_000;

/** A state of a model with more transitions takes longer to expand. */
const manyTransitions = 250;

/** A smaller group saves little, and a representative takes longer than a step. */
export const worthwhileOrder = 6n;

/** The number of stored states from which on any group pays, since it saves memory. */
export const worthFew = 2_000_000;

/** In a search for a run, the number of states from which on partial-order reduction pays. */
export const worthReduction = 40_000;

/** The number of states, with or without an automaton, from which on cheap detectors pay. */
export function worthDetection({ transitions }: Model): number {
  return Math.ceil(worthCheap * Math.min(1, manyTransitions / transitions.length));
}
