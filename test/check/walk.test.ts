/** Searches depth first, and for several errors: the same states and verdicts as level by level. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { check, parse } from "../../src/index.ts";
import type { CheckOptions, CheckResult } from "../../src/index.ts";
import { parsePromela } from "../../src/languages/promela/parse.ts";
import { loadModel } from "../../src/node/load.ts";
import { program } from "../languages/promela/arbitrary-program.ts";
import { readCorpus, withoutCorpus } from "../languages/promela/corpus.ts";
import { withoutSpin } from "../languages/promela/spin.ts";
import { times } from "../support/random-runs.ts";
import { runCli } from "../support/run-cli.ts";

const verdictsOf = ({ properties }: CheckResult): string[] =>
  properties.map(({ name, verdict }) => `${name} ${verdict}`);

test.each([
  ["examples/seq/peterson.seq", {}],
  ["examples/seq/bug-deadlock.seq", {}],
  ["examples/promela/mutex.pml", {}],
  ["examples/promela/token-ring.pml", {}],
  ["examples/csp/dining-philosophers.csp", { N: "3" }],
])("%s has the same states and verdicts depth first", async (file, defines) => {
  const model = loadModel(file, { defines }).model!;
  const names = model.properties.flatMap(({ name, kind }) => (kind === "ltl" || kind === "never" ? [] : [name]));
  for (const symmetry of ["off", "on"] as const) {
    const given: CheckOptions = { symmetry, partialOrder: "off", engine: "explicit" };
    const [whole, deep] = [
      await check(model, { ...given, properties: [] }),
      await check(model, { ...given, properties: [], search: "dfs" }),
    ];
    expect([deep.states, deep.complete]).toEqual([whole.states, true]);
    // Steps on the way through transient states are counted in another way.
    if (!model.transient) expect(deep.transitions).toBe(whole.transitions);
    const asked = { ...given, properties: [...names, "assertions"] };
    const plain = verdictsOf(await check(model, asked)).filter((verdict) => !verdict.startsWith("ranges"));
    for (const search of ["dfs", "bfs"] as const) {
      const found = verdictsOf(await check(model, { ...asked, search, errors: 2 }));
      expect(found.filter((verdict) => !verdict.startsWith("ranges"))).toEqual(plain);
    }
  }
});

test("random programs have the same states and verdicts depth first", async () => {
  await fc.assert(
    fc.asyncProperty(program, async (text) => {
      const { model } = parse(text.replaceAll("x = 2", "x = 2; assert(y != 1)"), { name: "m.pml" });
      fc.pre(model !== undefined);
      const whole = await check(model, { properties: [], symmetry: "off", maxStates: 20_000 });
      fc.pre(whole.complete);
      const deep = await check(model, { properties: [], search: "dfs" });
      expect(deep.states).toBe(whole.states);
      const plain = verdictsOf(await check(model, { symmetry: "off", partialOrder: "off" }));
      const walked = verdictsOf(await check(model, { search: "dfs", errors: Infinity }));
      expect(walked.filter((verdict) => !verdict.startsWith("ranges"))).toEqual(
        plain.filter((verdict) => !verdict.startsWith("ranges")),
      );
    }),
    { numRuns: times(60), maxSkipsPerRun: 20 },
  );
});

const erring = `byte x;
active proctype P() { do :: x < 5 -> x++; assert(x != 3) :: x == 5 -> break :: x > 1 -> x == 9 od }
active proctype Q() { do :: x == 2 -> assert(false) :: x == 5 -> break od; x == 7 }
`;

const twice = `byte x, y;
active [2] proctype P() {
  do
  :: x < 3 -> x++; assert(x != 2)
  :: y < 2 -> y++; assert(y + x < 4)
  :: x == 3 -> break
  od
}
`;

const sums = `chan q = [2] of { byte };
byte got;
active [2] proctype S() { byte i = 1; do :: i < 4 -> q!i; i++ :: i == 3 -> break od }
active proctype R() {
  byte a;
  do
  :: q?a -> got = got + a; assert(got != 5 && got < 9); assert(a != 2 || got != 4)
  :: got > 10 -> break
  od
}
`;

const within = `byte x, y;
active [2] proctype P() {
  byte v;
  do
  :: atomic { x < 3 -> v = x; if :: v++ :: v = v + 2 :: x == 1 fi; assert(v != 2); x = v }
  :: y < 2 -> y++; assert(y + x < 4)
  :: x >= 3 -> break
  od
}
`;

/** One process type, started three times at different places. */
const started = `chan q = [1] of { byte };
proctype W(byte n) { q!n; q?n; assert(n != 2); q!n }
init { atomic { run W(1); run W(2) } run W(3) }
`;

