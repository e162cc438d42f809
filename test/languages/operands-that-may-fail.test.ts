/**
 * Every language evaluates an operand that may fail exactly if its own tool does
 * (docs/decisions/005-operands-that-may-fail.md).
 *
 * The constructors of the languages had drifted apart: Promela's `&&` forgot `5 / x == 1` before `false`, Rebeca's `|`
 * skipped its right side, and some languages refused a division by a constant zero even if nothing evaluates it.
 */

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { formatDiagnostic, parse } from "../../src/index.ts";
import { facts } from "../../src/model/facts.ts";
import { isRuntimeError } from "../../src/model/interpret.ts";
import type { State } from "../../src/model/interpret.ts";
import { expected as wanted, times } from "../support/random-runs.ts";

/** A model that tests a condition on `x`, which begins with a given value. */
const languages: Readonly<Record<string, (condition: string, x: number) => string>> = {
  csp: (condition, x) => `var x:{-9..9} = ${x};\nP = a{ if (${condition}) { x = 1; } else { x = 2; } } -> Stop;`,
  pml: (condition, x) => `int x = ${x};\ninit { if :: (${condition}) -> x = 1 :: else -> x = 2 fi }`,
  rebeca: (condition, x) => `reactiveclass A(2) {
      statevars { int x; }
      A() { x = ${x}; self.go(); }
      msgsrv go() { if (${condition}) { x = 1; } else { x = 2; } }
    }
    main { A a():(); }`,
  seq: (condition, x) => `var x: -9..9 = ${x}\nvar done: bool = false
    transition t when !done { if (${condition}) { x := 1; } else { x := 2; } done := true; }`,
};

/** Whether a run-time error can be reached. */
function fails(language: string, condition: string, x: number): boolean {
  const { model, diagnostics } = parse(languages[language]!(condition, x), { name: `model.${language}` });
  if (!model) throw new Error(diagnostics.map(formatDiagnostic).join("\n"));
  const reference = facts(model).interpreter;
  const states: State[] = [];
  const seen = new Set<string>();
  const visit = (state: State): void => {
    if (seen.size < seen.add(state.join()).size) states.push(state);
  };
  for (const state of reference.initialStates()) if (!isRuntimeError(state)) visit(state);
  for (const state of states) {
    for (const { target } of reference.steps(state)) {
      if (!target) return true;
      visit(target);
    }
    if (states.length > 20) return false;
  }
  return false;
}

const everywhere: readonly (readonly [condition: string, fails: boolean])[] = [
  ["5 / x == 1 || true", true],
  ["true || 5 / x == 1", false],
  ["5 / x == 1 && false", true],
  ["false && 5 / x == 1", false],
  ["x == x && 1 / 0 == 1", true],
  ["x != x && 1 / 0 == 1", false],
  ["x == 0 || 1 / 0 == 1", false],
  ["1 / 0 == 1 || x == 0", true],
  ["5 % x == 1 || x == 0", true],
  ["5 / x == 5 / x", true],
  ["0 * (5 / x) == 0", true],
  ["0 / x == 0", true],
  ["(5 / x) % 1 == 0", true],
  ["!(5 / x == 1 || true)", true],
  ["!(!(5 / x == 1 && false))", true],
  ["x == 1 && 5 / x == 1 || x == 0", false],
  ["(x == 0 || 5 / x == 1) && (x == 0 || 5 / 0 == 1)", false],
];

const own: Readonly<Record<string, typeof everywhere>> = {
  csp: [
    ["true xor 5 / x == 1", true],
    ["(|| i:{0..1} @ (i == x || 5 / x == 1))", false],
    ["(|| i:{0..1} @ (i != x && 5 / x == 1))", true],
  ],
  pml: [
    ["(5 / x & 0) == 0", true],
    ["(0 & 5 / x) == 0", true],
    ["(1 | 5 / x) == 1", true],
    ["((0 / x) & 6) == 0", true],
    ["0 / x", true],
    ["(x == 0) == (0 / x)", true],
    ["(5 / x -> x == 0 : x == 0)", true],
    ["(x == 0 -> true : 5 / x)", false],
  ],
  rebeca: [
    ["true | 5 / x == 1", true],
    ["false & 5 / x == 1", true],
    ["x == 0 | 5 / x == 1", true],
    ["x == 1 & 5 / x == 1", true],
    ["5 / x == 1 & false", true],
    ["true ^ 5 / x == 1", true],
    ["5 / x == 1 ? x == 0 : x == 0", true],
    ["x == 0 ? true : 5 / x == 1", false],
  ],
  seq: [
    ["5 / x == 1 -> true", true],
    ["x == 1 -> 5 / x == 1", false],
    ["true <-> 5 / x == 1", true],
    ["5 / x == 1 ? x == 0 : x == 0", true],
    ["x == 0 ? true : 5 / x == 1", false],
    ["exists i: 0..1 . i == x || 5 / x == 1", false],
    ["exists i: 0..1 . i != x && 5 / x == 1", true],
  ],
};

