/** Counting rows against exploring them one by one. */

import fc from "fast-check";
import { expect, test } from "vitest";
import { check, parse } from "../../src/index.ts";
import type { Model } from "../../src/index.ts";
import { stateQuestions } from "../../src/model/question.ts";
import { searchCounted } from "../../src/symbolic/search-counted.ts";
import { CountedModel } from "../../src/symmetry/counters/counted-model.ts";
import { findSymmetries } from "../../src/symmetry/find.ts";
import { Watch } from "../../src/util/limits.ts";
import { expected, times } from "../support/random-runs.ts";

interface Arcs {
  readonly takes: readonly number[];
  readonly puts: readonly number[];
}

interface RowNet {
  readonly rows: number;
  /** The tokens of the places of a row, and of the common places. */
  readonly own: readonly number[];
  readonly common: readonly number[];
  readonly transitions: readonly { readonly own: Arcs; readonly common: Arcs }[];
}

const arcsOf = (length: number): fc.Arbitrary<Arcs> => {
  const weights = fc.array(fc.constantFrom(0, 0, 0, 1, 1, 2), { minLength: length, maxLength: length });
  return fc.record({ takes: weights, puts: weights });
};
const tokens = (length: number): fc.Arbitrary<number[]> =>
  fc.array(fc.nat({ max: 2 }), { minLength: length, maxLength: length });

const rowNet: fc.Arbitrary<RowNet> = fc.record({
  rows: fc.integer({ min: 2, max: 4 }),
  own: tokens(3),
  common: tokens(2),
  transitions: fc.array(fc.record({ own: arcsOf(3), common: arcsOf(2) }), { minLength: 1, maxLength: 5 }),
});

function modelOf({ rows, own, common, transitions }: RowNet): Model {
  const numbers = Array.from({ length: rows }, (_, r) => r);
  const list = (r: number, mine: readonly number[], shared: readonly number[]): string =>
    [
      ...mine.map((count, p) => (count > 0 ? `own${p}_${r}: ${count}` : "")),
      ...shared.map((count, p) => (count > 0 ? `common${p}: ${count}` : "")),
    ]
      .filter((item) => item !== "")
      .join(", ");
  const places = [...numbers.flatMap((r) => own.map((_, p) => `own${p}_${r}`)), ...common.map((_, p) => `common${p}`)];
  const marking = [...numbers.map((r) => list(r, own, [])), list(0, [], common)].filter((item) => item !== "");
  const steps = transitions.flatMap((t, k) =>
    numbers.map(
      (r) =>
        `TRANSITION t${k}_${r} CONSUME ${list(r, t.own.takes, t.common.takes)}; PRODUCE ${list(r, t.own.puts, t.common.puts)};`,
    ),
  );
  const text = `PLACE ${places.join(", ")};\nMARKING ${marking.join(", ")};\n${steps.join("\n")}`;
  const { model, diagnostics } = parse(text, { name: "net.lola" });
  expect(diagnostics).toEqual([]);
  return model!;
}

test("counted states are orbits, stand for all states, and have the verdicts and traces of the model", async () => {
  let [counted, stuck] = [0, 0];
  await fc.assert(
    fc.asyncProperty(rowNet, async (net) => {
      const model = modelOf(net);
      const plain = await check(model, { symmetry: "off", maxStates: 3000 });
      fc.pre(plain.complete || plain.verdict === "violated");
      const whole = await check(model, { symmetry: "on", properties: [], maxStates: 3000 });
      fc.pre(whole.complete);
      const { group } = findSymmetries(model, { method: "net", properties: model.properties });
      if (!CountedModel.of(model, group)) return;
      counted++;
      const questions = stateQuestions(model.properties);
      const findings = (await searchCounted(model, questions, { symmetry: group, watch: new Watch({}) }, () => {}))!;
      expect(findings).toBeDefined();
      expect(findings.statistics.unreducedStates).toBe(whole.unreducedStates);
      if (findings.statistics.representatives === "unique") expect(findings.statistics.states).toBe(whole.states);
      else expect(Number(findings.statistics.states)).toBeGreaterThanOrEqual(whole.states);
      const [deadlock] = plain.properties;
      const trace = findings.answers[0]!.found?.trace();
      expect(trace?.steps.length).toBe(deadlock!.verdict === "violated" ? deadlock!.trace!.steps.length : undefined);
      if (trace) stuck++;
    }),
    { numRuns: times(400) },
  );
  expect(counted).toBeGreaterThan(expected(100));
  expect(stuck).toBeGreaterThan(expected(20));
});

test("counts and states are translated into each other", () => {
  fc.assert(
    fc.property(rowNet, (net) => {
      const model = modelOf(net);
      const { group } = findSymmetries(model, { method: "net", properties: [] });
      const counted = CountedModel.of(model, group);
      fc.pre(counted !== undefined);
      const { variables } = counted.model;
      const initial = variables.map((each) => (each.initial.kind === "value" ? each.initial.value : -1));
      expect(counted.countsOf(counted.stateOf(initial))).toEqual(initial);
      for (const { rowCount, slots } of counted.counters) {
        expect(slots.reduce((sum, slot) => sum + initial[slot]!, 0)).toBe(rowCount);
      }
    }),
    { numRuns: times(100) },
  );
});

test("a transition that concerns two rows is not counted", () => {
  const text = `PLACE a0, a1, b0, b1; MARKING a0: 1, a1: 1;
    TRANSITION go CONSUME a0: 1, a1: 1; PRODUCE b0: 1, b1: 1;`;
  const model = parse(text, { name: "net.lola" }).model!;
  const { group } = findSymmetries(model, { method: "net", properties: [] });
  expect(group.group.order).toBe(4n);
  expect(CountedModel.of(model, group)).toBeUndefined();
});
