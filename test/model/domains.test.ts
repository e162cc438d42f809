/**
 * Domain inference on models with results by hand, and a test that no state leaves the domains. Detectors, the
 * validator and the engines all trust it, so it has an oracle of its own: all states of random models, found by the
 * reference interpreter.
 */

import fc from "fast-check";
import { expect, test } from "vitest";
import { compile } from "../../src/explicit/compile.ts";
import { Exploration } from "../../src/explicit/exploration.ts";
import { parse } from "../../src/languages/parse.ts";
import type { Domain } from "../../src/model/domains.ts";
import { facts } from "../../src/model/facts.ts";
import type { State } from "../../src/model/interpret.ts";
import type { Model } from "../../src/model/model.ts";
import { isScalar } from "../../src/model/slots.ts";
import { InternalError } from "../../src/util/internal-error.ts";
import { arbitraryModel } from "../support/arbitrary-model.ts";
import { expected, times } from "../support/random-runs.ts";
import { referenceSearch } from "../support/reference-search.ts";
import { expectWithinDomains } from "../support/within-domains.ts";

/** Per slot the values that can occur: listed, or the bounds of an interval. */
function domains(text: string): (number[] | string)[] {
  const { model } = parse(text);
  return facts(model!).domains.map(({ low, high, values }) =>
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

test("what a test says of a place is forgotten when a local on the way to it is assigned", () => {
  // Only locals in plain indices were seen: `len(q[l]) == 0` was believed of q[1] after l := 1, and x could not be 1.
  const last = (body: string): unknown =>
    domains(`
      var q: array [2] of queue [1] of bool
      var a: array [2] of 0..3 = [0, 3]
      var x: 0..3 = 0
      transition fill when empty(q[1]) { push(q[1], true); }
      transition t { var l: 0..1 = 0; ${body} }
    `).at(-1);
  expect(last("if len(q[l]) == 0 { l := 1; x := len(q[l]); }")).toBe("0..1");
  expect(last("if a[l == 1 ? 1 : 0] == 0 { l := 1; x := a[l == 1 ? 1 : 0]; }")).toEqual([0, 3]);
});

test("what grows for long takes its whole type", () => {
  expect(domains("var x: 0..100000 = 0\ntransition t when x < 100000 { x := x + 1; }")).toEqual(["0..100000"]);
});

test("no reachable state of a random model has a value that was ruled out", () => {
  fc.assert(
    fc.property(arbitraryModel(), (model) => expectWithinDomains(model, referenceSearch(model, []).states)),
    { numRuns: times(1000) },
  );
});

test("the compiled search stops with an internal error at a value outside wrong domains", () => {
  let tried = 0;
  fc.assert(
    fc.property(arbitraryModel(), (model) => {
      const { states, parents, error } = referenceSearch(model, []);
      const wrong = error ? undefined : domainsWithoutSome(model, states, parents);
      if (!wrong) return;
      tried++;
      // An own property hides what the model's facts would infer.
      const misled = { ...model };
      Object.defineProperty(facts(misled), "domains", { value: wrong });
      const exploration = new Exploration(compile(misled, [], { fingerprints: false }));
      expect(() => {
        while (exploration.step());
      }).toThrow(InternalError);
    }),
    { numRuns: times(500) },
  );
  expect(tried).toBeGreaterThan(expected(20));
});

/** The domains without the greatest value that some scalar variable gets after the beginning, if there is one. */
function domainsWithoutSome(
  model: Model,
  states: readonly State[],
  parents: readonly number[],
): readonly Domain[] | undefined {
  const { slots, domains: inferred } = facts(model);
  for (const [slot, { variable }] of slots.entries()) {
    if (!isScalar(variable.type)) continue;
    const most = Math.max(...states.map((state) => state[slot]!));
    const isLate = states.every((state, id) => state[slot] !== most || parents[id] !== -1);
    if (states.length > 0 && isLate) return inferred.with(slot, { low: inferred[slot]!.low, high: most - 1 });
  }
  return undefined;
}
