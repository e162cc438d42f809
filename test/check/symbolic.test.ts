/** The symbolic engine as a user sees it, next to the explicit one. */

import { afterEach, expect, test, vi } from "vitest";
import { check, RequestError } from "../../src/index.ts";
import type { CheckResult, Model } from "../../src/index.ts";
import { loadModel } from "../../src/node/load.ts";
import { checkDocument } from "../../src/report/json.ts";
import { Backward } from "../../src/symbolic/backward.ts";
import { TooMuchWork } from "../../src/symbolic/evaluator.ts";

afterEach(() => {
  vi.restoreAllMocks();
});

function example(path: string, defines: Readonly<Record<string, string>> = {}): Model {
  const { model } = loadModel(`examples/${path}`, { defines });
  if (!model) throw new Error(`${path} is no model`);
  return model;
}

/** The results for properties of states, with the lengths of traces. */
function known({ properties }: CheckResult): Map<string, string> {
  const decided = properties.filter(
    ({ kind, verdict }) => kind !== "ltl" && kind !== "never" && verdict !== "undecided",
  );
  return new Map(
    decided.map(({ name, verdict, trace }) => [name, `${verdict} ${trace?.steps.length ?? "without trace"}`]),
  );
}

const examples: [path: string, defines?: Readonly<Record<string, string>>][] = [
  ["seq/bug-assertion.seq"],
  ["seq/bug-deadlock.seq"],
  ["seq/bug-invariant.seq"],
  ["seq/bug-range.seq"],
  ["seq/dining-philosophers.seq"],
  ["seq/german.seq", { N: "2" }],
  ["seq/hanoi.seq"],
  ["seq/peterson.seq"],
  ["seq/product-line.seq"],
  ["seq/producer-consumer.seq"],
  ["seq/readers-writers.seq"],
  ["seq/token-circulation.seq"],
  ["csp/dining-philosophers.csp", { N: "5" }],
  ["csp/leader-complete.csp"],
  ["csp/milner-scheduler.csp"],
  ["csp/resource-allocator.csp"],
  ["csp/three-tiered.csp"],
  ["petri/philosophers-5.pnml"],
  ["petri/product-line-4.pnml"],
  ["petri/token-ring-5.pnml"],
  ["promela/hypercube.pml"],
  ["promela/load-balancer.pml"],
  ["promela/mutex.pml"],
  ["promela/peterson.pml"],
];

test.each(examples)("%s: both engines say the same", async (path, defines = {}) => {
  const model = example(path, defines);
  const all = await check(model, { symmetry: "off", properties: [] });
  for (const symmetry of ["off", "on"] as const) {
    const explicit = await check(model, { symmetry });
    const symbolic = await check(model, { symmetry, engine: "symbolic" });
    expect(symbolic).toMatchObject({ engine: "symbolic", complete: true });
    expect(symbolic.unreducedStates).toBe(BigInt(all.states));
    if (explicit.complete && symbolic.representatives === "unique") expect(symbolic.states).toBe(explicit.states);
    // The explicit search ends when it has decided all questions. The symbolic search knows more.
    expect(Object.fromEntries(known(symbolic))).toMatchObject(Object.fromEntries(known(explicit)));
  }
});

test.each([
  [80, 2n ** 85n, 6 * 81],
  [160, 2n ** 165n, 6 * 161],
])(
  "%i features and 5 options: 2^(n + 5) products, 6 (n + 1) up to symmetry",
  async (features, states, representatives) => {
    const model = example("seq/product-line.seq", { FEATURES: String(features) });
    const plain = await check(model, { engine: "symbolic", symmetry: "off", properties: [] });
    expect(plain).toMatchObject({ verdict: "holds", states, complete: true });
    expect(checkDocument(plain)).toMatchObject({ states: String(states), engine: "symbolic" });
    const reduced = await check(model, { engine: "symbolic", symmetry: "on", properties: [] });
    expect(reduced).toMatchObject({ states: representatives, unreducedStates: states, representatives: "unique" });
    const skipped = "the set of all states was small without them";
    const auto = await check(model, { engine: "symbolic", properties: [] });
    expect(auto).toMatchObject({ states, symmetry: { order: 1n, methods: [], skipped } });
  },
);

