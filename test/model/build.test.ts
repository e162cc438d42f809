/**
 * Constructors fold constants, and this changes nothing: the built expression has the value of the expression as
 * written, and fails in the same states (docs/decisions/005-operands-that-may-fail.md).
 */

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import * as build from "../../src/model/build.ts";
import type { Value } from "../../src/model/build.ts";
import { facts } from "../../src/model/facts.ts";
import { isRuntimeError } from "../../src/model/interpret.ts";
import { emptyModel } from "../../src/model/model.ts";
import type { BinaryOperator, Expression, Model } from "../../src/model/model.ts";
import { printExpression, printLtl } from "../../src/model/text/print-expression.ts";
import { expected, times } from "../support/random-runs.ts";

const range = { kind: "range", low: -2, high: 2 } as const;
const model: Model = {
  ...emptyModel("build"),
  variables: [
    { name: "x", type: range, initial: { kind: "any" } },
    { name: "b", type: { kind: "bool" }, initial: { kind: "any" } },
    {
      name: "a",
      type: { kind: "array", index: { kind: "range", low: 0, high: 1 }, element: range },
      initial: { kind: "items", items: [0, 1].map((value) => ({ kind: "value", value })) },
    },
  ],
};
const reference = facts(model).interpreter;
const states = [...reference.initialStates()].flatMap((state) => (isRuntimeError(state) ? [] : [state]));

/** An expression as it is written, and as it is built. */
interface Pair {
  readonly written: Expression;
  readonly built: Value;
}

const x = build.variable("x");
const b = build.variable("b");
const plain = (op: BinaryOperator, left: Expression, right: Expression): Expression => ({
  kind: "binary",
  op,
  left,
  right,
});
const arithmetic = (op: "+" | "-" | "*" | "/" | "%", l: Pair, r: Pair): Pair => ({
  written: plain(op, l.written, r.written),
  built: build.calculate(op, l.built, r.built),
});
const comparison = (op: "==" | "!=" | "<" | "<=" | ">" | ">=", l: Pair, r: Pair): Pair => ({
  written: plain(op, l.written, r.written),
  built: build.compare(op, l.built, r.built),
});
const connective = (op: "&&" | "||" | "->", l: Pair, r: Pair): Pair => ({
  written: plain(op, l.written, r.written),
  built: build.truth(build.binary(op, l.built.e, r.built.e)),
});
/** Both sides are evaluated, first of all. */
const strict = (op: "&&" | "||", l: Pair, r: Pair): Pair => {
  const evaluated = plain("&&", plain("==", l.written, l.written), plain("==", r.written, r.written));
  return {
    written: plain("&&", evaluated, plain(op, l.written, r.written)),
    built: build.truth(build.both(op, l.built.e, r.built.e)),
  };
};

const { truth, number } = fc.letrec<{ truth: Pair; number: Pair }>((tie) => ({
  number: fc.oneof(
    { maxDepth: 4, depthSize: "medium" },
    fc.integer({ min: -2, max: 2 }).map((value): Pair => ({
      written: build.integer(value),
      built: build.knownNumber(value),
    })),
    fc.constant<Pair>({ written: x, built: build.valueOfType(x, range) }),
    tie("number").map((index): Pair => ({
      written: { kind: "index", base: build.variable("a"), index: index.written },
      built: build.valueOfType(build.element(build.variable("a"), index.built.e), range),
    })),
    fc.tuple(fc.constantFrom("+", "-", "*", "/", "%"), tie("number"), tie("number")).map((args) => arithmetic(...args)),
    tie("number").map((part): Pair => ({
      written: { kind: "unary", op: "-", operand: part.written },
      built: build.opposite(part.built),
    })),
    tie("truth").map((part): Pair => ({
      written: { kind: "conditional", test: part.written, then: build.integer(1), else: build.integer(0) },
      built: build.calculate("+", part.built, build.knownNumber(0)),
    })),
    fc.tuple(tie("truth"), tie("number"), tie("number")).map(([test, then, otherwise]): Pair => ({
      written: { kind: "conditional", test: test.written, then: then.written, else: otherwise.written },
      built: build.choose(test.built.e, then.built, otherwise.built),
    })),
  ),
  truth: fc.oneof(
    { maxDepth: 4, depthSize: "medium" },
    fc.boolean().map((value): Pair => ({
      written: build.boolean(value),
      built: build.truth(build.boolean(value)),
    })),
    fc.constant<Pair>({ written: b, built: build.truth(b) }),
    fc
      .tuple(fc.constantFrom("==", "!=", "<", "<=", ">", ">="), tie("number"), tie("number"))
      .map((args) => comparison(...args)),
    fc.tuple(fc.constantFrom("==", "!="), tie("truth"), tie("truth")).map((args) => comparison(...args)),
    fc.tuple(fc.constantFrom("&&", "||", "->"), tie("truth"), tie("truth")).map((args) => connective(...args)),
    fc.tuple(fc.constantFrom("&&", "||"), tie("truth"), tie("truth")).map((args) => strict(...args)),
    fc.tuple(fc.constantFrom("all", "any"), fc.array(tie("truth"), { maxLength: 4 })).map(([op, list]): Pair => ({
      written: list.reduce<Expression>(
        (left, right) => plain(op === "all" ? "&&" : "||", left, right.written),
        build.boolean(op === "all"),
      ),
      built: build.truth((op === "all" ? build.all : build.any)(list.map(({ built }) => built.e))),
    })),
    tie("truth").map((part): Pair => ({
      written: { kind: "unary", op: "!", operand: part.written },
      built: build.truth(build.not(part.built.e)),
    })),
    tie("number").map((part): Pair => ({
      written: plain("!=", part.written, build.integer(0)),
      built: build.truth(build.asBool(part.built)),
    })),
    tie("number").map((part): Pair => ({
      written: plain("==", part.written, part.written),
      built: build.truth(build.all(build.evaluable([part.built.e]))),
    })),
  ),
}));

