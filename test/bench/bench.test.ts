/** The benchmark runner works, and its comparison with SPIN compares the same things. No times are asserted. */
import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";
import { readArguments, UsageError } from "../../bench/arguments.ts";
import { readPanReport } from "../../bench/peers/pan-report.ts";
import { findRumur } from "../../bench/peers/rumur.ts";
import { findSpin } from "../../bench/peers/spin.ts";
import { actors } from "../../bench/scenarios/actors.ts";
import { cluster, disagreements as clusterDisagreements } from "../../bench/scenarios/cluster.ts";
import type { ClusterRow } from "../../bench/scenarios/cluster.ts";
import { contestNets } from "../../bench/scenarios/contest-nets.ts";
import { ddd } from "../../bench/scenarios/ddd.ts";
import { everydayCases, quickCases } from "../../bench/scenarios/everyday-cases.ts";
import { disagreements as everydayDisagreements, rules } from "../../bench/scenarios/everyday-row.ts";
import type { EverydayRow } from "../../bench/scenarios/everyday-row.ts";
import { everyday } from "../../bench/scenarios/everyday.ts";
import { disagreements } from "../../bench/scenarios/explicit-compare.ts";
import { quickInstances } from "../../bench/scenarios/explicit-instances.ts";
import type { Explored } from "../../bench/scenarios/explicit-row.ts";
import { comparison } from "../../bench/scenarios/explicit-tables.ts";
import { explicit } from "../../bench/scenarios/explicit.ts";
import type { ExplicitRows } from "../../bench/scenarios/explicit.ts";
import { quickInstances as quickLtl } from "../../bench/scenarios/ltl-instances.ts";
import { metTable } from "../../bench/scenarios/ltl-tables.ts";
import type { LtlRow } from "../../bench/scenarios/ltl-tables.ts";
import { disagreements as ltlDisagreements, ltl } from "../../bench/scenarios/ltl.ts";
import { onTable } from "../../bench/scenarios/murphi-tables.ts";
import { disagreement as murphiDisagreement, murphi } from "../../bench/scenarios/murphi.ts";
import { quickInstances as quickPromela } from "../../bench/scenarios/promela-instances.ts";
import { promelaSpeed } from "../../bench/scenarios/promela-speed.ts";
import type { SpeedRow } from "../../bench/scenarios/promela-speed.ts";
import { disagreements as promelaDisagreements, promela } from "../../bench/scenarios/promela.ts";
import type { PromelaRows } from "../../bench/scenarios/promela.ts";
import { seed001 } from "../../bench/scenarios/seed-001.ts";
import { disagreements as threadDisagreements, philosopherStates, threads } from "../../bench/scenarios/threads.ts";
import type { ThreadRow } from "../../bench/scenarios/threads.ts";
import { markdown } from "../../bench/table.ts";
import { timed } from "../../bench/timed.ts";
import { languages } from "../../src/index.ts";
import { onlyInLongRun } from "../support/random-runs.ts";
import { withoutRedis } from "../support/redis.ts";
import { skipped } from "../support/skipped.ts";

const spin = await findSpin();
const withoutSpin =
  spin.kind === "missing" ? skipped(true, `Noether is not compared with SPIN: ${spin.reason}`) : onlyInLongRun();

test.skipIf(withoutSpin)("a quick run finds that SPIN explores the same states", async () => {
  const { rows, tables, problems } = await explicit.run({ quick: true, runCount: 1, onProgress: () => {} });
  expect(problems).toEqual([]);
  const { models, examples } = rows as ExplicitRows;
  expect(models.map(({ model }) => model)).toEqual(quickInstances.map(({ name }) => name));
  const stored = Object.fromEntries(
    models.map((row) => {
      if (row.spin?.kind !== "spin") throw new Error(`${row.model} was not explored by SPIN`);
      const pans = [row.spin.bfs, row.spin.dfs].flatMap(({ runs }) => runs.map(({ report }) => report.states));
      return [row.model, [...row.noether!.runs.map(({ search }) => search.states), ...pans]];
    }),
  );
  expect(stored).toEqual({
    "dining philosophers 8": [14158, 14158, 14158],
    "philosophers with forks 8": [6560, 6560, 6560],
    "Peterson 4": [11316, 11316, 11316],
    "German 3": [58104, 58105, 58105],
    "producer-consumer 2/2/3/3": [4455, 4455, 4455],
    "readers-writers 5/3": [2328, 2328, 2328],
  });
  expect(examples.length).toBeGreaterThan(0);
  for (const { columns, rows } of tables) {
    for (const row of rows) expect(row).toHaveLength(columns.length);
  }
});

