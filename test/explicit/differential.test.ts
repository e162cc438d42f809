/** The compiled search against the reference interpreter: state by state, transition by transition, in the same order. */

import { readdirSync, readFileSync } from "node:fs";
import fc from "fast-check";
import { expect, test } from "vitest";
import { compile } from "../../src/explicit/compile.ts";
import { Exploration } from "../../src/explicit/search.ts";
import type { StateId } from "../../src/explicit/state-id.ts";
import { parse } from "../../src/languages/parse.ts";
import { facts } from "../../src/model/facts.ts";
import type { Model } from "../../src/model/model.ts";
import { stateQuestions } from "../../src/model/question.ts";
import type { StateQuestion } from "../../src/model/question.ts";
import { arbitraryModel } from "../support/arbitrary-model.ts";
import { times } from "../support/random-runs.ts";
import { referenceSearch } from "../support/reference-search.ts";
import type { ReferenceSearch } from "../support/reference-search.ts";
import { expectWithinDomains } from "../support/within-domains.ts";

test("the compiled search equals the reference interpreter on random models", () => {
  fc.assert(
    fc.property(arbitraryModel(), (model) => {
      const questions = stateQuestions(model.properties);
      const expected = referenceSearch(model, questions);
      expectSameSearch(model, questions, expected);
      expectSameFingerprints(model, questions, expected);
      expectWithinDomains(model, expected.states);
    }),
    { numRuns: times(1500) },
  );
});

/** Sizes that the interpreter can explore in a second. */
const sizes: Readonly<Record<string, Readonly<Record<string, string>>>> = { "german.seq": { N: "2" } };

test.each(readdirSync("examples/seq"))("the compiled search equals the reference interpreter on %s", (file) => {
  const text = readFileSync(`examples/seq/${file}`, "utf8");
  const { model, diagnostics } = parse(text, { name: file, defines: sizes[file] });
  expect(diagnostics).toEqual([]);
  const questions = stateQuestions(model!.properties);
  const expected = referenceSearch(model!, questions);
  expect(expected.states.length).toBeGreaterThan(5);
  expectSameSearch(model!, questions, expected);
  expectSameFingerprints(model!, questions, expected);
  expectWithinDomains(model!, expected.states);
});

function expectSameSearch(model: Model, questions: readonly StateQuestion[], expected: ReferenceSearch): void {
  const exploration = explore(model, questions, false);
  const ids = Array.from({ length: exploration.storedStates }, (_, id) => id as StateId);
  expect(ids.map((id) => exploration.space.stateAt(id).join())).toEqual(expected.states.map((state) => state.join()));
  expect(ids.map((id) => exploration.space.parentOf(id))).toEqual(expected.parents);
  expectSameFindings(exploration, expected);
}

function expectSameFingerprints(model: Model, questions: readonly StateQuestion[], expected: ReferenceSearch): void {
  const exploration = explore(model, questions, true);
  expect(exploration.storedStates).toBe(expected.states.length);
  if (exploration.complete) expect(exploration.states).toBe(countedStates(model, expected.states));
  const wrong = expected.states.findIndex(
    (state, id) => exploration.space.fingerprintAt(id as StateId) !== exploration.space.fingerprintOf(state),
  );
  expect(wrong, "the number of a state with a wrong fingerprint").toBe(-1);
  expectSameFindings(exploration, expected);
}

/** How many of the states are to be counted. */
function countedStates(model: Model, states: ReferenceSearch["states"]): number {
  const { transient } = model;
  if (!transient) return states.length;
  const reference = facts(model).interpreter;
  return states.filter((state) => reference.holds(transient, state) !== true).length;
}

function expectSameFindings(exploration: Exploration, expected: ReferenceSearch): void {
  expect(exploration.progress.transitions).toBe(expected.transitions);
  expect(exploration.decided).toEqual(expected.decided);
  expect(exploration.error).toEqual(expected.error);
  expect(exploration.assertion).toEqual(expected.assertion);
}

function explore(model: Model, questions: readonly StateQuestion[], fingerprints: boolean): Exploration {
  const exploration = new Exploration(compile(model, questions, { fingerprints }));
  while (exploration.step());
  return exploration;
}
