/** Passing through transient states: nothing is missed but the transient states themselves. */

import fc from "fast-check";
import { expect, test } from "vitest";
import { compile } from "../../src/explicit/compile.ts";
import { Exploration } from "../../src/explicit/exploration.ts";
import { exploreRuns } from "../../src/explicit/explore-runs.ts";
import { parse } from "../../src/languages/parse.ts";
import { binary, integer, variable } from "../../src/model/build.ts";
import type { Expression, Model, ScalarType } from "../../src/model/model.ts";
import { runQuestions, stateQuestions } from "../../src/model/question.ts";
import { highOf, isScalar, lowOf } from "../../src/model/slots.ts";
import { automatonOfQuestion } from "../../src/property/automaton-of-question.ts";
import type { Automaton } from "../../src/property/automaton.ts";
import { Watch } from "../../src/util/limits.ts";
import { programWithFormula } from "../languages/promela/arbitrary-program.ts";
import { arbitraryModel } from "../support/arbitrary-model.ts";
import { arbitrarySymmetricModelWithFormula } from "../support/arbitrary-symmetric-model.ts";
import { expected, times } from "../support/random-runs.ts";
import { referenceSearch } from "../support/reference-search.ts";
import { expectSameFingerprints, expectSamePassing } from "../support/same-search.ts";

function constantOf(type: ScalarType, value: number): Expression {
  if (type.kind === "bool") return { kind: "boolean", value: value === 1 };
  return type.kind === "enum" ? { kind: "member", type, name: type.members[value]! } : integer(value);
}

/** The model with another condition for transient states: some variable has, or does not have, some value. */
function withTransient(model: Model, which: number, at: number, isEqual: boolean): Model | undefined {
  const scalars = model.variables.filter(({ type }) => isScalar(type));
  const chosen = scalars[which % scalars.length];
  if (!chosen || !isScalar(chosen.type)) return undefined;
  const { name, type } = chosen;
  const value = lowOf(type) + (at % (highOf(type) - lowOf(type) + 1));
  return { ...model, transient: binary(isEqual ? "==" : "!=", variable(name), constantOf(type, value)) };
}

test("a search that passes through transient states finds all others, and whatever is wrong anywhere", () => {
  fc.assert(
    fc.property(arbitraryModel(), fc.nat(10), fc.nat(10), fc.boolean(), (model, which, at, isEqual) => {
      const passing = withTransient(model, which, at, isEqual);
      fc.pre(passing !== undefined);
      const questions = stateQuestions(passing.properties);
      const expected = referenceSearch(passing, questions);
      expectSamePassing(passing, questions, expected);
      expectSameFingerprints(passing, questions, expected);
    }),
    { numRuns: times(150) },
  );
});

function explored(text: string): { exploration: Exploration; model: Model } {
  const { model, diagnostics } = parse(text, { name: "passing.seq" });
  expect(diagnostics).toEqual([]);
  const exploration = new Exploration(compile(model!, [], { fingerprints: false }));
  while (exploration.step());
  return { exploration, model: model! };
}

test("transient states are not stored", () => {
  const { exploration } = explored(`
    var turn: 0..1 = 0
    var x: 0..99 = 0
    transient where turn != 0
    transition begin when turn == 0 && x == 0 { turn := 1; x := 1; }
    transition go when turn == 1 && x < 50 { x := x + 1; }
    transition end when turn == 1 && x == 50 { turn := 0; }`);
  expect(exploration.storedStates).toBe(2);
  expect(exploration.states).toBe(2);
  expect(exploration.progress.transitions).toBe(51);
});

test("a loop of transient states that never ends, and one with more of them than are passed at once, end", () => {
  const { exploration } = explored(`
    var turn: 0..1 = 0
    var x: 0..4999 = 0
    transient where turn != 0
    transition begin when turn == 0 && x == 0 { turn := 1; }
    transition go when turn == 1 { x := (x + 1) % 5000; }
    transition end when turn == 1 && x == 4321 { turn := 0; }`);
  expect(exploration.complete).toBe(true);
  expect(exploration.states).toBe(2);
});

test("more transient successors than there is room for are not lost", () => {
  const { exploration } = explored(`
    var turn: 0..1 = 0
    var x: 0..999 = 0
    transient where turn != 0
    transition begin(i: 1..999) when turn == 0 && x == 0 { turn := 1; x := i; }
    transition end when turn == 1 { turn := 0; }`);
  expect(exploration.states).toBe(1000);
});

/** Mutants of the test for the form of the condition took `x > 1` for `x != 1`. */
test.each(["x > 1", "x < 1", "x == 1 && turn == 0", "x == turn"])(
  "states that are transient where %s are stored",
  (e) => {
    const { exploration } = explored(`
    var turn: 0..1 = 0
    var x: 0..3 = 0
    transient where ${e}
    transition go when x < 3 { x := x + 1; turn := 1 - turn; }`);
    expect(exploration.compiled.program.storesTransient).toBe(true);
    expect(exploration.storedStates).toBe(4);
  },
);

test("a transient state that is reached again is not expanded again", () => {
  const { exploration } = explored(`
    var turn: 0..1 = 0
    var x: 0..9 = 0
    transient where turn != 0
    transition begin(i: 1..9) when turn == 0 && x == 0 { turn := 1; x := i / i; }
    transition end(i: 1..5) when turn == 1 { turn := 0; x := i; }`);
  expect(exploration.states).toBe(6);
  expect(exploration.progress.transitions).toBe(14);
});

