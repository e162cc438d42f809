/** Compares the compiled search with the reference interpreter: each state and each transition, in the same order. */

import { readdirSync, readFileSync } from "node:fs";
import fc from "fast-check";
import { expect, test } from "vitest";
import { parse } from "../../src/languages/parse.ts";
import { stateQuestions } from "../../src/model/question.ts";
import { arbitraryModel } from "../support/arbitrary-model.ts";
import { times } from "../support/random-runs.ts";
import { referenceSearch } from "../support/reference-search.ts";
import { expectSameFingerprints, expectSameSearch } from "../support/same-search.ts";
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
