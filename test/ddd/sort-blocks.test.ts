/** Sorting the blocks of whole sets, against sorting vector by vector and against the group. */
import fc from "fast-check";
import { expect, test } from "vitest";
import {
  act,
  canonization,
  chooseReducers,
  collect,
  count,
  Homomorphisms,
  image,
  permuteBlocks,
  product,
  setCanonize,
  setOf,
  singleton,
  sortBlocks,
  Space,
  vectors,
} from "../../src/ddd/index.ts";
import type { Blocks, Ddd } from "../../src/ddd/index.ts";
import { elements, symmetric, wreathProduct } from "../../src/group/index.ts";
import { times } from "../support/random-runs.ts";
import { arbitraryVectors, lexicographic, listOf, normal } from "../support/vector-sets.ts";
import type { Vector } from "../support/vector-sets.ts";

/** The reference: the blocks of one vector, sorted. */
function sorted({ level, width, count }: Blocks, vector: Vector): Vector {
  const blocks = Array.from({ length: count }, (_, i) => vector.slice(level + i * width, level + (i + 1) * width));
  return [...vector.slice(0, level), ...blocks.sort(lexicographic).flat(), ...vector.slice(level + width * count)];
}

interface Case {
  readonly length: number;
  readonly blocks: Blocks;
  readonly list: Vector[];
}

const cases: fc.Arbitrary<Case> = fc
  .record({
    level: fc.integer({ min: 0, max: 2 }),
    width: fc.integer({ min: 1, max: 3 }),
    count: fc.integer({ min: 1, max: 5 }),
    tail: fc.integer({ min: 0, max: 2 }),
    most: fc.constantFrom(3, 10, 60),
    values: fc.integer({ min: 2, max: 4 }),
  })
  .chain(({ level, width, count, tail, most, values }) => {
    const length = level + width * count + tail;
    const list = arbitraryVectors(length, most, values);
    return list.map((vectors) => ({ length, blocks: { level, width, count }, list: vectors }));
  });

test("blocks of random sets are sorted as those of their vectors", () => {
  fc.assert(
    fc.property(cases, ({ length, blocks, list }) => {
      const space = new Space();
      const homs = new Homomorphisms(space, length);
      const result = image(homs, sortBlocks(homs, blocks), setOf(space, list));
      expect(listOf(space, result)).toEqual(normal(list.map((vector) => sorted(blocks, vector))));
    }),
    { numRuns: times(4000) },
  );
});

test("the sorted vector is the least of its orbit, by all elements of the group", () => {
  const all = [...elements(symmetric(4))].map((p) => permuteBlocks(9, [[0, 1], [2, 3], [4, 5], [6, 7]], [...p])); // prettier-ignore
  fc.assert(
    fc.property(arbitraryVectors(9, 12, 3), (list) => {
      const space = new Space();
      const homs = new Homomorphisms(space, 9);
      const result = image(homs, sortBlocks(homs, { level: 0, width: 2, count: 4 }), setOf(space, list));
      const least = list.map((vector) => all.map((g) => act(g, vector)).sort(lexicographic)[0]!);
      expect(listOf(space, result)).toEqual(normal(least));
    }),
    { numRuns: times(300) },
  );
});

test("results stay right when numbers of nodes are used again after a collection", () => {
  const blocks = { level: 0, width: 2, count: 3 };
  fc.assert(
    fc.property(fc.array(arbitraryVectors(6, 8, 3), { minLength: 8, maxLength: 12 }), (lists) => {
      const space = new Space();
      const homs = new Homomorphisms(space, 6);
      const kept: Ddd[] = [];
      for (const list of [...lists, ...lists.map((each, k) => [...each, ...lists[(k + 1) % lists.length]!])]) {
        const set = setOf(space, list);
        const result = image(homs, sortBlocks(homs, blocks), set);
        expect(listOf(space, result)).toEqual(normal(list.map((vector) => sorted(blocks, vector))));
        kept.push(set, result);
        collect(space, kept);
      }
    }),
    { numRuns: times(200) },
  );
});

test("all vectors: as many as there are multisets of blocks", () => {
  const space = new Space();
  const homs = new Homomorphisms(space, 80);
  const everything = product(
    space,
    Array.from({ length: 80 }, () => [0, 1, 2]),
  );
  const result = image(homs, sortBlocks(homs, { level: 0, width: 2, count: 40 }), everything);
  // 40 out of 9, with repetition.
  let expected = 1n;
  for (let i = 1n; i <= 8n; i++) expected = (expected * (40n + i)) / i;
  expect(count(space, result)).toBe(expected);
});

test("a wreath product is sorted within blocks, then by blocks, as by exchanges of neighbors", () => {
  const group = wreathProduct(wreathProduct(symmetric(2), symmetric(3)), symmetric(2));
  const chosen = chooseReducers(12, group);
  expect(chosen.stages.every(({ kind }) => kind === "sort")).toBe(true);
  fc.assert(
    fc.property(arbitraryVectors(12, 30, 3), (list) => {
      const space = new Space();
      const homs = new Homomorphisms(space, 12);
      const set = setOf(space, list);
      const expected = image(homs, setCanonize(homs, chosen.reducers), set);
      expect(image(homs, canonization(homs, chosen), set)).toBe(expected);
    }),
    { numRuns: times(200) },
  );
});

test("ten thousand levels", () => {
  const space = new Space();
  const n = 10_000;
  const homs = new Homomorphisms(space, n);
  const vector = Array.from({ length: n }, (_, i) => (i === n - 1 ? 0 : 1));
  const set = image(homs, sortBlocks(homs, { level: 0, width: 1, count: n }), singleton(space, vector));
  expect([...vectors(space, set)]).toEqual([vector.toSorted((a, b) => a - b)]);
});

test("blocks that are not there are refused", () => {
  const homs = new Homomorphisms(new Space(), 5);
  expect(() => sortBlocks(homs, { level: 0, width: 2, count: 3 })).toThrow("there are no 3 blocks of 2 levels");
});