/** The number of errors that SPIN finds: invalid end states, and assertions that fail. */
function spinErrors(text: string, off: readonly string[] = []): { endstates: number; assertions: number } {
  const cwd = mkdtempSync(join(tmpdir(), "errors-"));
  const run = (command: string, ...given: string[]): string =>
    execFileSync(command, given, { cwd, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
  const errors = (without: string): number =>
    Number(/errors: (\d+)/.exec(run("./pan", "-c0", "-e", "-m100000", without))![1]);
  try {
    writeFileSync(join(cwd, "m.pml"), text);
    run("spin", "-a", ...off.map((number) => `-o${number}`), "m.pml");
    run("cc", "-O0", "-w", "-DSAFETY", "-DNOREDUCE", "-DNOCLAIM", "-o", "pan", "pan.c");
    return { endstates: errors("-A"), assertions: errors("-E") };
  } finally {
    rmSync(cwd, { recursive: true, force: true });
  }
}

async function allErrors(text: string): Promise<CheckResult["properties"]> {
  const { model } = parse(text, { name: "m.pml" });
  return (await check(model!, { properties: ["endstates", "assertions"], errors: Infinity })).properties;
}

const countOf = ({ trace, moreTraces = [] }: CheckResult["properties"][number]): number =>
  (trace ? 1 : 0) + moreTraces.length;

test.each([
  ["a loop", erring, 4, 18],
  ["two processes that fail in the same states", twice, 6, 119],
  ["a channel", sums, 6, 128],
  ["processes that are started in turn", started, 14, 29],
])("in %s, as many errors are found as SPIN finds, each with a trace of its own", async (_, text, ends, failures) => {
  const [endstates, assertions] = await allErrors(text);
  expect([countOf(endstates!), countOf(assertions!)]).toEqual([ends, failures]);
  for (const { trace, moreTraces } of [endstates!, assertions!]) {
    const traces = [trace!, ...moreTraces!];
    const last = traces.map(({ initial, steps }) => {
      const [before, { transition, choice, target }] = [steps.at(-2)?.target ?? initial, steps.at(-1)!];
      return `${before.join()} ${transition.name} ${choice.join()} ${target?.join()}`;
    });
    expect(new Set(last).size).toBe(traces.length);
    // Breadth first, so the first is a shortest one.
    const lengths = traces.map(({ steps }) => steps.length);
    expect(lengths).toEqual(lengths.toSorted((a, b) => a - b));
  }
});

test.skipIf(withoutSpin).each([
  ["a loop", erring],
  ["two processes that fail in the same states", twice],
  ["a channel", sums],
  ["processes that are started in turn", started],
])("the errors in %s are SPIN's", async (_, text) => {
  const [endstates, assertions] = await allErrors(text);
  expect(spinErrors(text)).toEqual({ endstates: countOf(endstates!), assertions: countOf(assertions!) });
});

/** Models that come with SPIN and have errors: invalid end states, and steps in which an assertion fails. */
const known: readonly (readonly [name: string, endstates: number, assertions: number])[] = [
  ["Book_1991/p116.pml", 3, 5],
  ["Book_1991/p312.pml", 0, 5],
  ["LTL/salesman2.pml", 133, 0],
  ["test_mtype.pml", 1, 2],
  ["pathfinder.pml", 2, 0],
];

test.skipIf(withoutCorpus).each(known)(
  "SPIN's %s has %i invalid end states and %i failures",
  async (name, ...counts) => {
    const [endstates, assertions] = counts;
    const { source } = readCorpus(name);
    for (const off of [[], ["3"]]) {
      const { model } = parsePromela(source, { off });
      const { properties } = await check(model!, { properties: ["endstates"], errors: Infinity });
      expect(countOf(properties[0]!)).toBe(endstates);
      if (assertions > 0) {
        const failures = await check(model!, { properties: ["assertions"], errors: Infinity });
        expect(countOf(failures.properties.find(({ kind }) => kind === "assertion")!)).toBe(assertions);
      }
      if (!withoutSpin) expect(spinErrors(source.text, off)).toEqual({ endstates, assertions });
    }
  },
);

test("without the order of dying there are fewer states to fail in", async () => {
  const count = async (endOrder: "spin" | "any"): Promise<number> => {
    const { model } = parse(twice, { name: "m.pml", endOrder });
    const { properties } = await check(model!, { properties: ["assertions"], errors: Infinity });
    return countOf(properties.find(({ kind }) => kind === "assertion")!);
  };
  expect([await count("spin"), await count("any")]).toEqual([119, 114]);
});

test.skipIf(withoutSpin)("SPIN counts a failure in an atomic sequence once for each way to it", async () => {
  const [endstates, assertions] = await allErrors(within);
  const spin = spinErrors(within);
  expect(spin.endstates).toBe(countOf(endstates!));
  expect(spin.assertions).toBeGreaterThan(countOf(assertions!));
});

test("a number of errors is enough, and the search ends", async () => {
  const { model } = parse(erring, { name: "m.pml" });
  const all = await check(model!, { errors: Infinity });
  const two = await check(model!, { errors: 2 });
  expect(two.properties.map(({ moreTraces }) => moreTraces?.length)).toEqual([1, 1, undefined]);
  expect(all.complete).toBe(true);
  expect(two.complete).toBe(false);
});

test("a greatest depth leaves undecided what was not found, if it cut something off", async () => {
  const counter = parse(
    "var x: 0..9 = 0\ntransition up when x < 9 { x := x + 1; }\nproperty low: invariant x < 7\n",
  ).model!;
  const short = await check(counter, { search: "dfs", maxDepth: 6 });
  expect(short.properties[0]).toMatchObject({
    verdict: "undecided",
    reason: "the greatest depth, 6, cut off the rest",
  });
  const enough = await check(counter, { search: "dfs", maxDepth: 7 });
  expect(enough.properties[0]).toMatchObject({ verdict: "violated" });
  const unlimited = await check(counter, { search: "dfs", maxDepth: 9, properties: [] });
  expect(unlimited).toMatchObject({ complete: true, states: 10, depth: 9 });
});

test.each([
  [{ maxDepth: 3 }, "--max-depth is for --search dfs"],
  [{ search: "dfs", engine: "symbolic" }, "need --engine explicit"],
  [{ errors: 2, hashCompaction: true }, "--hash-compaction"],
  [{ errors: 0 }, "from 1 on"],
] as const)("%j is refused", async (options, reason) => {
  const { model } = parse(erring, { name: "m.pml" });
  await expect(check(model!, options)).rejects.toThrow(reason);
});

test("a step that fails in a search depth first is a violation with a trace", async () => {
  const text = "var x: 0..3 = 0\ntransition up { x := x + 1; }\n";
  const { properties } = await check(parse(text).model!, { search: "dfs" });
  expect(properties.find(({ name }) => name === "ranges")).toMatchObject({
    verdict: "violated",
    trace: { steps: { length: 4 } },
  });
});

test("the command line prints all traces", () => {
  const folder = mkdtempSync(join(tmpdir(), "errors-"));
  try {
    writeFileSync(join(folder, "m.pml"), erring);
    const { stdout, code } = runCli(["check", join(folder, "m.pml"), "--errors", "all", "--property", "endstates"]);
    expect(code).toBe(1);
    expect(stdout).toContain("and 3 more of them");
    expect(stdout).toContain("trace 4 of endstates (violated)");
    const wrong = runCli(["check", join(folder, "m.pml"), "--errors", "some"]);
    expect(wrong.code).toBe(2);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
