import { expect, test } from "vitest";
import { facts, formatDiagnostic, parse } from "../../src/index.ts";
import { parseCondition } from "../../src/model/text/condition.ts";

const { model } = parse(`
  type Color = enum { red, green }
  const N = 2
  var light: array[0..N] of Color = [red, green, red]
  var n: 0..9 = 3
  predicate big = n > 2
  transition t { n := n; }
  property mixed: invariant exists i: 0..N . light[i] == green
`);

test.each([
  ["n == 3 && big", true],
  ["light[N] == green", false],
  ["(count i: 0..N . light[i] == red) == 2", true],
  ["mixed", true],
])("%s", (text, value) => {
  const { condition } = parseCondition(model!, { name: "condition", text });
  const { interpreter } = facts(model!);
  const [state] = interpreter.initialStates();
  expect(interpreter.holds(condition!, state as readonly number[])).toBe(value);
});

test.each([
  ["n == x", "condition:1:6: error: expected a name that is declared, found `x`"],
  ["n +", "condition:1:4: error: expected"],
  ["n", "condition:1:1: error:"],
])("%s is refused at its place", (text, message) => {
  const { diagnostics } = parseCondition(model!, { name: "condition", text });
  expect(formatDiagnostic(diagnostics![0]!)).toContain(message);
});
