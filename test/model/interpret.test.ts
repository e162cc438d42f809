/** The semantics of record, construct by construct: expected values are worked out by hand. */

import { describe, expect, test } from "vitest";
import { parse } from "../../src/languages/parse.ts";
import { facts } from "../../src/model/facts.ts";
import { isRuntimeError } from "../../src/model/interpret.ts";
import type { Interpreter, State } from "../../src/model/interpret.ts";

function read(text: string): Interpreter {
  const { model, diagnostics } = parse(text);
  if (!model) throw new Error(diagnostics.map(({ message }) => message).join("\n"));
  return facts(model).interpreter;
}

function initial(text: string): State[] {
  return [...read(text).initialStates()].map((state) => {
    if (isRuntimeError(state)) throw new Error(state.message);
    return state;
  });
}

/** The slots after the only step from the only initial state; or the run-time error. */
function after(text: string): State | string {
  const model = read(text);
  const [state] = model.initialStates();
  const steps = [...model.steps(state as State)];
  expect(steps).toHaveLength(1);
  return steps[0]!.target ?? steps[0]!.error!.message;
}

/** The value of an integer expression over x = 7, y = -2, a = [1, 2, 3]. */
function value(expression: string): State[number] | string {
  const result = after(`
    var x: -99..99 = 7
    var y: -99..99 = -2
    var a: array [3] of 0..9 = [1, 2, 3]
    transition t { x := ${expression}; }
  `);
  return typeof result === "string" ? result : result[0]!;
}

describe("expressions", () => {
  test.each([
    ["x + 2 * y", 3],
    ["x / y", -3],
    ["-x / y", 3],
    ["x % y", 1],
    ["-x % y", -1],
    ["y < x ? 1 : 2", 1],
    ["sum i: 0..2 . a[i]", 6],
    ["count i: 0..2 . a[i] != 2", 2],
    ["(forall i: 0..2 . a[i] > 0) ? 1 : 0", 1],
    ["(exists i: 0..2 . a[i] > 3) ? 1 : 0", 0],
    ["(false && 1 / 0 == 0) ? 1 : 0", 0],
    ["(true || 1 / 0 == 0) ? 1 : 0", 1],
    ["(false -> 1 / 0 == 0) ? 1 : 0", 1],
    ["(exists i: -1..1 . i == 0 || 1 / i < 0) ? 1 : 0", 1],
    ["a[a[0]]", 2],
  ])("%s is %s", (expression, expected) => expect(value(expression)).toBe(expected));

  test.each([
    ["1 / (y + 2)", "division by zero"],
    ["1 % (y + 2)", "division by zero"],
    ["a[x]", "index 7 is outside 0..2"],
    ["a[y]", "index -2 is outside 0..2"],
    ["x * 50", "value 350 is outside -99..99, the range of x"],
    ["(forall i: 0..2 . 1 / i > 0) ? 1 : 0", "division by zero"],
  ])("%s is a run-time error", (expression, message) => expect(value(expression)).toBe(message));
});

