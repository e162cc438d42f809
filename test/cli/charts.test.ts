import { existsSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as v from "valibot";
import { expect, test } from "vitest";
import { checkSchema } from "../../src/report/schema.ts";
import { runCli } from "../support/run-cli.ts";

const folder = mkdtempSync(join(tmpdir(), "noether-charts-"));
const deadlock = "examples/seq/bug-deadlock.seq";

// A chart without lanes had a negative width, which was mistaken for a lack of memory: a violation became "undecided".
test("a chart of a model without processes is explained, and the verdict stays", () => {
  const path = join(folder, "alone.seq");
  writeFileSync(path, "var x: 0..3 = 0\ntransition up when x < 3 { x := x + 1; }\nproperty p: invariant x < 2\n");
  const svg = join(folder, "alone.svg");
  const { code, stdout, stderr } = runCli(["check", path, "--chart", "--chart-svg", svg]);
  expect(code).toBe(1);
  expect(stdout).toMatch(/^p +invariant +violated in 2 steps/);
  expect(stdout).toMatch(/\nviolated {2}\d+ states/);
  expect(stderr).toContain("note: there is no chart of p: no process and no queue takes part in its trace\n");
  expect(existsSync(svg)).toBe(false);
});

test("charts follow the verdict", () => {
  const { code, stdout, stderr } = runCli(["check", deadlock, "--chart"]);
  expect({ code, stderr }).toEqual({ code: 1, stderr: "" });
  const [, after] = stdout.split(/^violated {2}.*\n.*\n.*\n\n/m);
  expect(after).toMatch(/^chart of progress\n +receiver +sender\n1 /);
});

// The chart was written before the verdict was printed: without the folder there was no verdict either.
test("a chart that cannot be written costs nothing else", () => {
  const { code, stdout, stderr } = runCli(["check", deadlock, "--json", "--chart-svg", join(folder, "no", "x.svg")]);
  expect(code).toBe(1);
  expect(v.parse(checkSchema, JSON.parse(stdout)).verdict).toBe("violated");
  expect(stderr).toMatch(/^note: the chart is not written to .*x\.svg: there is no such file or folder\n$/);
});

test("a chart is written over a file only with --force, and never over the model", () => {
  const model = join(folder, "model.seq");
  const text = readFileSync(deadlock, "utf8");
  writeFileSync(model, text);
  const over = runCli(["check", model, "--chart-svg", model, "--force"]);
  expect(over.code).toBe(1);
  expect(over.stderr).toMatch(/^note: .*the model is in this file, and is never written over\n$/);
  expect(readFileSync(model, "utf8")).toBe(text);
  const other = join(folder, "other.svg");
  writeFileSync(other, "mine");
  expect(runCli(["check", model, "--chart-svg", other]).stderr).toContain("--force writes over it");
  expect(readFileSync(other, "utf8")).toBe("mine");
  expect(runCli(["check", model, "--chart-svg", other, "--force"])).toMatchObject({ code: 1, stderr: "" });
  expect(readFileSync(other, "utf8")).toContain("<svg ");
});

test("no trace and no chart in JSON are told as well", () => {
  const { code, stderr } = runCli(["check", "examples/seq/peterson.seq", "--chart", "--chart-svg", join(folder, "p")]);
  expect({ code, stderr }).toEqual({ code: 0, stderr: "note: there is no trace, so there is no chart\n".repeat(2) });
  const json = runCli(["check", deadlock, "--json", "--chart"]);
  expect(v.is(checkSchema, JSON.parse(json.stdout))).toBe(true);
  expect(json.stderr).toBe("note: there is no chart in JSON; --chart-svg writes one to a file\n");
});

// 8G was accepted in silence, and the search ended at 4.
test("a search may use more memory than one WebAssembly memory has", () => {
  const { code, stderr } = runCli(["check", "examples/seq/peterson.seq", "--max-memory", "8G"]);
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
});
