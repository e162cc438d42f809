/**
 * The explicit engine, which counts rows instead of sorting them where that can be done (`symmetry/counters`).
 *
 * A state of the counted model is an orbit, so nothing is sorted, and rows in the same local state take one step instead
 * of one each. How many states all orbits have is a sum over the set of counted states, if that is small.
 */

import type { Engine, Findings, StateSearch } from "../engine/engine.ts";
import { explicitEngine } from "../explicit/engine.ts";
import type { CountedModel } from "../symmetry/counters/counted-model.ts";
import type { ValidatedGroup } from "../symmetry/validator/validator.ts";
import { watched } from "../util/limits.ts";
import type { Watch } from "../util/limits.ts";

export const countingEngine: Engine = {
  ...explicitEngine,
  explore: async (search) => {
    const { symmetry } = search;
    if (search.kind !== "states" || !symmetry || search.fingerprints || search.representatives === "multiple") {
      return explicitEngine.explore(search);
    }
    return (await exploreCounted(search, symmetry)) ?? explicitEngine.explore(search);
  },
};

/** The findings; `undefined` if rows are not counted, or something goes wrong that must be located. */
async function exploreCounted(search: StateSearch, symmetry: ValidatedGroup): Promise<Findings | undefined> {
  const { model, questions, watch } = search;
  if (symmetry.generators.length === 0) return undefined;
  const { countedSearch, originalTrace } = await import("../engine/counted-search.ts");
  const made = watched(watch, () => countedSearch(model, symmetry, questions));
  if (!made?.isAll) return undefined;
  const { counted, asked, rest } = made;
  const findings = await explicitEngine.explore({
    ...search,
    model: counted.model,
    questions: asked,
    symmetry: rest.generators.length > 0 ? rest : undefined,
    moreSymmetry: [],
  });
  if (findings.error || findings.assertion) return undefined;
  const { statistics } = findings;
  const isExact = findings.complete && statistics.representatives === "unique" && !statistics.partialOrder;
  const unreducedStates = isExact ? await sizeOf(counted, watch) : undefined;
  const { strategies: _, ...figures } = statistics;
  return {
    ...findings,
    answers: findings.answers.map(({ found, open }) => ({
      open,
      found: found && {
        trace: () => {
          const trace = found.trace();
          return trace && originalTrace(model, symmetry, counted, trace);
        },
      },
    })),
    symmetry,
    statistics: { ...figures, unreducedStates },
  };
}

/** Sets are loaded when they are needed. */
async function sizeOf(counted: CountedModel, watch: Watch): Promise<bigint | undefined> {
  const { sizeOfCounted } = await import("../symbolic/size-of-counted.ts");
  return sizeOfCounted(counted, watch);
}
