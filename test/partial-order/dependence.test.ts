/** Dependence between steps, against all reachable states; and searches that trust it, against full ones. */

import fc from "fast-check";
import { expect, test } from "vitest";
import { printModel } from "../../src/index.ts";
import { facts } from "../../src/model/facts.ts";
import { isRuntimeError } from "../../src/model/interpret.ts";
import type { State } from "../../src/model/interpret.ts";
import type { Expression, Model } from "../../src/model/model.ts";
import { stateFormulas } from "../../src/model/traverse.ts";
import { dependenceOf } from "../../src/partial-order/dependence.ts";
import type { Dependence } from "../../src/partial-order/dependence.ts";
import { BitRows } from "../../src/util/bit-rows.ts";
import { expected, times } from "../support/random-runs.ts";
import { modelOf } from "../support/symmetries.ts";
import { arbitraryAsynchronousModel } from "./arbitrary-asynchronous-model.ts";
import { arbitraryFailingGuards } from "./arbitrary-failing-guards.ts";
import { arbitraryMixedSteps } from "./arbitrary-mixed-steps.ts";
import { reducedSearch, wholeStepsFrom } from "./reduced-search.ts";
import type { NumberedStep } from "./reduced-search.ts";

function dependence(model: Model): Dependence {
  return found(dependenceOf(model, conditionsOf(model), "states and stuck steps"));
}

function conditionsOf({ properties }: Model): readonly Expression[] {
  return properties.flatMap((property) => (property.kind === "deadlock" ? [] : stateFormulas(property)));
}

function found(dependent: Dependence | string): Dependence {
  if (typeof dependent === "string") throw new Error(dependent);
  return dependent;
}

/** All reachable states that are not transient, up to a number. */
function reachable(model: Model, found: Dependence, most: number): State[] {
  const seen = new Map<string, State>();
  for (const state of facts(model).interpreter.initialStates()) {
    if (!isRuntimeError(state)) seen.set(state.join(), state);
  }
  for (const state of seen.values()) {
    if (seen.size > most) break;
    for (const { targets } of wholeStepsFrom(model, found, state)) {
      for (const target of targets) seen.set(target.join(), target);
    }
  }
  return [...seen.values()];
}

/** Models, how many there are to the others, and the part of the states that need not be explored. */
const generators: readonly [string, () => fc.Arbitrary<Model>, number, number][] = [
  ["", arbitraryAsynchronousModel, 1, 0.2],
  [" whose guards may fail", arbitraryFailingGuards, 4, 0.02],
  [" whose steps do many things", arbitraryMixedSteps, 4, 0],
];

/** Several steps have one number if their parameters are not told apart. */
function isSame(a: NumberedStep, b: NumberedStep): boolean {
  return a.number === b.number && a.parts[0]!.choice.join(";") === b.parts[0]!.choice.join(";");
}

const keys = (states: readonly State[]): string[] => [...new Set(states.map((state) => state.join()))].sort();

test.each(generators)(
  "random models%s: steps that do not conflict leave each other as they are, and both orders lead to the same states",
  (_, models, share) => {
    let [accords, conflicts] = [0, 0];
    fc.assert(
      fc.property(models(), (model) => {
        const found = dependence(model);
        for (const state of reachable(model, found, 150)) {
          const steps = wholeStepsFrom(model, found, state);
          for (const first of steps) {
            for (const second of steps) {
              if (first.number === second.number) continue;
              if (found.conflicts.has(first.number, second.number)) {
                conflicts++;
                continue;
              }
              accords++;
              const after = (target: State, step: NumberedStep): State[] | undefined => {
                const same = wholeStepsFrom(model, found, target).find((each) => isSame(each, step));
                expect(
                  same?.isWrong,
                  `${step.number} beside ${first.number}, ${second.number} in\n${printModel(model)}`,
                ).toBe(step.isWrong);
                return same?.targets.slice();
              };
              const one = first.targets.flatMap((target) => after(target, second)!);
              const other = second.targets.flatMap((target) => after(target, first)!);
              if (first.targets.length > 0 && second.targets.length > 0) expect(keys(one)).toEqual(keys(other));
            }
          }
        }
      }),
      { numRuns: times(400 * share) },
    );
    expect(accords).toBeGreaterThan(conflicts / 50);
  },
);

