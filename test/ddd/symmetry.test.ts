/**
 * Compares symmetries on sets with symmetries on vectors, one by one. It has the worked examples of the paper and tests
 * the choice of reducers.
 */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  act,
  apply,
  canonization,
  chooseReducers,
  comparison,
  composition,
  count,
  Homomorphisms,
  image,
  orbit,
  permuteBlocks,
  product,
  reduces,
  setCanonize,
  setOf,
  Space,
  sum,
} from "../../src/ddd/index.ts";
import type { Hom, LevelPoint, VectorSymmetry } from "../../src/ddd/index.ts";
import {
  alternating,
  cyclic,
  denseGenerators,
  dihedral,
  directProduct,
  elements,
  permutationGroup,
  symmetric,
  wreathProduct,
} from "../../src/group/index.ts";
import type { Group } from "../../src/group/index.ts";
import { arbitraryPermutation, arbitrarySymmetry, arbitraryVectors, has, lexicographic, listOf, normal, orbitsOf } from "../support/vector-sets.ts"; // prettier-ignore
import { times } from "../support/random-runs.ts";
import type { Vector } from "../support/vector-sets.ts";

const values = 3;
const withValues = fc.boolean();
const symmetryAndVectors = fc
  .tuple(fc.integer({ min: 1, max: 7 }), withValues)
  .chain(([n, w]) => fc.tuple(arbitrarySymmetry(n, w ? values : undefined), arbitraryVectors(n, 30, values)));

test("reduces(g) selects what act(g) makes smaller", () => {
  fc.assert(
    fc.property(symmetryAndVectors, ([g, list]) => {
      const space = new Space();
      const homs = new Homomorphisms(space, g.levels.length);
      const selected = image(homs, reduces(homs, g), setOf(space, list));
      expect(listOf(space, selected)).toEqual(normal(list.filter((s) => lexicographic(act(g, s), s) < 0)));
      expect(reduces(homs, g).isSelector).toBe(true);
    }),
    { numRuns: times(2000) },
  );
});

test("apply(g) is the image under act(g)", () => {
  fc.assert(
    fc.property(symmetryAndVectors, ([g, list]) => {
      const space = new Space();
      const homs = new Homomorphisms(space, g.levels.length);
      expect(listOf(space, image(homs, apply(homs, g), setOf(space, list)))).toEqual(
        normal(list.map((s) => act(g, s))),
      );
    }),
    { numRuns: times(2000) },
  );
});

test("apply(g) for rotations, reversals and exchanges of blocks", () => {
  const space = new Space();
  const n = 12;
  const homs = new Homomorphisms(space, n);
  const list = Array.from({ length: 40 }, (_, k) => Array.from({ length: n }, (_, i) => ((k + 3) * (i + 1) * 7) % 5));
  const blocks = [[0, 1, 2], [3, 4, 5], [6, 7, 8], [9, 10, 11]]; // prettier-ignore
  const symmetries: VectorSymmetry[] = [
    ...Array.from({ length: n }, (_, k) => ({ levels: Array.from({ length: n }, (_, i) => (i + k) % n) })),
    { levels: Array.from({ length: n }, (_, i) => n - 1 - i) },
    ...[[1, 0, 2, 3], [3, 1, 2, 0], [1, 2, 3, 0], [2, 3, 0, 1]].map((images) => permuteBlocks(n, blocks, images)), // prettier-ignore
  ];
  for (const g of symmetries) {
    expect(listOf(space, image(homs, apply(homs, g), setOf(space, list)))).toEqual(normal(list.map((s) => act(g, s))));
  }
});

