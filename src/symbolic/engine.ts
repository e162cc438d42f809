/** The symbolic engine: all states as one set, a decision diagram. */

import type { Engine } from "../engine/engine.ts";
import { InternalError } from "../util/internal-error.ts";
import { searchSymbolically } from "./search.ts";

export const symbolicEngine: Engine = {
  name: "symbolic",
  description: "sets of states as decision diagrams",
  storesStates: false,
  answers: ({ kind }) => kind === "state",
  explore: (search) => {
    if (search.kind !== "states") throw new InternalError("the symbolic engine was asked about runs");
    const { model, questions, symmetry, watch, onProgress } = search;
    return searchSymbolically(model, questions, { symmetry, watch, onProgress });
  },
};
