/** With --json, standard output is one JSON document whatever happens. */

import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as v from "valibot";
import { describe, expect, test } from "vitest";
import { checkSchema, diagnosticsSchema } from "../../src/report/schema.ts";
import type { DiagnosticsDocument } from "../../src/report/schema.ts";
import { runCli } from "../support/run-cli.ts";

const folder = mkdtempSync(join(tmpdir(), "noether-errors-"));

function file(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

function wrong(...args: string[]): { readonly code: number | null; readonly document: DiagnosticsDocument } {
  const { code, stdout, stderr } = runCli(args);
  expect(stderr).toBe("");
  return { code, document: v.parse(diagnosticsSchema, JSON.parse(stdout)) };
}

// Scripts that read --json got nothing to read for a typo in the model, and had to parse standard error.
test("what is wrong with a model has its place in JSON", () => {
  const path = file("broken.seq", "var x: 0..3 = 0\ntransition t { y := 1; }\ntransition u { z := 1; }\n");
  const { code, document } = wrong("check", path, "--json");
  expect(code).toBe(2);
  expect(document.diagnostics).toHaveLength(2);
  expect(document.diagnostics[0]).toMatchObject({
    code: "seq/unknown-name",
    file: path,
    span: { start: { line: 2, column: 16 }, end: { line: 2, column: 17 } },
  });
});

describe("a wrong call is JSON with --json", () => {
  const peterson = "examples/seq/peterson.seq";
  const herman = "examples/patterns/herman.rsp";
  const empty = file("empty.rsp", "");
  test.each([
    ["no file", ["check", "--json"], "noether/usage", "missing required argument"],
    ["a file that is not there", ["check", "nowhere.seq", "--json"], "noether/unreadable", "cannot read the file"],
    ["an unknown option", ["symmetry", peterson, "--bogus", "--json"], "noether/usage", "unknown option '--bogus'"],
    ["an unknown command", ["chekc", "--json"], "noether/usage", "unknown command 'chekc'"],
    ["a bad value", ["check", "--json", peterson, "--max-states", "many"], "noether/usage", "Expected a whole number"],
    ["an unknown property", ["check", peterson, "--json", "-p", "x"], "noether/request", "no property `x`"],
    ["one of symmetry", ["symmetry", peterson, "--json", "-p", "x"], "noether/request", "no property `x`"],
    ["two outputs", ["symmetry", peterson, "--json", "--dot"], "noether/usage", "cannot be used with option '--json'"],
    ["a pattern", ["pattern", "verify", herman, "--json", "--pattern", "x"], "noether/request", "no pattern `x`"],
    ["no pattern", ["pattern", "image", herman, "--json", "--pattern", empty], "rsp/no-pattern", ""],
    ["a system", ["pattern", "synthesise", empty, "--json"], "rsp/", "expected"],
  ])("(%s)", (_, args, slug, message) => {
    const { code, document } = wrong(...args);
    expect(code).toBe(2);
    expect(document.diagnostics[0]!.code).toContain(slug);
    expect(document.diagnostics[0]!.message).toContain(message);
    expect(document.diagnostics[0]!.message).not.toContain("\n");
  });
});

// With two files, the command printed the verdict of the second one and forgot the mistake in the first.
test("a wrong file of patterns is not forgotten for a right one", () => {
  const bad = file("bad.rsp", "pattern same: (n, x)*");
  const good = file("good.rsp", "pattern same: id*");
  const patterns = ["--pattern", bad, "--pattern", good];
  const { code, document } = wrong("pattern", "verify", "examples/patterns/herman.rsp", ...patterns, "--json");
  expect(code).toBe(2);
  expect(document.diagnostics).toMatchObject([{ file: bad, span: { start: { line: 1, column: 19 } } }]);
});

test("a limit before anything is known is JSON, exit code 3", () => {
  const limited = ["examples/csp/dining-philosophers.csp", "-D", "N=60", "--timeout", "1ms", "--json"];
  const { code, document } = wrong("symmetry", ...limited);
  expect(code).toBe(3);
  expect(document.diagnostics).toEqual([{ code: "noether/limit", message: "the time limit was reached" }]);
  const check = runCli(["check", ...limited]);
  expect(check).toMatchObject({ code: 3, stderr: "" });
  expect(v.parse(checkSchema, JSON.parse(check.stdout)).limit).toBe("time");
});

// It said `holds, 0 states`, with exit code 0.
test("a model without initial states is wrong, in text and in JSON", () => {
  const path = file("empty.seq", "var x: 0..3 = *\ninit where x > 5\nproperty p: invariant x < 2\n");
  const { code, document } = wrong("check", path, "--json");
  expect(code).toBe(2);
  expect(document.diagnostics).toMatchObject([
    { code: "noether/no-initial-state", file: path, span: { start: { line: 2, column: 12 } } },
  ]);
  const { stdout, stderr, code: textCode } = runCli(["check", path, "--engine", "symbolic"]);
  expect({ stdout, textCode }).toEqual({ stdout: "", textCode: 2 });
  expect(stderr).toContain("empty.seq:2:12: error: the model has no initial state");
  expect(stderr).toContain("  2 | init where x > 5\n    |            ^^^^^\n");
});

test("text says what JSON says: that nothing was asserted, and what a verdict depends on", () => {
  const path = file("plain.seq", "var x: 0..3 = 0\ntransition up when x < 3 { x := x + 1; }\n");
  const text = runCli(["check", path, "--hash-compaction"]).stdout;
  expect(text).toMatch(/^holds, unless two states collided {2}4 states, stored as fingerprints, /m);
  expect(text).toContain("\nnothing was asserted: the model has no property of its own");
  const document = v.parse(checkSchema, JSON.parse(runCli(["check", path, "--hash-compaction", "--json"]).stdout));
  expect(document).toMatchObject({ version: 1, doubt: "unless two states collided" });
  expect(document.notes).toEqual([expect.stringContaining("nothing was asserted")]);
  expect(runCli(["check", path, "--property", "none"]).stdout).not.toContain("nothing was asserted");
});