describe("the paper", () => {
  /** The paper's g.v = (v_{g.1}, ..., v_{g.n}): place i receives the value from place g.i. */
  const ofPaper = (images: readonly number[]): VectorSymmetry => {
    const levels: number[] = [];
    images.forEach((from, i) => (levels[from - 1] = i));
    return { levels };
  };

  test("Figure 4: the vectors the text names, for S3 with H = {(1 2), (2 3)}", () => {
    const space = new Space();
    const homs = new Homomorphisms(space, 3);
    const [first, second] = [ofPaper([2, 1, 3]), ofPaper([1, 3, 2])];
    const a = [[1, 3, 3], [2, 1, 3], [2, 3, 1], [3, 1, 3]]; // prettier-ignore
    const step = (g: VectorSymmetry, list: readonly Vector[]): Vector[] =>
      normal(list.map((s) => (lexicographic(act(g, s), s) < 0 ? act(g, s) : s)));
    // (2,1,3) and (2,3,1) collapse when (2 3) is applied.
    expect(step(second, [[2, 1, 3], [2, 3, 1]])).toEqual([[2, 1, 3]]); // prettier-ignore
    const canonical = image(homs, setCanonize(homs, [first, second]), setOf(space, a));
    expect(listOf(space, canonical)).toEqual([[1, 2, 3], [1, 3, 3]]); // prettier-ignore
  });

  test("reduces((2,3,1,4)) is the formula", () => {
    const space = new Space();
    const homs = new Homomorphisms(space, 4);
    // s3 < s1 or (s3 = s1 and (s1 < s2 or (s1 = s2 and s2 < s3))): place 1 receives s3, place 2 s1, and place 3 s2.
    const less = (i: number, j: number): Hom => comparison(homs, i - 1, "<", j - 1);
    const equal = (i: number, j: number): Hom => comparison(homs, i - 1, "=", j - 1);
    const inner = sum(homs, [less(1, 2), composition(homs, less(2, 3), equal(1, 2))]);
    const formula = sum(homs, [less(3, 1), composition(homs, inner, equal(3, 1))]);
    const all = product(
      space,
      Array.from({ length: 4 }, () => [0, 1, 2, 3]),
    );
    // Place i goes to g(i). This is the inverse of the paper's g.v, and its formula is about the inverse.
    const g = { levels: [1, 2, 0, 3] };
    expect(act(g, [1, 2, 3, 4])).toEqual([3, 1, 2, 4]);
    expect(image(homs, reduces(homs, g), all)).toBe(image(homs, formula, all));
    expect(act(ofPaper([2, 3, 1, 4]), [1, 2, 3, 4])).toEqual([2, 3, 1, 4]);
    expect(image(homs, reduces(homs, ofPaper([2, 3, 1, 4])), all)).not.toBe(image(homs, formula, all));
  });

  test("software product line: 2^(n+5) vectors, 6(n+1) representatives", () => {
    for (const n of [3, 20, 160]) {
      const space = new Space();
      const homs = new Homomorphisms(space, n + 5);
      const all = product(
        space,
        Array.from({ length: n + 5 }, () => [0, 1]),
      );
      expect(count(space, all)).toBe(2n ** BigInt(n + 5));
      const { reducers, isMonotonic } = chooseReducers(n + 5, directProduct(symmetric(n), symmetric(5)));
      expect(isMonotonic).toBe(true);
      const canonical = image(homs, setCanonize(homs, reducers), all);
      expect(count(space, canonical)).toBe(6n * BigInt(n + 1));
      if (n === 20) expect(image(homs, orbit(homs, reducers), canonical)).toBe(all);
    }
  });
});

/** A group on points, and which levels or values the points are. */
interface Case {
  readonly name: string;
  readonly length: number;
  readonly group: Group;
  readonly points?: readonly LevelPoint[];
  readonly isMonotonic: boolean;
  readonly enumerateUpTo?: number;
}

/** Points renumbered: point i of the group is level `levels[i]`. */
const at = (levels: readonly number[]): LevelPoint[] => levels.map((level) => ({ level }));

/** S_n on blocks of some levels each, block by block or column by column. */
const blockwise = (n: number, width: number): Group =>
  permutationGroup(n * width, denseGenerators(symmetric(n)).map((p) => Array.from({ length: n * width }, (_, i) => p[Math.floor(i / width)]! * width + (i % width))).map((p) => Int32Array.from(p))); // prettier-ignore

/** S_3 on the values 0, 1, 2 of four levels; and on objects with references to them. */
const valuePoints = [0, 1, 2, 3].flatMap((level) => [0, 1, 2].map((value) => ({ level, value })));
const onValues = permutationGroup(12, denseGenerators(symmetric(3)).map((p) => Int32Array.from({ length: 12 }, (_, i) => Math.floor(i / 3) * 3 + p[i % 3]!))); // prettier-ignore
const referencePoints: LevelPoint[] = [...at([0, 1, 2]), ...[3, 4].flatMap((level) => [0, 1, 2].map((value) => ({ level, value })))]; // prettier-ignore
const onReferences = permutationGroup(9, denseGenerators(symmetric(3)).map((p) => Int32Array.from({ length: 9 }, (_, i) => Math.floor(i / 3) * 3 + p[i % 3]!))); // prettier-ignore

