import fc from "fast-check";
import { expect, test } from "vitest";
import type { Expression, Model, Statement } from "../../src/model/model.ts";
import { parseModel } from "../../src/model/text/parse.ts";
import { printModel, printStatement } from "../../src/model/text/print.ts";
import { formatDiagnostic } from "../../src/syntax/diagnostic.ts";
import { arbitraryModel } from "../support/arbitrary-model.ts";
import { times } from "../support/random-runs.ts";
import { withoutSpans } from "../support/without-spans.ts";

function expectSurvivesPrinting(model: Model): void {
  const text = printModel(model);
  const { model: again, diagnostics } = parseModel({ name: `${model.name}.seq`, text });
  expect(diagnostics.map(formatDiagnostic)).toEqual([]);
  expect(withoutSpans(again)).toEqual(withoutSpans(model));
  expect(printModel(again!)).toBe(text);
}

test("long conditions are broken before each conjunct", () => {
  const names = Array.from({ length: 20 }, (_, i) => `a_rather_long_name_${i}`);
  const text = `${names.map((name) => `var ${name}: bool = *`).join("\n")}\n\npredicate p = ${names.join("\n  && ")}\n`;
  expect(printModel(parseModel({ name: "model.seq", text }).model!)).toBe(text);
});

test("a statement is printed with its blocks indented", () => {
  const x: Expression = { kind: "variable", name: "a b" };
  const one: Expression = { kind: "integer", value: 1 };
  const assign: Statement = { kind: "assign", target: x, value: one };
  const test: Expression = { kind: "binary", op: "<", left: x, right: one };
  const statement: Statement = {
    kind: "if",
    test,
    then: [{ kind: "while", test, bound: 3, body: [assign] }],
    else: [{ kind: "if", test, then: [], else: [{ kind: "for", name: "i", type: { kind: "bool" }, body: [] }] }],
  };
  expect(printStatement(statement).split("\n")).toEqual([
    "if `a b` < 1 {",
    "  while `a b` < 1 bound 3 {",
    "    `a b` := 1;",
    "  }",
    "} else if `a b` < 1 {",
    "} else {",
    "  for i: bool { }",
    "}",
  ]);
});

test("reading a printed model gives the model back", () => {
  fc.assert(fc.property(arbitraryModel(), expectSurvivesPrinting), { numRuns: times(500) });
});