test.skipIf(withoutSpin)("a quick run finds that SPIN has the same verdicts and states in Promela", async () => {
  const { rows, tables, problems } = await promela.run({ quick: true, runCount: 1, onProgress: () => {} });
  expect(problems).toEqual([]);
  const { common } = rows as PromelaRows;
  expect(common.map(({ model }) => model)).toEqual(quickPromela.map(({ name }) => name));
  const counts = common.map(({ symmetric, plain, spin: pan }) => {
    if (pan?.full.outcome.kind !== "done") throw new Error("SPIN did not finish");
    return [symmetric.states, plain!.states, pan.full.outcome.report.states];
  });
  expect(counts).toEqual([
    [672, 672, 672],
    [517, 517, 517],
    [516, 516, 516],
  ]);
  for (const { columns, rows: lines } of tables) for (const line of lines) expect(line).toHaveLength(columns.length);
});

test.skipIf(withoutSpin)("a quick run finds that SPIN has the same states in Promela, one by one", async () => {
  const { rows, tables, problems } = await promelaSpeed.run({ quick: true, runCount: 1, onProgress: () => {} });
  expect(problems).toEqual([]);
  expect((rows as SpeedRow[]).map(({ noether, pan }) => [noether.search?.states, pan?.states])).toEqual([
    [517, 517],
    [524, 524],
  ]);
  for (const { columns, rows: lines } of tables) for (const line of lines) expect(line).toHaveLength(columns.length);
});

test.skipIf(withoutSpin)(
  "a quick run finds that SPIN has the same verdicts on formulas, and the same pairs of states where they hold",
  async () => {
    const { rows, tables, problems } = await ltl.run({ quick: true, runCount: 1, onProgress: () => {} });
    expect(problems).toEqual([]);
    const measured = rows as readonly LtlRow[];
    expect(measured.map(({ model }) => model)).toEqual(quickLtl.map(({ name }) => name));
    const [peterson3] = measured;
    const { full } = peterson3!.spin;
    if (full?.kind !== "done") throw new Error("SPIN did not finish");
    expect([peterson3!.symmetric.states, peterson3!.plain.states, full.found.states]).toEqual([1038, 1038, 1038]);
    expect(peterson3!.automata).toEqual({ own: { edges: 2, claim: 2 }, spin: 2 });
    const { cpuSeconds, prepareSeconds, searchSeconds, traceSeconds } = peterson3!.symmetric;
    expect(Math.min(prepareSeconds, searchSeconds, traceSeconds)).toBeGreaterThan(0);
    expect(prepareSeconds + searchSeconds + traceSeconds).toBeCloseTo(cpuSeconds, 6);
    const took = (seconds: number): LtlRow => {
      const checked = { ...peterson3!.symmetric, cpuSeconds: seconds, searchSeconds: seconds };
      return { ...peterson3!, symmetric: checked, plain: checked };
    };
    const told = (seconds: number): string[] => metTable([took(seconds)]).rows.map((cells) => cells[1]!);
    expect([told(0), told(1000)]).toEqual([Array(3).fill("1 of 1"), Array(3).fill("0 of 1")]);
    expect(ltlDisagreements({ ...peterson3!, verdict: "violated" })).toHaveLength(4);
    for (const { columns, rows: lines } of tables) for (const line of lines) expect(line).toHaveLength(columns.length);
  },
);

