/** Statements that no run gets to, beside SPIN's own report on models that come with it. */
import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { expect, test } from "vitest";
import { findUnreached, parse } from "../../src/index.ts";
import type { Unreached } from "../../src/index.ts";
import { parsePromela } from "../../src/languages/promela/parse.ts";
import { positionAt } from "../../src/syntax/source.ts";
import { corpusPath, readCorpus, withoutCorpus } from "../languages/promela/corpus.ts";
import { withoutSpin } from "../languages/promela/spin.ts";
import { isLong } from "../support/random-runs.ts";
import { runCli } from "../support/run-cli.ts";

/** `node 53` for each unreached statement, by the line; `node end` for the end of a process. */
function lines({ groups }: Unreached): string[] {
  return groups.flatMap(({ name, statements }) =>
    statements.map(
      ({ span }) => `${name.replace("proctype ", "")} ${span ? positionAt(span.source, span.start).line : "end"}`,
    ),
  );
}

/** The same of SPIN's report. */
function spinLines(model: string): string[] {
  const path = corpusPath(model);
  const cwd = mkdtempSync(join(tmpdir(), "unreached-"));
  const run = (command: string, ...given: string[]): string =>
    execFileSync(command, given, { cwd, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
  try {
    cpSync(dirname(path), cwd, { recursive: true });
    run("spin", "-a", "-o3", basename(path));
    run("cc", "-O0", "-w", "-DSAFETY", "-DNOREDUCE", "-DNOCLAIM", "-o", "pan", "pan.c");
    const found: string[] = [];
    let group = "";
    for (const line of run("./pan", "-E", "-A", "-c0", "-m1000000").split("\n")) {
      group = /^unreached in (?:proctype )?(\w+)/.exec(line)?.[1] ?? group;
      const [, at, text] = /^\t\S+:(\d+), state \d+, "(.*)"$/.exec(line) ?? [];
      if (at !== undefined) found.push(`${group} ${text === "-end-" ? "end" : at}`);
    }
    return found;
  } finally {
    rmSync(cwd, { recursive: true, force: true });
  }
}

test.skipIf(withoutCorpus).each([
  ["leader0.pml", ["node 53"]],
  ["Book_1991/p312.pml", ["transfer end", "channel end"]],
  [
    "snoopy.pml",
    [
      ...["cpu0 end", "cpu1 end", "cache0 109", "cache0 109", "cache0 115", "cache0 115", "cache0 end"],
      ...["cache1 185", "cache1 185", "cache1 191", "cache1 191", "cache1 end", "busarbiter end", "bus end"],
    ],
  ],
])("what is unreached in %s is what SPIN says", async (name, expected) => {
  const { source, include } = readCorpus(name);
  const { model } = parsePromela(source, { include, off: ["3"] });
  const found = await findUnreached(model!);
  expect(found.reason).toBeUndefined();
  expect(lines(found)).toEqual(expected);
  // It takes long for the largest.
  if (!withoutSpin && (name !== "snoopy.pml" || isLong)) expect(spinLines(name)).toEqual(expected);
});

const text = `byte x;
active proctype P() {
  do
  :: x < 3 -> x++; if :: x > 5 -> x = 9 :: else fi
  :: x == 7 -> x = 1
  :: x == 3 -> break
  od;
  x == 4;
  x = 5
}
proctype Never() { x = 2 }
`;

test("a statement that has to wait forever is reached, and what follows it is not", async () => {
  const { groups } = await findUnreached(parse(text, { name: "m.pml" }).model!);
  expect(groups.map(({ name, total, statements }) => [name, total, statements.map((each) => each.text)])).toEqual([
    ["proctype P", 11, ["x = 9", "x = 1", "x = 5", "-end-"]],
    ["proctype Never", 2, ["x = 2", "-end-"]],
  ]);
});

test("merged statements are reached with their step", async () => {
  const local =
    "active proctype P() { byte v, w; v == 0 -> w = 1; w = 2; if :: v > 1 -> w = 3; w = 4 :: else fi; assert(w < 4) }";
  const { groups } = await findUnreached(parse(local, { name: "m.pml" }).model!);
  expect(groups[0]!.statements.map((each) => each.text)).toEqual(["w = 3", "w = 4"]);
});

test("in other languages, transitions that are never enabled are reported", async () => {
  const seq = "var x: 0..9 = 0\ntransition up when x < 3 { x := x + 1; }\ntransition off when x > 5 { x := 0; }\n";
  const { groups } = await findUnreached(parse(seq).model!);
  expect(groups.flatMap(({ statements }) => statements.map((each) => each.text))).toEqual(["off"]);
});

test("a limit makes the report a lower bound, and says so", async () => {
  const { reason } = await findUnreached(parse(text, { name: "m.pml" }).model!, { maxStates: 2 });
  expect(reason).toContain("limit");
});

test("the options of the other search do not matter: statements are more than it may decide at a time", async () => {
  const many = `byte x; active proctype P() { ${"x++; ".repeat(40)} x == 0; x = 1 }`;
  const { model } = parse(many, { name: "m.pml" });
  for (const options of [{ errors: 5 }, { search: "dfs", maxDepth: 3 }, { bitstate: 2 ** 20 }, { swarm: 2 }] as const) {
    const { groups, reason } = await findUnreached(model!, options);
    expect(reason).toBeUndefined();
    expect(groups[0]!.statements.map((each) => each.text)).toEqual(["x = 1", "-end-"]);
  }
});

test("the command line prints them by process, and in the document", () => {
  const { stdout } = runCli(["check", "examples/promela/mutex.pml", "--unreached", "--property", "none"]);
  expect(stdout).toMatch(/\nunreached in proctype \w+: \d+ of \d+\n/);
  const document = JSON.parse(
    runCli(["check", "examples/promela/mutex.pml", "--unreached", "--json"]).stdout,
  ) as object;
  expect(document).toHaveProperty("unreached.groups.0.total");
});
