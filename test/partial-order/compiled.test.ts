/** The compiled reduction, against the same choices in few lines, and against searches without it. */

import fc from "fast-check";
import { expect, test } from "vitest";
import { compile } from "../../src/explicit/compile.ts";
import type { Exploration } from "../../src/explicit/exploration.ts";
import { search } from "../../src/explicit/search.ts";
import type { Model } from "../../src/model/model.ts";
import { stateQuestions } from "../../src/model/question.ts";
import { stateFormulas } from "../../src/model/traverse.ts";
import { dependenceOf } from "../../src/partial-order/dependence.ts";
import type { Dependence } from "../../src/partial-order/dependence.ts";
import { times } from "../support/random-runs.ts";
import { modelOf } from "../support/symmetries.ts";
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
    decided: decided.map((found) => found !== undefined),
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
  expect(reducedStates).toBeGreaterThan(times(1000) / 4);
});

// The width of the values that the guard allows does not fit a number with a sign: a row was looked for outside of memory.
test("a test on a slot with all values of 32 bits is read as what it is", async () => {
  const model = modelOf(`
    var x: -2147483648..2147483647 = 0
    var y: 0..2 = 0
    transition up when x <= 1 { x := x * 2 + 1; }
    transition side when y < 2 { y := y + 1; }
    property end: deadlock-free`);
  const found = dependence(model);
  const compiled = compile(model, stateQuestions(model.properties), { fingerprints: false, dependence: found });
  const exploration = await search(compiled, { isDecided: () => false });
  const expected = reducedSearch(model, found, { reduce: true });
  expect([answersOf(exploration), exploration.states]).toEqual([expected.answers, expected.states]);
});