test.each(generators)(
  "random models%s: a disabled step stays disabled until a step of each of its enabling sets",
  (_, models, share) => {
    let checked = 0;
    fc.assert(
      fc.property(models(), (model) => {
        const found = dependence(model);
        for (const state of reachable(model, found, 100)) {
          const steps = wholeStepsFrom(model, found, state);
          const enabled = new Set(steps.map(({ number }) => number));
          for (let number = 0; number < found.count; number++) {
            if (enabled.has(number)) continue;
            const failing = found.tests[number]!.flatMap((each) => {
              const value = state[each.slot]!;
              if (each.kind === "values") return each.rows[value - each.low]! < 0 ? [] : [each.rows[value - each.low]!];
              return value < each.low || value > each.high ? [each.row] : [];
            });
            for (const row of failing.length > 0 ? failing : [found.otherwise[number]!]) {
              for (const step of steps) {
                if (found.enabling.has(row, step.number)) continue;
                for (const target of step.targets) {
                  checked++;
                  const next = wholeStepsFrom(model, found, target);
                  expect(next.some((other) => other.number === number)).toBe(false);
                }
              }
            }
          }
        }
      }),
      { numRuns: times(300 * share) },
    );
    expect(checked).toBeGreaterThan(times(300));
  },
);

test.each(generators)(
  "random models%s: stubborn sets find the same answers as all steps",
  (_, models, share, saved) => {
    let [smaller, all] = [0, 0];
    fc.assert(
      fc.property(models(), (model) => {
        const found = dependence(model);
        const full = reducedSearch(model, found, { reduce: false });
        const reduced = reducedSearch(model, found, { reduce: true });
        expect(reduced.answers).toEqual(full.answers);
        expect(reduced.states).toBeLessThanOrEqual(full.states);
        smaller += reduced.states;
        all += full.states;
      }),
      { numRuns: times(1500 * share) },
    );
    expect(smaller).toBeLessThanOrEqual((1 - saved) * all);
  },
);

/** What is left of a set of conditions if one is dropped. */
const mutants: readonly [string, (model: Model) => Dependence, boolean][] = [
  [
    "conflicts",
    (model) => {
      const own = dependence(model);
      return { ...own, conflicts: new BitRows(own.count, own.count) };
    },
    true,
  ],
  [
    "enabling sets",
    (model) => {
      const own = dependence(model);
      return { ...own, enabling: new BitRows(own.enabling.count, own.count) };
    },
    true,
  ],
  ["visibility", (model) => found(dependenceOf(model, [], "states")), true],
  ["the second pass", dependence, false],
  ["urgent steps", (model) => withUrgent(model, () => false), true],
  [
    "urgent steps that may change a condition",
    (model) => ({ ...dependence(model), urgent: withoutSight(model) }),
    true,
  ],
  ["urgent steps that may go wrong", (model) => withUrgent(model, (step) => !withoutSight(model).has(0, step)), true],
  [
    "urgent steps that may get stuck",
    (model) => ({ ...dependence(model), urgent: found(dependenceOf(model, conditionsOf(model), "states")).urgent }),
    true,
  ],
];

/** The steps that are urgent whatever the conditions are. */
function withoutSight(model: Model): BitRows {
  return found(dependenceOf(model, [], "states and stuck steps")).urgent;
}

/** The dependence with some of its urgent steps. */
function withUrgent(model: Model, isKept: (step: number) => boolean): Dependence {
  const own = dependence(model);
  const urgent = new BitRows(0, own.count);
  urgent.append(own.urgent.columns(0).filter(isKept));
  return { ...own, urgent };
}

