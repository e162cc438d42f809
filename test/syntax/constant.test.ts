/** Constants: the arithmetic of languages, and the values of constant expressions. */

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { calculate, constantOf, exactArithmetic, wrappingArithmetic } from "../../src/syntax/constant.ts";
import type { Arithmetic, Constant, ConstantForm, ConstantOperator } from "../../src/syntax/constant.ts";

describe("operators", () => {
  test.each<[ConstantOperator, number, number, number | undefined, number | undefined]>([
    ["+", 2 ** 31 - 1, 1, 2 ** 31, -(2 ** 31)],
    ["*", 2 ** 31 - 1, 2 ** 31 - 1, undefined, 1],
    ["/", -7, 2, -3, -3],
    ["%", -7, 2, -1, -1],
    ["/", 1, 0, undefined, undefined],
    ["%", 1, 0, undefined, undefined],
    ["<<", 1, 4, 16, 16],
    [">>", -16, 2, -4, -4],
    ["^", 6, 3, 5, 5],
    ["->", 0, 0, 1, 1],
    ["<->", 2, 0, 0, 0],
  ])("%s on %d and %d", (op, a, b, exact, wrapped) => {
    expect(calculate(op, a, b, exactArithmetic)).toBe(exact);
    expect(calculate(op, a, b, wrappingArithmetic)).toBe(wrapped);
  });

  test("numbers of 32 bits are computed as integers of any size are, and wrapped", () => {
    const int = fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 });
    fc.assert(
      fc.property(int, int, (a, b) => {
        const [x, y] = [BigInt(a), BigInt(b)];
        expect(calculate("*", a, b, wrappingArithmetic)).toBe(Number(BigInt.asIntN(32, x * y)));
        expect(calculate("+", a, b, wrappingArithmetic)).toBe(Number(BigInt.asIntN(32, x + y)));
        expect(calculate("-", a, b, wrappingArithmetic)).toBe(Number(BigInt.asIntN(32, x - y)));
        if (b !== 0) expect(calculate("/", a, b, wrappingArithmetic)).toBe(Number(BigInt.asIntN(32, x / y)));
        if (b !== 0) expect(calculate("%", a, b, wrappingArithmetic)).toBe(Number(x % y) + 0);
      }),
    );
  });

  test("a language may have another remainder", () => {
    const positive: Arithmetic = { ...exactArithmetic, remainder: (a, b) => ((a % b) + b) % b };
    expect(calculate("%", -7, 3, positive)).toBe(2);
  });
});

type Tree =
  | number
  | boolean
  | "x"
  | ["!" | "-" | "~", Tree]
  | [Tree, ConstantOperator, Tree]
  | ["if", Tree, Tree, Tree];

function formOf(tree: Tree): ConstantForm<Tree> | undefined {
  if (tree === "x") return undefined;
  if (!Array.isArray(tree)) return { kind: "known", value: Number(tree), isBoolean: typeof tree === "boolean" };
  if (tree.length === 2) return { kind: "unary", op: tree[0], operand: tree[1] };
  if (tree.length === 4) return { kind: "conditional", test: tree[1], then: tree[2], else: tree[3] };
  return { kind: "binary", left: tree[0], op: tree[1], right: tree[2] };
}

function evaluate(tree: Tree, isTyped = true): { known: Constant | undefined; problems: unknown[] } {
  const problems: unknown[] = [];
  const known = constantOf(tree, {
    arithmetic: exactArithmetic,
    isTyped,
    form: formOf,
    fail: (...problem) => problems.push(problem),
  });
  return { known, problems };
}

describe("expressions", () => {
  test.each<[Tree, number, boolean]>([
    [[[1, "+", 2], "*", ["-", 3]], -9, false],
    [["!", [1, "<", 2]], 0, true],
    [["~", 5], -6, false],
    [[true, "^", false], 1, true],
    [["if", [1, "==", 2], "x", 7], 7, false],
    [[false, "&&", "x"], 0, true],
    [[true, "||", [1, "/", 0]], 1, true],
    [[false, "->", "x"], 1, true],
  ])("%j is %d", (tree, value, isBoolean) => {
    expect(evaluate(tree)).toEqual({ known: { value, isBoolean }, problems: [] });
  });

  test.each<[Tree, unknown[]]>([
    [
      [1, "/", [2, "-", 2]],
      ["division by zero", [2, "-", 2]],
    ],
    [
      [2 ** 52, "*", 4],
      ["overflow", [2 ** 52, "*", 4]],
    ],
    [
      [1, "+", true],
      ["type mismatch", [1, "+", true]],
    ],
    [
      [1, "&&", true],
      ["type mismatch", [1, "&&", true]],
    ],
    [
      [true, "<", true],
      ["type mismatch", [true, "<", true]],
    ],
    [
      ["-", true],
      ["type mismatch", ["-", true]],
    ],
  ])("%j fails", (tree, problem) => {
    expect(evaluate(tree)).toEqual({ known: undefined, problems: [problem] });
  });

  test("what is not known is no failure, and without types numbers are truth values", () => {
    expect(evaluate([1, "+", "x"])).toEqual({ known: undefined, problems: [] });
    expect(evaluate([3, "&&", ["!", 0]], false).known).toEqual({ value: 1, isBoolean: true });
  });
});
