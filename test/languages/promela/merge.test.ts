/**
 * Atomic sequences and local statements take as few steps as possible, and what is dead or unread adds no states.
 * `models.test.ts` and `random.test.ts` test that these are the states of SPIN.
 */
import { expect, test } from "vitest";
import { check } from "../../../src/check/check.ts";
import { parsePromela } from "../../../src/languages/promela/parse.ts";
import type { Model } from "../../../src/model/model.ts";
import { chartText } from "../../../src/report/chart-text.ts";
import { sequenceChart } from "../../../src/report/sequence-chart.ts";
import { positionAt } from "../../../src/syntax/source.ts";

function read(text: string, off: readonly string[] = []): Model {
  const { model, diagnostics } = parsePromela({ name: "merge.pml", text }, { off });
  if (!model) throw new Error(diagnostics[0]!.message);
  return model;
}

function names(text: string, off: readonly string[] = []): string[] {
  return read(text, off).transitions.map(({ name }) => name);
}

test("a sequence of assignments is one step, and nobody needs the turn", () => {
  const model = read("byte x, y;\nactive proctype P() { do\n:: atomic { x < 2 ->\nx++; assert(x > 0);\ny = x }\nod }");
  expect(model.transitions.map(({ name }) => name)).toEqual(["P:3-5 x < 2; x++; assert(x > 0); y = x"]);
  expect(model.transient).toBeUndefined();
  // Nothing reads `y`.
  expect(model.variables.map(({ name }) => name)).toEqual(["x", "P"]);
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
    "   P[0]   Q[0]     c",
    "1    *------7----->|    P:2 c!7",
    "2    |      |<-7---*    Q:4-6 c?z; x = z; assert(x == 0)  !! assertion fails",
  ]);
});

test("local statements belong to the step before them, unless -o3 says no", () => {
  const text = `byte g; active proctype P() { byte v, w;
do :: v > 0 -> v--; w = v; assert(w < 9) :: g > 0 -> v = 3; w = 2; g = w od }`;
  expect(names(text)).toEqual(["P:2 v > 0; v--; w = v; assert(w < 9)", "P:2 g > 0", "P:2 v = 3; w = 2", "P:2 g = w"]);
  expect(names(text, ["3"]).length).toBe(8);
});

test("labels, escapes, `else`, `run` and d_step end a chain of local statements", () => {
  const chains = (body: string): number =>
    names(`byte g; proctype Q() { g = 1 }
active proctype P() { byte v, w, u; do :: ${body}; (g + u + v + w > 0) od }`).filter((name) => name.startsWith("P"))
      .length;
  expect(chains("v = 1; w = 2; u = 3")).toBe(2);
  expect(chains("v = 1; here: w = 2; u = 3")).toBe(4);
  expect(chains("v = 1; if :: w > 1 -> w = 2; u = 3 :: else -> w = 1; u = 1 fi")).toBe(5);
  expect(chains("run Q(); w = 2; u = 3")).toBe(3);
  expect(chains("v = 1; d_step { w = 2; u = 3 }; v = 2; w = 1")).toBe(4);
  expect(chains("skip; { v = 1; w = 2; u = 3 } unless { g > 3 }")).toBe(8);
});

test("nothing is merged if the number of steps makes a difference", () => {
  const text = "byte g; active proctype P() { byte v, w; do :: v = g; w = v; v = w; g = v od }";
  expect(names(text).length).toBe(3);
  expect(names(`${text} ltl next { X (g == 0) }`).length).toBe(4);
  expect(names(`${text} never { do :: pc_value(0) == 1 od }`).length).toBe(4);
  expect(names(`${text} ltl remote { [] (P:v == 0) }`).length).toBe(4);
  expect(names(text.replace("P()", "P() provided (g < 2)")).length).toBe(4);
});

// Two reads of `g` in one step would never see different values.
test("two statements with global indices are two steps", () => {
  const text = "byte g; active proctype P() { byte a[2], v, w; do :: v = a[g]; w = a[g]; g = 1 - g; (v + w < 9) od }";
  expect(names(text)).toEqual(["P:1 v = a[g]", "P:1 w = a[g]", "P:1 g = 1 - g", "P:1 (v + w < 9)"]);
});

test("an assertion inside a chain fails at its own place", async () => {
  const text = `byte g;
active proctype P() { byte v; v = 1;
  v = v + 1;
  assert(v == 1); g = v }`;
  const { properties } = await check(read(text));
  const { trace } = properties.find(({ name }) => name === "assertions")!;
  const { failed } = trace!.steps.at(-1)!;
  expect(positionAt(failed!.span!.source, failed!.span!.start).line).toBe(4);
});

test("what nothing reads is left out, but its index and its value may still fail", async () => {
  const text = "byte i, a[2], x; active proctype P() { do :: i < 3 -> a[i] = 1; i++; x = 6 / i od }";
  expect(read(text).variables.map(({ name }) => name)).toEqual(["i", "P"]);
  expect(read(text, ["2"]).variables.map(({ name }) => name)).toEqual(["i", "a", "x", "P"]);
  for (const off of [[], ["2"]]) {
    const { properties } = await check(read(text, off), { properties: ["ranges"] });
    expect(properties.map(({ verdict }) => verdict)).toEqual(["violated"]);
  }
  const divides = "byte i = 2, x; active proctype P() { do :: x = 6 / i; i-- od }";
  expect((await check(read(divides), { properties: ["ranges"] })).verdict).toBe("violated");
});

// A byte was said to be out of range: `pc_value` was thought to be at most the number of points that are left.
test("points inside atomic sequences have numbers of their own, which wrap around in a byte", async () => {
  const text = `byte x, b; active proctype P() { atomic { ${"x = 1; x = 2; ".repeat(150)} };
x = 0; b = pc_value(0); assert(b == 302 % 256) }`;
  const { properties } = await check(read(text));
  expect(properties.map(({ verdict }) => verdict)).toEqual(["holds", "holds", "holds"]);
});