/** The group of the cube, on its 8 corners: bits exchanged and flipped. */
const cube = permutationGroup(8, [
  Int32Array.from({ length: 8 }, (_, i) => i ^ 1),
  Int32Array.from({ length: 8 }, (_, i) => ((i << 1) & 7) | (i >> 2)),
  Int32Array.from({ length: 8 }, (_, i) => (i & 4) | ((i & 1) << 1) | ((i & 2) >> 1)),
]);

const cases: readonly Case[] = [
  { name: "S4", length: 5, group: symmetric(4), isMonotonic: true },
  { name: "S4 on scattered levels", length: 6, group: symmetric(4), points: at([5, 0, 3, 2]), isMonotonic: true },
  { name: "C5", length: 6, group: cyclic(5), isMonotonic: true },
  { name: "D5", length: 5, group: dihedral(5), isMonotonic: true },
  { name: "A5", length: 5, group: alternating(5), isMonotonic: true },
  { name: "A5, not enumerated", length: 5, group: alternating(5), isMonotonic: false, enumerateUpTo: 1 },
  { name: "S3 on blocks of two", length: 6, group: blockwise(3, 2), isMonotonic: true },
  {
    name: "S3 on two columns of three",
    length: 6,
    group: blockwise(3, 2),
    points: at([0, 3, 1, 4, 2, 5]),
    isMonotonic: true,
  },
  { name: "S3 on blocks, one the wrong way round, not enumerated", length: 6, group: blockwise(3, 2), points: at([0, 1, 3, 2, 4, 5]), isMonotonic: false, enumerateUpTo: 1 }, // prettier-ignore
  { name: "S3 on blocks, one the wrong way round", length: 6, group: blockwise(3, 2), points: at([0, 1, 3, 2, 4, 5]), isMonotonic: true }, // prettier-ignore
  { name: "S3 x C3 x S2", length: 9, group: directProduct(symmetric(3), cyclic(3), symmetric(2)), isMonotonic: true },
  { name: "S3 x C3 on interleaved levels", length: 6, group: directProduct(symmetric(3), cyclic(3)), points: at([4, 0, 2, 5, 1, 3]), isMonotonic: true }, // prettier-ignore
  { name: "S3 wr S2", length: 6, group: wreathProduct(symmetric(3), symmetric(2)), isMonotonic: true },
  { name: "S2 wr S3", length: 6, group: wreathProduct(symmetric(2), symmetric(3)), isMonotonic: true },
  { name: "S3 wr S2, not enumerated", length: 6, group: wreathProduct(symmetric(3), symmetric(2)), isMonotonic: true, enumerateUpTo: 1 }, // prettier-ignore
  { name: "S2 wr S3, not enumerated", length: 6, group: wreathProduct(symmetric(2), symmetric(3)), isMonotonic: true, enumerateUpTo: 1 }, // prettier-ignore
  { name: "S3 wr S2, blocks mixed, not enumerated", length: 6, group: wreathProduct(symmetric(3), symmetric(2)), points: at([0, 1, 4, 2, 5, 3]), isMonotonic: false, enumerateUpTo: 1 }, // prettier-ignore
  { name: "C3 wr S3", length: 9, group: wreathProduct(cyclic(3), symmetric(3)), isMonotonic: true },
  { name: "S2 wr C4", length: 8, group: wreathProduct(symmetric(2), cyclic(4)), isMonotonic: true },
  { name: "S2 wr S2 wr S2", length: 8, group: wreathProduct(wreathProduct(symmetric(2), symmetric(2)), symmetric(2)), isMonotonic: true }, // prettier-ignore
  { name: "the cube on its corners", length: 8, group: cube, isMonotonic: true },
  { name: "the cube on its corners, not enumerated", length: 8, group: cube, isMonotonic: false, enumerateUpTo: 1 },
  { name: "S3 on values", length: 4, group: onValues, points: valuePoints, isMonotonic: true, enumerateUpTo: 1 },
  { name: "S3 on objects and references", length: 5, group: onReferences, points: referencePoints, isMonotonic: true },
  { name: "S3 on objects and references, not enumerated", length: 5, group: onReferences, points: referencePoints, isMonotonic: false, enumerateUpTo: 1 }, // prettier-ignore
  { name: "nothing", length: 3, group: permutationGroup(0, []), points: [], isMonotonic: true },
];

