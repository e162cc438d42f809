/** The compiled reduction, against the same choices in few lines, and against searches without it. */

import fc from "fast-check";
import { expect, test } from "vitest";
import { compile } from "../../src/explicit/compile.ts";
import type { Exploration } from "../../src/explicit/exploration.ts";
import { search } from "../../src/explicit/search.ts";
import { check } from "../../src/index.ts";
import { facts } from "../../src/model/facts.ts";
import type { Model } from "../../src/model/model.ts";
import { stateQuestions } from "../../src/model/question.ts";
import { stateFormulas } from "../../src/model/traverse.ts";
import { dependenceOf } from "../../src/partial-order/dependence.ts";
import type { Dependence } from "../../src/partial-order/dependence.ts";
import { arbitrarySymmetricModelWithFormula } from "../support/arbitrary-symmetric-model.ts";
import { expected, times } from "../support/random-runs.ts";
import { modelOf } from "../support/symmetries.ts";
import { arbitraryAsynchronousModel } from "./arbitrary-asynchronous-model.ts";
import { reducedSearch } from "./reduced-search.ts";
import type { Answers } from "./reduced-search.ts";

function dependence(model: Model): Dependence {
  const conditions = model.properties.flatMap((property) =>
    property.kind === "deadlock" ? [] : stateFormulas(property),
  );
  const found = dependenceOf(model, conditions, "states and stuck steps");
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
  let [reducedStates, counted] = [0, 0];
  await fc.assert(
    fc.asyncProperty(arbitraryAsynchronousModel(), async (model) => {
      const dependent = dependence(model);
      const short = reducedSearch(model, dependent, { reduce: true });
      const given = { fingerprints: false, dependence: dependent };
      const compiled = compile(model, stateQuestions(model.properties), given);
      const exploration = await search(compiled, { isDecided: () => false });
      expect(answersOf(exploration)).toEqual(short.answers);
      // With something wrong in a transient state, that state is stored.
      if (!short.answers.assertion && !short.answers.error && !short.answers.decided.includes(true)) {
        const { enabled, taken, reducedStates: inPart } = exploration.partialOrder!;
        const found = { states: exploration.states, enabled, taken, reducedStates: inPart };
        expect({ ...short, ...found }).toEqual(short);
        if (short.reducedStates > 0) counted++;
      }
      reducedStates += exploration.partialOrder!.reducedStates;
    }),
    { numRuns: times(1000) },
  );
  expect(reducedStates).toBeGreaterThan(times(1000) / 4);
  expect(counted).toBeGreaterThan(times(1000) / 100);
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
  const short = reducedSearch(model, found, { reduce: true });
  expect([answersOf(exploration), exploration.states]).toEqual([short.answers, short.states]);
});

test("a state with more successors than there is room for counts them all, and leaves none out", async () => {
  const model = modelOf(`
    var x: 0..699 = 0
    var y: 0..1 = 0
    transition any(k: 0..699) when x == 0 { x := k; }
    transition side when y == 0 { y := 1; }
    property end: deadlock-free`);
  const found = dependence(model);
  const compiled = compile(model, stateQuestions(model.properties), { fingerprints: false, dependence: found });
  const { partialOrder, states } = await search(compiled, { isDecided: () => false });
  // 701 from x = 0, y = 0, of which `side` is one; 700 from x = 0, y = 1; one from each of the others with y = 0.
  expect([states, partialOrder]).toEqual([
    1400,
    { reducedStates: 0, enabled: 701 + 700 + 699, taken: 701 + 700 + 699, ended: false },
  ]);
});

test("random formulas: steps are counted once a state, also where it is expanded again", async () => {
  let reduced = 0;
  await fc.assert(
    fc.asyncProperty(arbitrarySymmetricModelWithFormula(), async (model) => {
      const hasInitialState = !facts(model).interpreter.initialStates()[Symbol.iterator]().next().done;
      fc.pre(hasInitialState);
      const result = await check(model, { partialOrder: "on", symmetry: "off", engine: "explicit", maxStates: 3000 });
      for (const { runs } of result.properties) {
        if (!runs?.partialOrder) continue;
        const { enabled, taken, reducedStates } = runs.partialOrder;
        // At least one step is left out in each of these states, and none in others.
        expect(enabled - taken).toBeGreaterThanOrEqual(reducedStates);
        if (reducedStates === 0) expect(taken).toBe(enabled);
        else reduced++;
      }
    }),
    { numRuns: times(500) },
  );
  expect(reduced).toBeGreaterThan(expected(20));
});
