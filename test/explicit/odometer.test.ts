import fc from "fast-check";
import { expect, test } from "vitest";
import { compile } from "../../src/explicit/compile.ts";
import { Exploration } from "../../src/explicit/exploration.ts";
import type { Model } from "../../src/model/model.ts";
import { parseModel } from "../../src/model/text/parse.ts";
import { findSymmetries } from "../../src/symmetry/find.ts";
import { times } from "../support/random-runs.ts";

function parsed(text: string): Model {
  const { model, diagnostics } = parseModel({ name: "test.seq", text }, { defines: {} });
  if (!model) throw new Error(`${diagnostics[0]!.message}\n${text}`);
  return model;
}

function explored(model: Model): Exploration {
  const exploration = new Exploration(
    compile(model, [], { fingerprints: false, symmetry: findSymmetries(model).group }),
  );
  while (exploration.step());
  return exploration;
}

test("of rows that are permuted in all ways, only ascending sequences are initial", () => {
  const model = parsed(`
    type P = 0..29 var a: array [P] of 0..2 = *
    transition t(p: P) when a[p] == 0 { a[p] := 1; }`);
  const exploration = explored(model);
  expect(exploration.states).toBe((32 * 31) / 2);
  expect(exploration.unreducedStates).toBe(3n ** 30n);
});

test("whatever is arbitrary, representatives stand for all initial states", () => {
  const size = fc.constantFrom(2, 3);
  fc.assert(
    fc.property(size, size, fc.subarray(["b", "m", "x", "d", "c"]), fc.boolean(), (n, k, arbitrary, hasCondition) => {
      const initial = (name: string, value: string): string => (arbitrary.includes(name) ? "*" : value);
      const model = parsed(`
        const N = ${n} const K = ${k} type P = 0..N-1 type Q = 0..K-1
        var a: array [P] of 0..2 = *
        var b: array [P] of bool = ${initial("b", "false")}
        var c: array [Q] of 0..1 = ${initial("c", "0")}
        var m: array [P] of array [Q] of bool = ${initial("m", "false")}
        var x: 0..N = ${initial("x", "N")}
        var d: 0..2 = ${initial("d", "0")}
        ${hasCondition ? "init where exists p: P . a[p] != 0" : ""}
        transition t(p: P) when a[p] != d { a[p] := d; }
        transition u(p: P, q: Q) when b[p] && c[q] == 0 { m[p][q] := !m[p][q]; x := p; }
        transition v(q: Q) when forall p: P . m[p][q] { c[q] := 1; }`);
      const whole = new Exploration(compile(model, [], { fingerprints: false }));
      while (whole.step());
      const exploration = explored(model);
      expect(exploration.isUnique).toBe(true);
      expect(exploration.unreducedStates).toBe(BigInt(whole.states));
    }),
    { numRuns: times(60) },
  );
});

test("where only the least initial states of rings are tried, they stand for all", () => {
  const guards = ["a[i] != a[j]", "a[i] == a[j]", "a[i] != a[j] || x == i", "true"];
  fc.assert(
    fc.property(
      fc.integer({ min: 5, max: 7 }),
      fc.constantFrom(...guards),
      fc.boolean(),
      fc.boolean(),
      fc.constantFrom("", "init where a[0] != a[1] || a[1] != a[2]", "init where exists i: P . a[i] != 0"),
      (n, guard, isReflected, isNamed, where) => {
        const back = isReflected ? "|| i == (j + 1) % N" : "";
        const model = parsed(`
          const N = ${n} type P = 0..N-1
          var a: array [P] of 0..3 = *
          var x: 0..N = ${isNamed ? "*" : "N"}
          ${where}
          transition t(i: P, j: P) when (j == (i + 1) % N ${back}) && (${guard}) { a[i] := a[j]; ${isNamed ? "x := j;" : ""} }`);
        const whole = new Exploration(compile(model, [], { fingerprints: false }));
        while (whole.step());
        const exploration = explored(model);
        expect(exploration.unreducedStates).toBe(BigInt(whole.states));
      },
    ),
    { numRuns: times(60) },
  );
});