/** A permutation of the points as it acts on vectors, written independently of the tested code. */
function symmetryOf(length: number, points: readonly LevelPoint[], p: ArrayLike<number>): VectorSymmetry {
  const levels = Array.from({ length }, (_, i) => i);
  const maps = new Map<number, Map<number, number>>();
  points.forEach(({ level, value }, i) => {
    levels[level] = points[p[i]!]!.level;
    if (value === undefined) return;
    const map = maps.get(level) ?? new Map<number, number>();
    maps.set(level, map.set(value, points[p[i]!]!.value!));
  });
  return { levels, values: maps };
}

describe.each(cases)(
  "$name",
  ({ length, group, points = at([...Array(length).keys()].slice(0, group.degree)), isMonotonic, enumerateUpTo }) => {
    const chosen = chooseReducers(length, group, { points, ...(enumerateUpTo !== undefined && { enumerateUpTo }) });
    const all = [...elements(group)].map((p) => symmetryOf(length, points, p));
    const orbitMinimum = (s: Vector): Vector => all.map((g) => act(g, s)).sort(lexicographic)[0]!;
    const lists = arbitraryVectors(length, 20, values);

    test("it is known whether representatives are unique", () => expect(chosen.isMonotonic).toBe(isMonotonic));

    test("orbit(H) is the union of orbits", () => {
      fc.assert(
        fc.property(arbitraryVectors(length, 3, values), (list) => {
          const space = new Space();
          const homs = new Homomorphisms(space, length);
          const found = image(homs, orbit(homs, chosen.reducers), setOf(space, list));
          expect(listOf(space, found)).toEqual(normal(list.flatMap((s) => all.map((g) => act(g, s)))));
        }),
        { numRuns: times(20) },
      );
    });

    test("set_canonize(H) gives the least of each orbit, or at least something of each and nothing else", () => {
      let multiple = 0;
      fc.assert(
        fc.property(lists, (list) => {
          const space = new Space();
          const homs = new Homomorphisms(space, length);
          const canonical = listOf(space, image(homs, setCanonize(homs, chosen.reducers), setOf(space, list)));
          const least = normal(list.map(orbitMinimum));
          if (isMonotonic) expect(canonical).toEqual(least);
          expect(normal(canonical.map(orbitMinimum))).toEqual(least);
          for (const s of canonical) expect(chosen.reducers.every((g) => lexicographic(act(g, s), s) >= 0)).toBe(true);
          multiple += canonical.length - least.length;
          const staged = listOf(space, image(homs, canonization(homs, chosen), setOf(space, list)));
          if (isMonotonic) expect(staged).toEqual(least);
          expect(normal(staged.map(orbitMinimum))).toEqual(least);
          for (const s of staged) expect(chosen.reducers.every((g) => lexicographic(act(g, s), s) >= 0)).toBe(true);
        }),
        { numRuns: times(60) },
      );
      if (isMonotonic) expect(multiple).toBe(0);
    });

    test("set_canonize(H) of all vectors: the least ones, and no others if representatives are unique", () => {
      const space = new Space();
      const homs = new Homomorphisms(space, length);
      const everything = product(space, new Array<number[]>(length).fill(length > 6 ? [0, 1] : [0, 1, 2]));
      const canonical = listOf(space, image(homs, setCanonize(homs, chosen.reducers), everything));
      const least = listOf(space, everything).filter((s) => lexicographic(orbitMinimum(s), s) === 0);
      expect(isMonotonic ? canonical : canonical.filter((s) => has(least, s))).toEqual(least);
    });
  },
);

/** Groups on few points, to be laid over levels in all ways. */
const shapes: readonly (readonly [string, Group])[] = [
  ["S3 on blocks of two", blockwise(3, 2)],
  ["S2 on blocks of three", blockwise(2, 3)],
  ["S4", symmetric(4)],
  ["S3 x S3", directProduct(symmetric(3), symmetric(3))],
  ["S3 x C3", directProduct(symmetric(3), cyclic(3))],
  ["S3 wr S2", wreathProduct(symmetric(3), symmetric(2))],
  ["S2 wr S3", wreathProduct(symmetric(2), symmetric(3))],
  ["C3 wr S2", wreathProduct(cyclic(3), symmetric(2))],
  ["S2 wr C3", wreathProduct(symmetric(2), cyclic(3))],
  ["A4", alternating(4)],
  ["D6, as S3 x S2 on a table", permutationGroup(6, [[1, 2, 0, 4, 5, 3], [1, 0, 2, 4, 3, 5], [3, 4, 5, 0, 1, 2]].map((p) => Int32Array.from(p)))], // prettier-ignore
];

