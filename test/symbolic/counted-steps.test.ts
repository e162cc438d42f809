/** Steps of rows by any function of their local states, counted, against exploring rows one by one. */

import fc from "fast-check";
import { expect, test } from "vitest";
import { explicitEngine } from "../../src/explicit/engine.ts";
import { check } from "../../src/index.ts";
import type { Model } from "../../src/model/model.ts";
import { CountedModel } from "../../src/symmetry/counters/counted-model.ts";
import { findSymmetries } from "../../src/symmetry/find.ts";
import { expected, times } from "../support/random-runs.ts";
import { modelOf } from "../support/symmetries.ts";

/** What a guard may ask of a row, and of the common slots. */
const ofRow = [
  "at[p] != 1", "at[p] + (flag[p] ? 1 : 0) == 2", "at[p] == 0 || flag[p]", "flag[p] == (at[p] == 2)", "mood[p] != busy",
  "!(at[p] == 2 && mood[p] == calm)", "at[p] % 2 == 0", "at[p] >= 0", "isReady",
]; // prettier-ignore
const ofCommon = [
  "free != 1", "open == (turn == first)", "(open || free == 0)", "turn != second", "free * 2 > 1", "true",
  "(forall k: 0..1 . free >= k)",
]; // prettier-ignore

const onRow = [
  "flag[p] := !flag[p];", "at[p] := (at[p] + 1) % 3;", "at[p] := 2 - at[p];", "at[p] := flag[p] ? 2 : 0;",
  "flag[p] := at[p] > 0;", "if at[p] == 1 { at[p] := 0; mood[p] := busy; } else { mood[p] := calm; }",
  "mood[p] := mood[p] == calm ? busy : calm;", "at[p] := THREE - 1;", "at[p] := at[p];",
  "if flag[p] { at[p] := 1; flag[p] := false; }",
]; // prettier-ignore
const onCommon = [
  "open := !open;", "turn := turn == first ? second : first;", "free := (free + 2) % 3;", "open := free > 0;",
  "if open { free := 0; } else { turn := second; }", "for k: 0..1 { free := (free + k) % 3; }", "open := true;",
]; // prettier-ignore
/** What ends in an error in some states. */
const failing = ["free := free + 1;", "at[p] := at[p] + 1;", "free := 4 / free;"];

const sample = (list: readonly string[], most: number): fc.Arbitrary<string[]> =>
  fc.array(fc.constantFrom(...list), { maxLength: most });

const transition = fc
  .record({
    guard: fc.tuple(sample(ofRow, 2), sample(ofCommon, 1)).map((parts) => parts.flat()),
    body: fc.tuple(sample(onRow, 3), sample(onCommon, 1)).map((parts) => parts.flat()),
    fails: fc.oneof({ arbitrary: fc.constant(""), weight: 12 }, { arbitrary: fc.constantFrom(...failing), weight: 1 }),
  })
  .map(({ guard, body, fails }) => ({
    guard: guard.length > 0 ? guard.map((each) => `(${each})`).join(" && ") : "true",
    body: [...body, fails],
  }));

const conditions = [
  "exists p: Id . at[p] == 2 && flag[p]",
  "(count p: Id . mood[p] == busy) == 2 && !open",
  "forall p: Id . at[p] == 1",
];

function modelWith(transitions: readonly { guard: string; body: readonly string[] }[], isUneven: boolean): Model {
  const text = transitions.map(
    ({ guard, body }, k) =>
      `transition t${k}(p: Id) when ${guard.replaceAll("isReady", "(at[p] < 2 || !flag[p])")} { ${body.join(" ")} }`,
  );
  // A test that always holds names one row only.
  const uneven = "transition odd when at[1] >= 0 && free == 2 { free := 0; open := !open; }";
  return modelOf(`
    const THREE = 3
    type Id = 0..2
    type Mood = enum { calm, busy }
    type Turn = enum { first, second }
    var at: array [Id] of 0..2 = 0
    var flag: array [Id] of bool = false
    var mood: array [Id] of Mood = calm
    var free: 0..2 = 2
    var open: bool = true
    var turn: Turn = first
    ${[...text, ...(isUneven ? [uneven] : [])].join("\n")}
    ${conditions.map((each, k) => `property c${k}: reachable ${each}`).join("\n")}
    property progress: deadlock-free
  `);
}

