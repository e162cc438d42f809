/** A search that continues with more symmetries ends like one that had them from the beginning. */

import fc from "fast-check";
import { expect, test } from "vitest";
import { check } from "../../src/check/check.ts";
import { compile } from "../../src/explicit/compile.ts";
import type { Exploration } from "../../src/explicit/exploration.ts";
import { findingsOf } from "../../src/explicit/explore-states.ts";
import { unpack } from "../../src/explicit/layout.ts";
import type { Turn } from "../../src/explicit/pauses.ts";
import { search } from "../../src/explicit/search.ts";
import type { Model } from "../../src/model/model.ts";
import type { StateQuestion } from "../../src/model/question.ts";
import { stateQuestions } from "../../src/model/question.ts";
import { loadModel } from "../../src/node/load.ts";
import { Detection } from "../../src/symmetry/find.ts";
import type { ValidatedGroup } from "../../src/symmetry/validator/validator.ts";
import { Watch } from "../../src/util/limits.ts";
import { arbitrarySymmetricModel } from "../support/arbitrary-symmetric-model.ts";
import { expected, times } from "../support/random-runs.ts";
import { modelOf } from "../support/symmetries.ts";

interface Folding {
  readonly model: Model;
  readonly questions?: readonly StateQuestion[];
  readonly before?: ValidatedGroup | undefined;
  readonly after: ValidatedGroup;
  readonly fromStates: number;
}

async function explore(
  { model, questions = stateQuestions(model.properties), before, after, fromStates }: Folding,
  limits = {},
): Promise<{ exploration: Exploration; folds: number }> {
  const options = { fingerprints: false } as const;
  let folds = 0;
  const exploration = await search(compile(model, questions, { ...options, symmetry: before }), {
    ...limits,
    isDecided: () => false,
    turns: [
      {
        fromStates,
        compile: () => {
          const compiled = compile(model, questions, { ...options, symmetry: after });
          return Promise.resolve({ compiled, again: false, onTaken: () => folds++ });
        },
      },
    ],
  });
  return { exploration, folds };
}

function summary(exploration: Exploration, model: Model): unknown {
  const { states, unreducedStates, complete, limit } = exploration;
  const { assertion, error, answers } = findingsOf(exploration, { model, questions: stateQuestions(model.properties) });
  const length = (found: { trace(): { steps: readonly unknown[] } | undefined } | undefined): number | undefined =>
    found?.trace()?.steps.length;
  return {
    states,
    unreducedStates,
    complete,
    limit,
    depth: exploration.progress.depth,
    assertion: length(assertion),
    error: length(error),
    answers: answers.map(({ found }) => length(found)),
  };
}

test("random models: states, orbits, depths and traces are those of a search that knew the group before", async () => {
  let [folded, smaller] = [0, 0];
  await fc.assert(
    fc.asyncProperty(arbitrarySymmetricModel(), fc.integer({ min: 1, max: 60 }), async (model, fromStates) => {
      const detection = new Detection(model, { properties: model.properties });
      const whole = detection.run("on").group;
      if (whole.group.order === 1n) return;
      const part = whole.subgroup(whole.generators.slice(0, fromStates % 2));
      const { exploration, folds } = await explore({ model, before: part, after: whole, fromStates });
      const { exploration: plain } = await explore({ model, before: whole, after: whole, fromStates: Infinity });
      if (folds > 0) {
        expect(summary(exploration, model)).toEqual(summary(plain, model));
        folded++;
      }
      if (folds > 0 && exploration.states < Number(plain.unreducedStates ?? 0)) smaller++;
    }),
    { numRuns: times(400) },
  );
  expect(folded).toBeGreaterThan(expected(80));
  expect(smaller).toBeGreaterThan(expected(60));
});

/** Both counters have the same meaning, in other words. */
const paraphrased = (most: number, more = ""): Model =>
  modelOf(`
    ${more}
    var a: 0..${most} = 0 var b: 0..${most} = 0 var c: bool = false var d: bool = false
    transition first when !c && !d { a := (a + 1) % ${most + 1}; c := true; }
    transition second when !(c || d) { b := b == ${most} ? 0 : b + 1; d := true; }
    transition rest when c { c := false; }
    transition pause when !(!d) { d := false; }
    property apart: reachable a == ${most} && b == ${most}`);

test("a large search asks for costly symmetries by itself, and reports them", async () => {
  const model = paraphrased(839);
  const quick = await check(model, { properties: [], representatives: "unique" });
  const on = await check(model, { properties: [], symmetry: "on", representatives: "unique" });
  expect(quick).toMatchObject({ complete: true, symmetry: { order: 2n, methods: ["text", "constraints"] } });
  expect(quick.states).toBe(on.states);
  expect(quick.unreducedStates).toBe(2_116_800n);
  const aside = "var aside: 0..99 = 0 transition go when aside < 99 { aside := aside + 1; }";
  const medium = await check(paraphrased(49, aside), { properties: [] });
  const unused = "the search was too small for so few of them to pay";
  expect(medium).toMatchObject({
    states: 750_000,
    symmetry: { order: 1n, methods: ["text", "constraints"], unused },
  });
  const large = await check(paraphrased(499), { properties: [] });
  expect(large).toMatchObject({
    states: 750_000,
    symmetry: { order: 1n, methods: ["text"], skipped: "the search was too small for costly methods" },
  });
  const small = await check(paraphrased(9), { properties: [] });
  expect(small).toMatchObject({
    states: 300,
    symmetry: { order: 1n, methods: [], skipped: "the search was too small for symmetries to pay" },
  });
});

