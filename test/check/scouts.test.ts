/** Small searches depth first that look ahead: they find what is deep, and change no verdict otherwise. */

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { expect, onTestFinished, test } from "vitest";
import { explicitEngine } from "../../src/explicit/engine.ts";
import { check, parse } from "../../src/index.ts";
import type { CheckOptions, CheckResult, Engine, Model } from "../../src/index.ts";
import { checkpointsIn } from "../../src/node/checkpoint.ts";
import { program } from "../languages/promela/arbitrary-program.ts";
import { arbitraryModel } from "../support/arbitrary-model.ts";
import { times } from "../support/random-runs.ts";
import { modelOf } from "../support/symmetries.ts";

/** The explicit engine, with scouts before it has so many states, that take so many transitions in all. */
function scouting(from: readonly number[]): Engine {
  const scouts = { from, share: transitions / Math.max(1, from[0] ?? 0) };
  return {
    ...explicitEngine,
    explore: (given) => explicitEngine.explore(given.kind === "states" ? { ...given, scouts } : given),
  };
}

const transitions = 2000;

async function checked(model: Model, scouts: readonly number[], options: CheckOptions = {}): Promise<CheckResult> {
  const engine = scouting(scouts);
  return check(model, { symmetry: "off", partialOrder: "off", ...options, engine: "explicit", engines: [engine] });
}

/** Level 40 is the last one of 14,641 states, and level 10 has 286. */
const deep = modelOf(`
  var at: array [4] of 0..10 = 0
  transition go(p: 0..3) when at[p] < 10 { at[p] := at[p] + 1; }
  property end: deadlock-free
  property half: invariant !(at[0] == 10 && at[1] == 10)`);

test("what is deep is found before the levels get there, with a trace", async () => {
  const found = await checked(deep, [2 ** 10], { maxStates: 2000 });
  expect(found.scouts?.found).toBe(true);
  expect(found.states).toBeLessThan(1001);
  const [end, half] = found.properties;
  expect([end!.verdict, end!.trace?.steps.length, end!.trace?.mayBeShorter]).toEqual(["violated", 40, true]);
  expect([half!.verdict, half!.trace?.mayBeShorter]).toEqual(["violated", true]);
  const levels = await checked(deep, [], { maxStates: 2000 });
  expect(levels.scouts).toBeUndefined();
  expect(levels.properties.map(({ verdict }) => verdict)).toEqual(["undecided", "undecided", "undecided"]);
});

test("nothing looks ahead where all states are asked for, or shortest traces", async () => {
  expect((await checked(deep, [2 ** 10], { properties: [] })).scouts).toBeUndefined();
  const text = `var x: 0..3 = 0 transition go when x < 3 { x := x + 1; } property end: deadlock-free`;
  const given: (readonly number[] | undefined)[] = [];
  const explore: Engine["explore"] = (search) => {
    given.push(search.kind === "states" ? search.scouts?.from : undefined);
    return explicitEngine.explore(search);
  };
  const spy: Engine = { ...explicitEngine, explore };
  for (const search of ["auto", "bfs"] as const) {
    await check(modelOf(text), { search, engine: "explicit", engines: [spy] });
  }
  expect(given[0]).toContain(2 ** 21);
  expect(given[1]).toBeUndefined();
});

test("a bound of ours that scouts run into is no error of the model", async () => {
  // Depth first, there are soon more processes than we have room for; level by level, the assertion fails before.
  const { model } = parse(
    `byte n, m;
     active proctype A() { do :: run B() :: n < 2 -> n++ :: n == 2 -> assert(m == 1) od }
     proctype B() { false }`,
    { name: "m.pml" },
  );
  const result = await checked(model!, [4], { properties: ["assertions"] });
  expect(result.scouts!.count).toBeGreaterThan(0);
  expect(result.modelLimit).toBeUndefined();
  expect(result.verdict).toBe("violated");
});

const verdictsOf = ({ properties }: CheckResult): Map<string, string> =>
  new Map(properties.map(({ name, verdict }) => [name, verdict]));

async function expectSame(model: Model): Promise<void> {
  const [plain, ahead] = [await checked(model, []), await checked(model, [2, 8, 32])];
  expect(ahead.verdict).toBe(plain.verdict);
  if (plain.complete && ahead.complete) expect(ahead.states).toBe(plain.states);
  const known = verdictsOf(plain);
  // A run-time error that is found sooner leaves other properties open.
  for (const [name, verdict] of verdictsOf(ahead)) {
    const isKnown = verdict !== "undecided" && known.get(name) !== "undecided";
    if (isKnown) expect([name, verdict]).toEqual([name, known.get(name)]);
  }
}

test("random models have the same verdicts with scouts", async () => {
  await fc.assert(
    fc.asyncProperty(arbitraryModel(), async (model) => {
      try {
        await expectSame(model);
      } catch (error) {
        if (!(error instanceof Error) || error.name !== "InputError") throw error;
      }
    }),
    { numRuns: times(400) },
  );
});

test("random programs have the same verdicts with scouts", async () => {
  await fc.assert(
    fc.asyncProperty(program, async (text) => {
      const { model } = parse(text.replaceAll("x = 2", "x = 2; assert(y != 1)"), { name: "m.pml" });
      fc.pre(model !== undefined);
      await expectSame(model);
    }),
    { numRuns: times(200), maxSkipsPerRun: 20 },
  );
});

test("a search that goes on from a checkpoint knows what its scouts found", async () => {
  const folder = mkdtempSync(join(tmpdir(), "noether-scouts-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const asked = ["end", "never"];
  const model = modelOf(`
    var at: array [4] of 0..10 = 0
    transition go(p: 0..3) when at[p] < 10 { at[p] := at[p] + 1; }
    property end: deadlock-free
    property never: invariant at[0] <= 10`);
  const store = (resumes: boolean): CheckOptions["checkpoint"] =>
    checkpointsIn(folder, { everyMs: 0, resumes, force: false });
  const first = await checked(model, [2 ** 10], { properties: asked, maxStates: 2000, checkpoint: store(false) });
  const second = await checked(model, [2 ** 10], { properties: asked, maxStates: 2000, checkpoint: store(true) });
  for (const result of [first, second]) {
    expect(result.properties.map(({ verdict }) => verdict)).toEqual(["violated", "undecided", "undecided"]);
  }
  expect(second.scouts).toEqual(first.scouts);
});

test("what a search has found before it begins again with fewer steps keeps its short trace", async () => {
  const text = `
    var at: array [10] of 0..10 = 0
    transition go(p: 0..9) when at[p] < 10 { at[p] := at[p] + 1; }
    property end: deadlock-free
    property early: invariant !(at[0] == 1 && at[1] == 1)`;
  const result = await check(modelOf(text), { symmetry: "off" });
  expect(result.partialOrder!.reducedStates).toBeGreaterThan(0);
  const [end, early] = result.properties;
  expect([end!.verdict, end!.trace!.mayBeShorter]).toEqual(["violated", true]);
  expect([early!.verdict, early!.trace!.steps.length, early!.trace!.mayBeShorter]).toEqual(["violated", 2, undefined]);
});
