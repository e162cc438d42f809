import fc from "fast-check";
import { expect, test } from "vitest";
import { check } from "../../src/check/check.ts";
import { InputError } from "../../src/check/request-error.ts";
import type { CheckResult } from "../../src/check/result.ts";
import type { Model } from "../../src/model/model.ts";
import { stateQuestions } from "../../src/model/question.ts";
import { parseModel } from "../../src/model/text/parse.ts";
import { printModel } from "../../src/model/text/print.ts";
import { arbitraryModel } from "../support/arbitrary-model.ts";
import { arbitrarySymmetricModel } from "../support/arbitrary-symmetric-model.ts";
import { hasInitialState } from "../support/initial-states.ts";
import { expected, times } from "../support/random-runs.ts";

function parsed(text: string): Model {
  const { model, diagnostics } = parseModel({ name: "test.seq", text }, { defines: {} });
  if (!model) throw new Error(diagnostics[0]!.message);
  return model;
}

/**
 * The results that must not depend on symmetry. A run-time error ends the search, and states come in another order, so
 * then only the verdict is compared. The search may or may not notice something that was not asked before it ends.
 */
function outcome({ verdict, properties }: CheckResult, asked: readonly string[]): unknown {
  if (properties.some(({ name, verdict: own }) => name === "ranges" && own === "violated")) return { verdict };
  return {
    verdict,
    properties: properties
      .filter(({ name }) => asked.includes(name))
      .map(({ name, verdict: own, trace }) => ({ name, own, steps: trace?.steps.length })),
  };
}

async function expectSameOutcome(model: Model): Promise<CheckResult | undefined> {
  const names = stateQuestions(model.properties).map(({ name }) => name);
  const asked = names.length > 0 ? names : ["ranges"];
  const options = { properties: asked, symmetry: "on" };
  if (!hasInitialState(model)) {
    for (const symmetry of ["off", "on"] as const) {
      await expect(check(model, { ...options, symmetry }), printModel(model)).rejects.toThrow(InputError);
    }
    return undefined;
  }
  const plain = outcome(await check(model, { ...options, symmetry: "off" }), asked);
  const shown = printModel(model);
  expect(outcome(await check(model, options), asked), shown).toEqual(plain);
  expect(outcome(await check(model, { ...options, representatives: "multiple" }), asked), shown).toEqual(plain);
  expect(outcome(await check(model, { ...options, hashCompaction: true }), asked), shown).toEqual(plain);
  const full = await check(model, { properties: [], symmetry: "off" });
  const unique = await check(model, { properties: [], symmetry: "on" });
  const multiple = await check(model, { properties: [], representatives: "multiple", symmetry: "on" });
  if (unique.representatives === "unique" && full.complete) {
    expect(unique.unreducedStates, shown).toBe(BigInt(full.states));
  }
  expect(unique.states).toBeLessThanOrEqual(multiple.states);
  expect(multiple.states).toBeLessThanOrEqual(full.states);
  return unique;
}

test("verdicts and lengths of traces are the same without symmetry, and orbits sum up to all states", async () => {
  let reduced = 0;
  await fc.assert(
    fc.asyncProperty(arbitrarySymmetricModel(), async (model) => {
      const result = await expectSameOutcome(model);
      if (result && result.symmetry.order > 1n) reduced++;
    }),
    { numRuns: times(300) },
  );
  expect(reduced).toBeGreaterThan(expected(100));
});

test("models of any kind have the same outcome with and without symmetry", async () => {
  await fc.assert(
    fc.asyncProperty(arbitraryModel(), async (model) => {
      await expectSameOutcome(model);
    }),
    { numRuns: times(150) },
  );
});

test("a trace found among representatives is one of the model itself", async () => {
  const model = parsed(`
    const N = 4 type P = 0..N-1
    var at: array [P] of 0..2 = 0  var last: 0..N = N
    transition go(p: P) by process[p] when at[p] < 2 && last != p { at[p] := at[p] + 1; last := p; }
    property never: invariant (count p: P . at[p] == 2) < 2`);
  const { properties, symmetry, states } = await check(model, { symmetry: "on" });
  expect(symmetry.order).toBe(24n);
  const [never] = properties;
  expect(never).toMatchObject({ verdict: "violated" });
  expect(never!.trace!.steps).toHaveLength(4);
  let before = never!.trace!.initial;
  for (const { transition, choice, target } of never!.trace!.steps) {
    expect(transition.name).toBe("go");
    const p = choice[0]![0]!;
    expect(target![p]).toBe(before[p]! + 1);
    before = target!;
  }
  expect(states).toBeLessThan((await check(model, { symmetry: "off" })).states);
});

test("the group is one that preserves the property asked for", async () => {
  const model = parsed(`
    const N = 3 type P = 0..N-1 var at: array [P] of 0..2 = 0
    transition go(p: P) when at[p] < 2 { at[p] := at[p] + 1; }
    property first: invariant at[0] <= at[1] || at[2] == 0
    property all: invariant forall p: P . at[p] <= 2`);
  expect((await check(model, { properties: ["first"], symmetry: "on" })).symmetry.order).toBe(1n);
  expect((await check(model, { properties: ["all"], symmetry: "on" })).symmetry.order).toBe(6n);
  expect((await check(model, { properties: ["first"], symmetry: "on" })).verdict).toBe("violated");
});

test("the order of the group and the states without symmetry are reported", async () => {
  const model = parsed(`
    const N = 5 type P = 0..N-1 var at: array [P] of 0..3 = 0
    transition go(p: P) when at[p] < 3 { at[p] := at[p] + 1; }`);
  expect(await check(model, { properties: [], symmetry: "on" })).toMatchObject({
    states: 56,
    unreducedStates: 1024n,
    representatives: "unique",
    symmetry: { order: 120n, structure: "S5", methods: ["text", "constraints"] },
  });
});
