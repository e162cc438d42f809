/** Set operations against sets kept one by one; canonical nodes; collection; limits. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  collect,
  concatenation,
  contains,
  count,
  DddError,
  DddLimitError,
  difference,
  emptySet,
  intersection,
  isSubset,
  nodeCount,
  product,
  setOf,
  singleton,
  Space,
  statistics,
  union,
  unitSet,
  writeDddDot,
} from "../../src/ddd/index.ts";
import { times } from "../support/random-runs.ts";
import { arbitraryVectors, has, listOf, normal } from "../support/vector-sets.ts";
import type { Vector } from "../support/vector-sets.ts";

const twoLists = fc
  .integer({ min: 0, max: 5 })
  .chain((length) => fc.tuple(arbitraryVectors(length, 30, 3), arbitraryVectors(length, 30, 3)));

test("union, intersection and difference are those of sets", () => {
  fc.assert(
    fc.property(twoLists, ([a, b]) => {
      const space = new Space();
      const [x, y] = [setOf(space, a), setOf(space, b)];
      expect(listOf(space, union(space, x, y))).toEqual(normal([...a, ...b]));
      expect(listOf(space, intersection(space, x, y))).toEqual(normal(a.filter((v) => has(b, v))));
      expect(listOf(space, difference(space, x, y))).toEqual(normal(a.filter((v) => !has(b, v))));
      expect(isSubset(space, x, y)).toBe(a.every((v) => has(b, v)));
      expect(count(space, x)).toBe(BigInt(normal(a).length));
      for (const v of b) expect(contains(space, x, v)).toBe(has(a, v));
    }),
    { numRuns: times(1000) },
  );
});

test("a set has one node, however it was made", () => {
  fc.assert(
    fc.property(twoLists, ([a, b]) => {
      const space = new Space();
      const whole = setOf(space, [...a, ...b]);
      const [x, y] = [setOf(space, a), setOf(space, b)];
      expect(union(space, x, y)).toBe(whole);
      expect(union(space, y, x)).toBe(whole);
      expect([...b, ...a].reduce((set, v) => union(space, set, singleton(space, v)), emptySet)).toBe(whole);
      expect(union(space, difference(space, whole, y), y)).toBe(whole);
      expect(difference(space, x, difference(space, x, y))).toBe(intersection(space, x, y));
    }),
    { numRuns: times(500) },
  );
});

test("concatenation puts every vector of one set before every vector of the other", () => {
  const lists = fc
    .tuple(fc.nat(3), fc.nat(3))
    .chain(([m, n]) => fc.tuple(arbitraryVectors(m, 8), arbitraryVectors(n, 8)));
  fc.assert(
    fc.property(lists, ([a, b]) => {
      const space = new Space();
      const joined = concatenation(space, setOf(space, a), setOf(space, b));
      expect(listOf(space, joined)).toEqual(normal(a.flatMap((v) => b.map((w) => [...v, ...w]))));
      expect(joined).toBe(
        setOf(
          space,
          a.flatMap((v) => b.map((w) => [...v, ...w])),
        ),
      );
    }),
    { numRuns: times(500) },
  );
});

test("a product has all combinations", () => {
  const space = new Space();
  const set = product(space, [[1, 0, 1], [7], [-3, 5, 2]]);
  expect(listOf(space, set)).toEqual([[0, 7, -3], [0, 7, 2], [0, 7, 5], [1, 7, -3], [1, 7, 2], [1, 7, 5]]); // prettier-ignore
  expect(nodeCount(space, set)).toBe(3);
  expect(product(space, [[1], []])).toBe(emptySet);
  expect(product(space, [])).toBe(unitSet);
});

test("2^200 vectors are counted exactly", () => {
  const space = new Space();
  const cube = product(
    space,
    Array.from({ length: 200 }, () => [0, 1]),
  );
  expect(count(space, cube)).toBe(2n ** 200n);
  expect(nodeCount(space, cube)).toBe(200);
  expect(count(space, difference(space, cube, singleton(space, new Int32Array(200))))).toBe(2n ** 200n - 1n);
});

describe("collection", () => {
  test("keeps the roots, their numbers and their meaning, and makes room", () => {
    fc.assert(
      fc.property(fc.array(arbitraryVectors(5), { minLength: 2, maxLength: 12 }), fc.nat(), (lists, choice) => {
        const space = new Space();
        const sets = lists.map((list) => setOf(space, list));
        const kept = sets.filter((_, k) => ((choice >> k) & 1) === 1);
        const keptLists = lists.filter((_, k) => ((choice >> k) & 1) === 1);
        collect(space, kept);
        const nodesOfRoots = statistics(space).nodes;
        collect(space, kept);
        expect(statistics(space).nodes).toBe(nodesOfRoots);
        kept.forEach((set, k) => expect(listOf(space, set)).toEqual(normal(keptLists[k]!)));
        // The same sets are found again, others get the numbers that became free.
        keptLists.forEach((list, k) => expect(setOf(space, list)).toBe(kept[k]));
        const again = lists.map((list) => setOf(space, list));
        again.forEach((set, k) => expect(listOf(space, set)).toEqual(normal(lists[k]!)));
        expect(again.reduce((a, b) => union(space, a, b))).toBe(setOf(space, lists.flat()));
      }),
      { numRuns: times(500) },
    );
  });

  test("what was remembered about sets that are gone is forgotten", () => {
    const space = new Space();
    const kept = setOf(space, [[1, 1, 1]]);
    for (let k = 0; k < 2000; k++) {
      const [a, b]: Vector[] = [
        [k % 7, k % 11, k % 13],
        [k % 3, k % 5, 1],
      ];
      const both = union(space, singleton(space, a!), singleton(space, b!));
      expect(listOf(space, both)).toEqual(normal([a!, b!]));
      if (k % 10 === 0) collect(space, [kept]);
    }
    expect(statistics(space).nodes).toBeLessThan(100);
    expect(statistics(space).collections).toBe(200);
  });
});

test("too little memory is an error of its own, and the space stays usable", () => {
  const space = new Space({ memoryBytes: 2 ** 18 });
  const kept = setOf(space, [[1, 2, 3]]);
  let seed = 1;
  const random = (): number => (seed = (Math.imul(seed, 1103515245) + 12345) & 0x7fffffff) >> 8;
  expect(() => {
    for (;;) setOf(space, [Array.from({ length: 50 }, random)]);
  }).toThrow(DddLimitError);
  expect(statistics(space).memoryBytes).toBeLessThanOrEqual(2 ** 18);
  expect(listOf(space, kept)).toEqual([[1, 2, 3]]);
  collect(space, [kept]);
  expect(listOf(space, union(space, kept, singleton(space, [4, 5, 6])))).toEqual([[1, 2, 3], [4, 5, 6]]); // prettier-ignore
});

test("what does not fit is refused with a reason", () => {
  const space = new Space();
  const [two, three] = [setOf(space, [[1, 2]]), setOf(space, [[1, 2, 3]])];
  expect(() => union(space, two, three)).toThrow(new DddError("vectors of unequal lengths: 2 and 3"));
  expect(() => setOf(space, [[1], [1, 2]])).toThrow("vectors of unequal lengths: 1 and 2");
  expect(() => contains(space, two, [1])).toThrow("vectors of unequal lengths: 2 and 1");
  expect(() => singleton(space, [0.5])).toThrow("values are 32-bit integers, and 0.5 is none");
  expect(() => singleton(space, [2 ** 31])).toThrow("values are 32-bit integers");
  expect(() => union(space, two, 99)).toThrow("99 is not a set of this space");
  expect(union(space, two, emptySet)).toBe(two);
});

test("a diagram with 100,000 levels is no trouble", () => {
  const space = new Space();
  const n = 100_000;
  const cube = product(
    space,
    Array.from({ length: n }, () => [0, 1]),
  );
  const zero = singleton(space, new Int32Array(n));
  const rest = difference(space, cube, zero);
  expect(union(space, rest, zero)).toBe(cube);
  expect(intersection(space, rest, zero)).toBe(emptySet);
  expect(concatenation(space, zero, zero)).toBe(singleton(space, new Int32Array(2 * n)));
  collect(space, [cube]);
  expect(nodeCount(space, cube)).toBe(n);
});

test("a diagram is drawn in the same way whatever the numbers of its nodes are", () => {
  const draw = (before: Vector[]): string => {
    const space = new Space();
    setOf(space, before);
    return writeDddDot(space, setOf(space, [[2, 3, 1], [1, 1, 1], [1, 2, 3]]), ["x", "y"]); // prettier-ignore
  };
  expect(draw([[2, 3]])).toBe(draw([]));
  expect(draw([])).toBe(`digraph ddd {
  n1 [shape=box, label="1"];
  n2 [label="x"];
  n2 -> n3 [label="1"];
  n2 -> n4 [label="2"];
  n3 [label="y"];
  n3 -> n5 [label="1"];
  n3 -> n6 [label="2"];
  n4 [label="y"];
  n4 -> n5 [label="3"];
  n5 [label="2"];
  n5 -> n1 [label="1"];
  n6 [label="2"];
  n6 -> n1 [label="3"];
}
`);
});