test("in Promela, another verdict or another number of states is a problem", () => {
  const checked = { verdict: "holds", complete: true, states: 10, unreducedStates: "40", memoryBytes: 1, cpuSeconds: 1, prepareSeconds: 0, searchSeconds: 1, traceSeconds: 0, elapsedSeconds: 1 }; // prettier-ignore
  const usage = { elapsedSeconds: 1, userSeconds: 1, systemSeconds: 0, residentBytes: 9 };
  const pan = (states: number) => {
    const report = { states, transitions: 1, depth: 1, memoryBytes: 1, elapsedSeconds: 1 };
    return { makeSeconds: 1, outcome: { kind: "done", report, usage } as const };
  };
  expect(promelaDisagreements(checked, { ...checked, states: 40 }, pan(40))).toEqual([]);
  expect(promelaDisagreements({ ...checked, verdict: "violated" }, { ...checked, states: 41 }, pan(39))).toEqual([
    "Noether says `violated`, expected `holds`",
    "orbits sum up to 40 states, not 41",
    "SPIN found 39 states, Noether 40",
  ]);
});

test("every example has its everyday row", () => {
  const endings = languages.flatMap((language) => language.endings);
  const examples = readdirSync("examples", { recursive: true, encoding: "utf8" })
    .filter((file) => endings.some((ending) => file.endsWith(ending)))
    .map((file) => file.replaceAll("\\", "/"));
  const rows = everydayCases.filter(({ size }) => size === "default").map(({ name }) => name);
  expect([...rows].sort()).toEqual(examples.sort());
});

test.skipIf(withoutSpin)(
  "a quick everyday run has the same answers with and without symmetry, and from SPIN",
  async () => {
    const { rows, tables, problems } = await everyday.run({ quick: true, runCount: 1, onProgress: () => {} });
    expect(problems).toEqual([]);
    const measured = rows as readonly EverydayRow[];
    expect(measured.map(({ model }) => model)).toEqual(quickCases);
    // On the e-mail system a representative costs more than it saves, so the search goes on with several states an orbit.
    const email = 1;
    expect(measured[email]!.runs.on.states).toBeGreaterThan(205_097);
    expect(measured[email]!.runs.on.states).toBeLessThan(410_177);
    const counts = measured.map(({ runs, spin: pan }, k) => [
      ...(k === email ? [] : [runs.on.states]),
      runs.off.states,
      ...(pan?.full.kind === "done" && pan.full.errors === 0 ? [pan.full.states] : []),
    ]);
    expect(counts).toEqual([[103, 524, 524], [410_177], [36, 516, 516], [596, 11_316, 11_316], [15, 81]]);
    for (const { columns, rows: lines } of tables) for (const line of lines) expect(line).toHaveLength(columns.length);
  },
);

test("another answer is a problem of an everyday row, and its times are judged", () => {
  const run = (states: number, cpuSeconds: number, order = "1"): EverydayRow["runs"]["off"] => ({
    cpuSeconds,
    verdict: "holds",
    complete: true,
    states,
    unreducedStates: "2000000",
    order,
    properties: [{ name: "mutex", kind: "invariant", verdict: "holds" }],
  });
  const model = quickCases[0]!;
  const runs = { auto: run(400_000, 1.3, "6"), on: run(400_000, 3, "6"), off: run(2_000_000, 1) };
  const pan = { kind: "done", states: 2_000_000, errors: 0, panSeconds: 1, makeSeconds: 1 } as const;
  const row: EverydayRow = { model, runs, spin: { full: pan, reduced: { ...pan, states: 9 } }, problems: [] };
  expect(everydayDisagreements(row)).toEqual([]);
  expect(rules.map(({ concerns, isObeyed }) => [concerns(row), isObeyed(row)])).toEqual([
    [true, false],
    [true, false],
  ]);
  const fast = { ...row, runs: { ...runs, auto: { ...runs.auto, cpuSeconds: 0.9 } } };
  expect(rules.every(({ isObeyed }) => isObeyed(fast))).toBe(true);
  const [property] = runs.off.properties;
  const other = {
    ...runs,
    on: { ...runs.on, unreducedStates: "7", properties: [{ ...property!, verdict: "violated" }] },
  };
  expect(
    everydayDisagreements({
      ...row,
      runs: other,
      spin: { full: { ...pan, states: 5 }, reduced: { ...pan, errors: 1 } },
    }),
  ).toEqual([
    "mutex: `violated` with on, `holds` with off",
    "7 states with on, 2000000 with off",
    "SPIN found 5 states, expected 2000000",
    "SPIN reduced found 1 errors, Noether says `holds`",
  ]);
});

