import { describe, expect, test } from "vitest";
import { parseModel } from "../../src/model/text/parse.ts";
import { printExpression, printLtl } from "../../src/model/text/print.ts";
import { formatDiagnostic } from "../../src/syntax/diagnostic.ts";
import { withoutSpans } from "../support/without-spans.ts";

const prelude = `
var a: bool = *
var b: bool = *
var c: bool = *
var d: bool = *
var x: 0..3 = *
var y: 0..3 = *
var z: 0..3 = *
var m: array [0..3] of array [0..3] of 0..3 = *
var p: record { f: (0..3, 0..3), g: array [0..3] of bool } = *
var q: queue [2] of (0..3, bool)
`;

function parseCondition(text: string): { readonly condition: unknown; readonly printed: string } {
  const { model, diagnostics } = parseModel({ name: "model.seq", text: `${prelude}predicate it = ${text}` });
  expect(diagnostics.map(formatDiagnostic)).toEqual([]);
  const { condition } = model!.predicates[0]!;
  return { condition: withoutSpans(condition), printed: printExpression(condition) };
}

function parseFormula(text: string): { readonly formula: unknown; readonly printed: string } {
  const { model, diagnostics } = parseModel({ name: "model.seq", text: `${prelude}property it: ltl ${text}` });
  expect(diagnostics.map(formatDiagnostic)).toEqual([]);
  const property = model!.properties[0]!;
  if (property.kind !== "ltl") throw new Error("not LTL");
  return { formula: withoutSpans(property.formula), printed: printLtl(property.formula) };
}

describe("an expression is read as with the parentheses on the right, and printed as on the left", () => {
  test.each([
    ["a || b && c", "a || (b && c)"],
    ["a && b || c", "(a && b) || c"],
    ["a -> b -> c", "a -> (b -> c)"],
    ["(a -> b) -> c", "((a) -> b) -> c"],
    ["a || b -> c && d", "(a || b) -> (c && d)"],
    ["a && b && c && d", "((a && b) && c) && d"],
    ["a && (b && c)", "a && ((b) && c)"],
    ["!a && b", "(!a) && b"],
    ["!(a && b)", "!(a && b)"],
    ["a && x == y", "a && (x == y)"],
    ["x < y == a", "(x < y) == a"],
    ["a == x < y", "a == (x < y)"],
    ["(a == b) == c", "(a == b) == c"],
    ["x + y < z", "(x + y) < z"],
    ["x + y * z == 1", "(x + (y * z)) == 1"],
    ["(x + y) * z == 1", "((x + y) * z) == 1"],
    ["x - y - z == 1", "((x - y) - z) == 1"],
    ["x - (y - z) == 1", "x - (y - z) == 1"],
    ["x - y + z == 1", "((x - y) + z) == 1"],
    ["x + y - z == 1", "((x + y) - z) == 1"],
    ["x - (y + z) == 1", "x - (y + z) == 1"],
    ["x * y / z % 2 == 1", "(((x * y) / z) % 2) == 1"],
    ["x * (y / z) == 1", "x * (y / z) == 1"],
    ["-x * y == 1", "((-x) * y) == 1"],
    ["-(x * y) == 1", "(-(x * y)) == 1"],
    ["-(-x) == -1", "(--x) == (-1)"],
    ["x - -1 == 1", "(x - (-1)) == 1"],
    ["-(1) == x", "-(1) == x"],
    ["m[x][y] == z", "m[x, y] == z"],
    ["-m[x][y] == z", "-(m[x][y]) == z"],
    ["p.f.0 == q[0].0", "((p.f).0) == ((q[0]).0)"],
    ["!p.g[x + 1]", "!(p.g[(x + 1)])"],
    ["a ? b : c", "(a) ? (b) : (c)"],
    ["a || b ? c : d", "(a || b) ? c : d"],
    ["a ? b : c ? d : a", "a ? b : (c ? d : a)"],
    ["a ? b ? c : d : a", "a ? (b ? c : d) : a"],
    ["(a ? b : c) ? d : a", "(a ? b : c) ? d : a"],
    ["(a ? x : y) + 1 == z", "((a ? x : y) + 1) == z"],
    ["forall i: 0..3 . a && m[i][i] == i", "forall i: 0..3 . (a && (m[i][i] == i))"],
    ["(forall i: 0..3 . a) && b", "(forall i: 0..3 . a) && b"],
    ["forall i: 0..3, j: bool . a ? b : j", "forall i: 0..3 . forall j: bool . (a ? b : j)"],
    ["forall i: 0..3 . exists j: 0..3 . i == j", "forall i: 0..3 . (exists j: 0..3 . (i == j))"],
    ["(count i: 0..3 . i == x) + (sum i: 0..3 . i) == y", "((count i: 0..3 . i == x) + (sum i: 0..3 . i)) == y"],
    ["a && (exists i: 0..3 . b || c)", "a && exists i: 0..3 . b || c"],
    ["a == (b || c)", "a <-> b || c"],
    ["(a == b) == c", "a <-> b <-> c"],
    ["a -> b == c", "a -> (b == c)"],
    ["!empty(q) && len(q) + 1 == 2 && !full(q)", "(!(empty(q)) && ((len(q) + 1) == 2)) && (!(full(q)))"],
    ["q[0] == (x, a)", "(q[0]) == ((x), (a))"],
    ["m[0] == [1, x + 1, 2, 3]", "(m[0]) == [(1), (x + 1), (2), (3)]"],
    ["p == { f: (1, 2), g: [a, b, c, d] }", "p == { g: [a, b, c, d], f: (1, 2) }"],
  ])("%s", (written, explicit) => {
    const { condition, printed } = parseCondition(written);
    expect(condition).toEqual(parseCondition(explicit).condition);
    expect(printed).toBe(written);
  });
});

