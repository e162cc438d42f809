/** Searches that change how many states of an orbit they store find the same, and say what they did. */

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { check } from "../../src/check/check.ts";
import { compile } from "../../src/explicit/compile.ts";
import type { Exploration } from "../../src/explicit/exploration.ts";
import { findingsOf } from "../../src/explicit/explore-states.ts";
import type { Turn } from "../../src/explicit/pauses.ts";
import { search } from "../../src/explicit/search.ts";
import type { StateId } from "../../src/explicit/state-id.ts";
import { StrategyPlanner } from "../../src/explicit/strategy.ts";
import type { Tuning } from "../../src/explicit/strategy.ts";
import { traceTo } from "../../src/explicit/trace-to.ts";
import { facts } from "../../src/model/facts.ts";
import type { Model } from "../../src/model/model.ts";
import type { StateQuestion } from "../../src/model/question.ts";
import { stateQuestions } from "../../src/model/question.ts";
import { lastState } from "../../src/model/replay.ts";
import { loadModel } from "../../src/node/load.ts";
import { checkDocument } from "../../src/report/json.ts";
import { plain as colorless } from "../../src/report/palette.ts";
import { checkText } from "../../src/report/text.ts";
import { Detection } from "../../src/symmetry/find.ts";
import type { ValidatedGroup } from "../../src/symmetry/validator/validator.ts";
import { Watch } from "../../src/util/limits.ts";
import { arbitrarySymmetricModel } from "../support/arbitrary-symmetric-model.ts";
import { expected, times } from "../support/random-runs.ts";
import { referenceSearch } from "../support/reference-search.ts";
import { modelOf } from "../support/symmetries.ts";

type Strategy = "unique" | "multiple" | "none";

const groupOf = (model: Model, properties = model.properties): ValidatedGroup =>
  new Detection(model, { properties }).run("on").group;

const explore = (
  model: Model,
  symmetry: ValidatedGroup | undefined,
  turns: readonly Turn[],
  questions: readonly StateQuestion[] = stateQuestions(model.properties),
): Promise<Exploration> =>
  search(compile(model, questions, { fingerprints: false, symmetry }), { isDecided: () => false, turns });

/** Changes to each strategy in turn, whatever it costs. */
function forced(model: Model, symmetry: ValidatedGroup, strategies: readonly Strategy[], taken: Strategy[]): Turn[] {
  return strategies.map((representatives, k) => ({
    fromStates: 2 + 5 * k,
    compile: () => {
      const questions = stateQuestions(model.properties);
      const compiled = compile(model, questions, { fingerprints: false, symmetry, representatives });
      return Promise.resolve({ compiled, again: false, onTaken: () => taken.push(representatives) });
    },
  }));
}

function traceLengths(exploration: Exploration, model: Model): unknown {
  const { assertion, error, answers } = findingsOf(exploration, { model, questions: stateQuestions(model.properties) });
  const length = (found: { trace(): { steps: readonly unknown[] } | undefined } | undefined): number | undefined =>
    found?.trace()?.steps.length;
  return [length(assertion), length(error), ...answers.map(({ found }) => length(found))];
}

/** The orbits of stored states, each by the representative that a search with unique ones gives it. */
function orbitsOf(exploration: Exploration, judge: Exploration): Set<string> {
  const ids = Array.from({ length: exploration.storedStates }, (_, id) => id as StateId);
  return new Set(ids.map((id) => judge.space.representativeOf(exploration.space.stateAt(id)).join()));
}

