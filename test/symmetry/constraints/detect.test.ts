import { readFileSync } from "node:fs";
import fc from "fast-check";
import { expect, test } from "vitest";
import { formatStructure } from "../../../src/group/structure/structure-tree.ts";
import { structureOf } from "../../../src/group/structure/structure.ts";
import { facts } from "../../../src/model/facts.ts";
import type { Model } from "../../../src/model/model.ts";
import { parseModel } from "../../../src/model/text/parse.ts";
import { printModel } from "../../../src/model/text/print.ts";
import { detectByConstraints } from "../../../src/symmetry/constraints/detect.ts";
import { symmetryGroup } from "../../../src/symmetry/symmetry-group.ts";
import { formatSymmetry } from "../../../src/symmetry/symmetry.ts";
import { Validator } from "../../../src/symmetry/validator/validator.ts";
import { arbitraryModel } from "../../support/arbitrary-model.ts";
import { arbitrarySymmetricModel } from "../../support/arbitrary-symmetric-model.ts";
import { reachableStates, whyNoAutomorphism } from "../../support/automorphism.ts";
import { expected, times } from "../../support/random-runs.ts";

const stateLimit = 800;

function parsed(text: string, defines: Record<string, string> = {}): Model {
  const { model, diagnostics } = parseModel({ name: "test.seq", text }, { defines });
  if (!model) throw new Error(diagnostics[0]!.message);
  return model;
}

function example(name: string, defines: Record<string, string> = {}): Model {
  return parsed(readFileSync(`examples/seq/${name}.seq`, "utf8"), defines);
}

function structure(model: Model, properties: Model["properties"] = []): string {
  const { generators } = detectByConstraints(model, properties);
  return formatStructure(structureOf(symmetryGroup(generators, facts(model).domains).group));
}

/** Proposals that were no symmetries, and that the validator therefore had to refuse. */
let wrongProposals = 0;

/** Checks all generators; returns how many there were, or undefined if the model is too large to try them out. */
function generatorsChecked(model: Model): number | undefined {
  const graph = reachableStates(model, stateLimit);
  if (!graph) return undefined;
  const { generators } = detectByConstraints(model);
  for (const generator of generators) {
    const wrong = whyNoAutomorphism(model, graph, generator);
    if (wrong === undefined) continue;
    wrongProposals++;
    if (!new Validator(model).validate(generator).accepted) continue;
    throw new Error(`${formatSymmetry(generator, facts(model).slots)}: ${wrong}\n${printModel(model)}`);
  }
  return generators.length;
}

test("every generator is an automorphism of the state graph, in models with symmetries", () => {
  let tried = 0;
  let moving = 0;
  fc.assert(
    fc.property(arbitrarySymmetricModel(), (model) => {
      const count = generatorsChecked(model);
      if (count !== undefined) tried++;
      if (count) moving++;
    }),
    { numRuns: times(700) },
  );
  expect(tried).toBeGreaterThan(expected(500));
  expect(moving).toBeGreaterThan(expected(250));
  expect(wrongProposals).toBe(0);
});

test("every generator is an automorphism of the state graph, in models of any kind", () => {
  let tried = 0;
  fc.assert(
    fc.property(arbitraryModel(), (model) => {
      if (generatorsChecked(model) !== undefined) tried++;
    }),
    { numRuns: times(300) },
  );
  expect(tried).toBeGreaterThan(expected(150));
  expect(wrongProposals).toBe(0);
});

test("whatever a model contains, its constraints can be made, with all properties", () => {
  fc.assert(
    fc.property(arbitraryModel(), (model) => {
      const conditions = model.transient ? [model.transient] : [];
      const transient = conditions.map((condition) => ({ kind: "invariant", name: "transient", condition }) as const);
      detectByConstraints(model, [...model.properties, ...transient]);
    }),
    { numRuns: times(1000) },
  );
});

