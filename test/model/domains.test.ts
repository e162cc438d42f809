/** What domain inference finds, on models where it can be worked out by hand; that it is sound is tested with the engines. */

import { expect, test } from "vitest";
import { parse } from "../../src/languages/parse.ts";
import { inferDomains } from "../../src/model/domains.ts";

/** Per slot the values that can occur: listed, or the bounds of an interval. */
function domains(text: string): (number[] | string)[] {
  const { model } = parse(text);
  return inferDomains(model!).map(({ low, high, values }) =>
    values ? [...values] : low === high ? [low] : `${low}..${high}`,
  );
}

test("constants and copies", () => {
  expect(
    domains(`
      var x: 0..9 = 2
      var y: 0..9 = 7
      var z: 0..9 = 0
      transition t { z := x; }
      transition u { z := y; }
    `),
  ).toEqual([[2], [7], [0, 2, 7]]);
});

test("arithmetic, as far as the type allows", () => {
  expect(domains("var x: 0..20 = 1\ntransition t when x < 9 { x := 2 * x; }")).toEqual([[1, 2, 4, 8, 16]]);
  expect(domains("var x: 0..9 = 0\ntransition t { x := (x + 3) % 6; }")).toEqual([[0, 3]]);
});

test("guards restrict what they compare until it is written", () => {
  expect(domains("var x: 0..9 = 0\ntransition t when x < 4 { x := x + 1; }")).toEqual(["0..4"]);
  expect(domains("var x: 0..9 = 0\ntransition t when x < 4 { x := x + 1; x := x + 1; }")).toEqual(["0..9"]);
  expect(domains("var x: 0..9 = 5\nvar y: 0..9 = 0\ntransition t when x == 3 { y := 1; }")).toEqual([[5], [0]]);
});

test("array elements are told apart where the index is known", () => {
  expect(
    domains("var a: array [3] of 0..9 = 0\ntransition t { a[1] := 4; }\ntransition u(i: 1..2) { a[i] := 6; }"),
  ).toEqual([[0], [0, 4, 6], [0, 6]]);
});

test("queue cells hold what was pushed that far, or one less than the lowest value", () => {
  expect(
    domains(
      "var q: queue [2] of 1..9\ntransition t when len(q) < 2 { push(q, 5); }\ntransition u when !empty(q) { pop(q); }",
    ),
  ).toEqual(["0..2", [0, 5], [0, 5]]);
  expect(domains("var q: queue [3] of 1..9\ntransition t when empty(q) { push(q, 5); }")).toEqual([
    "0..1",
    [0, 5],
    [0],
    [0],
  ]);
});

test("branches restrict, loops and reassigned locals do not", () => {
  expect(
    domains(
      "var x: 0..9 = 3\nvar y: 0..9 = 0\ntransition t(p: 0..9) { if p > 6 { y := p; } else if p == 2 { y := 1; } }",
    ),
  ).toEqual([[3], [0, 1, 7, 8, 9]]);
  expect(domains("var x: 0..9 = 0\ntransition t { var l: 0..9 = 1; for i: 0..2 { l := 2; } x := l; }")).toEqual([
    "0..9",
  ]);
});

test("what grows for long takes its whole type", () => {
  expect(domains("var x: 0..100000 = 0\ntransition t when x < 100000 { x := x + 1; }")).toEqual(["0..100000"]);
});