test("random models: any strategies, one after the other, find every orbit, the same answers and shortest traces", async () => {
  const changed = { unique: 0, multiple: 0, none: 0 };
  let [more, exact] = [0, 0];
  const strategy = fc.constantFrom<Strategy>("none", "multiple", "unique");
  await fc.assert(
    fc.asyncProperty(
      arbitrarySymmetricModel(),
      fc.array(strategy, { minLength: 1, maxLength: 4 }),
      async (model, list) => {
        const symmetry = groupOf(model);
        if (symmetry.group.order === 1n) return;
        const taken: Strategy[] = [];
        const exploration = await explore(model, symmetry, forced(model, symmetry, list, taken));
        if (taken.length === 0) return;
        for (const each of taken) changed[each]++;
        const plain = await explore(model, undefined, []);
        const unique = await explore(model, symmetry, []);
        expect(exploration.complete).toBe(plain.complete);
        expect(traceLengths(exploration, model)).toEqual(traceLengths(plain, model));
        expect(orbitsOf(exploration, unique)).toEqual(orbitsOf(plain, unique));
        expect(exploration.states).toBeLessThanOrEqual(plain.states);
        if (exploration.states > unique.states) more++;
        // There are traces to stored states, though other states of their orbits may be stored too.
        for (let id = 0; id < exploration.storedStates; id += 5) {
          const end = lastState(
            traceTo(facts(model).interpreter, exploration, exploration.space.findingAt(id as StateId)),
          );
          const ends = [end, exploration.space.stateAt(id as StateId)].map((state) =>
            unique.space.representativeOf(state).join(),
          );
          expect(ends[0]).toBe(ends[1]);
        }
        // A sum of sizes of orbits is right, or there is none.
        const isExact = exploration.unreducedStates !== undefined;
        if (isExact) expect(exploration.unreducedStates).toBe(BigInt(referenceSearch(model, []).states.length));
        if (isExact) exact++;
        expect(exploration.isUnique).toBe(exploration.states === unique.states && taken.at(-1) === "unique");
      },
    ),
    { numRuns: times(900) },
  );
  for (const count of Object.values(changed)) expect(count).toBeGreaterThan(expected(100));
  expect(more).toBeGreaterThan(expected(30));
  expect(exact).toBeGreaterThan(expected(30));
});

test("there are traces to states that are stored without being representatives", async () => {
  const model = modelOf(`
    type P = 0..2
    var at: array [P] of 0..5 = 0
    transition go(p: P) when at[p] < 5 { at[p] := at[p] + 1; }`);
  const symmetry = groupOf(model);
  const exploration = await explore(model, symmetry, forced(model, symmetry, ["none"], []));
  const ascending = (a: number, b: number): number => a - b;
  let others = 0;
  for (let id = 0; id < exploration.storedStates; id++) {
    const state = exploration.space.stateAt(id as StateId);
    const end = lastState(traceTo(facts(model).interpreter, exploration, exploration.space.findingAt(id as StateId)));
    expect([...end].sort(ascending)).toEqual([...state].sort(ascending));
    if (exploration.space.representativeOf(state).join() !== state.join()) others++;
  }
  expect(others).toBeGreaterThan(50);
});

/** The four flags change together in the first phase, so that an orbit is one state, and one by one in the second. */
const phases = (size: number, second: boolean): Model =>
  modelOf(`
    type P = 0..3
    var flag: array [P] of bool = false
    var x: 0..${size} = 0 var y: 0..${size + 1} = 0
    transition right when x < ${size} { x := x + 1; for p: P { flag[p] := !flag[p]; } }
    transition up when y <= ${size} { y := y + 1; for p: P { flag[p] := !flag[p]; } }
    ${second ? `transition one(p: P) when x >= ${size >> 1} && y >= ${size >> 1} { flag[p] := !flag[p]; }` : ""}
    property end: reachable x == ${size} && y == ${size}
    property odd: reachable exists p: P, q: P . flag[p] != flag[q]`);

describe("a search whose orbits are single states", () => {
  const model = phases(399, false);

  test("goes on without symmetries, and says so", async () => {
    const result = await check(model, { symmetry: "on" });
    const plain = await check(model, { symmetry: "off" });
    expect(result).toMatchObject({ verdict: plain.verdict, states: plain.states, representatives: "multiple" });
    expect(result.unreducedStates).toBeUndefined();
    const [change, ...others] = result.strategies!;
    expect(others).toEqual([]);
    expect(change).toMatchObject({ representatives: "none" });
    expect(change!.fromStates).toBeGreaterThanOrEqual(2 ** 17);
    expect(change!.reason).toMatch(
      /^a representative took \d+\.\d times the work of a step, and an orbit has about 1\.0 states$/,
    );
    expect(result.properties.map(({ trace }) => trace?.steps.length)).toEqual(
      plain.properties.map(({ trace }) => trace?.steps.length),
    );
    expect(checkDocument(result).strategies).toEqual(result.strategies);
    expect(checkText(result, { palette: colorless, fullStates: false })).toMatch(
      /: some states per orbit\nfrom state 13\d \d{3} on, all states per orbit: a representative took /,
    );
    expect(await check(model, { symmetry: "on" })).toEqual({
      ...result,
      seconds: expect.anything() as unknown,
      symmetry: expect.anything() as unknown,
    });
  });

  test("keeps unique representatives if they are asked for", async () => {
    const result = await check(model, { symmetry: "on", representatives: "unique" });
    expect(result).toMatchObject({ representatives: "unique", states: 160_400, unreducedStates: 160_400n });
    expect(result.strategies).toBeUndefined();
  });
});

