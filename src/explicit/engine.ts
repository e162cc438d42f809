/** The explicit engine: a compiled search, state by state. Its parts are loaded when it explores. */

import type { Engine } from "../engine/engine.ts";

export const explicitEngine: Engine = {
  name: "explicit",
  description: "states one by one",
  storesStates: true,
  // Its memory has 32-bit addresses.
  maxMemoryBytes: 2 ** 32,
  answers: ({ kind }) => kind === "state" || kind === "run",
  explore: async (given) =>
    given.kind === "states"
      ? (await import("./explore-states.ts")).exploreStates(given)
      : (await import("./explore-runs.ts")).exploreRuns(given),
};