let sampled: readonly Model[] | undefined;

test.each(mutants)("without %s, answers are lost", (_, mutate, proviso) => {
  const models = (sampled ??= fc.sample(arbitraryAsynchronousModel(), { numRuns: 1000, seed: 11 }));
  const isWrong = (model: Model): boolean => {
    const full = reducedSearch(model, dependence(model), { reduce: false });
    const reduced = reducedSearch(model, mutate(model), { reduce: true, proviso });
    return JSON.stringify(full.answers) !== JSON.stringify(reduced.answers);
  };
  expect(models.some(isWrong)).toBe(true);
});

test("a step that waits until nothing else can move does not hinder others", () => {
  const model = modelOf(`
    type P = 0..3
    var pc: array [P] of 0..2 = 0
    predicate busy = exists p: P . pc[p] == 0
    transition go(p: P) by process[p] when pc[p] == 0 { pc[p] := 1; }
    transition timeout(p: P) by process[p] when pc[p] == 1 && !busy { pc[p] := 2; }
    property all: reachable forall p: P . pc[p] == 2`);
  const waits = found(dependenceOf(model, [], "states"));
  expect(waits.conflicts.columns(0)).toEqual([]);
  expect(waits.deniers.count).toBeGreaterThan(0);
  const { states } = reducedSearch(model, waits, { reduce: true });
  expect([states, reducedSearch(model, waits, { reduce: false }).states]).toEqual([9, 31]);
});

/** Fails at `a[i]` where `pc[0] == 1`, and a step of process 0 does or does not. */
const failing = (guard: string): Model =>
  modelOf(`
    type P = 0..2
    var pc: array [P] of 0..2 = 0
    var a: array [2] of 0..1 = 0
    var i: 0..2 = 0
    predicate busy = (pc[0] == 1 && a[i] == 1) || (exists p: P . pc[p] == 0)
    transition go(p: P) by process[p] when pc[p] == 0 { pc[p] := 1; }
    transition next by process[0] when ${guard} { pc[0] := 2; }
    transition far by process[1] when pc[1] == 1 { pc[1] := 2; i := 2; }
    transition timeout by process[2] when pc[2] == 1 && !busy { pc[2] := 2; }
    property end: deadlock-free`);

test.each([
  ["pc[0] == 1 && a[i] == 1", true],
  ["pc[0] == 1 && a[i] == 0", true],
  ["a[i] == 1 && pc[0] == 1", true],
  // It fails only where something else holds, too, or elsewhere, or not at all.
  ["pc[0] == 1 && pc[1] == 2 && a[i] == 1", false],
  ["pc[0] == 1 && (pc[1] == 2 || a[i] == 1)", false],
  ["pc[0] == 1 && a[2 - i] == 1", false],
  ["pc[0] == 1", false],
])("if a guard is %s, another one that waits fails only where it does: %s", (guard, isShared) => {
  const model = failing(guard);
  const { deniers } = found(dependenceOf(model, [], "states"));
  expect(deniers.count > 0).toBe(isShared);
  const states = reachable(model, found(dependenceOf(model, [], "states")), 1000);
  const errors = states.map((state) =>
    [...facts(model).interpreter.steps(state)].flatMap(({ transition, error }) => (error ? [transition.name] : [])),
  );
  const isAlone = errors.some((names) => names.includes("timeout") && !names.includes("next"));
  if (isShared) expect(isAlone).toBe(false);
});

test("random models: where a step that waits fails, another one does", () => {
  let failures = 0;
  fc.assert(
    fc.property(arbitraryAsynchronousModel(), (model) => {
      for (const state of reachable(model, dependence(model), 100)) {
        const names = [...facts(model).interpreter.steps(state)].flatMap(({ transition: { name }, error }) =>
          error ? [name] : [],
        );
        if (!names.some((name) => name.startsWith("timeout"))) continue;
        failures++;
        expect(names.some((name) => !name.startsWith("timeout"))).toBe(true);
      }
    }),
    { numRuns: times(1000) },
  );
  expect(failures).toBeGreaterThan(expected(10));
});

