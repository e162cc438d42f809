import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as v from "valibot";
import { describe, expect, test } from "vitest";
import { checkSchema } from "../../src/report/schema.ts";
import type { CheckDocument } from "../../src/report/schema.ts";
import { runCli } from "../support/run-cli.ts";

const folder = mkdtempSync(join(tmpdir(), "noether-"));

function modelFile(name: string, content: string | Uint8Array): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

function checkJson(...args: string[]): { readonly code: number | null; readonly document: CheckDocument } {
  const { code, stdout } = runCli(["check", ...args, "--json"]);
  return { code, document: v.parse(checkSchema, JSON.parse(stdout)) };
}

describe("noether check", () => {
  test("counts the states of ten dining philosophers", () => {
    const { code, document } = checkJson(
      "examples/seq/dining-philosophers.seq",
      ...["-D", "N=10", "--symmetry", "off", "--property", "none"],
    );
    expect(code).toBe(0);
    expect(document).toMatchObject({ verdict: "holds", states: 154450, transitions: 986430, complete: true });
    expect(document.bytesPerState).toBeLessThan(1.5 * document.packedBytes! + 12);
  });

  test("finds the deadlock of the philosophers and shows it", () => {
    const { code, document } = checkJson("examples/seq/dining-philosophers.seq", "-D", "N=10");
    expect(code).toBe(1);
    const progress = document.properties.find(({ name }) => name === "progress")!;
    expect(progress.verdict).toBe("violated");
    expect(progress.trace!.steps).toHaveLength(10);
    expect(progress.trace!.steps.every(({ transition }) => transition === "takeRight")).toBe(true);
  });

  test("prints JSON and nothing else with --json, also for a violation", () => {
    const { stdout, stderr } = runCli(["check", "examples/seq/bug-range.seq", "--json"]);
    expect(stderr).toBe("");
    const document = v.parse(checkSchema, JSON.parse(stdout));
    const ranges = document.properties.find(({ name }) => name === "ranges")!;
    expect(ranges).toMatchObject({ verdict: "violated", reason: "value 3 is outside 0..2, the range of free" });
    expect(ranges.location).toMatch(/bug-range\.seq:\d+:\d+$/);
    expect(ranges.trace!.steps.at(-1)).toMatchObject({
      transition: "close",
      error: "value 3 is outside 0..2, the range of free",
    });
  });

  test.each([
    [["--max-states", "1000"], "states"],
    [["--max-memory", "2M"], "memory"],
    [["--max-memory", "1"], "memory"],
    [["--timeout", "1ms"], "time"],
  ])("ends undecided with exit code 3 at the limit %j", (flags, limit) => {
    const { code, document } = checkJson("examples/seq/peterson.seq", "-D", "N=6", "--symmetry", "off", ...flags);
    expect(code).toBe(3);
    expect(document).toMatchObject({ verdict: "undecided", limit, complete: false });
    expect(document.properties.every(({ verdict }) => verdict === "undecided")).toBe(true);
  });

  test("does not call a limit what just fits", () => {
    const { code, document } = checkJson("examples/seq/peterson.seq", "--symmetry", "off", "--max-states", "524");
    expect(code).toBe(0);
    expect(document).toMatchObject({ states: 524, complete: true });
  });

  test("still reports a violation found before a limit", () => {
    const { code, document } = checkJson(
      "examples/seq/dining-philosophers.seq",
      ...["-D", "N=10", "--symmetry", "on", "--max-states", "6000"],
    );
    expect(code).toBe(1);
    expect(document).toMatchObject({ verdict: "violated", limit: "states", complete: false });
    expect(document.properties.map(({ name, verdict }) => [name, verdict])).toEqual([
      ["neighbors", "undecided"],
      ["progress", "violated"],
      ["ranges", "undecided"],
    ]);
  });

  test("says what a verdict with fingerprints depends on", () => {
    const { code, document } = checkJson(
      "examples/seq/peterson.seq",
      "-D",
      "N=4",
      "--symmetry",
      "off",
      "--hash-compaction",
    );
    expect(code).toBe(0);
    expect(document).toMatchObject({ verdict: "holds", states: 11316, hashCompaction: true });
    expect(document.properties.every(({ reason }) => reason === "unless two states collided")).toBe(true);
    const { stdout } = runCli(["check", "examples/seq/peterson.seq", "--hash-compaction"]);
    expect(stdout).toContain("unless two states collided");
  });

  test("shows a replayed trace with fingerprints too", () => {
    const { code, document } = checkJson("examples/seq/bug-invariant.seq", "--hash-compaction");
    expect(code).toBe(1);
    expect(document.properties[0]!.trace!.steps).toHaveLength(4);
  });

  test("checks only the properties it is asked for", () => {
    const { document } = checkJson("examples/seq/dining-philosophers.seq", "--property", "neighbors");
    expect(document.verdict).toBe("holds");
    expect(document.properties.map(({ name }) => name)).toEqual(["neighbors", "ranges"]);
  });

  test("shows every variable in every state on request", () => {
    const { stdout } = runCli(["check", "examples/seq/bug-deadlock.seq", "--full-states"]);
    expect(stdout.match(/sender = /g)).toHaveLength(7);
  });

  test("uses no colors and no progress when it is not on a terminal", () => {
    const { stdout, stderr } = runCli(["check", "examples/seq/bug-deadlock.seq"]);
    expect(stdout).not.toContain("\u001b");
    expect(stderr).toBe("");
  });
});

