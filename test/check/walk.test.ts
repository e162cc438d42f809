/** Searches depth first, and for several errors: the same states and verdicts as level by level. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { check, parse } from "../../src/index.ts";
import type { CheckOptions, CheckResult } from "../../src/index.ts";
import { loadModel } from "../../src/node/load.ts";
import { program } from "../languages/promela/arbitrary-program.ts";
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

test("all invalid end states are found, as many as SPIN finds, each with a trace of its own", async () => {
  const { model } = parse(erring, { name: "m.pml" });
  const { properties } = await check(model!, { properties: ["endstates"], errors: Infinity });
  const { trace, moreTraces } = properties[0]!;
  const ends = [trace!, ...moreTraces!].map(({ steps }) => steps.at(-1)!.target!.join());
  expect(new Set(ends).size).toBe(4);
  // Breadth first, so the first is a shortest one.
  const lengths = [trace!, ...moreTraces!].map(({ steps }) => steps.length);
  expect(lengths).toEqual(lengths.toSorted((a, b) => a - b));
  if (withoutSpin) return;
  const cwd = mkdtempSync(join(tmpdir(), "errors-"));
  const run = (command: string, ...given: string[]): string =>
    execFileSync(command, given, { cwd, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
  try {
    writeFileSync(join(cwd, "m.pml"), erring);
    run("spin", "-a", "m.pml");
    run("cc", "-O0", "-w", "-DSAFETY", "-DNOREDUCE", "-o", "pan", "pan.c");
    expect(run("./pan", "-c0", "-A")).toContain("errors: 4");
  } finally {
    rmSync(cwd, { recursive: true, force: true });
  }
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
