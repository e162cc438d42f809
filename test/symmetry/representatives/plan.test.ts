/** The plan for each kind of group, and the alternatives of each plan. Other tests run the plans. */

import { expect, test } from "vitest";
import { denseGenerators } from "../../../src/group/group.ts";
import { alternating, symmetric } from "../../../src/group/named-groups.ts";
import { identity } from "../../../src/group/permutation.ts";
import { planRepresentatives } from "../../../src/symmetry/representatives/plan-representatives.ts";
import { isExact } from "../../../src/symmetry/representatives/plan.ts";
import { symmetryGroup } from "../../../src/symmetry/symmetry-group.ts";
import type { SymmetryGroup } from "../../../src/symmetry/symmetry-group.ts";
import { inducedAction } from "../../support/groups.ts";
import { onlyInLongRun } from "../../support/random-runs.ts";
import { hypercubeGenerators } from "../../support/symmetric-slots.ts";

const bit = { low: 0, high: 1 };

function onSlots(permutations: readonly ArrayLike<number>[]): SymmetryGroup {
  return symmetryGroup(
    permutations.map((p) => ({ slots: Int32Array.from(p), values: new Map() })),
    Array.from({ length: permutations[0]!.length }, () => bit),
  );
}

const unique = { bitsOf: () => 1, mode: "unique" } as const;

test("a large symmetric group on slots is sorted", () => {
  const { plan, order } = planRepresentatives(onSlots(denseGenerators(symmetric(60))), unique);
  expect(plan.kind).toBe("sort");
  expect(order).toBe(symmetric(60).order);
});

test("unordered pairs of rows are refined, with both rows in one role", () => {
  const pairs = subsets(6, 2);
  const group = onSlots(
    denseGenerators(symmetric(6)).map((p) =>
      Int32Array.from([...p, ...inducedAction(pairs, (pair) => sorted(pair.map((i) => p[i]!))).map((i) => i + 6)]),
    ),
  );
  const { plan } = planRepresentatives(group, unique);
  if (plan.kind !== "refine") throw new Error(plan.kind);
  expect(plan.orbits.map(({ arity, roles }) => [arity, roles])).toEqual([
    [1, [1]],
    [2, [1, 1]],
  ]);
});

test("what belongs to four rows is searched", () => {
  const sets = subsets(9, 4);
  const group = onSlots(
    denseGenerators(symmetric(9)).map((p) =>
      Int32Array.from([...p, ...inducedAction(sets, (set) => sorted(set.map((i) => p[i]!))).map((i) => i + 9)]),
    ),
  );
  expect(planRepresentatives(group, unique).plan.kind).toBe("search");
});

test.each([
  [4, 2, 8, 8, 48],
  [5, 1, 16, 10, 384],
  [5, 2, 8, 40, 96],
  [6, 1, 16, 60, 768],
])("dimension %i, %i bits a node: the window is a subcube", (dimension, bits, size, images, stabilizer) => {
  const { plan } = planRepresentatives(onSlots(hypercubeGenerators(dimension)), { ...unique, bitsOf: () => bits });
  if (plan.kind !== "window") throw new Error(plan.kind);
  expect(plan.window.length).toBe(size);
  const all = plan.window.reduce((a, b) => a & b);
  const some = plan.window.reduce((a, b) => a | b);
  // As many digits vary as the size says.
  expect(2 ** (some ^ all).toString(2).replaceAll("0", "").length).toBe(size);
  expect([plan.images.length, plan.stabilizer.length]).toEqual([images, stabilizer]);
});

test("states of at most 16 bits, and more than 64 bits, are searched", () => {
  expect(planRepresentatives(onSlots(hypercubeGenerators(4)), unique).plan.kind).toBe("search");
  const group = onSlots(hypercubeGenerators(5));
  expect(planRepresentatives(group, { ...unique, bitsOf: () => 3 }).plan.kind).toBe("search");
});

test.skipIf(onlyInLongRun())("where tables would be too large there is local search", () => {
  const { plan } = planRepresentatives(onSlots(denseGenerators(alternating(280))), unique);
  expect(plan.kind).toBe("local");
  expect(isExact(plan)).toBe(false);
});

test("orbits with a slot that is not stored take no part", () => {
  const exchange = [1, 0, 3, 2, 5, 4];
  const { points, order } = planRepresentatives(onSlots([exchange]), {
    ...unique,
    bitsOf: (slot) => Number(slot !== 2),
  });
  expect(points.map(({ slot }) => slot)).toEqual([0, 1, 4, 5]);
  expect(order).toBe(2n);
  const { order: none } = planRepresentatives(onSlots([exchange]), {
    ...unique,
    bitsOf: (slot) => Number(slot % 2 === 0),
  });
  expect(none).toBe(1n);
});

test("for several representatives all is local search, with exchanges of neighbors", () => {
  const { plan } = planRepresentatives(onSlots(denseGenerators(symmetric(5))), { ...unique, mode: "multiple" });
  if (plan.kind !== "local") throw new Error(plan.kind);
  const exchanges = plan.moves.filter((move) => move.filter((to, from) => to !== from).length === 2);
  expect(exchanges.length).toBe(4);
  expect(plan.points.length).toBe(identity(5).length);
});

function subsets(n: number, k: number): number[][] {
  if (k === 0) return [[]];
  return Array.from({ length: n }, (_, i) => i).flatMap((i) =>
    subsets(n, k - 1)
      .filter(([first]) => first === undefined || first > i)
      .map((rest) => [i, ...rest]),
  );
}

function sorted(list: readonly number[]): number[] {
  return list.toSorted((a, b) => a - b);
}
