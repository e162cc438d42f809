/** Sugar, and the meaning of a text as a model. */

import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { Initial, Model } from "../../src/model/model.ts";
import { parseModel } from "../../src/model/text/parse.ts";
import { printModel, printStatements } from "../../src/model/text/print.ts";
import { formatDiagnostic } from "../../src/syntax/diagnostic.ts";
import { withoutSpans } from "../support/without-spans.ts";

function parse(text: string, name = "folder/model.v2.seq"): Model {
  const { model, diagnostics } = parseModel({ name, text });
  expect(diagnostics.map(formatDiagnostic)).toEqual([]);
  return model!;
}

const body = (statements: string, declarations: string): string[] =>
  printStatements(parse(`${declarations}\ntransition t { ${statements} }`).transitions[0]!.body);

const value = (value: number): Initial => ({ kind: "value", value });
const items = (...items: Initial[]): Initial => ({ kind: "items", items });
const any: Initial = { kind: "any" };

test("the examples of the guide are models", () => {
  const guide = readFileSync("docs/guide/seq.md", "utf8");
  const examples = Array.from(guide.matchAll(/^```\n(.*?)^```/gms), (match) => match[1]!);
  const declarations = [
    "",
    "var x: bool = *",
    "type Agent = 0..2 type Bit = 0..1",
    `type Client = 0..2
     var net: queue [2] of (Client, 0..3)
     var box: array [Client] of 0..3 = 0
     var old: array [Client] of 0..3 = 0
     var many: bool = false
     var at: 0..3 = 0`,
    `var crit: array [2] of bool = false
     var eaten: array [2] of bool = false
     var waiting: array [2] of bool = false
     var eating: array [2] of bool = false
     var done: bool = false`,
  ];
  expect(examples).toHaveLength(declarations.length);
  examples.forEach((example, i) => parse(`${example}\n${declarations[i]}`));
});

test("the name of a model is that of its file, without folder and ending", () => {
  const text = "var x: bool = *";
  expect(parse(text).name).toBe("model.v2");
  expect(parse(text, "model.seq").name).toBe("model");
  expect(parse(text, "C:\\models\\model.seq").name).toBe("model");
  expect(parse(text, ".hidden").name).toBe(".hidden");
  expect(parse(text, "plain").name).toBe("plain");
});

test("pop into places is spelled out", () => {
  const declarations = "var q: queue [2] of (0..3, bool)\nvar x: 0..3 = 0\nvar y: bool = *\nvar t: (0..3, bool) = *";
  expect(body("pop(q);", declarations)).toEqual(["pop(q);"]);
  expect(body("pop(q, t);", declarations)).toEqual(["t := q[0];", "pop(q);"]);
  expect(body("pop(q, x, y);", declarations)).toEqual(["x := q[0].0;", "y := q[0].1;", "pop(q);"]);
});

test("push of several values is push of a tuple", () => {
  const declarations = "var q: queue [2] of (0..3, bool)\nvar x: 0..3 = 0";
  expect(body("push(q, x + 1, x == 1);", declarations)).toEqual(["push(q, (x + 1, x == 1));"]);
});

test("a comprehension is the list of its instances", () => {
  const declarations =
    "type E = enum { e1, e2 }\nvar a: array [3] of 0..7 = 0\nvar m: array [E, bool] of bool = *\nvar x: 0..3 = 0";
  expect(body("a := [i: x + i];", declarations)).toEqual(["a := [x + 0, x + 1, x + 2];"]);
  expect(body("m := [i: [j: j && i == e1]];", declarations)).toEqual([
    "m := [[false && e1 == e1, true && e1 == e1], [false && e2 == e1, true && e2 == e1]];",
  ]);
});

test("several initial conditions are conjoined", () => {
  const { initialCondition } = parse(
    "init where a\nvar a: bool = *\ninit where b && a\nvar b: bool = *\ninit where !b",
  );
  const expected = parse("var a: bool = *\nvar b: bool = *\ninit where a && (b && a) && !b").initialCondition;
  expect(withoutSpans(initialCondition)).toEqual(withoutSpans(expected));
});