/** The explicit engine by itself sorts rows and never counts them. */
const sorting = { engine: "explicit", engines: [explicitEngine] } as const;

test("rows whose steps are any functions of local states are counted with the verdicts of the model", async () => {
  let [counted, erring, uneven] = [0, 0, 0];
  await fc.assert(
    fc.asyncProperty(
      fc.array(transition, { minLength: 2, maxLength: 4 }),
      fc.boolean(),
      async (transitions, isUneven) => {
        const model = modelWith(transitions, isUneven);
        const { group } = findSymmetries(model, { properties: model.properties });
        if (group.generators.length === 0 || !CountedModel.of(model, group)) return;
        counted++;
        const plain = await check(model, { ...sorting, symmetry: "off" });
        const verdicts = ({ properties }: typeof plain): unknown[] =>
          properties.map(({ name, verdict, trace }) => [name, verdict, trace?.steps.length]);
        if (plain.properties.some(({ name, verdict }) => name === "ranges" && verdict === "violated")) erring++;
        const bySets = await check(model, { engine: "symbolic", symmetry: "on" });
        const wanted = new Map(plain.properties.map((each) => [each.name, each]));
        for (const { name, verdict, trace } of bySets.properties) {
          const { verdict: same, trace: shortest } = wanted.get(name)!;
          // A search state by state ends at the first error, and leaves other properties open.
          if (same === "undecided") continue;
          expect([name, verdict, trace?.steps.length]).toEqual([name, same, shortest?.steps.length]);
        }
        const byCounts = await check(model, { engine: "explicit", symmetry: "on" });
        const bySorting = await check(model, { ...sorting, symmetry: "on" });
        expect(verdicts(byCounts)).toEqual(verdicts(bySorting));
        const states = await check(model, { ...sorting, symmetry: "off", properties: [] });
        if (!states.complete) return;
        if (isUneven) uneven++;
        const sorted = await check(model, { ...sorting, symmetry: "on", properties: [] });
        const sets = await check(model, { engine: "symbolic", symmetry: "on", properties: [] });
        expect(sets.unreducedStates).toBe(BigInt(states.states));
        expect([sets.representatives, sets.states]).toEqual(["unique", sorted.states]);
        const counts = await check(model, { engine: "explicit", symmetry: "on", properties: [] });
        expect([counts.states, counts.unreducedStates]).toEqual([sorted.states, sorted.unreducedStates]);
      },
    ),
    { numRuns: times(200) },
  );
  expect(counted).toBeGreaterThan(expected(100));
  expect(erring).toBeGreaterThan(expected(5));
  expect(uneven).toBeGreaterThan(expected(20));
});

/** Two families of rows, and transitions of a row of one, of one of each, or of none. */
const ofTwo = fc
  .record({
    hasP: fc.boolean(),
    hasR: fc.boolean(),
    guards: fc.tuple(
      sample(["at[p] != 1", "f[p]", "!f[p]", "at[p] == 0 || f[p]"], 2),
      sample(["b[r] == 0", "b[r] == 1 || h[r]", "!h[r]", "h[r] == (b[r] == 0)"], 2),
      sample(["g != 1", "o", "o || g == 0"], 1),
    ),
    bodies: fc.tuple(
      sample(["f[p] := !f[p];", "at[p] := (at[p] + 1) % 3;", "at[p] := f[p] ? 2 : 0;", "if f[p] { at[p] := 1; }"], 2),
      sample(["b[r] := 1 - b[r];", "h[r] := !h[r];", "b[r] := h[r] ? 1 : 0;"], 2),
      sample(["o := !o;", "g := (g + 1) % 3;", "if o { g := 0; } else { g := 2; }"], 1),
    ),
  })
  .map(({ hasP, hasR, guards, bodies }) => {
    const parts = (of: readonly (readonly string[])[]): string[] => [
      ...(hasP ? of[0]! : []),
      ...(hasR ? of[1]! : []),
      ...of[2]!,
    ];
    const guard = ["true", ...parts(guards)].map((each) => `(${each})`).join(" && ");
    const parameters = [...(hasP ? ["p: P"] : []), ...(hasR ? ["r: R"] : [])];
    const head = parameters.length > 0 ? `(${parameters.join(", ")})` : "";
    return `${head} when ${guard} { ${parts(bodies).join(" ")} }`;
  });