test.each(shapes)("what is said of representatives is true wherever the levels of %s are", (name, group) => {
  let monotonicCount = 0;
  fc.assert(
    fc.property(arbitraryPermutation(6), (order) => {
      const points = at(order.slice(0, group.degree));
      const chosen = chooseReducers(6, group, { points, enumerateUpTo: 1 });
      const all = [...elements(group)].map((p) => symmetryOf(6, points, p));
      const space = new Space();
      const homs = new Homomorphisms(space, 6);
      const everything = product(
        space,
        order.map(() => [0, 1, 2]),
      );
      const canonical = image(homs, setCanonize(homs, chosen.reducers), everything);
      const staged = image(homs, canonization(homs, chosen), everything);
      for (const set of [canonical, staged]) {
        expect(image(homs, orbit(homs, chosen.reducers), set)).toBe(everything);
      }
      if (!chosen.isMonotonic) return;
      monotonicCount++;
      const isLeast = (s: Vector): boolean => all.every((g) => lexicographic(act(g, s), s) >= 0);
      expect(listOf(space, canonical)).toEqual(listOf(space, everything).filter(isLeast));
      expect(staged).toBe(canonical);
    }),
    { numRuns: times(40), examples: [[[0, 1, 2, 3, 4, 5]]] },
  );
  expect(monotonicCount > 0).toBe(name !== "A4");
});

test("set_canonize(H) and orbit(H) are sound for any symmetries", () => {
  const given = fc
    .tuple(fc.integer({ min: 2, max: 5 }), withValues)
    .chain(([n, w]) =>
      fc.tuple(
        fc.array(arbitrarySymmetry(n, w ? values : undefined), { minLength: 1, maxLength: 3 }),
        arbitraryVectors(n, 12, values),
      ),
    );
  fc.assert(
    fc.property(given, ([generators, list]) => {
      const space = new Space();
      const homs = new Homomorphisms(space, generators[0]!.levels.length);
      const set = setOf(space, list);
      const canonical = listOf(space, image(homs, setCanonize(homs, generators), set));
      const whole = orbitsOf(list, generators, act);
      expect(listOf(space, image(homs, orbit(homs, generators), set))).toEqual(whole);
      // Every representative is in the orbit of some vector, and every vector in that of some representative.
      expect(canonical.every((s) => has(whole, s))).toBe(true);
      expect(orbitsOf(canonical, generators, act)).toEqual(whole);
      expect(canonical.every((s) => generators.every((g) => lexicographic(act(g, s), s) >= 0))).toBe(true);
    }),
    { numRuns: times(500) },
  );
});

test("objects change places, and references to them follow", () => {
  const swapped = permuteBlocks(6, [[0, 1], [2, 3]], [1, 0], [3, 1, 5]); // prettier-ignore
  expect(act(swapped, [7, 0, 8, 1, 1, 1])).toEqual([8, 0, 7, 1, 1, 0]);
  expect(act(swapped, [7, 2, 8, 0, 1, 2])).toEqual([8, 1, 7, 2, 1, 2]);
});

test("what is no symmetry is refused with a reason", () => {
  const homs = new Homomorphisms(new Space(), 3);
  expect(() => apply(homs, { levels: [0, 1] })).toThrow("a symmetry of 2 levels where there are 3");
  expect(() => reduces(homs, { levels: [0, 1, 1] })).toThrow("levels 1 and 2 both go to level 1");
  expect(() => setCanonize(homs, [{ levels: [0, 1, 3] }])).toThrow("level 2 goes to 3, which is no level");
  const both = new Map([[0, new Map([[0, 1], [2, 1]])]]); // prettier-ignore
  expect(() => apply(homs, { levels: [0, 1, 2], values: both })).toThrow("two values of level 0 become 1");
  expect(() => chooseReducers(2, symmetric(3))).toThrow("there is no level 2");
});

test("a permutation of many levels", () => {
  fc.assert(
    fc.property(arbitraryPermutation(60), arbitraryVectors(60, 5, 2), (levels, list) => {
      const space = new Space();
      const homs = new Homomorphisms(space, 60);
      expect(listOf(space, image(homs, apply(homs, { levels }), setOf(space, list)))).toEqual(normal(list.map((s) => act({ levels }, s)))); // prettier-ignore
    }),
    { numRuns: times(20) },
  );
});