test("what is only read in what is assigned is told apart", () => {
  const text = "var a: array [0..1] of 0..1 = *\nvar x: 0..1 = 0\ntransition copy { x := a[0]; }";
  const exchanges = (model: Model): boolean =>
    detectByConstraints(model).generators.some(({ slots }) => slots[0] === 1);
  expect(exchanges(parsed(text))).toBe(false);
  expect(exchanges(parsed(text.replace("x := a[0]", "x := a[0] + a[1] - a[0] * a[1]")))).toBe(true);
});

test("a value with which a guard fails to evaluate is not like one with which it does not hold", () => {
  const model = parsed(`
    var x: 0..2 = *
    transition t when 1 / (2 - x) >= 0 && x != 2 && x != 0 { x := 1; }`);
  expect(structure(model)).toBe("1");
});

test("the cell of a queue that never holds true can be tested", () => {
  const model = parsed("var q: queue [1] of bool = [false] transition t { assert len(q) > 0 ? q[0] : false; }");
  expect(structure(model)).toBe("1");
});

test("a long disjunction that ends in true can be made a constraint", () => {
  const some = Array.from({ length: 8 }, (_, i) => `x[${i}]`).join(" || ");
  const text = `type P = 0..7 var x: array [P] of bool = false transition t(p: P) when ${some} || true { x[p] := !x[p]; }`;
  expect(structure(parsed(text))).toBe("S8");
});

test("a value that is assigned is not exchanged with another, though nothing reads either", () => {
  expect(structure(parsed("var a: 0..1 = * transition t when true { a := 0; }"))).toBe("1");
});

test("values that are only copied are exchanged", () => {
  const model = parsed("var a: 0..2 = * var b: 0..2 = * transition t when a != b { b := a; }");
  expect(structure(model)).toBe("S3");
});

test.each<[string, Record<string, string>, string]>([
  ["dining-philosophers", { N: "10" }, "C10"],
  ["token-circulation", {}, "C6"],
  ["token-circulation", { N: "4" }, "S2 x C4"],
  ["peterson", { N: "5" }, "S5"],
  ["german", { N: "3" }, "S3 x S2"],
  ["hanoi", {}, "S2"],
])("%s with %o has the group %s", (name, defines, expected) => {
  const found = structure(example(name, defines));
  // A dihedral group of six points is S3 x S2.
  expect(found === "D6" ? "S3 x S2" : found).toBe(expected);
});

test("a property that names a process leaves the others", () => {
  const model = parsed(`
    const N = 4 type P = 0..N-1 var at: array [P] of 0..2 = 0
    transition go(p: P) when at[p] < 2 { at[p] := at[p] + 1; }
    property some: invariant at[1] < 2 || at[0] == 2
    property all: invariant forall p: P . at[p] <= 2`);
  expect(structure(model)).toBe("S4");
  expect(structure(model, [model.properties[0]!])).toBe("S2");
  expect(structure(model, [model.properties[1]!])).toBe("S4");
});

test("two processes of different types that do the same are exchanged", () => {
  const model = parsed(`
    var a: 0..2 = 0 var b: 0..2 = 0
    transition left when a < 2 { a := a + 1; }
    transition right when !(b == 2) { if (b == 0) { b := 1; } else { b := 2; } }`);
  expect(structure(model)).toBe("S2");
});

test("conditions that mean the same are the same, however they are written", () => {
  const model = parsed(`
    var a: 0..2 = 2 var b: 0..2 = 2
    transition left(k: 0..1) when a == 2 { a := k; }
    transition right(k: 0..1) when b == 2 { b := k; }
    transition meet when a != 2 && a == b { a := 2; b := 2; }`);
  expect(structure(model)).toBe("S2 x S2");
});

test("an access with too many possible places is said, not guessed at", () => {
  const model = parsed(`
    var a: array [0..299] of array [0..299] of bool = false var i: 0..299 = 0 var j: 0..299 = 0
    transition t when a[i][j] { i := j; } transition w when !a[0][0] { a[0][0] := true; }
    transition u when i < 299 { i := i + 1; }
    transition v when j < 299 { j := j + 1; }`);
  const { generators, reason } = detectByConstraints(model);
  expect(generators).toEqual([]);
  expect(reason).toMatch(/too many possible places/);
});
