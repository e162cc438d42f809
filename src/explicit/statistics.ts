/** The statistics of every search of the explicit engine. */

import type { Statistics } from "../engine/engine.ts";
import type { Exploration } from "./exploration.ts";

export const endedAtError = "the search ended at a run-time error";

export function statisticsOf(exploration: Exploration): Statistics {
  const { progress, unreducedStates, compiled } = exploration;
  const { states, transitions, depth, memoryBytes, storedBytes } = progress;
  const packedBytes = 4 * compiled.program.layout.wordCount;
  const representatives = exploration.isUnique ? "unique" : "multiple";
  const { partialOrder } = exploration;
  return {
    states,
    transitions,
    depth,
    representatives,
    unreducedStates,
    memoryBytes,
    storedBytes,
    packedBytes,
    diskBytes: exploration.diskBytes,
    partialOrder,
  };
}