test("a quick run of decision diagrams finds the numbers that are known", async () => {
  const { tables, problems } = await ddd.run({ quick: true, runCount: 1, onProgress: () => {} });
  expect(problems).toEqual([]);
  for (const { columns, rows } of tables) {
    expect(rows.length).toBeGreaterThan(0);
    for (const row of rows) expect(row).toHaveLength(columns.length);
  }
});

test("a quick run finds the groups of rebecs that are known beforehand", async () => {
  const { tables, problems } = await actors.run({ quick: true, runCount: 1, onProgress: () => {} });
  expect(problems).toEqual([]);
  expect(tables[0]!.rows).toHaveLength(6);
  for (const row of tables[0]!.rows) expect(row).toHaveLength(tables[0]!.columns.length);
});

const search = { states: 10, transitions: 20, depth: 3, cpuSeconds: 1, elapsedSeconds: 1, memoryBytes: 220, storedBytes: 180, residentBytes: 9 }; // prettier-ignore
const explored: Explored = { parseMs: 1, compileMs: 1, packedBytes: 4, search };
const peterson = quickInstances.find(({ name }) => name === "Peterson 4")!;

test("a state or a transition more or less is a problem", () => {
  const usage = { elapsedSeconds: 1, userSeconds: 1, systemSeconds: 0, residentBytes: 9 };
  const pan = (states: number, transitions: number) => ({
    report: { states, transitions, depth: 3, memoryBytes: 100, elapsedSeconds: 1 },
    usage,
    call: "pan",
  });
  expect(disagreements(peterson, [explored], { bfs: [pan(10, 21)], dfs: [pan(10, 21)] })).toEqual([]);
  expect(disagreements(peterson, [explored], { bfs: [pan(11, 21)], dfs: [pan(10, 20)] })).toEqual([
    "SPIN bfs found 11 states, expected 10",
    "SPIN dfs found 20 transitions, expected 21",
  ]);
});

test("without SPIN the table says so, and shows the rest", () => {
  const { model, file, defines } = { ...peterson, model: peterson.name };
  const noether = { best: 0, runs: [explored] };
  const missing = { kind: "missing", reason: "spin: not installed" } as const;
  const text = markdown(comparison([{ model, file, defines, noether, spin: missing, problems: [] }]));
  expect(text).toContain("spin: not installed");
  expect(text).toMatch(/22\.0 \| +18\.0 \| +4 \| +18 ✓/);
});

describe("the output of pan", () => {
  const complete = `
\t+ Breadth-First Search
State-vector 68 byte, depth reached 41, errors: 0
    58133 states, stored
\t   58105 nominal states (stored-atomic)
   177770 states, matched
   235903 transitions (= stored+matched)
       28 atomic steps
    7.125\ttotal actual memory usage
pan: elapsed time 0.08 seconds
`;

  test("is read without the states inside atomic sequences", () => {
    const memoryBytes = 7.125 * 2 ** 20;
    const expected = { states: 58105, transitions: 235875, depth: 41, memoryBytes, elapsedSeconds: 0.08 };
    expect(readPanReport(complete)).toEqual(expected);
  });

  test.each([
    ["the search was cut off", `error: max search depth too small\n${complete}`, /too small/],
    ["errors were found", complete.replace("errors: 0", "errors: 2"), /2 errors/],
    ["a number was rounded", complete.replace("58133", "5.8133e+04"), /states, stored/],
  ])("is refused if %s", (_, text, message) => {
    expect(() => readPanReport(text)).toThrow(message);
  });
});