describe("a wrong call", () => {
  const peterson = "examples/seq/peterson.seq";
  const ltl = modelFile(
    "ltl.seq",
    "var x: bool = false\ntransition t { x := !x; }\nproperty live: ltl [] <> x\nproperty safe: invariant true\n",
  );

  test.each([
    ["no file", ["check"], "missing required argument"],
    ["a file that is not there", ["check", "nowhere.seq"], "nowhere.seq:1:1: error: cannot read the file"],
    ["a folder", ["check", "examples"], "it is a folder"],
    ["another ending", ["check", "README.md"], "must end in .seq"],
    ["an unknown option", ["check", peterson, "--bogus"], "unknown option '--bogus'"],
    ["an unknown command", ["chekc", peterson], "unknown command 'chekc'"],
    ["an unknown property", ["check", peterson, "-p", "nope"], "no property `nope`; it has `mutex`"],
    ["none beside a property", ["check", peterson, "-p", "none", "-p", "mutex"], "--property none"],
    ["a define without a value", ["check", peterson, "-D", "N"], "Expected NAME=VALUE"],
    ["a define of an unknown constant", ["check", peterson, "-D", "M=1"], "-D M=1:1:4: error"],
    ["a define of the wrong type", ["check", peterson, "-D", "N=true"], "-D N=true:1:"],
    ["a number that is none", ["check", peterson, "--max-states", "many"], "Expected a whole number"],
    ["a size that is none", ["check", peterson, "--max-memory", "lots"], "Expected a number of bytes"],
    ["a time that is none", ["check", peterson, "--timeout", "soon"], "Expected a time"],
    ["an unknown engine", ["check", peterson, "--engine", "warp"], "Allowed choices are explicit"],
    ["unknown fairness", ["check", ltl, "--fairness", "total"], "Allowed choices are none, weak, strong, global"],
  ])("(%s) has exit code 2 and says what is wrong", (_, args, message) => {
    const { code, stdout, stderr } = runCli(args);
    expect(stderr).toContain(message);
    expect(stderr).not.toMatch(/^ +at /m);
    expect(stdout).toBe("");
    expect(code).toBe(2);
  });

  test("checks LTL like other properties, and alone when it is named", () => {
    const { code, stdout } = runCli(["check", ltl]);
    expect(code).toBe(0);
    expect(stdout).toMatch(/live +LTL +holds\nsafe +invariant +holds\n/);
    expect(runCli(["check", ltl, "--property", "live"]).stdout).toMatch(/^live +LTL +holds\n\nholds/);
  });

  test("gives bytes that are no text a place", () => {
    const path = modelFile("binary.seq", readFileSync(process.execPath).subarray(0, 10_000));
    const { code, stderr } = runCli(["check", path]);
    expect(code).toBe(2);
    expect(stderr).toMatch(/binary\.seq:\d+:\d+: error: /);
    expect(stderr.length).toBeLessThan(2000);
  });

  test.each([
    ["ten megabytes of one letter", "a".repeat(10_000_000)],
    ["ten megabytes of lines and then an error", `${"// nothing\n".repeat(900_000)}var x`],
    ["parentheses without end", `var x: bool = ${"(".repeat(1_000_000)}`],
    ["a comment without end", "var x: bool = false /* and so on"],
    ["nothing", ""],
  ])("gives %s a place and no stack trace", (name, text) => {
    const { code, stdout, stderr } = runCli(["check", modelFile(`${name.replaceAll(" ", "-")}.seq`, text)]);
    expect(code).toBe(2);
    expect(stdout).toBe("");
    expect(stderr).toMatch(/\.seq:\d+:\d+: error: .* \[seq\/[a-z-]+\]\n/);
    expect(stderr).not.toMatch(/^ +at /m);
    expect(stderr.length).toBeLessThan(10_000);
  });

  test("points at the place in a broken model", () => {
    const path = modelFile("broken.seq", "var x: 0..3 = 0\ntransition t { y := 1; }\n");
    const { code, stderr } = runCli(["check", path]);
    expect(code).toBe(2);
    expect(stderr).toContain("broken.seq:2:16: error: ");
    expect(stderr).toContain("  2 | transition t { y := 1; }\n    |                ^");
  });
});