test("what is built has the value of what was written, within its bounds, and fails exactly where that fails", () => {
  let folded = 0;
  let failing = 0;
  fc.assert(
    fc.property(fc.oneof(truth, number), ({ written, built }) => {
      if (build.literalOf(built.e) !== undefined && build.literalOf(written) === undefined) folded++;
      for (const state of states) {
        const wanted = reference.evaluate(written, state);
        const found = reference.evaluate(built.e, state);
        if (isRuntimeError(wanted)) failing++;
        expect(isRuntimeError(found) ? "fails" : found + 0).toBe(isRuntimeError(wanted) ? "fails" : wanted + 0);
        if (isRuntimeError(found)) continue;
        expect(found).toBeGreaterThanOrEqual(built.low);
        expect(found).toBeLessThanOrEqual(built.high);
      }
    }),
    { numRuns: times(20_000) },
  );
  expect(folded).toBeGreaterThan(expected(1000));
  expect(failing).toBeGreaterThan(expected(1000));
});

describe("by example", () => {
  const { all, any, binary, both, boolean, conditional, integer, negate, no, not, yes } = build;
  const division = binary("==", binary("/", integer(5), x), integer(1));
  const cases: readonly (readonly [what: string, built: Expression, text: string])[] = [
    ["a neutral condition disappears", all([yes, b, yes]), "b"],
    ["an empty conjunction holds", all([]), "true"],
    ["an empty disjunction does not", any([]), "false"],
    ["what decides is all there is", all([b, no, division]), "false"],
    ["what may fail stays before what decides", any([division, yes, b]), "5 / x == 1 || true"],
    ["what follows what decides goes", any([yes, division]), "true"],
    ["constants are added", binary("+", integer(2), integer(3)), "5"],
    ["a quotient is rounded towards zero", binary("/", integer(-7), integer(2)), "-3"],
    ["a division by zero stays", binary("/", integer(1), integer(0)), "1 / 0"],
    [
      "a number that needs more than 53 bits is not computed",
      binary("*", integer(2 ** 52), integer(4)),
      "4503599627370496 * 4",
    ],
    ["adding zero stays", binary("+", x, integer(0)), "x + 0"],
    ["double negation goes", not(not(b)), "b"],
    ["a constant test chooses", conditional(no, integer(1), x), "x"],
    ["a false premise implies anything", binary("->", no, division), "true"],
    ["a true premise implies the rest", binary("->", yes, b), "b"],
    ["minus zero is zero", negate(integer(0)), "0"],
    [
      "both sides are evaluated if the right one may fail",
      both("||", b, division),
      "b ? 5 / x == 1 || true : 5 / x == 1",
    ],
    ["both sides are as good as one if the right one cannot fail", both("&&", b, not(b)), "b && !b"],
  ];
  test.each(cases)("%s", (_, built, text) => {
    expect(printExpression(built)).toBe(text);
  });

  test("members are compared by their place", () => {
    const type = { kind: "enum", name: "E", members: ["p", "q"] } as const;
    const [p, q] = type.members.map((name): Expression => ({ kind: "member", type, name }));
    expect(binary("==", p!, q!)).toEqual(boolean(false));
    expect(build.literalOf(q!)).toBe(1);
  });
});

test("state formulas are maximal", () => {
  const { binaryFormula, stateFormula, unaryFormula } = build;
  const p = stateFormula(b);
  const q = stateFormula(build.equals(x, 1));
  const always = unaryFormula("[]", p);
  expect(printLtl(unaryFormula("!", unaryFormula("!", p)))).toBe("b");
  expect(binaryFormula("<->", p, q)).toEqual(stateFormula(plain("==", b, build.equals(x, 1))));
  expect(binaryFormula("&&", p, q).kind).toBe("state");
  expect(binaryFormula("U", p, q).kind).toBe("binary");
  expect(binaryFormula("&&", always, q)).toMatchObject({ kind: "binary", left: always, right: q });
  expect(unaryFormula("!", always)).toMatchObject({ kind: "unary", operand: always });
});
