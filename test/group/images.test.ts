import fc from "fast-check";
import { expect, test } from "vitest";
import { elements } from "../../src/group/elements.ts";
import { contains, permutationGroup, randomElement } from "../../src/group/group.ts";
import type { Group } from "../../src/group/group.ts";
import {
  canonicalImage,
  canonicalSetImage,
  minimalImage,
  minimalImageByEnumeration,
  minimalSetImage,
  setImage,
  vectorImage,
} from "../../src/group/images.ts";
import { alternating, cyclic, dihedral, symmetric, wreathProduct } from "../../src/group/named-groups.ts";
import { conjugateGroup, directProduct } from "../../src/group/operations.ts";
import { identity } from "../../src/group/permutation.ts";
import { Random } from "../../src/util/random.ts";
import {
  arbitraryGroup,
  arbitraryPermutations,
  projectiveSpecialLinear,
  randomPermutation,
  sporadic,
} from "../support/groups.ts";
import { expectGroupAction } from "../support/laws.ts";
import { times } from "../support/random-runs.ts";

/** Every group up to this order is compared with brute force. */
const enumerable = 5000n;

test("vectors and sets are acted on from the right", () => {
  fc.assert(
    fc.property(
      arbitraryPermutations(2, 10),
      fc.array(fc.nat(4), { minLength: 10, maxLength: 10 }),
      ([p, q], values) => {
        const vector = values.slice(0, p!.length);
        expectGroupAction(vectorImage, vector, p!, q!);
        const points = [...vector.keys()].filter((i) => vector[i]! > 2);
        expectGroupAction(setImage, points, p!, q!);
      },
    ),
  );
});

const named: readonly (readonly [string, Group])[] = [
  ["S6", symmetric(6)],
  ["A6", alternating(6)],
  ["C30", cyclic(30)],
  ["D25", dihedral(25)],
  ["S2 wr S4", wreathProduct(symmetric(2), symmetric(4))],
  ["S3 wr S3", wreathProduct(symmetric(3), symmetric(3))],
  ["C4 wr C3", wreathProduct(cyclic(4), cyclic(3))],
  ["S4 x D7", directProduct(symmetric(4), dihedral(7))],
  ["S3 x S3 x S3", directProduct(symmetric(3), symmetric(3), symmetric(3))],
  ["PSL(2,7)", permutationGroup(8, projectiveSpecialLinear(7).generators)],
  ["PSL(2,13)", permutationGroup(14, projectiveSpecialLinear(13).generators)],
  ["PSL(2,17)", permutationGroup(18, projectiveSpecialLinear(17).generators)],
];

test.each(named)("images under %s equal brute force", (_, group) => {
  expect(group.order).toBeLessThanOrEqual(enumerable);
  const random = new Random(group.degree);
  const shuffled = conjugateGroup(group, randomPermutation(group.degree, random));
  for (let k = 0; k < 12; k++) {
    const valueCount = 2 + (k % 4);
    const vector = Array.from({ length: group.degree }, () => random.below(valueCount) - 1);
    expectRightImages(k % 2 === 0 ? group : shuffled, vector, random);
  }
});

test("images under random groups equal brute force", () => {
  fc.assert(
    fc.property(
      arbitraryGroup(9),
      fc.array(fc.nat(3), { minLength: 9, maxLength: 9 }),
      fc.nat(),
      (group, values, seed) => {
        fc.pre(group.order <= enumerable);
        expectRightImages(group, values.slice(0, group.degree), new Random(seed));
      },
    ),
    { numRuns: times(300) },
  );
});

test("there are as many minimal and canonical images as orbits, over all vectors", () => {
  const groups = [
    dihedral(7),
    wreathProduct(symmetric(2), symmetric(3)),
    permutationGroup(6, projectiveSpecialLinear(5).generators),
  ];
  for (const group of groups) {
    // Burnside: the number of orbits is the average number of vectors that an element fixes.
    let fixed = 0;
    for (const p of elements(group)) fixed += 2 ** cycleCount(p);
    const minimal = new Set<string>();
    const canonical = new Set<string>();
    for (let bits = 0; bits < 2 ** group.degree; bits++) {
      const vector = Array.from({ length: group.degree }, (_, i) => (bits >> i) & 1);
      minimal.add(minimalImage(group, vector)!.image.join());
      canonical.add(canonicalImage(group, vector)!.image.join());
    }
    expect(minimal.size).toBe(fixed / Number(group.order));
    expect(canonical.size).toBe(minimal.size);
  }
});

test("the canonical image depends on the group, not on its generators", () => {
  const { degree, generators } = sporadic[1]!;
  const group = permutationGroup(degree, generators);
  const random = new Random(5);
  const other = permutationGroup(
    degree,
    Array.from({ length: 4 }, () => randomElement(group, random)),
  );
  expect(other.order).toBe(group.order);
  for (let k = 0; k < 20; k++) {
    const vector = Array.from({ length: degree }, () => random.below(3));
    expect(canonicalImage(other, vector)!.image).toEqual(canonicalImage(group, vector)!.image);
  }
});

