/** The compiled reduction, against the same choices in few lines, and against searches without it. */

import fc from "fast-check";
import { expect, test } from "vitest";
import { compile } from "../../src/explicit/compile.ts";
import { search } from "../../src/explicit/search.ts";
import type { Exploration } from "../../src/explicit/search.ts";
import type { Model } from "../../src/model/model.ts";
import { stateQuestions } from "../../src/model/question.ts";
import { stateFormulas } from "../../src/model/traverse.ts";
import { dependenceOf } from "../../src/partial-order/dependence.ts";
import type { Dependence } from "../../src/partial-order/dependence.ts";
import { times } from "../support/random-runs.ts";
import { arbitraryAsynchronousModel } from "./arbitrary-asynchronous-model.ts";
import { reducedSearch } from "./reduced-search.ts";
import type { Answers } from "./reduced-search.ts";

function dependence(model: Model): Dependence {
  const conditions = model.properties.flatMap((property) =>
    property.kind === "deadlock" ? [] : stateFormulas(property),
  );
  const found = dependenceOf(model, conditions, "states");
  if (typeof found === "string") throw new Error(found);
  return found;
}

function answersOf({ decided, error, assertion }: Exploration): Answers {
  return {
    decided: decided.map((state) => state >= 0),
    error: error !== undefined,
    assertion: assertion !== undefined,
  };
}

test("random models: the compiled search makes the choices of the short one", async () => {
  let reducedStates = 0;
  await fc.assert(
    fc.asyncProperty(arbitraryAsynchronousModel(), async (model) => {
      const found = dependence(model);
      const expected = reducedSearch(model, found, { reduce: true });
      const compiled = compile(model, stateQuestions(model.properties), { fingerprints: false, dependence: found });
      const exploration = await search(compiled, { isDecided: () => false });
      expect(answersOf(exploration)).toEqual(expected.answers);
      // With something wrong in a transient state, that state is stored.
      if (!expected.answers.assertion && !expected.answers.error && !expected.answers.decided.includes(true)) {
        expect(exploration.states).toBe(expected.states);
      }
      reducedStates += exploration.partialOrder!.reducedStates;
    }),
    { numRuns: times(1000) },
  );
  expect(reducedStates).toBeGreaterThan(times(1000));
});