describe("a formula is read as with the parentheses on the right, and printed as on the left", () => {
  test.each([
    ["[] a -> <> b", "([] a) -> (<> b)"],
    ["[] (a -> <> b)", "[] (a -> (<> b))"],
    ["[] (x == 1)", "[] x == 1"],
    ["[] a && b", "([] a) && b"],
    ["a U b && c", "(a U b) && c"],
    ["a U (b && c)", "a U (b && c)"],
    ["a U b U c", "a U (b U c)"],
    ["(a U b) W c", "(a U b) W c"],
    ["x == 1 U y == 2", "(x == 1) U (y == 2)"],
    ["[] a U b", "([] a) U b"],
    ["!a U b", "(!a) U b"],
    ["![] a", "!([] a)"],
    ["[] <> X a", "[] (<> (X a))"],
    ["X a R b", "(X a) R b"],
    ["a && b && [] c", "(a && b) && ([] c)"],
    ["a && [] c && b", "(a && ([] c)) && b"],
    ["[] c && (a && b)", "[] c && (a && b)"],
    ["[] a <-> b", "([] a) <-> b"],
    ["a ? b : c", "(a ? b : c)"],
    ["(a ? b : c) U d", "((a ? b : c)) U d"],
    ["<> (forall i: 0..3 . m[i][i] == 0)", "<> forall i: 0..3 . m[i][i] == 0"],
    ["[] a && ([] b && [] c)", "([] a) && (([] b) && ([] c))"],
  ])("%s", (written, explicit) => {
    const { formula, printed } = parseFormula(written);
    expect(formula).toEqual(parseFormula(explicit).formula);
    expect(printed).toBe(written);
  });

  test("a quantifier above temporal operators is expanded", () => {
    const { formula } = parseFormula("forall i: 1..2 . [] (x == i)");
    expect(formula).toEqual(parseFormula("[] (x == 1) && [] (x == 2)").formula);
    expect(parseFormula("exists i: bool . <> (a == i)").printed).toBe("<> (a == false) || <> (a == true)");
  });

  test("what holds no temporal operator is one condition", () => {
    expect(parseFormula("(a && b || c) U d").formula).toMatchObject({
      left: { kind: "state" },
      right: { kind: "state" },
    });
    expect(parseFormula("a && b").formula).toMatchObject({ kind: "state" });
  });
});

test("X, U, W and R are names outside LTL, and between backquotes inside", () => {
  const text = [
    "var X: bool = *",
    "var U: bool = *",
    "type W = 0..1",
    "predicate R = X && U && (forall i: W . i == i)",
    "property p: ltl X (`X` U (`U` && (exists i: `W` . `R`)))",
  ].join("\n");
  const { model, diagnostics } = parseModel({ name: "model.seq", text });
  expect(diagnostics).toEqual([]);
  const property = model!.properties[0]!;
  expect(property.kind === "ltl" && printLtl(property.formula)).toBe("X (`X` U (`U` && (exists i: `W` . `R`)))");
});

test.each([1, 2, 15, 16, 17, 31, 32, 33, 100, 1000, 20_000])("a chain of %i operands keeps its shape", (count) => {
  for (const op of ["&&", "||"]) {
    const written = Array.from({ length: count }, (_, i) => (i % 3 === 0 ? "a" : "x == 1")).join(` ${op} `);
    const { condition, printed } = parseCondition(written);
    expect(printed).toBe(written);
    expect(parseCondition(printed).condition).toEqual(condition);
  }
  const sum = `${Array.from({ length: count }, () => "x").join(" + ")} == 1`;
  expect(parseCondition(sum).printed).toBe(sum);
});