describe("the command line", () => {
  test("runs all scenarios by default, three times each", () => {
    expect(readArguments([], [explicit])).toMatchObject({ scenarios: [explicit], runCount: 3, quick: false });
    expect(readArguments(["explicit", "--runs", "5"], [explicit])).toMatchObject({ runCount: 5 });
  });

  test.each([[["--runs", "0"]], [["--runs"]], [["--slow"]], [["explicit", "implicit"]]])("refuses %j", (words) => {
    expect(() => readArguments(words, [explicit])).toThrow(UsageError);
  });

  test("ends with 2 for a scenario that does not exist, and names those that do", async () => {
    const run = promisify(execFile)(process.execPath, ["--import", "tsx", "bench/run.ts", "implicit"]);
    await expect(run).rejects.toMatchObject({
      code: 2,
      stdout: "",
      stderr: expect.stringMatching(
        /^error: there is no scenario `implicit`; there are: .*\bexplicit\b.*\n$/,
      ) as string,
    });
  });
});

test("the symbolic engine finds as many states as there are", async () => {
  const { tables, problems, rows } = await seed001.run({ quick: true, runCount: 1, onProgress: () => {} });
  expect(problems).toEqual([]);
  expect(rows).toHaveLength(4);
  for (const { columns, rows: lines } of tables) for (const line of lines) expect(line).toHaveLength(columns.length);
});

test("the nets of the contest are those that are there, with the markings of both tables", () => {
  const folder = mkdtempSync(join(tmpdir(), "noether-"));
  for (const name of ["mcc", "mcc-large"]) mkdirSync(join(folder, name));
  writeFileSync(
    join(folder, "README.md"),
    "| model | states |\n|---|---|\n| Ring 005 | 166 |\n| Gone 2 (PT only) | 7 |\n",
  );
  writeFileSync(
    join(folder, "mcc-large/README.md"),
    "| net | markings | arcs |\n|---|---|---|\n| Big-PT-1 | 123 | 4 |\n| Open-COL-2 | +inf | +inf |\n",
  );
  for (const file of ["mcc/Ring-PT-005", "mcc-large/Big-PT-1", "mcc-large/Open-COL-2"]) {
    writeFileSync(join(folder, `${file}.pnml`), "");
  }
  const found = contestNets(join(folder, "mcc")).map(({ name, markings, isSmall }) => [name, markings, isSmall]);
  rmSync(folder, { recursive: true });
  expect(found).toEqual([
    ["Ring-PT-005", "166", true],
    ["Big-PT-1", "123", false],
    ["Open-COL-2", "+inf", false],
  ]);
  expect(contestNets(undefined)).toEqual([]);
});

const withoutRumur =
  (await findRumur()) === undefined
    ? skipped(true, "Noether is not compared with Rumur: rumur is not installed")
    : onlyInLongRun();

test.skipIf(withoutRumur)("a quick run finds that Rumur counts the same states and rules", async () => {
  const { rows, tables, problems } = await murphi.run({ quick: true, runCount: 1, onProgress: () => {} });
  expect(problems).toEqual([]);
  expect(rows).toMatchObject({
    instances: [
      { model: "peterson 3", states: 882, transitions: 2646, rumur: { off: { states: 882, rules: 2646 } } },
      { model: "german 2", rumur: { heuristic: {}, exhaustive: {} } },
    ],
    examples: readdirSync("examples/murphi").map((file) => ({ example: file.replace(".m", ""), isViolated: false })),
  });
  expect(tables).toHaveLength(3);
});

