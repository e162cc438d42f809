/**
 * Limits reach every phase. Detection did not notice them: three-tiered 40-40-40 with a limit of one second took forty.
 *
 * The test needs no clock. It interrupts a phase at its k-th look, for each k. The phase must end there, and must leave
 * nothing behind that changes the result of the next run.
 */

import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { check } from "../../src/check/check.ts";
import type { CheckOptions } from "../../src/check/plan.ts";
import { compile } from "../../src/explicit/compile.ts";
import { libraryGroups } from "../../src/family/library.ts";
import type { ParameterizedSystem } from "../../src/family/system.ts";
import { formatDiagnostic, parse } from "../../src/index.ts";
import type { Model } from "../../src/index.ts";
import { parseSystem } from "../../src/languages/rsp/parse.ts";
import { runQuestions, stateQuestions } from "../../src/model/question.ts";
import { findSymmetries } from "../../src/symmetry/find.ts";
import { Stopped, Watch, watched } from "../../src/util/limits.ts";

function read(name: string, defines: Record<string, string> = {}): Model {
  const { model, diagnostics } = parse(readFileSync(name, "utf8"), { name, defines });
  if (!model) throw new Error(diagnostics.map(formatDiagnostic).join("\n"));
  return model;
}

/** Counts the looks of the work, and tests that it ends at each of them. */
function looksOf(work: () => unknown): number {
  let looks = 0;
  watched(new Watch({ isInterrupted: () => ++looks < 0 }), work);
  for (const stop of [1, Math.ceil(looks / 3), Math.ceil((2 * looks) / 3), looks]) {
    let seen = 0;
    const interrupted = (): unknown => watched(new Watch({ isInterrupted: () => ++seen >= stop }), work);
    expect(interrupted, `at look ${stop} of ${looks}`).toThrow(Stopped);
    expect(seen).toBe(stop);
  }
  return looks;
}

describe("a phase that runs without a break ends where it is interrupted", () => {
  /** Facts of a model are computed once, so each run gets its own model. */
  const fresh = (model: Model): Model => ({ ...model });
  const families: readonly (readonly [string, Record<string, string>])[] = [
    ["examples/seq/peterson.seq", { N: "6" }],
    ["examples/csp/dining-philosophers.csp", { N: "12" }],
    ["examples/csp/three-tiered.csp", { A: "5", B: "5", C: "5" }],
    ["examples/promela/load-balancer.pml", {}],
    ["examples/rebeca/trains.rebeca", {}],
    ["examples/petri/sale-store-5.pnml", {}],
    ["examples/patterns/dining-philosophers.rsp", { n: "6" }],
  ];
  test.each(families)("reading and lowering %s", (name, defines) => {
    expect(looksOf(() => read(name, defines))).toBeGreaterThan(1);
  });

  test.each(families)("finding the symmetries of %s", (name, defines) => {
    const model = read(name, defines);
    expect(looksOf(() => findSymmetries(fresh(model), { method: "on" }))).toBeGreaterThan(10);
    expect(looksOf(() => findSymmetries(fresh(model), { method: "quick" }))).toBeGreaterThan(3);
    expect(findSymmetries(model).group.group.order).toBe(findSymmetries(read(name, defines)).group.group.order);
  });

  test.each(families)("compiling %s", (name, defines) => {
    const model = read(name, defines);
    const questions = stateQuestions(model.properties);
    expect(looksOf(() => compile(fresh(model), questions, { fingerprints: false }))).toBeGreaterThan(3);
  });

  test("verifying patterns", () => {
    const name = "examples/patterns/dining-philosophers.rsp";
    // A system keeps computed results.
    const another = (): ParameterizedSystem => parseSystem(readFileSync(name, "utf8"), { name }).system!;
    expect(looksOf(() => libraryGroups(another()))).toBeGreaterThan(3);
  });
});

