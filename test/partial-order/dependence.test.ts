/** Dependence between steps, against all reachable states; and searches that trust it, against full ones. */

import fc from "fast-check";
import { expect, test } from "vitest";
import { facts } from "../../src/model/facts.ts";
import { isRuntimeError } from "../../src/model/interpret.ts";
import type { State } from "../../src/model/interpret.ts";
import type { Model } from "../../src/model/model.ts";
import { stateFormulas } from "../../src/model/traverse.ts";
import { dependenceOf } from "../../src/partial-order/dependence.ts";
import type { Dependence } from "../../src/partial-order/dependence.ts";
import { BitRows } from "../../src/util/bit-rows.ts";
import { times } from "../support/random-runs.ts";
import { modelOf } from "../support/symmetries.ts";
import { arbitraryAsynchronousModel } from "./arbitrary-asynchronous-model.ts";
import { reducedSearch, wholeStepsFrom } from "./reduced-search.ts";

function dependence(model: Model): Dependence {
  const conditions = model.properties.flatMap((property) =>
    property.kind === "deadlock" ? [] : stateFormulas(property),
  );
  return found(dependenceOf(model, conditions, "states and stuck steps"));
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

const keys = (states: readonly State[]): string[] => [...new Set(states.map((state) => state.join()))].sort();

test("random models: steps that do not conflict leave each other enabled, and both orders lead to the same states", () => {
  let [accords, conflicts] = [0, 0];
  fc.assert(
    fc.property(arbitraryAsynchronousModel(), (model) => {
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
            const after = (target: State, number: number): State[] | undefined => {
              const same = wholeStepsFrom(model, found, target).find((step) => step.number === number);
              expect(same?.isWrong).toBe(number === second.number ? second.isWrong : first.isWrong);
              return same?.targets.slice();
            };
            const one = first.targets.flatMap((target) => after(target, second.number)!);
            const other = second.targets.flatMap((target) => after(target, first.number)!);
            if (first.targets.length > 0 && second.targets.length > 0) expect(keys(one)).toEqual(keys(other));
          }
        }
      }
    }),
    { numRuns: times(400) },
  );
  expect(accords).toBeGreaterThan(conflicts / 4);
});

test("random models: a disabled step stays disabled until a step of each of its enabling sets", () => {
  let checked = 0;
  fc.assert(
    fc.property(arbitraryAsynchronousModel(), (model) => {
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
    { numRuns: times(300) },
  );
  expect(checked).toBeGreaterThan(times(300));
});

test("random models: stubborn sets find the same answers as all steps", () => {
  let [smaller, all] = [0, 0];
  fc.assert(
    fc.property(arbitraryAsynchronousModel(), (model) => {
      const found = dependence(model);
      const full = reducedSearch(model, found, { reduce: false });
      const reduced = reducedSearch(model, found, { reduce: true });
      expect(reduced.answers).toEqual(full.answers);
      expect(reduced.states).toBeLessThanOrEqual(full.states);
      smaller += reduced.states;
      all += full.states;
    }),
    { numRuns: times(1500) },
  );
  expect(smaller).toBeLessThan(0.8 * all);
});

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
];

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
