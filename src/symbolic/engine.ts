/** The symbolic engine: all states as one set, a decision diagram. It is loaded when it explores. */

import type { Engine } from "../engine/engine.ts";
import { InternalError } from "../util/internal-error.ts";

export const symbolicEngine: Engine = {
  name: "symbolic",
  description: "sets of states as decision diagrams",
  storesStates: false,
  answers: ({ kind }) => kind === "state",
  explore: async (search) => {
    if (search.kind !== "states") throw new InternalError("the symbolic engine was asked about runs");
    const { searchSymbolically } = await import("./search.ts");
    const { model, questions, symmetry, moreSymmetry, watch, onProgress, order, maxWork } = search;
    // Whoever limits the work decides about symmetries, too.
    const findSymmetry = maxWork === undefined ? moreSymmetry?.at(-1)?.find : undefined;
    return searchSymbolically(model, questions, { symmetry, findSymmetry, watch, onProgress, order, maxWork });
  },
};