describe.each(Object.keys(languages))("in .%s", (language) => {
  test.each([...everywhere, ...own[language]!])("%s fails: %s", (condition, expected) => {
    expect(fails(language, condition, 0)).toBe(expected);
  });

  test("random conditions fail where they do without simplification", () => {
    const seen = { failing: 0, fine: 0 };
    fc.assert(
      fc.property(arbitraryCondition, fc.integer({ min: -1, max: 1 }), (condition, x) => {
        const expected = evaluate(condition, x, language === "csp") === undefined;
        seen[expected ? "failing" : "fine"]++;
        expect(fails(language, print(condition), x)).toBe(expected);
      }),
      { numRuns: times(2000) },
    );
    expect(Math.min(seen.failing, seen.fine)).toBeGreaterThan(wanted(100));
  });
});

// ---------------------------------------------------------------- random conditions, and what they mean

type Tree =
  | { readonly kind: "x" }
  | { readonly kind: "constant"; readonly value: number | boolean }
  | { readonly kind: "not"; readonly operand: Tree }
  | { readonly kind: "binary"; readonly op: string; readonly left: Tree; readonly right: Tree };

const { condition: arbitraryCondition } = fc.letrec<{ number: Tree; condition: Tree }>((tie) => {
  const binary = (operand: "number" | "condition", ...ops: string[]): fc.Arbitrary<Tree> =>
    fc.record({
      kind: fc.constant("binary" as const),
      op: fc.constantFrom(...ops),
      left: tie(operand),
      right: tie(operand),
    });
  const constant = (...values: (number | boolean)[]): fc.Arbitrary<Tree> =>
    fc.constantFrom(...values).map((value): Tree => ({ kind: "constant", value }));
  const depthIdentifier = "condition";
  return {
    number: fc.oneof(
      { maxDepth: 4, depthIdentifier },
      constant(-1, 0, 1, 2),
      fc.constant<Tree>({ kind: "x" }),
      binary("number", "+", "-", "*"),
      { arbitrary: binary("number", "/", "%"), weight: 3 },
    ),
    condition: fc.oneof(
      { maxDepth: 4, depthIdentifier },
      constant(true, false),
      { arbitrary: binary("number", "==", "!=", "<", "<="), weight: 4 },
      { arbitrary: binary("condition", "&&", "||"), weight: 4 },
      tie("condition").map((operand): Tree => ({ kind: "not", operand })),
    ),
  };
});

function print(tree: Tree): string {
  switch (tree.kind) {
    case "x":
      return "x";
    case "constant":
      return typeof tree.value === "number" && tree.value < 0 ? `(0 - ${-tree.value})` : String(tree.value);
    case "not":
      return `!(${print(tree.operand)})`;
    case "binary":
      return `(${print(tree.left)} ${tree.op} ${print(tree.right)})`;
  }
}

/** Evaluates from left to right, and no further than necessary; `undefined` if that fails. */
function evaluate(tree: Tree, x: number, isPat: boolean): number | undefined {
  switch (tree.kind) {
    case "x":
      return x;
    case "constant":
      return Number(tree.value);
    case "not": {
      const operand = evaluate(tree.operand, x, isPat);
      return operand === undefined ? undefined : 1 - operand;
    }
    case "binary": {
      const a = evaluate(tree.left, x, isPat);
      if (a === undefined || (tree.op === "&&" && a === 0) || (tree.op === "||" && a === 1)) return a;
      const b = evaluate(tree.right, x, isPat);
      return b === undefined ? undefined : apply(tree.op, a, b, isPat);
    }
  }
}

function apply(op: string, a: number, b: number, isPat: boolean): number | undefined {
  switch (op) {
    case "+":
      return a + b;
    case "-":
      return a - b;
    case "*":
      return a * b;
    case "/":
      return b === 0 ? undefined : Math.trunc(a / b);
    case "%":
      return b === 0 ? undefined : isPat && a % b < 0 ? (a % b) + b : a % b;
    case "==":
      return Number(a === b);
    case "!=":
      return Number(a !== b);
    case "<":
      return Number(a < b);
    case "<=":
      return Number(a <= b);
    default:
      return b;
  }
}