test("rows of two families, whose steps are any functions of both, are counted with the orbits of the model", async () => {
  let [counted, both] = [0, 0];
  await fc.assert(
    fc.asyncProperty(fc.array(ofTwo, { minLength: 2, maxLength: 4 }), async (transitions) => {
      const model = modelOf(`
        type P = 0..2
        type R = 0..1
        var at: array [P] of 0..2 = 0
        var f: array [P] of bool = false
        var b: array [R] of 0..1 = 0
        var h: array [R] of bool = true
        var g: 0..2 = 0
        var o: bool = true
        ${transitions.map((text, k) => `transition t${k}${text}`).join("\n")}
        property found: reachable (exists p: P . at[p] == 2 && f[p]) && (forall r: R . h[r])
      `);
      const { group } = findSymmetries(model, { properties: model.properties });
      const small = group.generators.length > 0 ? CountedModel.of(model, group) : undefined;
      if (!small) return;
      counted++;
      if (small.counters.length === 2) both++;
      const plain = await check(model, { ...sorting, symmetry: "off" });
      const whole = await check(model, { ...sorting, symmetry: "off", properties: [] });
      const sorted = await check(model, { ...sorting, symmetry: "on", properties: [] });
      for (const engine of ["explicit", "symbolic"] as const) {
        const [found] = (await check(model, { engine, symmetry: "on" })).properties;
        const [wanted] = plain.properties;
        expect([found!.verdict, found!.trace?.steps.length]).toEqual([wanted!.verdict, wanted!.trace?.steps.length]);
        const states = await check(model, { engine, symmetry: "on", properties: [] });
        expect(states.unreducedStates).toBe(BigInt(whole.states));
        if (states.representatives === "unique") expect(states.states).toBe(sorted.states);
      }
    }),
    { numRuns: times(200) },
  );
  expect(counted).toBeGreaterThan(expected(60));
  expect(both).toBeGreaterThan(expected(20));
});

test("a transition that names one row in a test that always holds is not lost", async () => {
  const model = modelOf(`
    type R = 0..2
    var x: array [R] of 0..1 = 0
    var turn: 0..1 = 0
    transition up(i: R) when x[i] == 0 { x[i] := 1; }
    transition go when x[1] >= 0 && turn == 0 { turn := 1; }
    property done: reachable turn == 1
  `);
  for (const engine of ["explicit", "symbolic"] as const) {
    const { properties, verdict } = await check(model, { engine, symmetry: "on" });
    expect([verdict, properties[0]!.verdict, properties[0]!.trace?.steps.length]).toEqual(["holds", "holds", 1]);
  }
});

test("a part of a transition that compares a row with a common slot is not counted", () => {
  const model = modelOf(`
    type R = 0..2
    var x: array [R] of 0..2 = 0
    var level: 0..2 = 0
    transition up(i: R) when x[i] <= level { x[i] := (x[i] + 1) % 3; }
    transition rise { level := (level + 1) % 3; }
  `);
  const { group } = findSymmetries(model, { properties: [] });
  expect(group.group.order).toBe(6n);
  expect(CountedModel.of(model, group)).toBeUndefined();
});
