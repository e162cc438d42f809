/** Counting rows against exploring them one by one. */

import fc from "fast-check";
import { expect, test } from "vitest";
import { explicitEngine } from "../../src/explicit/engine.ts";
import { check, parse } from "../../src/index.ts";
import type { Model } from "../../src/index.ts";
import { stateQuestions } from "../../src/model/question.ts";
import { searchCounted } from "../../src/symbolic/search-counted.ts";
import { CountedModel } from "../../src/symmetry/counters/counted-model.ts";
import { findSymmetries } from "../../src/symmetry/find.ts";
import { Watch } from "../../src/util/limits.ts";
import { expected, times } from "../support/random-runs.ts";

/** The explicit engine by itself sorts rows and never counts them. */
const sorting = { engine: "explicit", engines: [explicitEngine] } as const;

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
      const whole = await check(model, { ...sorting, symmetry: "on", properties: [], maxStates: 3000 });
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
      // State by state, counting rows and sorting them come to the same.
      const byCounts = await check(model, { engine: "explicit", symmetry: "on", maxStates: 3000 });
      const bySorting = await check(model, { ...sorting, symmetry: "on", maxStates: 3000 });
      expect(byCounts.properties.map(({ verdict, trace }) => [verdict, trace?.steps.length])).toEqual(
        bySorting.properties.map(({ verdict, trace }) => [verdict, trace?.steps.length]),
      );
      const all = await check(model, { engine: "explicit", symmetry: "on", properties: [] });
      expect([all.states, all.unreducedStates, all.depth]).toEqual([whole.states, whole.unreducedStates, whole.depth]);
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

/** Clients and the items that they hold: a place for each pair. */
interface HoldingNet {
  readonly clients: number;
  readonly items: number;
  /** Tokens in the places of a client, of an item, and of a pair. */
  readonly tokens: readonly number[];
  /** What a transition of a client alone takes and puts, and what one of a client and an item does. */
  readonly alone: readonly Arcs[];
  readonly together: readonly Arcs[];
}

const holdingNet: fc.Arbitrary<HoldingNet> = fc.record({
  clients: fc.integer({ min: 2, max: 4 }),
  items: fc.integer({ min: 2, max: 3 }),
  tokens: fc.tuple(fc.nat({ max: 1 }), fc.nat({ max: 1 }), fc.nat({ max: 1 }), fc.constant(0)),
  alone: fc.array(arcsOf(2), { maxLength: 2 }),
  together: fc.array(arcsOf(4), { minLength: 1, maxLength: 3 }),
});

function holdingModel({ clients, items, tokens: given, alone, together }: HoldingNet): Model {
  const numbers = (count: number): number[] => Array.from({ length: count }, (_, k) => k);
  const pairs = numbers(clients).flatMap((c) => numbers(items).map((i) => [c, i] as const));
  const named = (c: number, i: number): string[] => [`rest${c}`, `work${c}`, `shelf${i}`, `held${c}_${i}`];
  const places = [...new Set(pairs.flatMap(([c, i]) => named(c, i)))];
  const list = (names: readonly string[], weights: readonly number[]): string =>
    names.flatMap((name, k) => (weights[k]! > 0 ? [`${name}: ${weights[k]}`] : [])).join(", ");
  const marking = new Map(pairs.flatMap(([c, i]) => named(c, i).map((name, k) => [name, given[k]!] as const)));
  const transition = (name: string, names: readonly string[], { takes, puts }: Arcs): string =>
    `TRANSITION ${name} CONSUME ${list(names, takes)}; PRODUCE ${list(names, puts)};`;
  const steps = [
    ...alone.flatMap((arcs, k) => numbers(clients).map((c) => transition(`a${k}_${c}`, named(c, 0), arcs))),
    ...together.flatMap((arcs, k) => pairs.map(([c, i]) => transition(`t${k}_${c}_${i}`, named(c, i), arcs))),
  ];
  const text = `PLACE ${places.join(", ")}; MARKING ${list([...marking.keys()], [...marking.values()])};\n${steps.join("\n")}`;
  const { model, diagnostics } = parse(text, { name: "net.lola" });
  expect(diagnostics).toEqual([]);
  return model!;
}

test("of two families with slots in common, counted states have one representative per orbit if they say so", async () => {
  let [counted, unique] = [0, 0];
  await fc.assert(
    fc.asyncProperty(holdingNet, async (net) => {
      const model = holdingModel(net);
      const whole = await check(model, { ...sorting, symmetry: "net", properties: [], maxStates: 1000 });
      fc.pre(whole.complete && whole.representatives === "unique");
      const { group } = findSymmetries(model, { method: "net", properties: [] });
      const findings = await searchCounted(model, [], { symmetry: group, watch: new Watch({}) }, () => {});
      if (!findings) return;
      counted++;
      expect(findings.statistics.unreducedStates).toBe(whole.unreducedStates);
      if (findings.statistics.representatives === "multiple") return;
      unique++;
      expect(findings.statistics.states).toBe(whole.states);
    }),
    // One in eight of these nets is counted.
    { numRuns: times(1000) },
  );
  expect(counted).toBeGreaterThan(expected(100));
  expect(unique).toBeGreaterThan(expected(80));
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
