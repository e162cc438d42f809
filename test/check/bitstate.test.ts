/** Searches with bits of hashes: they find violations, never `holds`, and their results do not depend on threads. */

import fc from "fast-check";
import { expect, test } from "vitest";
import { threads } from "../../dist/node/index.js";
import { BitTable } from "../../src/explicit/bit-table.ts";
import { check } from "../../src/index.ts";
import type { CheckOptions, CheckResult } from "../../src/index.ts";
import { loadModel } from "../../src/node/load.ts";
import { runCli } from "../support/run-cli.ts";
import { modelOf } from "../support/symmetries.ts";

const load = (file: string, defines: Record<string, string> = {}) => loadModel(file, { defines }).model!;

/** All but times, memory and what is given. */
function told(result: CheckResult): unknown {
  const left = new Set(["seconds", "memoryBytes", "storedBytes", "model"]);
  const plain = (key: string, value: unknown): unknown => {
    if (left.has(key)) return undefined;
    return typeof value === "bigint" ? String(value) : value;
  };
  return JSON.parse(JSON.stringify(result, plain));
}

test("with room for everything, all states are seen, and nothing holds", async () => {
  const model = load("examples/seq/peterson.seq", { N: "4" });
  for (const symmetry of ["off", "on"] as const) {
    const whole = await check(model, { symmetry, partialOrder: "off", properties: [] });
    const bits = await check(model, { symmetry, bitstate: 2 ** 24 });
    expect([bits.verdict, bits.states, bits.complete]).toEqual(["undecided", whole.states, false]);
    expect(bits.properties.every(({ verdict }) => verdict === "undecided")).toBe(true);
    expect(bits.properties[0]!.reason).toMatch(/may miss states/);
    expect(bits.bitstate!.coverage).toBeGreaterThan(0.9999);
  }
});

test("states that are dropped and met again change nothing", async () => {
  // More states than are kept at a time.
  const model = load("examples/seq/peterson.seq", { N: "5" });
  const whole = await check(model, { symmetry: "off", partialOrder: "off", properties: [] });
  const bits = await check(model, { bitstate: 2 ** 26, properties: [] });
  expect([bits.states, bits.transitions]).toEqual([whole.states, whole.transitions]);
});

test("a small table misses about as many states as it says", async () => {
  const model = load("examples/seq/peterson.seq", { N: "5" });
  const { states } = await check(model, { symmetry: "off", partialOrder: "off", properties: [] });
  const bits = await check(model, { bitstate: 2 ** 18, properties: [] });
  const { coverage, hashFactor } = bits.bitstate!;
  expect(bits.states).toBeLessThan(states);
  expect(hashFactor).toBeCloseTo(2 ** 21 / bits.states, 6);
  expect(coverage).toBeLessThan(1);
  // It does not know of states behind those that it missed.
  expect(bits.states / states).toBeLessThan(coverage + 0.01);
  expect(bits.states / states).toBeGreaterThan(coverage - 0.2);
});

test.each([
  ["examples/seq/bug-deadlock.seq", {}],
  ["examples/seq/bug-invariant.seq", {}],
  ["examples/seq/bug-assertion.seq", {}],
  ["examples/seq/bug-range.seq", {}],
])("%s: violations are found, with a trace", async (file, defines) => {
  const model = load(file, defines);
  for (const options of [{ bitstate: 2 ** 16 }, { swarm: 3 }] as CheckOptions[]) {
    const { verdict, properties } = await check(model, options);
    expect(verdict).toBe("violated");
    // Whatever is violated has a trace that was replayed.
    for (const each of properties) if (each.verdict === "violated") expect(each.trace).toBeDefined();
  }
});

test("a condition that is reached holds, with a trace", async () => {
  const model = modelOf(`
    var x: 0..999 = 0
    transition go when x < 999 { x := x + 1; }
    property high: reachable x == 999
    property low: reachable x < 0`);
  const { properties, verdict } = await check(model, { bitstate: 2 ** 16 });
  expect(properties.map((each) => each.verdict)).toEqual(["holds", "undecided", "undecided"]);
  expect(properties[0]!.trace!.steps).toHaveLength(999);
  expect(verdict).toBe("undecided");
});

