/**
 * Texts of megabytes, ten of them in the long run, and very deep trees: the parser returns with a sensible diagnostic.
 */

import { describe, expect, test } from "vitest";
import type { Expression, Model, Statement } from "../../src/model/model.ts";
import { parseModel } from "../../src/model/text/parse.ts";
import { printModel } from "../../src/model/text/print.ts";
import { isLong } from "../support/random-runs.ts";

const size = isLong ? 10_000_000 : 2_000_000;
const fill = (piece: string): string => piece.repeat(Math.ceil(size / piece.length));
const codes = (text: string): string[] =>
  parseModel({ name: "model.seq", text }).diagnostics.map((diagnostic) => diagnostic.code);

describe("megabytes", () => {
  test.each<[string, string, string[]]>([
    ["of spaces", fill(" "), ["seq/no-variables"]],
    ["of semicolons", fill(";"), ["seq/no-variables"]],
    ["of zero bytes", fill("\u0000"), ["seq/not-text"]],
    ["of one letter", fill("x"), ["seq/expected-declaration"]],
    ["of one digit", fill("7"), ["seq/literal-too-large"]],
    ["of an unclosed comment", `/*${fill("x ")}`, ["seq/unclosed-comment"]],
    ["of an unclosed name", `\`${fill("x ")}`, ["seq/unclosed-name"]],
    ["of one giant name", `var ${fill("x")}: bool = *\nvar y: z = *`, ["seq/unknown-type"]],
    ["of a comment in front of a variable", `// ${fill("x")}\nvar x: 0..1 = 2`, ["seq/outside-domain"]],
    ["of opening parentheses", `var x: bool = ${fill("(")}`, ["seq/nested-too-deeply"]],
    ["of opening parentheses in a type", `var x: ${fill("(")}`, ["seq/nested-too-deeply"]],
    ["of negations", `var x: bool = ${fill("!")}true`, ["seq/nested-too-deeply"]],
    ["of minus signs", `var x: 0..1 = ${fill("-")}1`, ["seq/nested-too-deeply"]],
    ["of differences", `var x: 0..1 = 1${fill(" - 0")}`, ["seq/nested-too-deeply"]],
    ["of implications", `var x: bool = true${fill(" -> true")}`, ["seq/nested-too-deeply"]],
    ["of indices", `var x: bool = y${fill("[0]")}`, ["seq/nested-too-deeply"]],
    ["of indices in one bracket", `var x: bool = y[${fill("0,")}0]`, ["seq/nested-too-deeply"]],
    ["of quantified names", `var x: bool = forall i: bool${fill(", i: bool")} . true`, ["seq/nested-too-deeply"]],
    ["of blocks", `var x: bool = * transition t { ${fill("if x { ")}`, ["seq/nested-too-deeply"]],
    [
      "of alternatives",
      `var x: bool = * transition t { if x { } ${fill("else if x { } ")}}`,
      ["seq/nested-too-deeply"],
    ],
    ["of arrays of arrays", `var x: ${fill("array [1] of ")}bool = *`, ["seq/nested-too-deeply"]],
    ["of arrays with many indices", `var x: array [${fill("1,")}1] of bool = *`, ["seq/nested-too-deeply"]],
    ["of eventualities", `var x: bool = * property p: ltl ${fill("<> ")} x`, ["seq/nested-too-deeply"]],
    ["of operands", `var x: bool = true${fill(" && true")}`, []],
    ["of elements", `var x: queue [1] of bool = [${fill("true,")}true]`, ["seq/wrong-item-count"]],
    ["of values to push", `var x: queue [1] of bool transition t { push(x${fill(",true")}); }`, ["seq/type-mismatch"]],
  ])("%s", (_, text, expected) => {
    expect(codes(text)).toEqual(expected);
  });

  test("of declarations", () => {
    const lines = Array.from({ length: 500_000 }, (_, i) => `const c${i} = ${i};`);
    expect(codes(`var x: bool = *\n${lines.join("\n")}`)).toEqual([]);
  });

  test("of binary garbage", () => {
    let state = 1;
    const next = (): number => (state = (state * 48271) % 2147483647);
    const garbage = Array.from({ length: 1_000_000 }, () => String.fromCharCode(next() & 0xff)).join("");
    expect(codes(garbage.repeat(10))).toEqual(["seq/not-text"]);
  });
});