test("initial values are given in full", () => {
  const { variables } = parse(`
    type E = enum { e1, e2 }
    const start = e2
    const N = 2
    var x: 0..7 = N * 3
    var a: array [N, E] of 0..7 = 1
    var b: array [3] of (0..7, bool) = (5, *)
    var c: array [3] of 0..7 = [i: 2 * i + (count j: 0..1 . j < i)]
    var d: array [E] of E = [start, e1]
    var e: array [bool] of queue [2] of 0..7
    var f: array [bool] of queue [2] of 0..7 = [i: [N, *]]
    var g: array [bool] of queue [2] of 0..7 = *
    var h: record { q: queue [1] of bool, b: bool } = { b: true, q: [] }
    var l: array [-1..1] of array [2] of bool = [j: [k: j == k]]
  `);
  expect(variables.map(({ initial }) => initial)).toEqual([
    value(6),
    items(items(value(1), value(1)), items(value(1), value(1))),
    items(items(value(5), any), items(value(5), any), items(value(5), any)),
    items(value(0), value(3), value(6)),
    items(value(1), value(0)),
    items(items(), items()),
    items(items(value(2), any), items(value(2), any)),
    items(any, any),
    items(items(), value(1)),
    items(items(value(0), value(0)), items(value(1), value(0)), items(value(0), value(1))),
  ]);
});

test("types know the name they were called by, constants do not", () => {
  const model = parse(
    "type A = 0..N-1\ntype B = A\nconst N: A2 = 3\ntype A2 = 1..3\nvar x: array [B] of array [N] of A = 0\nvar y: (B, bool) = (0, true)",
  );
  expect(model.constants).toMatchObject([{ name: "N", type: "int", value: 3 }]);
  const named = (name: string): object => ({ kind: "range", low: 0, high: 2, name });
  expect(withoutSpans(model.types)).toEqual([
    { name: "A", type: { kind: "range", low: 0, high: 2 } },
    { name: "B", type: named("A") },
    { name: "A2", type: { kind: "range", low: 1, high: 3 } },
  ]);
  expect(model.variables[0]!.type).toEqual({
    kind: "array",
    index: named("B"),
    element: { kind: "array", index: { kind: "range", low: 0, high: 2 }, element: named("A") },
  });
});

test("a parenthesis in a type is a tuple, a group, or part of a bound", () => {
  const { variables } = parse(
    "const N = 2\nvar a: (N + 1) * 2..(7) = 6\nvar b: ((0..1), (bool, 0..N)) = *\nvar c: array [(N)] of ((bool)) = *",
  );
  const range = (low: number, high: number): object => ({ kind: "range", low, high });
  const tuple = (...types: object[]): object => ({
    kind: "record",
    fields: types.map((type, i) => ({ name: String(i), type })),
  });
  const bool = { kind: "bool" };
  expect(variables.map(({ type }) => type)).toEqual([
    range(6, 7),
    tuple(range(0, 1), tuple(bool, range(0, 2))),
    { kind: "array", index: range(0, 1), element: bool },
  ]);
});

test("declarations come in any order, and extra semicolons do not matter", () => {
  const text =
    ";property p: invariant later < N;; predicate later2 = later == 1;;var later: T = 1 type T = 0..N const N = M + 1;const M = 1;transition t { ; later := 0;; }";
  expect(printModel(parse(text))).toBe(
    [
      "const N = 2\nconst M = 1\n",
      "type T = 0..2\n",
      "var later: T = 1\n",
      "predicate later2 = later == 1\n",
      "transition t {\n  later := 0;\n}\n",
      "property p: invariant later < N\n",
    ].join("\n"),
  );
});

test("constants are computed as in C", () => {
  const constant = (text: string): number => parse(`const c = ${text}\nvar x: bool = *`).constants[0]!.value;
  expect(constant("-7 / 2")).toBe(-3);
  expect(constant("-7 % 2")).toBe(-1);
  expect(constant("7 / -2")).toBe(-3);
  expect(constant("0 * -1")).toBe(0);
  expect(constant("2 + 3 * 4 - 10 / 5 % 2")).toBe(14);
  expect(constant("sum i: 1..4, j: bool . j ? i : 0")).toBe(10);
  expect(constant("count i: -3..3 . i * i > 1")).toBe(4);
  expect(constant("false && 1 / 0 == 1 || (true -> !false)")).toBe(1);
  expect(constant("(forall i: 0..3 . i < 4) && !(exists i: 0..3 . i > 3) ? 1 : 1 / 0")).toBe(1);
});

test("spans lead back to the text", () => {
  const text = "var x: 0..3 = 0\ntransition t when x < 3 { x := x + 1; }";
  const model = parse(text);
  const shown = (span: { readonly start: number; readonly end: number } | undefined): string =>
    text.slice(span!.start, span!.end);
  const [transition] = model.transitions;
  expect(shown(transition!.span)).toBe("transition t when x < 3 { x := x + 1; }");
  expect(shown(transition!.guard.span)).toBe("x < 3");
  const [statement] = transition!.body;
  expect(shown(statement!.span)).toBe("x := x + 1;");
  expect(statement!.kind === "assign" && shown(statement!.value.span)).toBe("x + 1");
});