test("errors keep their steps when states are dropped", async () => {
  const model = modelOf(`
    var a: 0..400 = 0
    var b: 0..400 = 0
    transition fails(i: 0..1) when a == 0 && b == 0 { assert i == 7; }
    transition first when a < 400 { a := a + 1; }
    transition second when b < 400 { b := b + 1; }`);
  const { properties, states } = await check(model, { bitstate: 2 ** 24, errors: Infinity, symmetry: "off" });
  expect(states).toBeGreaterThan(2 ** 17);
  const { trace, moreTraces = [] } = properties.find(({ name }) => name === "assertions")!;
  expect([trace!, ...moreTraces].map(({ steps }) => steps.at(-1)!.choice)).toEqual([[[0]], [[1]]]);
});

test("a swarm tells the same for any number of threads", async () => {
  const model = load("examples/seq/peterson.seq", { N: "4" });
  const options = { swarm: 5, bitstate: 2 ** 13 } as const;
  const one = await check(model, options);
  expect(one.swarm).toHaveLength(5);
  expect(new Set(one.swarm!.map(({ states }) => states)).size).toBeGreaterThan(2);
  for (const count of [2, 3]) {
    expect(told(await check(model, { ...options, threads: threads(count) }))).toEqual(told(one));
  }
});

test("the first search by number that finds a violation decides", async () => {
  // Only a search that turns back soon finds it: the first branches are deep.
  const model = modelOf(`
    var deep: 0..30000 = 0
    var near: 0..1 = 0
    transition down when near == 0 && deep < 30000 { deep := deep + 1; }
    transition aside when deep == 1 { near := 1; }
    property never: invariant near == 0`);
  const options = { swarm: 6, maxStates: 20_000 } as const;
  const one = await check(model, options);
  expect(one.verdict).toBe("violated");
  expect(one.swarm!.map(({ found }) => found).indexOf(true)).toBe(one.swarm!.length - 1);
  expect(one.swarm!.length).toBeGreaterThan(1);
  for (const count of [2, 3]) {
    expect(told(await check(model, { ...options, threads: threads(count) }))).toEqual(told(one));
  }
});

test("a table has what was added, and little else", () => {
  fc.assert(
    fc.property(fc.array(fc.integer(), { maxLength: 200 }), fc.integer({ min: 1, max: 5 }), (list, hashCount) => {
      const table = new BitTable({ bytes: 2 ** 16, hashCount, seed: 1 });
      for (const word of list) table.add(Int32Array.of(word, 7), 0, 2);
      for (const word of list) expect(table.has(Int32Array.of(word, 7), 0, 2)).toBe(true);
    }),
  );
  const table = new BitTable({ bytes: 2 ** 16, hashCount: 3, seed: 1 });
  let found = 0;
  for (let word = 0; word < 10_000; word++) table.add(Int32Array.of(word), 0, 1);
  for (let word = 10_000; word < 110_000; word++) if (table.has(Int32Array.of(word), 0, 1)) found++;
  // 30,000 of 524,288 bits are set: two in ten thousand others meet only those.
  expect(found).toBeLessThan(100);
});

test("the command says what was covered, and ends with 3", () => {
  const { code, stdout } = runCli(["check", "examples/seq/peterson.seq", "-D", "N=3", "--bitstate", "1M"]);
  expect(code).toBe(3);
  expect(stdout).toMatch(/not found by a search that may miss states/);
  expect(stdout).toMatch(/hash factor .*, coverage about 9\d\.\d+%/);
});

test.each([
  ["--bitstate", "1M", "--hash-compaction"],
  ["--bitstate", "1M", "--engine", "symbolic"],
  ["--bitstate", "2M", "--max-memory", "1M"],
  ["--swarm", "0"],
])("%s %s %s is refused", (...flags) => {
  expect(runCli(["check", "examples/seq/peterson.seq", ...flags]).code).toBe(2);
});