test("what a test says of a slot does not count after the slot has changed", () => {
  const model = modelOf(`
    var x: 0..2 = 1
    transition twice when x < 2 { x := x + 1; x := x + 1; }
    transition less when x > 0 { x := x - 1; }
    property end: deadlock-free`);
  const { conflicts, urgent } = found(dependenceOf(model, [], "states"));
  // Where x is 1, the first one fails, and after the second one it does not.
  expect([conflicts.has(0, 1), urgent.columns(0)]).toEqual([true, [0]]);
});

test.each([
  ["x := 1;", false],
  ["x := y;", false],
  ["y := x;", true],
  ["x := x + 1;", true],
  ["if (y == 1) { x := 0; } else { x := 2; }", false],
  ["if (y == 1) { x := 0; } else { y := x; }", true],
  ["for k: 0..1 { y := k; }", false],
  ["for k: 0..1 { x := x + 1; }", true],
  ["var k: 0..2 = x; x := k;", false],
  ["var k: 0..1 = x; y := k;", true],
  ["push(q, y);", false],
  ["push(q, x);", true],
  ["push(q, y); push(q, y);", true],
  ["pop(q);", true],
  ["y := r[0]; pop(r);", false],
  ["pop(r); y := r[0];", true],
  ["y := a[y];", false],
  ["y := a[x];", true],
  ["assert x == 0;", true],
  ["while y == 1 bound 3 { y := 0; }", true],
])("whether `%s` may go wrong: %s", (body, canGoWrong) => {
  const model = modelOf(`
    var x: 0..2 = 0
    var y: 0..1 = 0
    var a: array [2] of 0..1 = 0
    var q: queue [2] of 0..1
    var r: queue [2] of 0..1
    transition step when !full(q) && !empty(r) { ${body} }
    transition other when !full(r) { push(r, 1); }
    transition any(k: 0..2) { x := k; }
    transition flip(k: 0..1) when !empty(q) { y := k; pop(q); }
    property end: deadlock-free`);
  const { urgent } = found(dependenceOf(model, [], "states"));
  expect(urgent.has(0, 0)).toBe(canGoWrong);
});

test("a guard that fails before its tests is one that may go wrong inside a sequence, and outside", () => {
  const model = modelOf(`
    type Sequence = enum { none, first }
    var atomic: Sequence = none
    var a: array [2] of 0..1 = 0
    var i: 0..2 = 0
    var pc: 0..2 = 0
    transient where atomic != none
    transition begin when atomic == none && pc == 0 { atomic := first; pc := 1; }
    transition inside when a[i] == 0 && atomic == first && pc == 2 { pc := 0; }
    transition end when atomic == first && pc == 1 { atomic := none; pc := 2; }
    transition far when atomic == none && i == 0 { i := 2; }
    property end: deadlock-free`);
  const { conflicts, enabling, otherwise, urgent } = found(dependenceOf(model, [], "states"));
  // What changes the index makes the guard fail, in the middle of a sequence and at rest.
  expect([conflicts.has(0, 3), enabling.has(otherwise[1]!, 3)]).toEqual([true, true]);
  expect(urgent.columns(0)).toEqual([0, 1]);
});

test("a branch that is never taken is not a part of a step", () => {
  const model = modelOf(`
    var at: array [2] of 0..1 = [0, 1]
    var x: 0..1 = 0
    var pc: array [2] of 0..1 = 0
    transition go(p: 0..1) by process[p] when pc[p] == 0 { if at[p] == 0 { assert x == 0; x := 1; } pc[p] := 1; }
    property end: deadlock-free`);
  const { conflicts, urgent } = found(dependenceOf(model, [], "states"));
  expect([conflicts.has(0, 1), urgent.columns(0)]).toEqual([false, [0]]);
});
