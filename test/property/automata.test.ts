/** Automata against the semantics of the formulas, on all lassos up to a length; each stage of the translation on its own. */

import fc from "fast-check";
import { expect, test } from "vitest";
import type { Ltl } from "../../src/model/model.ts";
import { printLtl } from "../../src/model/text/print.ts";
import { degeneralize, reduceAutomaton, withStateAcceptance } from "../../src/property/automaton-operations.ts";
import type { Automaton } from "../../src/property/automaton.ts";
import { automatonOfLtl } from "../../src/property/ltl.ts";
import { hasStateAcceptance } from "../../src/property/print-automaton.ts";
import { arbitraryLtl, indexOfName } from "./arbitrary-ltl.ts";
import { accepts, allLassos, satisfies } from "./lasso.ts";
import type { Lasso } from "./lasso.ts";

const ofOne = allLassos(6, 1);
const ofTwo = allLassos(4, 2);
const ofThree = allLassos(3, 3);

/** Formulas with the lassos on which to compare them. */
const cases: fc.Arbitrary<readonly [Ltl, readonly Lasso[]]> = fc.oneof(
  { weight: 1, arbitrary: fc.tuple(arbitraryLtl(1, 5), fc.constant(ofOne)) },
  { weight: 3, arbitrary: fc.tuple(arbitraryLtl(2, 5), fc.constant(ofTwo)) },
  { weight: 2, arbitrary: fc.tuple(arbitraryLtl(3, 5), fc.constant(ofThree)) },
);

function expectLanguage(automaton: Automaton, formula: Ltl, lassos: readonly Lasso[], expected = true): void {
  for (const lasso of lassos) {
    if (accepts(automaton, lasso, indexOfName) === (satisfies(lasso, formula, indexOfName) === expected)) continue;
    expect.fail(`${printLtl(formula)} on ${JSON.stringify(lasso)}: ${JSON.stringify(automaton)}`);
  }
}

const runs = { numRuns: 1200 };

test("the automaton of a formula accepts the runs that satisfy it", () => {
  fc.assert(
    fc.property(cases, ([formula, lassos]) => expectLanguage(automatonOfLtl(formula), formula, lassos)),
    runs,
  );
});

test("the automaton of a negated formula accepts all other runs", () => {
  fc.assert(
    fc.property(cases, ([formula, lassos]) =>
      expectLanguage(automatonOfLtl(formula, { negate: true }), formula, lassos, false),
    ),
    runs,
  );
});

test("translation alone is right", () => {
  fc.assert(
    fc.property(cases, ([formula, lassos]) =>
      expectLanguage(automatonOfLtl(formula, { rewrite: false, reduce: false }), formula, lassos),
    ),
    runs,
  );
});

test("rewriting keeps the meaning", () => {
  fc.assert(
    fc.property(cases, ([formula, lassos]) => expectLanguage(automatonOfLtl(formula, { reduce: false }), formula, lassos)),
    runs,
  );
});

test("reduction keeps the language, also of automata that rewriting would have kept small", () => {
  fc.assert(
    fc.property(cases, ([formula, lassos]) => expectLanguage(automatonOfLtl(formula, { rewrite: false }), formula, lassos)),
    runs,
  );
});

test("a degeneralized automaton has one acceptance set and the same language", () => {
  fc.assert(
    fc.property(cases, fc.boolean(), ([formula, lassos], reduce) => {
      const automaton = degeneralize(automatonOfLtl(formula, { reduce }));
      expect(automaton.acceptanceCount).toBe(1);
      expectLanguage(automaton, formula, lassos);
    }),
    runs,
  );
});

test("an automaton with acceptance by states has the same language", () => {
  fc.assert(
    fc.property(cases, fc.boolean(), ([formula, lassos], reduce) => {
      const automaton = withStateAcceptance(automatonOfLtl(formula, { reduce }));
      expect(hasStateAcceptance(automaton)).toBe(true);
      expectLanguage(automaton, formula, lassos);
    }),
    runs,
  );
});

test("reducing again changes nothing but for the better", () => {
  fc.assert(
    fc.property(cases, ([formula, lassos]) => {
      const automaton = automatonOfLtl(formula);
      const again = reduceAutomaton(automaton);
      expect(again.states.length).toBeLessThanOrEqual(automaton.states.length);
      expectLanguage(again, formula, lassos);
    }),
    { numRuns: 200 },
  );
});
