/** Conditions on counts: they hold where the conditions of the model hold, and have its verdicts and traces. */

import fc from "fast-check";
import { expect, test } from "vitest";
import { check } from "../../src/index.ts";
import { facts } from "../../src/model/facts.ts";
import type { Model } from "../../src/model/model.ts";
import { stateQuestions } from "../../src/model/question.ts";
import { searchCounted } from "../../src/symbolic/search-counted.ts";
import { CountedModel } from "../../src/symmetry/counters/counted-model.ts";
import { findSymmetries } from "../../src/symmetry/find.ts";
import { Watch } from "../../src/util/limits.ts";
import { expected, times } from "../support/random-runs.ts";
import { modelOf } from "../support/symmetries.ts";

/** What a condition may say of the row `p`. */
const ofRow = fc.constantFrom(
  "at[p] == 0", "at[p] == 2", "at[p] != 1", "flag[p]", "!flag[p]", "at[p] == 2 && flag[p]", "at[p] == 1 || !flag[p]", "at[p] + (flag[p] ? 1 : 0) <= 1",
  "mood[p] == busy",
); // prettier-ignore

/** What it may say of the common slots. */
const ofCommon = fc.constantFrom("free == 0", "free <= 1", "open", "!open", "turn == second", "free + 1 == BOUND");

const comparison = fc.constantFrom("==", "!=", "<", "<=", ">", ">=");

const atom: fc.Arbitrary<string> = fc.oneof(
  ofRow.map((e) => `(forall p: Id . ${e})`),
  ofRow.map((e) => `(exists p: Id . ${e})`),
  fc.tuple(ofRow, comparison, fc.nat({ max: 3 })).map(([e, op, k]) => `(count p: Id . ${e}) ${op} ${k}`),
  fc.tuple(comparison, fc.nat({ max: 4 })).map(([op, k]) => `(sum p: Id . at[p]) - free ${op} ${k}`),
  fc.tuple(ofRow, comparison).map(([e, op]) => `(count p: Id . ${e}) ${op} free + (count q: Id . at[q] == 0)`),
  fc.constant("at[0] == 1 || at[1] == 1 || at[2] == 1"),
  fc.constant("someFlag"),
  ofCommon,
);

const condition: fc.Arbitrary<string> = fc.oneof(
  atom,
  fc.tuple(atom, atom).map(([a, b]) => `(${a}) && (${b})`),
  fc.tuple(atom, atom).map(([a, b]) => `(${a}) || (${b})`),
  fc.tuple(atom, atom).map(([a, b]) => `(${a}) -> !(${b})`),
);

const transition = fc
  .record({
    from: fc.nat({ max: 2 }),
    to: fc.nat({ max: 2 }),
    guard: fc.constantFrom("", " && flag[p]", " && free >= 1", " && open", " && turn == first", " && mood[p] == calm"),
    effect: fc.constantFrom(
      "", "flag[p] := true;", "flag[p] := false;", "mood[p] := busy;", "mood[p] := calm;", "free := free - 1;", "open := false;", "turn := second;",
    ), // prettier-ignore
  })
  .map(({ from, to, guard, effect }) => {
    const isTaking = effect.startsWith("free");
    return `when at[p] == ${from}${guard}${isTaking ? " && free >= 1" : ""} { at[p] := ${to}; ${effect} }`;
  });

function modelWith(transitions: readonly string[], conditions: readonly string[]): Model {
  return modelOf(`
    const BOUND = 2
    type Id = 0..2
    type Mood = enum { calm, busy }
    type Turn = enum { first, second }
    var at: array [Id] of 0..2 = 0
    var flag: array [Id] of bool = false
    var mood: array [Id] of Mood = calm
    var free: 0..2 = 2
    var open: bool = true
    var turn: Turn = first
    predicate someFlag = exists p: Id . flag[p]
    ${transitions.map((text, k) => `transition t${k}(p: Id) ${text}`).join("\n")}
    ${conditions.map((text, k) => `property c${k}: reachable ${text}`).join("\n")}
    ${conditions.map((text, k) => `property d${k}: invariant ${text}`).join("\n")}
  `);
}

test("random conditions on counts have the values, verdicts and traces of the model", async () => {
  let [followed, found, counted] = [0, 0, 0];
  await fc.assert(
    fc.asyncProperty(
      fc.array(transition, { minLength: 2, maxLength: 5 }),
      fc.array(condition, { minLength: 1, maxLength: 3 }),
      async (transitions, conditions) => {
        const model = modelWith(transitions, conditions);
        const { group } = findSymmetries(model, { properties: model.properties });
        const small = group.generators.length > 0 ? CountedModel.of(model, group) : undefined;
        if (!small) return;
        counted++;
        const { interpreter } = facts(model);
        const smallInterpreter = facts(small.model).interpreter;
        const [initial] = interpreter.initialStates();
        const states = [initial as readonly number[]];
        for (const state of states) {
          if (states.length > 60) break;
          for (const { target } of interpreter.steps(state)) if (target) states.push(target);
        }
        for (const question of stateQuestions(model.properties)) {
          const onCounts = small.condition(question.condition!);
          if (!onCounts) continue;
          followed++;
          for (const state of states) {
            const value = smallInterpreter.holds(onCounts, small.countsOf(state));
            expect(value).toBe(interpreter.holds(question.condition!, state));
          }
        }
        const questions = stateQuestions(model.properties);
        const findings = await searchCounted(model, questions, { symmetry: group, watch: new Watch({}) }, () => {});
        if (!findings) return;
        const plain = await check(model, { engine: "explicit", symmetry: "off" });
        questions.forEach(({ ifFound }, k) => {
          const { verdict, trace } = plain.properties.find(({ name }) => name === questions[k]!.name)!;
          const shown = findings.answers[k]!.found;
          expect(shown !== undefined).toBe(verdict === ifFound);
          if (!shown) return;
          found++;
          expect(shown.trace()?.steps.length).toBe(trace!.steps.length);
        });
      },
    ),
    { numRuns: times(600) },
  );
  expect(counted).toBeGreaterThan(expected(100));
  expect(followed).toBeGreaterThan(expected(300));
  expect(found).toBeGreaterThan(expected(100));
});

test("a condition that names a row, or compares a row with a common slot, is not followed", () => {
  const model = modelWith(["when at[p] == 0 { at[p] := 1; }", "when at[p] == 1 { at[p] := 0; flag[p] := true; }"], []);
  const { group } = findSymmetries(model, { properties: [] });
  const counted = CountedModel.of(model, group)!;
  const conditionOf = (text: string): boolean =>
    counted.condition(stateQuestions(modelWith([], [text]).properties)[0]!.condition!) !== undefined;
  expect(conditionOf("at[0] == 1")).toBe(false);
  expect(conditionOf("at[0] == 1 || at[1] == 1")).toBe(false);
  expect(conditionOf("at[0] == at[1]")).toBe(false);
  expect(conditionOf("exists p: Id . at[p] == free")).toBe(false);
  expect(conditionOf("(sum p: Id . at[p]) <= 3 && at[free] == 0")).toBe(false);
  expect(conditionOf("exists p: Id . 1 / at[p] == 1")).toBe(false);
  expect(conditionOf("exists p: Id . at[p] == 1 && free >= 1")).toBe(false);
  expect(conditionOf("free >= 1 && exists p: Id . at[p] == 1")).toBe(true);
});
