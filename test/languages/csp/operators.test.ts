/**
 * Operators compute the results of PAT, for operands that are constants, parameters or variables.
 *
 * `%` was once that of C#: PAT's own philosophers, who write `get.(x-1)%N.x`, were free of deadlocks.
 */

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { check, formatDiagnostic, parse } from "../../../src/index.ts";
import type { Model } from "../../../src/index.ts";
import { facts } from "../../../src/model/facts.ts";
import { isRuntimeError } from "../../../src/model/interpret.ts";
import { times } from "../../support/random-runs.ts";

function read(text: string): Model {
  const { model, diagnostics } = parse(text, { name: "model.csp" });
  if (!model) throw new Error(diagnostics.map(formatDiagnostic).join("\n"));
  return model;
}

/** PAT's integers; `undefined` where it reports an error. */
const pat: Readonly<Record<string, (a: number, b: number) => number | undefined>> = {
  "+": (a, b) => a + b,
  "-": (a, b) => a - b,
  "*": (a, b) => a * b,
  "/": (a, b) => (b === 0 ? undefined : Math.trunc(a / b)),
  "%": (a, b) => {
    if (b === 0) return undefined;
    const rest = a % b;
    return rest >= 0 ? rest : rest + b;
  },
  "<": (a, b) => Number(a < b),
  "<=": (a, b) => Number(a <= b),
  ">": (a, b) => Number(a > b),
  ">=": (a, b) => Number(a >= b),
  "==": (a, b) => Number(a === b),
  "!=": (a, b) => Number(a !== b),
};

/** `r` after the only step; `undefined` if it fails. */
function resultOf(model: Model): number | undefined {
  const reference = facts(model).interpreter;
  const [state] = reference.initialStates();
  if (!state || isRuntimeError(state)) throw new Error("no initial state");
  const [step] = reference.steps(state);
  return step?.target ? step.target[model.variables.findIndex(({ name }) => name === "r")]! : undefined;
}

function textOf(op: string, a: number, b: number, place: string): string {
  const isTest = !["+", "-", "*", "/", "%"].includes(op);
  const assign = (left: string, right: string): string =>
    isTest ? `if (${left} ${op} ${right}) { r = 1; } else { r = 0; }` : `r = ${left} ${op} ${right};`;
  const variables = `var r = 7;\nvar x:{-20..20} = ${a};\nvar y:{-20..20} = ${b};\nchannel c 1;\n`;
  switch (place) {
    case "variables":
      return `${variables}P = a{${assign("x", "y")}} -> Stop;`;
    case "a constant divisor":
      return `${variables}P = a{${assign("x", `(${b})`)}} -> Stop;`;
    case "parameters":
      return `${variables}Q(i, j) = a{${assign("i", "j")}} -> Stop;\nP = Q(x, y);\n#assert P deadlockfree;`;
    default:
      return `${variables}P = a{${assign(`(${a})`, `(${b})`)}} -> Stop;`;
  }
}

describe.each(["variables", "a constant divisor", "parameters", "constants"])("of %s", (place) => {
  test.each(Object.keys(pat))("%s", (op) => {
    const operand = fc.integer({ min: -20, max: 20 });
    fc.assert(
      fc.property(operand, operand, (a, b) => {
        const expected = pat[op]!(a, b);
        // There is one zero.
        expect(resultOf(read(textOf(op, a, b, place)))).toBe(expected === undefined ? undefined : expected + 0);
      }),
      {
        numRuns: times(300),
        examples: [
          [-1, 3],
          [-5, -3],
          [5, -3],
          [-6, 3],
          [5, 0],
          [0, -3],
        ],
      },
    );
  });
});

test("-5 % -3 is -5 and -1 % 3 is 2, in events too", () => {
  const text = "P(i) = e.(i - 1) % 3.(0 - 5) % (0 - 3) -> Stop;\nS = P(0);";
  expect(read(text).transitions.map(({ name }) => name)).toEqual(["e.2.-5"]);
});

test("PAT's own philosophers deadlock", async () => {
  const text = `#define N 3;
    Phil(i) = get.i.(i+1)%N -> get.i.i -> eat.i -> put.i.(i+1)%N -> put.i.i -> Phil(i);
    Fork(x) = get.x.x -> put.x.x -> Fork(x) [] get.(x-1)%N.x -> put.(x-1)%N.x -> Fork(x);
    College() = ||x:{0..N-1}@(Phil(x)||Fork(x));
    #assert College() deadlockfree;`;
  const { properties } = await check(read(text));
  expect(properties.map(({ name, verdict }) => `${name} ${verdict}`)).toContain("deadlockfree violated");
});