test("images under groups far too large to enumerate are the same for all of an orbit", () => {
  const groups = [
    permutationGroup(24, sporadic[3]!.generators),
    wreathProduct(symmetric(6), symmetric(6)),
    directProduct(symmetric(20), alternating(9), dihedral(10)),
    symmetric(40),
  ];
  const random = new Random(2);
  for (const group of groups) {
    for (const valueCount of [2, 4]) {
      const vector = Array.from({ length: group.degree }, () => random.below(valueCount));
      const moved = vectorImage(vector, randomElement(group, random));
      const images = [canonicalImage, minimalImage].map((find) => [find(group, vector)!, find(group, moved)!] as const);
      for (const [image, movedImage] of images) {
        expect(movedImage.image).toEqual(image.image);
        expect(movedImage.stabilizerOrder).toBe(image.stabilizerOrder);
        expect(vectorImage(vector, image.by)).toEqual(image.image);
        expect(contains(group, image.by)).toBe(true);
      }
    }
  }
});

test("under a symmetric group the minimal image is the sorted vector", () => {
  const random = new Random(3);
  const vector = Array.from({ length: 30 }, () => random.below(5));
  const { image, stabilizerOrder } = minimalImage(symmetric(30), vector)!;
  expect(image).toEqual(vector.toSorted((a, b) => a - b));
  const counts = [0, 1, 2, 3, 4].map((value) => vector.filter((v) => v === value).length);
  expect(stabilizerOrder).toBe(counts.reduce((product, count) => product * symmetric(count).order, 1n));
  expect(minimalSetImage(symmetric(30), [29, 3, 17])!.image).toEqual([0, 1, 2]);
});

test("a search that reaches its limit has no answer, never a wrong one", () => {
  const group = permutationGroup(24, sporadic[3]!.generators);
  const vector = Array.from({ length: 24 }, (_, i) => i % 2);
  const expected = minimalImage(group, vector)!;
  for (const limit of [0, 1, 10, 100, 1000, 100_000]) {
    const found = minimalImage(group, vector, { limit });
    expect(found?.image ?? expected.image).toEqual(expected.image);
  }
  expect(minimalImage(group, vector, { limit: 3 })).toBeUndefined();
  expect(canonicalImage(group, vector, { limit: 0 })).toBeUndefined();
  expect(canonicalSetImage(group, [1, 3, 5, 7, 9, 11], { limit: 0 })).toBeUndefined();
  // Nothing to choose, nothing to count.
  expect(minimalImage(group, new Array(24).fill(1), { limit: 0 })!.stabilizerOrder).toBe(group.order);
});

test("vectors may hold any numbers, and the trivial group leaves them alone", () => {
  expect(minimalImage(symmetric(4), [2.5, -1, 1e9, 0])!.image).toEqual([-1, 0, 2.5, 1e9]);
  expect(minimalImage(symmetric(0), [])).toEqual({ image: [], by: identity(0), stabilizerOrder: 1n });
  expect(canonicalImage(symmetric(1), [7])!.image).toEqual([7]);
  expect(minimalSetImage(cyclic(5), [])!.image).toEqual([]);
  expect(minimalSetImage(cyclic(5), [4, 4, 3])!.image).toEqual([0, 1]);
  expect(minimalImage(permutationGroup(3, []), [3, 2, 1])!.image).toEqual([3, 2, 1]);
});

test("vectors and sets that do not fit are refused", () => {
  expect(() => minimalImage(symmetric(3), [1, 2])).toThrow("unequal degrees: 3 and 2");
  expect(() => canonicalSetImage(symmetric(3), [3])).toThrow("the point 3 is not one of the 3 points");
  expect(() => vectorImage([1, 2], identity(3))).toThrow("unequal degrees: 3 and 2");
  expect(() => setImage([3], identity(3))).toThrow("the point 3 is not one of the 3 points");
});

function expectRightImages(group: Group, vector: readonly number[], random: Random): void {
  const expected = minimalImageByEnumeration(group, vector);
  const moved = vectorImage(vector, randomElement(group, random));
  const minimal = minimalImage(group, vector)!;
  expect(minimal.image).toEqual(expected.image);
  expect(minimalImage(group, moved)!.image).toEqual(expected.image);
  const canonical = canonicalImage(group, vector)!;
  expect(canonicalImage(group, moved)!.image).toEqual(canonical.image);
  for (const { image, by, stabilizerOrder } of [minimal, canonical]) {
    expect(contains(group, by)).toBe(true);
    expect(vectorImage(vector, by)).toEqual(image);
    expect(stabilizerOrder).toBe(expected.stabilizerOrder);
  }
  const least = Math.min(...vector);
  const points = [...vector.keys()].filter((i) => vector[i] === least);
  const indicator = vector.map((value) => (value === least ? 0 : 1));
  const set = minimalImageByEnumeration(group, indicator).image;
  expect(minimalSetImage(group, points)!.image).toEqual([...set.keys()].filter((i) => set[i] === 0));
  const movedPoints = setImage(points, randomElement(group, random));
  expect(canonicalSetImage(group, movedPoints)!.image).toEqual(canonicalSetImage(group, points)!.image);
}

function cycleCount(p: Int32Array): number {
  const seen = new Set<number>();
  let count = 0;
  for (let i = 0; i < p.length; i++) {
    if (seen.has(i)) continue;
    count++;
    for (let j = i; !seen.has(j); j = p[j]!) seen.add(j);
  }
  return count;
}