describe("a hundred thousand declarations", () => {
  const count = 100_000;

  test("of constants that each need the next one", () => {
    const lines = Array.from({ length: count }, (_, i) => `const c${i} = c${i + 1} + 1;`);
    expect(codes(`var x: 0..c0 = *\n${lines.join("\n")}\nconst c${count} = 0`)).toEqual([]);
  });

  test("of constants in one cycle", () => {
    const lines = Array.from({ length: count }, (_, i) => `const c${i} = c${(i + 1) % count} + 1;`);
    expect(codes(`var x: 0..c0 = *\n${lines.join("\n")}`)).toEqual(["seq/cycle"]);
  });

  test("of constants that each need the next one and the first", () => {
    const lines = Array.from({ length: count }, (_, i) => `const c${i} = c${i + 1} + c0;`);
    expect(codes(`var x: 0..c0 = *\n${lines.join("\n")}\nconst c${count} = 0`)).toEqual(["seq/cycle"]);
  });

  test("of types that each need the next one", () => {
    const lines = Array.from({ length: count }, (_, i) => `type T${i} = array [1] of T${i + 1};`);
    expect(codes(`var x: T0 = *\n${lines.join("\n")}\ntype T${count} = bool`)).toEqual(["seq/nested-too-deeply"]);
  });

  test("of types that each double the next one", () => {
    const lines = Array.from({ length: 100 }, (_, i) => `type T${i} = (T${i + 1}, T${i + 1});`);
    expect(codes(`var x: T90 = *\n${lines.join("\n")}\ntype T100 = bool`)).toEqual(["seq/too-large"]);
  });

  test("of predicates that each need the next one", () => {
    const lines = Array.from({ length: count }, (_, i) => `predicate p${i} = !p${i + 1};`);
    expect(codes(`var x: bool = *\n${lines.join("\n")}\npredicate p${count} = x`)).toEqual(["seq/nested-too-deeply"]);
  });
});

test("an expansion beyond all memory is refused", () => {
  const text =
    "var m: array [1000, 1000] of 0..7 = 0\ntransition t { m := [i: [j: (i + j) % 8]]; m := [i: [j: (i + j) % 8]]; }";
  expect(codes(text)).toEqual(["seq/too-large"]);
});

test("a tree of any depth is printed", () => {
  const x: Expression = { kind: "variable", name: "x" };
  let deep: Expression = x;
  let chained: Expression = x;
  let statements: Statement[] = [];
  let alternatives: Statement[] = [];
  for (let i = 0; i < 100_000; i++) {
    deep = i % 2 ? { kind: "unary", op: "!", operand: deep } : { kind: "binary", op: "->", left: deep, right: x };
    chained = { kind: "binary", op: "&&", left: chained, right: x };
    if (i < 3000) statements = [{ kind: "if", test: x, then: statements, else: [] }];
    alternatives = [{ kind: "if", test: x, then: [], else: alternatives }];
  }
  const model: Model = {
    name: "deep",
    constants: [],
    types: [],
    variables: [{ name: "x", type: { kind: "bool" }, initial: { kind: "any" } }],
    predicates: [
      { name: "p1", condition: deep },
      { name: "p2", condition: chained },
    ],
    transitions: [{ name: "t", parameters: [], guard: x, body: [...statements, ...alternatives] }],
    properties: [],
  };
  expect(printModel(model).length).toBeGreaterThan(1_000_000);
});

test("nesting up to the limit is read and printed", () => {
  const nested = `${"(!".repeat(150)}x${")".repeat(150)}`;
  const arms = Array.from({ length: 400 }, () => "if x { x := !x; }").join(" else ");
  const blocks = `${"if x { ".repeat(300)}x := ${nested};${" }".repeat(300)}`;
  const text = `var x: bool = *\npredicate p = ${nested}\ntransition t { ${arms} }\ntransition u { ${blocks} }`;
  const { model, diagnostics } = parseModel({ name: "model.seq", text });
  expect(diagnostics).toEqual([]);
  expect(parseModel({ name: "model.seq", text: printModel(model!) }).diagnostics).toEqual([]);
});