async function planned(
  model: Model,
  tuning: Partial<Tuning>,
  questions = stateQuestions(model.properties),
): Promise<{ exploration: Exploration; planner: StrategyPlanner; symmetry: ValidatedGroup }> {
  const symmetry = groupOf(model, questions.length === 0 ? [] : model.properties);
  const compileAs = (representatives: Strategy) =>
    compile(model, questions, { fingerprints: false, symmetry, representatives });
  const planner = new StrategyPlanner({ compile: compileAs, watch: new Watch({}), tuning });
  return { exploration: await explore(model, symmetry, planner.turns, questions), planner, symmetry };
}

test("a search whose orbits become large returns to unique representatives, and counts all states again", async () => {
  const model = phases(29, true);
  const { exploration, planner, symmetry } = await planned(model, { fromStates: 50 });
  expect(planner.changes.map(({ representatives }) => representatives)).toEqual(["none", "unique"]);
  const unique = await explore(model, symmetry, []);
  const { states, unreducedStates, isUnique } = unique;
  expect(exploration).toMatchObject({ states, unreducedStates, isUnique });
  expect(traceLengths(exploration, model)).toEqual(traceLengths(unique, model));
});

test("a search whose orbits will be large stays with unique representatives", async () => {
  const model = modelOf(`
    type P = 0..5
    var x: 0..50 = 0
    var at: array [P] of 0..3 = 0
    transition wait when x < 50 { x := x + 1; }
    transition up(p: P) when x == 50 && at[p] < 3 { at[p] := at[p] + 1; }`);
  const { planner, exploration } = await planned(model, { fromStates: 53 });
  expect(planner.changes).toEqual([]);
  expect(exploration).toMatchObject({ states: 50 + 84, unreducedStates: 50n + 4n ** 6n });
});

test("what was spent before a change does not count after it", async () => {
  const model = phases(9, true);
  const symmetry = groupOf(model);
  const seen: Exploration[] = [];
  const turns = forced(model, symmetry, ["multiple", "none"], []).map(({ fromStates, compile: change }) => ({
    fromStates,
    compile: (exploration: Exploration) => {
      seen.push(exploration);
      return change(exploration);
    },
  }));
  await explore(model, symmetry, turns);
  const [unique, several] = seen as [Exploration, Exploration];
  const { transitions, expanded } = unique.spent;
  expect(several.spentBefore).toMatchObject({ transitions, expanded });
  expect(several.spent.transitions).toBeGreaterThan(transitions);
});

test("a search whose orbits are large stays with unique representatives", async () => {
  const { planner } = await planned(phases(9, true), { fromStates: 120 });
  expect(planner.changes).toEqual([]);
});

test("several representatives that are cheaper are taken, and given up if they cost more than they save", async () => {
  const { model: balancer } = loadModel("examples/rebeca/load-balancer-nondeterministic.rebeca");
  const { exploration, planner } = await planned(balancer!, { fromStates: 300, muchBetter: 0.01 }, []);
  expect(planner.changes).toMatchObject([{ representatives: "multiple" }]);
  expect(exploration.unreducedStates).toBeUndefined();
  expect(exploration.states).toBeGreaterThan(2072);
  expect(exploration.states).toBeLessThan(5000);
  // Rotations are compared one by one, which is cheaper than to try them as moves.
  const { model: table } = loadModel("examples/seq/dining-philosophers.seq", { defines: { N: "10" } });
  const dining = await planned(table!, { fromStates: 300, step: 8, muchBetter: 0.01 }, []);
  expect(dining.planner.changes.map(({ representatives }) => representatives)).toEqual(["multiple", "none"]);
  expect(dining.exploration.states).toBeGreaterThan(15_489);
  const usual = await planned(table!, { fromStates: 300, step: 8 }, []);
  expect(usual.planner.changes).toEqual([]);
  expect(usual.exploration).toMatchObject({ states: 15_489, unreducedStates: 154_450n });
});
