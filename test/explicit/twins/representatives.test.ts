/** The code for representatives against its twins: not only a state of the orbit, but the same one. */

import fc from "fast-check";
import { expect, test } from "vitest";
import { compile } from "../../../src/explicit/compile.ts";
import { Exploration } from "../../../src/explicit/exploration.ts";
import { facts } from "../../../src/model/facts.ts";
import type { Model } from "../../../src/model/model.ts";
import { planRepresentatives } from "../../../src/symmetry/representatives/plan-representatives.ts";
import type { Plan } from "../../../src/symmetry/representatives/plan.ts";
import { symmetryGroup } from "../../../src/symmetry/symmetry-group.ts";
import type { SymmetryGroup } from "../../../src/symmetry/symmetry-group.ts";
import { Random } from "../../../src/util/random.ts";
import { arbitrarySlotGroup } from "../../support/arbitrary-slot-group.ts";
import { believed } from "../../support/believed-group.ts";
import { times } from "../../support/random-runs.ts";
import {
  freeModel,
  groupBy,
  hypercubeGenerators,
  modelOf,
  someState,
  symmetricGenerators,
} from "../../support/symmetric-slots.ts";
import { representative } from "./representatives.ts";

const kindsOf = (plan: Plan): string[] =>
  plan.kind === "sequence"
    ? plan.parts.flatMap(kindsOf)
    : plan.kind === "cosets"
      ? ["cosets", plan.inner.kind]
      : [plan.kind];

/** Returns the kinds of plans that were compared. */
function expectTwins(model: Model, group: SymmetryGroup, mode: "unique" | "multiple", count: number): string[] {
  const compiled = compile(model, [], { fingerprints: false, symmetry: believed(group), representatives: mode });
  const { fields } = compiled.program.layout;
  const bitsOf = (slot: number): number => fields[slot]!.bits;
  const { points, plan } = planRepresentatives(group, { bitsOf, mode });
  const { space } = new Exploration(compiled);
  const { domains } = facts(model);
  const random = new Random(count);
  for (let k = 0; k < count; k++) {
    const state = someState(domains, random, k);
    const expected = representative({ points, fields }, plan, state);
    const found = space.representativeOf(state);
    if (found.join() !== expected.join()) expect(found, `for ${state.join()}`).toEqual(expected);
  }
  return kindsOf(plan);
}

const rows = symmetricGenerators;
const move =
  (p: readonly number[]) =>
  (_: string, indices: readonly number[]): readonly number[] =>
    indices.map((i) => p[i]!);

test.each([
  [
    "rows of more than 64 bits",
    "sort",
    Array.from({ length: 9 }, (_, k) => `var a${k}: array [0..5] of 0..1023 = *`).join("\n"),
    6,
    false,
  ],
  ["pointers between rows", "refine", "var next: array [0..7] of 0..8 = *\nvar a: array [0..7] of 0..1 = *", 8, true],
  ["a slot for each pair of rows", "refine", "var m: array [0..4] of array [0..4] of 0..1 = *", 5, false],
] as const)("%s: the state is that of the twin", (_, kind, text, n, holdsRows) => {
  const model = modelOf(text);
  const value = (name: string, __: readonly number[], v: number, p: readonly number[]): number =>
    name === "next" ? (p[v] ?? v) : v;
  const group = groupBy(model, rows(n).map((p) => ({ slot: move(p), ...(holdsRows ? { value: (name: string, at: readonly number[], v: number) => value(name, at, v, p) } : {}) }))); // prettier-ignore
  expect(expectTwins(model, group, "unique", times(60))).toEqual([kind]);
  expect(expectTwins(model, group, "multiple", times(30))).toEqual(["local"]);
});

test("rotations: the least of all turns", () => {
  const model = modelOf("var a: array [0..8] of 0..2 = *\nvar b: array [0..8] of 0..1 = *");
  expect(expectTwins(model, groupBy(model, [{ slot: move(rows(9)[1]!) }]), "unique", times(100))).toEqual(["search"]);
});

test.each([
  ["a hypercube of 32 nodes", "var other: 0..4 = *\nvar a: array [0..31] of 3..4 = *", 5],
  ["a hypercube of 32 nodes of two bits", "var a: array [0..31] of 0..2 = *", 5],
  ["a hypercube of 64 nodes", "var a: array [0..63] of 0..1 = *", 6],
  ["a hypercube of 16 nodes with two slots", "var a: array [0..15] of 0..1 = *\nvar b: array [0..15] of 0..4 = *", 4],
] as const)("%s: the state is that of the twin", (_, text, dimension) => {
  const model = modelOf(text);
  const group = groupBy(model, hypercubeGenerators(dimension).map((p) => ({ slot: move(p) }))); // prettier-ignore
  expect(expectTwins(model, group, "unique", times(dimension === 6 ? 4 : 20))).toEqual(["window"]);
});

test("random groups of all structures: the state is that of the twin", () => {
  const seen = new Set<string>();
  fc.assert(
    fc.property(arbitrarySlotGroup(), ({ ranges, generators }) => {
      const model = freeModel(ranges);
      const group = symmetryGroup(generators, facts(model).domains);
      if (group.group.order === 1n || group.group.order > 3000n) return;
      for (const mode of ["unique", "multiple"] as const) {
        for (const kind of expectTwins(model, group, mode, 6)) seen.add(kind);
      }
    }),
    { numRuns: times(300) },
  );
  expect([...seen].sort()).toEqual(["cosets", "local", "refine", "search", "sort"]);
});
