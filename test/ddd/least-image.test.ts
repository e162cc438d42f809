/** Least images of whole sets under small groups, against all elements of the group vector by vector. */
import fc from "fast-check";
import { expect, test } from "vitest";
import {
  act,
  canonization,
  chooseReducers,
  count,
  Homomorphisms,
  image,
  leastImage,
  permuteBlocks,
  product,
  setCanonize,
  setOf,
  Space,
} from "../../src/ddd/index.ts";
import type { VectorSymmetry } from "../../src/ddd/index.ts";
import { cyclic, dihedral, elements, wreathProduct } from "../../src/group/index.ts";
import type { Group } from "../../src/group/index.ts";
import { times } from "../support/random-runs.ts";
import { arbitrarySymmetry, arbitraryVectors, lexicographic, listOf, normal } from "../support/vector-sets.ts";
import type { Vector } from "../support/vector-sets.ts";

/** The group on blocks of levels, after some levels that it does not move and before one. */
function onBlocks(group: Group, first: number, width: number): { length: number; all: VectorSymmetry[] } {
  const n = group.degree;
  const length = first + n * width + 1;
  const blocks = Array.from({ length: n }, (_, i) => Array.from({ length: width }, (_, j) => first + i * width + j));
  return { length, all: [...elements(group)].map((p) => permuteBlocks(length, blocks, [...p])) };
}

const groups = fc
  .record({
    n: fc.integer({ min: 2, max: 6 }),
    isDihedral: fc.boolean(),
    first: fc.integer({ min: 0, max: 2 }),
    width: fc.integer({ min: 1, max: 2 }),
    values: fc.integer({ min: 2, max: 4 }),
  })
  .chain(({ n, isDihedral, first, width, values }) => {
    const { length, all } = onBlocks(isDihedral && n > 2 ? dihedral(n) : cyclic(n), first, width);
    return fc.record({
      length: fc.constant(length),
      all: fc.constant(all),
      list: arbitraryVectors(length, 30, values),
    });
  });

test("least rotations and reflections of random sets", () => {
  fc.assert(
    fc.property(groups, ({ length, all, list }) => {
      const space = new Space();
      const homs = new Homomorphisms(space, length);
      const least = (vector: Vector): Vector => all.map((g) => act(g, vector)).sort(lexicographic)[0]!;
      const set = setOf(space, list);
      const result = image(homs, leastImage(homs, all), set);
      expect(listOf(space, result)).toEqual(normal(list.map(least)));
      expect(image(homs, setCanonize(homs, all), set)).toBe(result);
    }),
    { numRuns: times(3000) },
  );
});

test("elements that are no group, and that change values, reduce until none of them does", () => {
  const given = fc.tuple(fc.array(arbitrarySymmetry(4, 3), { maxLength: 3 }), arbitraryVectors(4, 12, 3));
  fc.assert(
    fc.property(given, ([symmetries, list]) => {
      const space = new Space();
      const homs = new Homomorphisms(space, 4);
      for (const vector of listOf(space, image(homs, leastImage(homs, symmetries), setOf(space, list)))) {
        expect(symmetries.every((g) => lexicographic(act(g, vector), vector) >= 0)).toBe(true);
      }
    }),
    { numRuns: times(500) },
  );
});

test("necklaces and bracelets in two colors: some sets are taken vector by vector, others are too large", () => {
  for (const [group, expected] of [
    [cyclic(16), 4116n],
    [dihedral(16), 2250n],
    [cyclic(18), 14_602n],
    [dihedral(18), 7685n],
  ] as const) {
    const space = new Space();
    const homs = new Homomorphisms(space, group.degree);
    const everything = product(
      space,
      Array.from({ length: group.degree }, () => [0, 1]),
    );
    const chosen = chooseReducers(group.degree, group);
    expect(count(space, image(homs, canonization(homs, chosen), everything))).toBe(expected);
  }
});

test("a ring of rings: the inner rings first", () => {
  const group = wreathProduct(cyclic(3), cyclic(3));
  const all = [...elements(group)].map((p) => ({ levels: p }));
  const chosen = chooseReducers(9, group, { enumerateUpTo: 1 });
  expect(chosen.stages.every(({ kind }) => kind === "least")).toBe(true);
  fc.assert(
    fc.property(arbitraryVectors(9, 10, 3), (list) => {
      const space = new Space();
      const homs = new Homomorphisms(space, 9);
      const least = list.map((vector) => all.map((g) => act(g, vector)).sort(lexicographic)[0]!);
      expect(listOf(space, image(homs, canonization(homs, chosen), setOf(space, list)))).toEqual(normal(least));
    }),
    { numRuns: times(100) },
  );
});
