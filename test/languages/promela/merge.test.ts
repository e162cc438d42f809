/**
 * Atomic sequences take as few steps as possible. `models.test.ts` and `random.test.ts` test that they have the states
 * of SPIN.
 */
import { expect, test } from "vitest";
import { check } from "../../../src/check/check.ts";
import { parsePromela } from "../../../src/languages/promela/parse.ts";
import type { Model } from "../../../src/model/model.ts";
import { chartText } from "../../../src/report/chart-text.ts";
import { sequenceChart } from "../../../src/report/sequence-chart.ts";
import { positionAt } from "../../../src/syntax/source.ts";

function read(text: string): Model {
  const { model, diagnostics } = parsePromela({ name: "merge.pml", text });
  if (!model) throw new Error(diagnostics[0]!.message);
  return model;
}

function names(text: string): string[] {
  return read(text).transitions.map(({ name }) => name);
}

test("a sequence of assignments is one step, and nobody needs the turn", () => {
  const model = read("byte x, y;\nactive proctype P() { do\n:: atomic { x < 2 ->\nx++; assert(x > 0);\ny = x }\nod }");
  expect(model.transitions.map(({ name }) => name)).toEqual(["P:3-5 x < 2; x++; assert(x > 0); y = x"]);
  expect(model.transient).toBeUndefined();
  expect(model.variables.map(({ name }) => name)).toEqual(["x", "y", "P"]);
});

test("a choice that is free is made in the step before it, but not beyond a number of ways", () => {
  const three = "if :: x = 0 :: x = 1 :: x = 2 fi;";
  expect(names(`byte x, y; active proctype P() { do :: atomic { y = 1; ${three} y = 0 } od }`)).toEqual([
    "P:1 y = 1; x = 0; y = 0",
    "P:1 y = 1; x = 1; y = 0",
    "P:1 y = 1; x = 2; y = 0",
  ]);
  const many = names(`byte x, y; active proctype P() { do :: atomic { y = 1; ${three.repeat(6)} y = 0 } od }`);
  expect(many.length).toBe(27 + 3 * 9);
});

test("a deterministic step takes the first option", () => {
  const text = "byte x; active proctype P() { do :: d_step { x = 1; if :: x = 0 :: x = 2 fi } od }";
  expect(names(text)).toEqual(["P:1 x = 1; x = 0"]);
});

test("what may have to wait begins a step, and what gives the turn away ends one", () => {
  const text = `chan c = [0] of { byte }; chan d = [1] of { byte }; byte x, y;
active proctype P() { do :: atomic { x = 1; d!x; x = 2; c!1; x = 0; y = 1 } od }
active proctype Q() { byte z; do :: atomic { c?z; y = z; z = 0 } :: d?z od }`;
  expect(names(text).filter((name) => !name.includes("release"))).toEqual([
    "P:2 x = 1",
    "P:2 d!x; x = 2",
    "P:2 c!1 / Q c?z; y = z; z = 0",
    "P:2 x = 0; y = 1",
    "Q:3 d?z",
  ]);
});

test("control rests where somebody can ask for it, and where a condition allows each step", () => {
  const asked = "byte x; active proctype P() { do :: atomic { x = 1; here: x = 2; x = P@here } od }";
  expect(names(asked)).toEqual(["P:1 x = 1", "P:1 x = 2", "P:1 x = P@here"]);
  const last = "byte x; active proctype P() { do :: atomic { x = 1; x = _last; x = 2 } od }";
  expect(names(last)).toEqual(["P:1 x = 1", "P:1 x = _last; x = 2"]);
  const provided = "byte x; active proctype P() provided (x < 2) { do :: atomic { x = 1; x = 2; x = 0 } od }";
  expect(names(provided).filter((name) => !name.includes("release"))).toEqual(["P:1 x = 1", "P:1 x = 2", "P:1 x = 0"]);
});

test("an assertion inside a merged step fails at its own place, and messages are drawn", async () => {
  const model = read(`chan c = [1] of { byte }; byte x;
active proctype P() { c!7 }
active proctype Q() { byte z;
  atomic { c?z;
    x = z;
    assert(x == 0) } }`);
  const { properties } = await check(model);
  const { verdict, trace } = properties.find(({ name }) => name === "assertions")!;
  expect(verdict).toBe("violated");
  const { failed } = trace!.steps.at(-1)!;
  expect(positionAt(failed!.span!.source, failed!.span!.start).line).toBe(6);
  expect(chartText(sequenceChart(model, trace!))).toEqual([
    "       P[0]         Q[0]      channels[1]",
    "1        *------------7----------->|        P:2 c!7",
    "2        |            |<----7------*        Q:4-6 c?z; x = z; assert(x == 0)  !! assertion fails",
  ]);
});