const ofRumur = { states: 10, rules: 20, cpuSeconds: 1, makeSeconds: 1, isViolated: false, isStopped: false };
const murphiRow = { model: "m", states: 10, transitions: 20, cpuSeconds: 1, isReduced: false, isViolated: false };

test("other numbers and verdicts than Rumur's are a problem", () => {
  const off = { ...murphiRow, symmetry: "off" } as const;
  expect(murphiDisagreement({ ...off, rumur: { off: ofRumur } })).toEqual([]);
  expect(murphiDisagreement({ ...off, rumur: { off: { ...ofRumur, rules: 21 } } })).toHaveLength(1);
  expect(murphiDisagreement({ ...off, rumur: { off: { ...ofRumur, isViolated: true } } })).toHaveLength(1);
  const reduced = { ...murphiRow, symmetry: "on", isReduced: true } as const;
  expect(murphiDisagreement({ ...reduced, rumur: { exhaustive: { ...ofRumur, states: 9 } } })).toHaveLength(1);
  expect(murphiDisagreement({ ...reduced, rumur: { exhaustive: ofRumur } })).toEqual([]);
});

test("a verifier of Rumur that was stopped gives a lower bound", () => {
  const stopped = { ...ofRumur, states: undefined, rules: undefined, cpuSeconds: 120, isStopped: true };
  const row = { ...murphiRow, symmetry: "on", isReduced: true, rumur: { heuristic: stopped } } as const;
  expect(murphiDisagreement(row)).toEqual([]);
  expect(onTable([row]).rows[0]!.slice(3, 6)).toEqual(["–", "out of time (> 120 s)", "at least 120.0"]);
});

test("a program is stopped after its limit of processor time", async () => {
  const { code, cpuSeconds } = await timed("bash", ["-c", "while :; do :; done"], undefined, 1);
  expect(code).toBe(152);
  expect(cpuSeconds).toBeGreaterThan(0);
});

test.skipIf(withoutRedis || onlyInLongRun())(
  "a quick run finds that any number of workers explores the same",
  async () => {
    const { rows, problems } = await cluster.run({ quick: true, runCount: 1, onProgress: () => {} });
    expect(problems).toEqual([]);
    expect((rows as ClusterRow[]).map(({ workers, states }) => [workers, states])).toEqual(
      [0, 1, 2, 4].map((workers) => [workers, 11316]),
    );
  },
);

test("a quick run finds that any number of threads explores the same", async () => {
  const { rows, problems } = await threads.run({ quick: true, runCount: 1, onProgress: () => {} });
  expect(problems).toEqual([]);
  const { compared, growth } = rows as Record<"compared" | "growth", ThreadRow[]>;
  expect(new Set(compared.map(({ states }) => states))).toEqual(new Set([philosopherStates(10)]));
  expect(growth.map(({ states }) => states)).toContain(philosopherStates(8));
});

test("threads that find something else, or not all, are a problem", () => {
  const row: ThreadRow = {
    ...{ model: "a", threads: 1, states: 3, transitions: 4, verdict: "holds", expected: 3 },
    ...{ memoryBytes: 1, elapsedSeconds: 1 },
  };
  expect(threadDisagreements([row, { ...row, threads: 2 }])).toEqual([]);
  expect(threadDisagreements([row, { ...row, threads: 2, transitions: 5 }])).toEqual([
    "a: 2 threads found something else than 1",
  ]);
  expect(threadDisagreements([{ ...row, expected: 4 }])).toEqual(["a: 3 states instead of 4"]);
});

test("workers that find something else are a problem", () => {
  const row: ClusterRow = {
    ...{ model: "a", workers: 0, states: 3, transitions: 4, verdict: "holds", elapsedSeconds: 1 },
    ...{ workerSeconds: [1], serverSeconds: 1, bytesPerState: 1 },
  };
  expect(clusterDisagreements([row, { ...row, workers: 2 }])).toEqual([]);
  expect(clusterDisagreements([row, { ...row, workers: 2, states: 2 }])).toEqual([
    "a: 2 workers found something else than one thread",
  ]);
});