describe("a check that is interrupted anywhere is undecided, and says why", () => {
  const lasso = read("examples/seq/lamps.seq");
  const cases: readonly (readonly [string, Model, CheckOptions])[] = [
    ["states", read("examples/seq/peterson.seq", { N: "4" }), { symmetry: "on" }],
    ["all states", read("examples/seq/peterson.seq", { N: "4" }), { properties: [], symmetry: "off" }],
    ["sets", read("examples/seq/peterson.seq"), { engine: "symbolic", symmetry: "off" }],
    [
      "sets with symmetry",
      read("examples/petri/product-line-4.pnml"),
      { engine: "symbolic", symmetry: "on", properties: [] },
    ],
    ["runs", lasso, { properties: runQuestions(lasso.properties).map(({ name }) => name), symmetry: "on" }],
    ["fair runs", lasso, { properties: ["relieved"], fairness: "strong", symmetry: "on" }],
  ];
  test.each(cases)("%s", async (_, model, options) => {
    let looks = 0;
    const whole = await check(model, { ...options, isInterrupted: () => ++looks < 0 });
    expect(whole.verdict).not.toBe("undecided");
    for (const stop of [1, 2, ...[1, 2, 3, 4].map((k) => Math.ceil((k * looks) / 5))]) {
      let seen = 0;
      const result = await check(model, { ...options, isInterrupted: () => ++seen >= stop });
      const open = result.properties.filter(({ verdict }) => verdict === "undecided");
      // Earlier findings are reported. The rest names the limit.
      for (const { verdict, name } of result.properties) {
        if (verdict === "undecided") continue;
        expect(verdict).toBe(whole.properties.find((property) => property.name === name)!.verdict);
      }
      for (const { reason } of open) expect(reason).toBe("the search was cancelled");
      if (result.verdict === "undecided") expect(open.length).toBeGreaterThan(0);
      expect(result.complete && open.length > 0 && result.states > 0).toBe(false);
    }
    const again = await check(model, options);
    expect(again.states).toEqual(whole.states);
    expect(again.verdict).toBe(whole.verdict);
  });

  test("a signal that is aborted before", async () => {
    const result = await check(lasso, { signal: AbortSignal.abort() });
    expect(result).toMatchObject({ verdict: "undecided", limit: "cancelled", states: 0 });
  });
});

describe("one state may take as long as it likes", () => {
  const once = (body: string, before = "var x: 0..3 = 0"): Model => {
    const { model, diagnostics } = parse(`${before}\n${body}\nproperty p: invariant true`);
    if (!model) throw new Error(diagnostics.map(formatDiagnostic).join("\n"));
    return model;
  };
  // Each of these would take minutes to hours for its first state.
  test.each([
    ["a loop in a step", once("transition t when true { while x == 0 bound 2000000000 { x := 0; } }")],
    [
      "a quantifier",
      once("transition t when exists i: 0..2147483647 . i == 2147483647 - x / 7 - 1 && x > 3 { x := 0; }"),
    ],
    ["parameters", once("transition t(a: 0..9999, b: 0..9999, c: 0..9999) when a + b + c == x - 1 { x := 0; }")],
    ["a composite parameter", once("transition t(a: array [0..20] of 0..9) when a[0] > 9 - x { x := 0; }")],
    ["an arbitrary start", once("init where x * x > 9 + y", "var x: 0..3 = *\nvar y: 0..2147483647 = *")],
  ])("%s", async (_, model) => {
    for (const engine of ["explicit", "symbolic"] as const) {
      let seen = 0;
      const isInterrupted = (): boolean => ++seen > 50;
      const result = await check(model, { symmetry: "off", engine, isInterrupted });
      // Sets list the values of a slot, and some have too many.
      expect(result.verdict, engine).toBe("undecided");
      expect(["cancelled", "memory"].slice(0, engine === "explicit" ? 1 : 2)).toContain(result.limit);
    }
  });
});

test("states of steps under way do not count against the limit on states", async () => {
  // A counter to 9 that passes through nine transient states between two others: 10 states, 91 with the transient ones.
  const model = parse(`
    var n: 0..9 = 0
    var k: 0..9 = 0
    transition inner when k < 9 && n < 9 { k := k + 1; }
    transition outer when k == 9 && n < 9 { k := 0; n := n + 1; }
    transient where k > 0
    property p: invariant true`).model!;
  const whole = await check(model, { properties: [], symmetry: "off" });
  expect(whole).toMatchObject({ states: 10, complete: true });
  expect(await check(model, { properties: [], symmetry: "off", maxStates: 10 })).toMatchObject({
    states: 10,
    complete: true,
  });
  const stopped = await check(model, { properties: [], symmetry: "off", maxStates: 3 });
  expect(stopped).toMatchObject({ verdict: "undecided", limit: "states", complete: false });
  expect(stopped.states).toBe(3);
});
