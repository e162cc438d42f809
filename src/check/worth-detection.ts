/** From which size on it pays to look for symmetries. */

import type { Model } from "../model/model.ts";

/** Cheap detectors take as long as exploring about this many states. */
const worthCheap = 250_000;

/** A state of a model with more transitions takes longer to expand. */
const manyTransitions = 250;

/** The number of states, with or without an automaton, from which on cheap detectors pay. */
export function worthDetection({ transitions }: Model): number {
  return Math.ceil(worthCheap * Math.min(1, manyTransitions / transitions.length));
}