describe("statements", () => {
  test("run in order, each seeing what the ones before it did", () => {
    expect(after("var x: 0..9 = 1\nvar y: 0..9 = 2\ntransition t { x := y; y := x + 3; x := y + x; }")).toEqual([7, 5]);
  });

  test("composite values are built before they are stored", () => {
    expect(after("var p: (0..9, 0..9) = (1, 2)\ntransition t { p := (p.1, p.0); }")).toEqual([2, 1]);
    expect(after("var a: array [3] of 0..9 = [1, 2, 3]\ntransition t { a := [a[2], a[0], a[1]]; }")).toEqual([3, 1, 2]);
  });

  test("if takes one branch, for goes upwards, locals live in their block", () => {
    const text = `
      var a: array [1..3] of 0..9 = 0
      transition t {
        var next: 0..9 = 5;
        for i: 1..3 { if i == 2 { a[i] := 9; } else { a[i] := next; } next := next + 1; }
      }
    `;
    expect(after(text)).toEqual([5, 9, 7]);
  });

  test("while stops when its test fails, and is an error when its bound is used up", () => {
    expect(after("var x: 0..9 = 5\ntransition t { while x > 0 bound 5 { x := x - 1; } }")).toEqual([0]);
    expect(after("var x: 0..9 = 5\ntransition t { while x > 0 bound 4 { x := x - 1; } }")).toBe(
      "the loop is not done after 4 rounds",
    );
  });

  test("queues are first in, first out, and empty cells hold what no element can be", () => {
    const queue = "var q: queue [3] of (2..5, bool) = [(3, true), (4, false)]\n";
    expect(after(`${queue}transition t { push(q, 5, true); }`)).toEqual([3, 3, 1, 4, 0, 5, 1]);
    expect(after(`${queue}transition t { pop(q); }`)).toEqual([1, 4, 0, 1, -1, 1, -1]);
    expect(after(`${queue}transition t { pop(q); pop(q); }`)).toEqual([0, 1, -1, 1, -1, 1, -1]);
    expect(after(`${queue}transition t { q[1].0 := 2; }`)).toEqual([2, 3, 1, 2, 0, 1, -1]);
  });

  test.each([
    ["pop(q); pop(q); pop(q);", "pop from an empty queue"],
    ["push(q, 1); push(q, 1);", "push on q, a full queue of capacity 3"],
    ["push(q, q[2]);", "index 2 is outside a queue of length 2"],
    ["push(q, 5);", "value 5 is outside 0..4, the range of q[2]"],
  ])("%s is a run-time error", (body, message) => {
    expect(after(`var q: queue [3] of 0..4 = [1, 2]\ntransition t { ${body} }`)).toBe(message);
  });

  test("a failing assertion is noted, the first one, and the body goes on", () => {
    const model = read('var x: 0..9 = 0\ntransition t { assert x > 0, "first"; x := 3; assert x > 5, "second"; }');
    const [step] = model.steps([0]);
    expect(step!.target).toEqual([3]);
    expect(step!.failed!.message).toBe("first");
  });
});

describe("initial states and choices", () => {
  test("arbitrary values are tried in order, the last variable fastest", () => {
    expect(initial("var x: 0..1 = *\nvar y: 5..6 = *\nvar z: bool = true")).toEqual([
      [0, 5, 1],
      [0, 6, 1],
      [1, 5, 1],
      [1, 6, 1],
    ]);
  });

  test("an arbitrary queue is any of its contents", () => {
    expect(initial("var q: queue [2] of 1..2 = *")).toEqual([
      [0, 0, 0],
      [1, 1, 0],
      [1, 2, 0],
      [2, 1, 1],
      [2, 1, 2],
      [2, 2, 1],
      [2, 2, 2],
    ]);
  });

  test("the initial condition selects", () => {
    expect(initial("var x: 0..9 = *\ninit where x % 4 == 1")).toEqual([[1], [5], [9]]);
  });

  test("parameters are chosen from their whole type, the last fastest", () => {
    const model = read(
      "var x: 0..99 = 0\ntransition t(a: 1..2, b: bool) when !(a == 2 && b) { x := 10 * a + (b ? 1 : 0); }",
    );
    expect([...model.steps([0])].map(({ target }) => target)).toEqual([[10], [11], [20]]);
  });

  test("a composite parameter has every value of its type", () => {
    const model = read("var x: 0..99 = 0\ntransition t(p: array [2] of 0..2) { x := 10 * p[0] + p[1]; }");
    expect([...model.steps([0])].map(({ target }) => target![0])).toEqual([0, 1, 2, 10, 11, 12, 20, 21, 22]);
  });

  test("a guard that cannot be evaluated is a step without a target", () => {
    const model = read("var x: 0..9 = 0\ntransition t(d: 0..1) when 1 / d == 1 { x := 1; }");
    expect([...model.steps([0])].map(({ target, error }) => target ?? error!.message)).toEqual([
      "division by zero",
      [1],
    ]);
  });
});
