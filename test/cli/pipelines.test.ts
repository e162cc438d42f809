/** The command line in pipelines: many files, reports for other programs, tests of claims, the standard input, colors. */

import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Draft04 from "ajv-draft-04";
import addFormats from "ajv-formats";
import { parse as parseJunit } from "junit2json";
import * as v from "valibot";
import { describe, expect, test } from "vitest";
import { checksSchema, testSchema } from "../../src/report/schema.ts";
import { runCli } from "../support/run-cli.ts";

const folder = mkdtempSync(join(tmpdir(), "noether-pipelines-"));

function file(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

/** Part of a text, without the type `any` of vitest. */
function containing(part: string): string {
  return expect.stringContaining(part) as string;
}

const counter = "var x: 0..3 = 0\ntransition up when x < 3 { x := x + 1; }\n";
const good = file("good.seq", `${counter}property small: invariant x <= 3\n`);
const bad = file('bad <&".seq', `${counter}property small: invariant x < 2\n`);
const broken = file("broken.seq", "var x: 0..3 = \n");

describe("several models in one call", () => {
  test("have a section each, and a table at the end with the worst exit code", () => {
    const { code, stdout, stderr } = runCli(["check", good, bad, broken]);
    expect({ code, stderr }).toEqual({ code: 2, stderr: "" });
    expect(stdout).toContain("trace of small (violated)");
    expect(stdout).toMatch(/\n3 models: 1 holds, 1 violated, 1 wrong\n$/);
    expect(stdout).toMatch(/^wrong {6}\S+broken\.seq.* expected /m);
    expect(runCli(["check", good, bad]).code).toBe(1);
    expect(runCli(["check", good, bad, "--max-states", "1"]).code).toBe(3);
  });

  test("may be a pattern, and one that fits nothing is an error", () => {
    const quiet = runCli(["check", "examples/seq/bug-*.seq", "--quiet"]);
    expect(quiet.stdout.trimEnd().split("\n")).toEqual([
      "violated   examples/seq/bug-assertion.seq  assertions",
      "violated   examples/seq/bug-deadlock.seq   progress",
      "violated   examples/seq/bug-invariant.seq  total",
      "violated   examples/seq/bug-range.seq      ranges",
      "",
      "4 models: 4 violated",
    ]);
    expect(runCli(["check", `${folder}/*.seq`, "-q"]).stdout).toMatch(/^5 models: /m);
    expect(runCli(["check", `${folder}/*.pml`])).toMatchObject({
      code: 2,
      stderr: containing("no model has a name like"),
    });
    expect(runCli(["test", "src/cli"])).toMatchObject({
      code: 2,
      stderr: containing("there is no model in src/cli"),
    });
  });

  test("are one document with --json", () => {
    const { code, stdout } = runCli(["check", good, broken, "--json"]);
    expect(code).toBe(2);
    const document = v.parse(checksSchema, JSON.parse(stdout));
    expect(document).toMatchObject({
      verdict: "wrong",
      models: [{ file: good, check: { verdict: "holds" } }, { file: broken }],
    });
    expect(document.models[1]!.diagnostics![0]!.code).toMatch(/^seq\//);
  });

  test("have no common trace file", () => {
    expect(runCli(["check", good, bad, "--trace-out", join(folder, "t.json")])).toMatchObject({
      code: 2,
      stderr: "error: --trace-out is for one model, and these are 2\n",
    });
  });
});

describe("--report", () => {
  const junit = join(folder, "report.xml");
  const sarif = join(folder, "report.sarif");
  const run = runCli([
    "check",
    good,
    bad,
    broken,
    `--report=junit=${junit}`,
    "--report",
    `sarif=${sarif}`,
    "--report",
    "github",
  ]);

  test("junit is read by a parser of such files", async () => {
    const suites = (await parseJunit(readFileSync(junit, "utf8"))) as {
      tests: number; failures: number; errors: number;
      testsuite: { name: string; testcase: { name: string; failure?: { message: string; inner: string }[]; error?: unknown[] }[] }[];
    }; // prettier-ignore
    expect(suites).toMatchObject({ tests: 4, failures: 1, errors: 1 });
    expect(suites.testsuite.map(({ name }) => name)).toEqual([good, bad, broken]);
    const [violated] = suites.testsuite[1]!.testcase;
    expect(violated!.failure![0]!.message).toBe("violated in 2 steps: the condition fails in the last state");
    expect(violated!.failure![0]!.inner).toContain("x: 1 -> 2");
    expect(suites.testsuite[2]!.testcase[0]!.error).toHaveLength(1);
  });

  test("sarif is valid, and shows the trace as a flow through the text", () => {
    const schema = JSON.parse(
      readFileSync("node_modules/@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json", "utf8"),
    ) as object;
    const ajv = new Draft04.default({ strict: false, unicodeRegExp: false });
    addFormats.default(ajv);
    const validate = ajv.compile(schema);
    const log = JSON.parse(readFileSync(sarif, "utf8")) as { runs: [{ results: Record<string, unknown>[] }] };
    expect(validate(log), JSON.stringify(validate.errors)).toBe(true);
    const [violated, wrong] = log.runs[0].results;
    expect(violated).toMatchObject({
      ruleId: "noether/invariant",
      level: "error",
      locations: [{ physicalLocation: { region: { startLine: 3, startColumn: 1 } } }],
      codeFlows: [{ threadFlows: [{ locations: [{}, {}] }] }],
    });
    expect(JSON.stringify(violated)).toContain("bad%20%3C%26%22.seq");
    expect(wrong).toMatchObject({ level: "error" });
    const rest = { version: "2.1.0", runs: [{ ...log.runs[0], results: [{ ruleId: 7 }] }] };
    expect(validate(rest)).toBe(false);
  });

  test("github has a line for each error, beside its place, and nobody else can write one", () => {
    const lines = run.stdout.split("\n").filter((line) => line.startsWith("::"));
    expect(lines).toHaveLength(2);
    expect(lines[0]).toMatch(/^::error file=.*bad <&"\.seq,line=3,endLine=3,col=1,endColumn=32,title=noether%3A small::violated in 2 steps: /); // prettier-ignore
    const evil = file("evil.seq", `${counter}property \`a\\n::error::b%0A,c:\`: invariant x < 2\n`);
    const annotated = runCli(["check", evil, "--report", "github", "-q"]).stdout.split("\n");
    expect(annotated.filter((line) => line.startsWith("::"))).toEqual([
      expect.stringMatching(/title=noether%3A a\\u\{a\}%3A%3Aerror%3A%3Ab%250A%2Cc%3A::/),
    ]);
  });

  test("of a model with an error says so, replaces a report, and never a model", () => {
    expect(runCli(["check", broken, "--report", `junit=${junit}`]).code).toBe(2);
    expect(readFileSync(junit, "utf8")).toContain('<testsuites name="noether" tests="1" failures="0" errors="1"');
    const before = readFileSync(good, "utf8");
    expect(runCli(["check", good, "--report", `junit=${good}`])).toMatchObject({
      code: 0,
      stderr: containing("never written over"),
    });
    expect(readFileSync(good, "utf8")).toBe(before);
    expect(runCli(["check", good, "--report", "junit"])).toMatchObject({
      code: 2,
      stderr: containing("Expected junit=FILE, sarif=FILE or github."),
    });
  });
});

describe("noether test", () => {
  const kept = file(
    "kept.seq",
    `// expect: states 4, transitions 3, group order 1, holds small\n${counter}property small: invariant x <= 3\n`,
  );
  const wrongly = file(
    "wrongly.seq",
    `// expect: states 5, violated small at depth 1\n${counter}property small: invariant x < 2\n`,
  );

  test("says what is not as claimed, with the place", () => {
    const { code, stdout } = runCli(["test", kept, wrongly]);
    expect(code).toBe(1);
    expect(stdout).toContain(`passed  ${kept}  4 claims`);
    expect(stdout).toContain(`${wrongly}:1:12: expected states 5, found states 4\n`);
    expect(stdout).toContain(`${wrongly}:1:22: expected violated small at depth 1, found violated small at depth 2\n`);
    expect(stdout).toMatch(/\n2 files, 6 claims: 4 passed, 2 failed, /);
  });

  test("is one document with --json, and writes reports", () => {
    const report = join(folder, "claims.xml");
    const { stdout } = runCli(["test", kept, wrongly, "--json", "--report", `junit=${report}`]);
    const document = v.parse(testSchema, JSON.parse(stdout));
    expect(document).toMatchObject({ outcome: "failed", files: [{ file: kept }, { file: wrongly }] });
    expect(readFileSync(report, "utf8")).toContain('<testcase classname="' + wrongly);
  });

  test("refuses what is no claim, and files that claim nothing but are named", () => {
    const odd = file("odd.seq", `// expect: stats 5\n${counter}`);
    expect(runCli(["test", odd])).toMatchObject({
      code: 2,
      stdout: containing("odd.seq:1:12: expected `states N`"),
    });
    expect(runCli(["test", good])).toMatchObject({
      code: 2,
      stdout: containing("the file has no expectations"),
    });
    expect(runCli(["test", "nowhere.seq"])).toMatchObject({
      code: 2,
      stdout: containing("there is no such file"),
    });
  });

  test("takes the models below a folder that claim something, and claims beside a file", () => {
    const inner = join(folder, "inner");
    mkdirSync(inner);
    writeFileSync(join(inner, "a.seq"), readFileSync(kept));
    writeFileSync(join(inner, "b.seq"), readFileSync(good));
    writeFileSync(join(inner, "c.seq"), readFileSync(good));
    writeFileSync(join(inner, "c.seq.expect"), "// expect: states 4\n");
    expect(runCli(["test", inner]).stdout).toMatch(/a\.seq.*\n.*c\.seq.*\n2 files, 5 claims: 5 passed/);
  });

  test("passes over claims that take long, unless it is asked for them", () => {
    const large = file(
      "large.seq",
      `// expect: states 4\n// expect long: states 9 with X=1\n// expect long: holds gone\n${counter}`,
    );
    expect(runCli(["test", large])).toMatchObject({ code: 0, stdout: containing("large.seq  1 claim, ") });
    expect(runCli(["test", large, "--long"])).toMatchObject({ code: 2, stdout: containing("has no `X`") });
    const whole = file("whole.seq", `// expect long: states 9\n${counter}`);
    expect(runCli(["test", whole])).toMatchObject({ code: 0, stdout: containing("whole.seq  0 claims, ") });
    expect(runCli(["test", whole, "--long"])).toMatchObject({
      code: 1,
      stdout: containing("whole.seq:1:17: expected states 9, found states 4"),
    });
  });

  test("is undecided at a limit, never passed", () => {
    const { code, stdout } = runCli(["test", kept, "--max-states", "2"]);
    expect(code).toBe(3);
    expect(stdout).toContain("expected states 4, undecided: the limit on states was reached");
  });
});

describe("the standard input", () => {
  test("is a model if its language is said", () => {
    const { code, stdout } = runCli(["check", "-", "--language", "seq", "-q"], readFileSync(good, "utf8"));
    expect({ code, stdout }).toEqual({ code: 0, stdout: "holds      -\n" });
    expect(runCli(["show", "-", "--language", "promela"], "active proctype P() { skip }").stdout).toContain(
      "transition",
    );
    expect(runCli(["check", "-"])).toMatchObject({
      code: 2,
      stderr: containing("--language says its language"),
    });
    expect(runCli(["check", "-", "--language", "seq"], "var x: y\n").stderr).toMatch(/^-:1:\d+: error: /);
  });

  test("--language counts more than the ending", () => {
    const path = file("model.txt", readFileSync(good, "utf8"));
    expect(runCli(["check", path, "--language", "seq"]).code).toBe(0);
    expect(runCli(["check", path]).code).toBe(2);
  });
});

describe("colors", () => {
  const hasColor = (args: readonly string[], env: Record<string, string> = {}): boolean =>
    runCli(["check", good, ...args], "", env).stdout.includes("\u001b[");
  test("follow --color, then NO_COLOR, then FORCE_COLOR, then the terminal", () => {
    expect(hasColor([])).toBe(false);
    expect(hasColor(["--color", "always"])).toBe(true);
    expect(hasColor(["--color=always"], { NO_COLOR: "1" })).toBe(true);
    expect(hasColor([], { FORCE_COLOR: "1" })).toBe(true);
    expect(hasColor([], { FORCE_COLOR: "0" })).toBe(false);
    expect(hasColor([], { FORCE_COLOR: "1", NO_COLOR: "1" })).toBe(false);
    expect(hasColor(["--color=never"], { FORCE_COLOR: "1" })).toBe(false);
    expect(runCli(["check", good, "--color", "sometimes"]).code).toBe(2);
  });
});

test("--verbose tells the phases on the standard error, and the result is the same", () => {
  const plain = runCli(["check", "examples/seq/hanoi.seq", "--symmetry", "on", "--json"]);
  const told = runCli(["check", "examples/seq/hanoi.seq", "--symmetry", "on", "--json", "--verbose"]);
  expect(told.stderr).toMatch(/^ +[\d.]+ s {2}reading examples\/seq\/hanoi\.seq\n(?:.*\n)*.*finding symmetries by text.*\n(?:.*\n)*.*compiling\n/); // prettier-ignore
  const timeless = (text: string): string => text.replaceAll(/"seconds": .*/g, "");
  expect(timeless(told.stdout)).toBe(timeless(plain.stdout));
});

test("--watch checks again when the file changes, and ends with Ctrl-C", async () => {
  const path = file("watched.seq", `${counter}property small: invariant x <= 3\n`);
  const child = spawn(process.execPath, ["dist/cli/main.js", "check", path, "--quiet", "--watch"]);
  const lines: string[] = [];
  const ended = new Promise<number | null>((resolve) => child.on("close", resolve));
  await new Promise<void>((resolve) => {
    let text = "";
    child.stdout.setEncoding("utf8").on("data", (part: string) => (text += part));
    child.stderr.setEncoding("utf8").on("data", (part: string) => {
      if (!part.includes("waiting")) return;
      lines.push(text.trim().split(/\s/)[0]!);
      text = "";
      if (lines.length === 1) writeFileSync(path, `${counter}property small: invariant x < 2\n`);
      else if (lines.length === 2) writeFileSync(path, "var x\n");
      else resolve();
    });
  });
  child.kill("SIGINT");
  expect(await ended).toBe(2);
  expect(lines).toEqual(["holds", "violated", ""]);
});
