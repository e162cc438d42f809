/** The explicit engine: a compiled search, state by state. Its parts are loaded when it explores. */

import type { Engine } from "../engine/engine.ts";

export const explicitEngine: Engine = {
  name: "explicit",
  description: "states one by one",
  storesStates: true,
  // Its memory has 32-bit addresses.
  maxMemoryBytes: 2 ** 32,
  answers: ({ kind }) => kind === "state" || kind === "run" || kind === "event",
  explore: async (given) => {
    switch (given.kind) {
      case "states":
        if (given.walk) return (await import("./walk.ts")).walkStates(given);
        return (await import("./explore-states.ts")).exploreStates(given);
      case "runs":
        return (await import("./explore-runs.ts")).exploreRuns(given);
      case "events":
        return (await import("./explore-events.ts")).exploreEvents(given);
    }
  },
};