describe("noether show", () => {
  test("prints a model that reads back as the same", () => {
    const { stdout } = runCli(["show", "examples/seq/german.seq", "-D", "N=2"]);
    const again = runCli(["show", modelFile("again.seq", stdout)]);
    expect(again.stdout).toBe(stdout);
  });

  test("prints domains, the state graph and the code", () => {
    expect(runCli(["show", "examples/seq/peterson.seq", "--domains"]).stdout).toMatch(/^slot +declared +can occur$/m);
    expect(runCli(["show", "examples/seq/hanoi.seq", "--graph"]).stdout.match(/ -> /g)).toHaveLength(78);
    expect(runCli(["show", "examples/seq/hanoi.seq", "--code"]).stdout).toContain("(func $transition_move");
  });

  test("prints the automaton of the runs that violate a property", () => {
    const model = ["show", "examples/seq/lamps.seq", "--automaton"];
    const { code, stdout } = runCli([...model, "relieved"]);
    expect(code).toBe(0);
    expect(stdout.split("\n")).toEqual([
      "never {",
      "T0_init:",
      "  do",
      "  :: true -> goto T0_init",
      "  :: !other -> goto accept_S1",
      "  od;",
      "accept_S1:",
      "  do",
      "  :: !other -> goto accept_S1",
      "  od;",
      "}",
      "",
    ]);
    expect(runCli([...model, "relieved", "--dot"]).stdout).toMatch(
      /^digraph \{\n[^]*0 -> 1 \[label="!other"\];\n[^]*\}\n$/,
    );
    expect(runCli([...model, "ranges"])).toEqual({
      code: 2,
      stdout: "",
      stderr: "error: `ranges` is no property of runs; there are: relieved, first, together\n",
    });
  });

  test("prints an automaton without runs for what cannot be violated", () => {
    const file = modelFile("sure.seq", "var x: bool = false\ntransition t { x := !x; }\nproperty p: ltl <> true\n");
    expect(runCli(["show", file, "--automaton", "p"]).stdout).toBe("never {\nT0_init:\n  false;\n}\n");
  });

  test("says nothing when its reader stops early", () => {
    const pipeline = `"${process.execPath}" dist/cli/main.js show examples/seq/german.seq --code | head -n 1`;
    const { stdout, stderr } = spawnSync("sh", ["-c", pipeline], { encoding: "utf8" });
    expect({ stdout, stderr }).toEqual({ stdout: "(module\n", stderr: "" });
  });

  test("refuses to draw what nobody could read", () => {
    const { code, stderr } = runCli(["show", "examples/seq/german.seq", "--graph"]);
    expect(code).toBe(2);
    expect(stderr).toContain("more than 500 states");
  });
});
