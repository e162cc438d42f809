/** The pages for those who come from other tools: the calls and options of Noether that their tables name work. */

import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { runCli } from "../support/run-cli.ts";

/** A small model with a violation for each page, and what stands for the names in capitals of its tables. */
const pages = {
  lola: {
    name: "net.lola",
    text: "PLACE a, b; MARKING a: 2; TRANSITION t CONSUME a; PRODUCE b;",
  },
  pat: {
    name: "m.csp",
    text: "#define N 2; var x:{0..9} = 0; P = [x < N] up{x = x + 1;} -> P; #assert P deadlockfree; #assert P |= []<> up;",
  },
  rebeca: {
    name: "m.rebeca",
    text: "env byte N = 2; reactiveclass A(3) { knownrebecs { A next; } A() { self.go(); } msgsrv go() { next.stop(); } msgsrv stop() { } } main { A a(b):(); A b(a):(); }",
    values: { NAME: "deadlock", "NAME=VALUE": "N=3" },
  },
  rumur: {
    name: "m.m",
    text: 'var x: 0..3; startstate begin x := 0; end; rule x < 3 ==> begin x := x + 1; end; invariant "small" x < 3;',
    values: { COUNT: "2", STEPS: "50" },
  },
  spin: {
    name: "m.pml",
    text: "#define N 2\nbyte x; active [2] proctype p() { x++; assert(x < N) } ltl small { [] (x < 3) }",
    values: { NAME: "small", name: "small" },
  },
  tlc: {
    name: "m.seq",
    text: "const N = 2\nvar x: 0..9 = 0\ntransition up when x < N { x := x + 1; }\nproperty small: invariant x < 2",
    values: { N: "2", DIR: "saved" },
  },
} satisfies Record<string, { name: string; text: string; values?: Readonly<Record<string, string>> }>;

const optionsOfCheck = runCli(["check", "--help"]).stdout;

/** The code in the last column of the tables of a page. */
function answersOf(page: string): string[] {
  const rows = readFileSync(`docs/coming-from/${page}.md`, "utf8").matchAll(/^\|.*\|(.*)\|$/gm);
  return Array.from(rows).flatMap(([, cell]) => Array.from(cell!.matchAll(/`([^`]+)`/g), (code) => code[1]!));
}

function takesValue(option: string): boolean {
  return new RegExp(`${option} <`).test(optionsOfCheck);
}

describe.each(Object.entries(pages))("%s", (page, given) => {
  const { name, text } = given;
  const values: Readonly<Record<string, string>> = "values" in given ? given.values : {};
  const folder = mkdtempSync(join(tmpdir(), "noether-coming-from-"));
  writeFileSync(join(folder, name), text);
  const answers = [...new Set(answersOf(page))];

  function run(args: readonly string[]): ReturnType<typeof spawnSync> {
    return spawnSync(process.execPath, [resolve("dist/cli/main.js"), ...args.map((arg) => values[arg] ?? arg)], {
      cwd: folder,
      input: "quit\n",
      encoding: "utf8",
    });
  }

  test.each(answers.filter((answer) => /^--?\w/.test(answer)))("%s is an option of check", (answer) => {
    const args = answer.split(" ");
    const options = args.filter((arg) => arg.startsWith("-"));
    for (const option of options) expect(optionsOfCheck).toMatch(new RegExp(`^ +(-\\w, )?${option}[ ,]`, "m"));
    if (takesValue(args.at(-1)!) || options.includes("--resume")) return;
    const { status, stderr } = run(["check", name, ...args]);
    expect(stderr).toBe("");
    expect(status).toBeOneOf([0, 1, 3]);
  });

  const calls = answers.filter((answer) => answer.startsWith("noether "));
  test("the page names calls", () => expect(calls).not.toEqual([]));
  test.each(calls)("%s works", (call) => {
    const [, command, ...args] = call.split(" ");
    // The first two serve until they are ended. The last needs a trail of SPIN.
    const isOnlyNamed = ["studio", "lsp", "replay"].includes(command!);
    const { status, stderr } = run([command!, ...(isOnlyNamed ? ["--help"] : args)]);
    expect(stderr).toBe("");
    expect(status).toBeOneOf([0, 1, 3]);
  });
});