test("a search of medium size asks for cheap symmetries only", async () => {
  const model = modelOf(`
    type P = 0..2
    var at: array [P] of 0..69 = 0
    transition go(p: P) when at[p] < 69 { at[p] := at[p] + 1; }
    transition back(p: P) when at[p] == 69 { at[p] := 0; }
    property deadlock_free: deadlock-free`);
  const result = await check(model, { partialOrder: "off" });
  const on = await check(model, { symmetry: "on", partialOrder: "off" });
  expect(result).toMatchObject({ verdict: "holds", states: 59_640, unreducedStates: 343_000n });
  expect(result.symmetry).toMatchObject({ order: 6n, methods: ["text"] });
  expect([on.states, on.depth, on.unreducedStates]).toEqual([result.states, result.depth, result.unreducedStates]);
});

test("two stages, one after the other, end like one", async () => {
  const model = modelOf(`
    type P = 0..3
    var at: array [P] of 0..5 = 0
    transition go(p: P) when at[p] < 5 { at[p] := at[p] + 1; }
    transition back(p: P) when at[p] == 5 { at[p] := 0; }`);
  const whole = new Detection(model, { properties: [] }).run("on").group;
  const part = whole.subgroup(whole.generators.slice(0, 1));
  expect([part.group.order, whole.group.order]).toEqual([2n, 24n]);
  const stage = (fromStates: number, symmetry: ValidatedGroup): Turn => ({
    fromStates,
    compile: () => {
      const compiled = compile(model, [], { fingerprints: false, symmetry });
      return Promise.resolve({ compiled, again: false });
    },
  });
  const exploration = await search(compile(model, [], { fingerprints: false }), {
    isDecided: () => false,
    turns: [stage(50, part), stage(200, whole)],
  });
  expect(exploration.compiled.symmetry).toBe(whole);
  expect(exploration).toMatchObject({ complete: true, states: 126, unreducedStates: 1296n });
});

test("states keep their origins, and what was found before the fold stays found", async () => {
  const model = modelOf(`
    type P = 0..2
    var at: array [P] of 0..5 = 0
    transition go(p: P) when at[p] < 5 { at[p] := at[p] + 1; }
    transition back(p: P) when at[p] == 5 { at[p] := 0; }
    property soon: reachable exists p: P . at[p] == 2
    property late: reachable forall p: P . at[p] == 5
    property never: reachable exists p: P . at[p] == 0 && at[p] == 1`);
  const after = new Detection(model, { properties: model.properties }).run("on").group;
  const { exploration, folds } = await explore({ model, after, fromStates: 60 });
  expect(folds).toBe(1);
  expect(summary(exploration, model)).toMatchObject({
    states: 56,
    unreducedStates: 216n,
    answers: [2, 15, undefined],
  });
  const soon = exploration
    .pathTo(exploration.decided[0]!)
    .map((words) => unpack(exploration.compiled.program.layout, words));
  expect(soon.map((state) => state.reduce((sum, each) => sum + each, 0))).toEqual([0, 1, 2]);
});

test.each([
  ["promela/load-balancer.pml", 299, 51_467n],
  ["promela/token-ring.pml", 4205, 41_985n],
  ["rebeca/load-balancer-nondeterministic.rebeca", 2072, 601_108n],
])("%s, folded after a thousand states, has %i orbits", async (file, states, unreducedStates) => {
  const { model } = loadModel(`examples/${file}`);
  const after = new Detection(model!, { properties: [] }).run("quick").group;
  const { exploration, folds } = await explore({ model: model!, questions: [], after, fromStates: 1000 });
  expect(folds).toBe(1);
  expect(exploration).toMatchObject({ states, unreducedStates });
});

// Folding 668,433 states by a group of order 10^8 took more than 45 s, and a search that had the group before 1 s.
test("a search that becomes far smaller begins again", async () => {
  const { model } = loadModel("bench/promela/three-tiered.pml", { defines: { CLIENTS: "7" } });
  const result = await check(model!, { properties: [] });
  expect(result.symmetry).toMatchObject({ order: 101_606_400n, methods: ["text", "channels", "constraints"] });
  // As many transitions as a search has that knows the group from the beginning.
  expect(result).toMatchObject({ complete: true, states: 1792, transitions: 16_616, unreducedStates: 2_159_461n });
});

test("limits end a search while it folds", async () => {
  const model = paraphrased(99);
  const after = new Detection(model, { properties: model.properties }).run("on").group;
  expect(after.group.order).toBe(2n);
  const controller = new AbortController();
  const watch = new Watch({ signal: controller.signal });
  const questions = stateQuestions(model.properties);
  const exploration = await search(compile(model, questions, { fingerprints: false }), {
    watch,
    isDecided: () => false,
    turns: [
      {
        fromStates: 5000,
        compile: () => {
          controller.abort();
          const options = { fingerprints: false, symmetry: after };
          const compiled = compile(model, questions, options);
          return Promise.resolve({ compiled, again: false, onTaken: () => expect.unreachable() });
        },
      },
    ],
  });
  // The earlier states are still stored.
  expect(exploration).toMatchObject({ limit: "cancelled", complete: false });
  expect(exploration.states).toBeGreaterThanOrEqual(5000);
});
