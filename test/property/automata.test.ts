/**
 * Compares the automata of random formulas with the semantics of the formulas, on all lassos up to a length, for each
 * stage.
 */

import fc from "fast-check";
import { expect, test } from "vitest";
import type { Ltl } from "../../src/model/model.ts";
import { printLtl } from "../../src/model/text/print.ts";
import { degeneralize, withStateAcceptance } from "../../src/property/automaton-operations.ts";
import type { Automaton } from "../../src/property/automaton.ts";
import { automatonOfLtl, isStutterInvariant } from "../../src/property/ltl.ts";
import { hasStateAcceptance } from "../../src/property/print-automaton.ts";
import { expected, times } from "../support/random-runs.ts";
import { arbitraryLtl, indexOfName } from "./arbitrary-ltl.ts";
import { ltl } from "./formulas.ts";
import { acceptor, allLassos, satisfies } from "./lasso.ts";
import type { Lasso } from "./lasso.ts";

const ofOne = allLassos(6, 1);
const ofTwo = allLassos(4, 2);
const ofThree = allLassos(3, 3);

/** Formulas with the lassos on which to compare them. */
const cases: fc.Arbitrary<readonly [Ltl, readonly Lasso[]]> = fc.oneof(
  { weight: 1, arbitrary: fc.tuple(arbitraryLtl(1, 6), fc.constant(ofOne)) },
  { weight: 3, arbitrary: fc.tuple(arbitraryLtl(2, 6), fc.constant(ofTwo)) },
  { weight: 1, arbitrary: fc.tuple(arbitraryLtl(3, 6), fc.constant(ofThree)) },
);

function expectLanguage(automaton: Automaton, formula: Ltl, lassos: readonly Lasso[], expected = true): void {
  const accepts = acceptor(automaton, indexOfName);
  for (const lasso of lassos) {
    if (accepts(lasso) === (satisfies(lasso, formula, indexOfName) === expected)) continue;
    expect.fail(`${printLtl(formula)} on ${JSON.stringify(lasso)}: ${JSON.stringify(automaton)}`);
  }
}

const runs = { numRuns: times(1200) };

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
  const options = { rewrite: false, reduce: false };
  fc.assert(
    fc.property(cases, ([formula, lassos]) => expectLanguage(automatonOfLtl(formula, options), formula, lassos)),
    runs,
  );
});

test("rewriting keeps the meaning", () => {
  const options = { reduce: false };
  fc.assert(
    fc.property(cases, ([formula, lassos]) => expectLanguage(automatonOfLtl(formula, options), formula, lassos)),
    runs,
  );
});

test("reduction keeps the language where nothing was rewritten", () => {
  const options = { rewrite: false };
  fc.assert(
    fc.property(cases, ([formula, lassos]) => expectLanguage(automatonOfLtl(formula, options), formula, lassos)),
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

test.each([
  ["p U q", "q || (p && X(p U q))"],
  ["p U q", "(p W q) && <>q"],
  ["p W q", "(p U q) || []p"],
  ["p W q", "q R (p || q)"],
  ["p R q", "!(!p U !q)"],
  ["p R q", "q W (p && q)"],
  ["p R q", "q && (p || X(p R q))"],
  ["<>p", "true U p"],
  ["[]p", "false R p"],
  ["[](p && q)", "[]p && []q"],
  ["<>(p || q)", "<>p || <>q"],
  ["[]<>(p || q)", "[]<>p || []<>q"],
  ["<>[](p && q)", "<>[]p && <>[]q"],
  ["(p U q) U q", "p U q"],
  ["p U (p U q)", "p U q"],
  ["<>[]<>p", "[]<>p"],
  ["[]<>[]p", "<>[]p"],
  ["X(p U q)", "(X p) U (X q)"],
  ["p <-> <>q", "(p -> <>q) && (<>q -> p)"],
])("%s is %s", (left, right) => {
  expectLanguage(automatonOfLtl(ltl(left)), ltl(right), ofTwo);
  expectLanguage(automatonOfLtl(ltl(right)), ltl(left), ofTwo);
  expect(automatonOfLtl(ltl(`!(${left} <-> (${right}))`)).states).toHaveLength(1);
});

test("a formula that is stutter invariant does not see repetitions", () => {
  let count = 0;
  fc.assert(
    fc.property(arbitraryLtl(2, 5), fc.constantFrom(...ofTwo), fc.nat(3), (formula, lasso, at) => {
      if (!isStutterInvariant(formula)) return;
      count++;
      const i = at % lasso.letters.length;
      const letters = [...lasso.letters.slice(0, i + 1), ...lasso.letters.slice(i)];
      const loop = lasso.loop > i ? lasso.loop + 1 : lasso.loop;
      const repeated = { letters, loop };
      expect(satisfies(repeated, formula, indexOfName)).toBe(satisfies(lasso, formula, indexOfName));
    }),
    { numRuns: times(2000) },
  );
  expect(count).toBeGreaterThan(expected(300));
});

test("stutter invariance is seen through X where it does not matter", () => {
  expect(isStutterInvariant(ltl("p U q"))).toBe(true);
  expect(isStutterInvariant(ltl("X p"))).toBe(false);
  expect(isStutterInvariant(ltl("[]<> X p && (X []<> q)"))).toBe(true);
});