/** What a search for runs finds that passes through transient states, next to one that stores them. */
async function expectSameRuns(model: Model, seen: Record<string, number>): Promise<void> {
  for (const question of runQuestions(model.properties)) {
    const automaton = automatonOfQuestion(question);
    for (const partialOrder of ["off", "on"] as const) {
      const [stored, passed] = await Promise.all(
        [true, false].map((isFirstLook) =>
          exploreRuns({
            ...{ kind: "runs", model, question, automaton, partialOrder, isFirstLook, fairness: undefined },
            ...{ symmetry: undefined, representatives: "unique", watch: new Watch({}) },
          }),
        ),
      );
      const outcome = stored!.error ? "error" : stored!.answers[0]!.found ? "found" : "none";
      expect(passed!.answers[0]!.found !== undefined).toBe(stored!.answers[0]!.found !== undefined);
      if (outcome !== "found") expect(passed!.error !== undefined).toBe(stored!.error !== undefined);
      expect(passed!.statistics.states).toBeLessThanOrEqual(Number(stored!.statistics.states));
      const isSmaller = passed!.statistics.states < stored!.statistics.states;
      seen[outcome] = (seen[outcome] ?? 0) + 1;
      if (isSmaller) seen["smaller"] = (seen["smaller"] ?? 0) + 1;
    }
  }
}

test("runs through transient states are found without storing these", async () => {
  const seen: Record<string, number> = {};
  const symmetric = arbitrarySymmetricModelWithFormula();
  await fc.assert(
    fc.asyncProperty(symmetric, fc.nat(10), fc.nat(10), fc.boolean(), async (model, which, at, isEqual) => {
      const passing = withTransient(model, which, at, isEqual);
      fc.pre(passing !== undefined);
      await expectSameRuns(passing, seen);
    }),
    { numRuns: times(150) },
  );
  const programs = fc.oneof(programWithFormula({ endless: false }), programWithFormula({ endless: true }));
  await fc.assert(
    fc.asyncProperty(programs, async (text) => {
      const { model } = parse(text, { name: "model.pml" });
      fc.pre(model?.transient !== undefined);
      await expectSameRuns(model, seen);
    }),
    { numRuns: times(150) },
  );
  for (const outcome of ["found", "none"]) expect(seen[outcome], outcome).toBeGreaterThan(10);
  expect(seen["smaller"] ?? 0).toBeGreaterThan(expected(18));
});

const bothWays = [true, false];

/** Whether a run is found, with transient states stored, and passed through. */
async function foundRuns(text: string, automaton?: Automaton): Promise<boolean[]> {
  const { model, diagnostics } = parse(text, { name: "passing.seq" });
  expect(diagnostics).toEqual([]);
  const [question] = runQuestions(model!.properties);
  const found: boolean[] = [];
  for (const isFirstLook of bothWays) {
    const { answers } = await exploreRuns({
      ...{ kind: "runs", model: model!, question: question!, fairness: undefined, symmetry: undefined, isFirstLook },
      ...{ representatives: "unique", watch: new Watch({}), automaton: automaton ?? automatonOfQuestion(question!) },
    });
    found.push(answers[0]!.found !== undefined);
  }
  return found;
}

const toggle = `
  var turn: 0..1 = 0
  var x: 0..1 = 0
  transient where turn != 0
  transition begin when turn == 0 { turn := 1; }
  transition end when turn == 1 { turn := 0; x := 1 - x; }
`;

test("an edge into transient states carries its marks to their end", async () => {
  expect(await foundRuns(`${toggle} property p: ltl <> [] (x == 0)`)).toEqual([true, true]);
  expect(await foundRuns(`${toggle} property p: ltl [] <> (x == 0)`)).toEqual([false, false]);
});

test("two edges into the same transient state are two if their marks differ", async () => {
  const edge = { guard: [{ positive: [], negative: [] }], target: 0 };
  const edges = [0, 1].map((marks) => ({ ...edge, marks }));
  for (const order of [edges, edges.toReversed()]) {
    const automaton = { states: [{ edges: order }], initial: 0, acceptanceCount: 1, propositions: [] };
    expect(await foundRuns(`${toggle} property p: ltl <> [] (x == 0)`, automaton)).toEqual([true, true]);
  }
});

test("a run that gets stuck in a transient state is not lost", async () => {
  const stuck = `
    var turn: 0..1 = 0
    var x: 0..1 = 0
    transient where turn != 0
    transition begin when turn == 0 { turn := 1; }
    transition end when turn == 1 && x == 1 { turn := 0; }
    property p: ltl <> (x == 1)
  `;
  expect(await foundRuns(stuck)).toEqual([true, true]);
});

test("a run that goes around in transient states forever is not lost", async () => {
  const around = (length: number): string => `
    var turn: 0..1 = 0
    var x: 0..1 = 0
    var y: 0..${length} = 0
    transient where turn != 0
    transition begin when turn == 0 { turn := 1; }
    transition go when turn == 1 { if y < ${length} { y := y + 1; } else { y := 0; } }
    property p: ltl <> (x == 1)
  `;
  for (const length of [1, 2, 10, 2000]) expect(await foundRuns(around(length))).toEqual([true, true]);
});