test("300 dining philosophers have L(300) - 1 states", async () => {
  const model = example("seq/dining-philosophers.seq", { N: "300" });
  let [a, b] = [2n, 3n];
  for (let k = 0; k < 300; k++) [a, b] = [b, 3n * b + a];
  const { states } = await check(model, { engine: "symbolic", symmetry: "off", properties: [] });
  expect(states).toBe(a - 1n);
});

test("limits end the search undecided, and say which", async () => {
  const model = example("seq/german.seq");
  const few = await check(model, { engine: "symbolic", maxStates: 1000 });
  expect(few).toMatchObject({ verdict: "undecided", limit: "states", complete: false, states: 0 });
  const late = await check(model, { engine: "symbolic", timeoutMs: 0 });
  expect(late).toMatchObject({ verdict: "undecided", limit: "time" });
  const small = await check(model, { engine: "symbolic", maxMemoryBytes: 10_000 });
  expect(small).toMatchObject({ verdict: "undecided", limit: "memory" });
  const cancelled = await check(model, { engine: "symbolic", signal: AbortSignal.abort() });
  expect(cancelled).toMatchObject({ verdict: "undecided", limit: "cancelled" });
});

test("a search by saturation can be cancelled while it runs", async () => {
  const model = example("csp/peterson.csp");
  const abort = new AbortController();
  // Time goes by with every look at the clock. A timer only fires where the search pauses.
  let clock = 0;
  vi.spyOn(performance, "now").mockImplementation(() => (clock += 10));
  setTimeout(() => abort.abort(), 0);
  const result = await check(model, { engine: "symbolic", symmetry: "off", signal: abort.signal });
  expect(result).toMatchObject({ verdict: "undecided", limit: "cancelled" });
});

test("a violation is one even if there is no time for a trace", async () => {
  const model = example("seq/dining-philosophers.seq", { N: "12" });
  // Time is over when a trace is looked for.
  let clock = 0;
  vi.spyOn(performance, "now").mockImplementation(() => clock);
  vi.spyOn(Backward.prototype, "wayTo").mockImplementation(() => {
    clock = 1000;
    throw new TooMuchWork();
  });
  const result = await check(model, { engine: "symbolic", symmetry: "off", timeoutMs: 1000 });
  expect(result).toMatchObject({ verdict: "violated", complete: true });
  const found = result.properties.find(({ name }) => name === "progress")!;
  expect(found).toMatchObject({ verdict: "violated", trace: undefined });
  expect(found.reason).toContain("a shortest trace is too hard to find");
});

test("properties of runs stay undecided, and hash compaction is refused", async () => {
  const model = example("promela/mutex.pml");
  const runs = model.properties.filter(({ kind }) => kind === "ltl" || kind === "never");
  const { properties } = await check(model, { engine: "symbolic" });
  for (const { name } of runs) {
    const found = properties.find((property) => property.name === name)!;
    expect(found.verdict).toBe("undecided");
    expect(found.reason).toBe("the symbolic engine does not check properties of runs");
  }
  await expect(check(model, { engine: "symbolic", hashCompaction: true })).rejects.toThrow(RequestError);
});

test("with symmetries, a long trace is a shortest one", async () => {
  const model = example("seq/product-line.seq", { FEATURES: "40" });
  const { properties, symmetry } = await check(model, { engine: "symbolic", symmetry: "on" });
  expect(symmetry.structure).toBe("S40 x S5");
  expect(properties.find(({ name }) => name === "all")!.trace!.steps).toHaveLength(45);
});
