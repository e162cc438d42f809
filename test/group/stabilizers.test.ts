import fc from "fast-check";
import { expect, test } from "vitest";
import { elements } from "../../src/group/elements.ts";
import { baseOf, contains, permutationGroup, randomElement } from "../../src/group/group.ts";
import { setImage } from "../../src/group/images.ts";
import { symmetric, wreathProduct } from "../../src/group/named-groups.ts";
import { directProduct, isSubgroup, sameGroup } from "../../src/group/operations.ts";
import { pointwiseStabilizer, setStabilizer, vectorStabilizer, withBase } from "../../src/group/stabilizers.ts";
import { Random } from "../../src/util/random.ts";
import { arbitraryGroup, sporadic } from "../support/groups.ts";

test("stabilizers have exactly the elements that they should", () => {
  fc.assert(
    fc.property(arbitraryGroup(7), fc.array(fc.nat(), { minLength: 7, maxLength: 7 }), (group, choices) => {
      const n = group.degree;
      const points = choices.slice(0, 3).map((choice) => choice % n);
      const set = new Set(points);
      const vector = choices.slice(0, n).map((choice) => choice % 3);
      const all = [...elements(group)];
      const fixing = all.filter((p) => points.every((i) => p[i] === i));
      const keeping = all.filter((p) => points.every((i) => set.has(p[i]!)));
      const preserving = all.filter((p) => vector.every((value, i) => vector[p[i]!] === value));
      const pairs = [
        [pointwiseStabilizer(group, points), fixing],
        [setStabilizer(group, points), keeping],
        [vectorStabilizer(group, vector), preserving],
      ] as const;
      for (const [stabilizer, expected] of pairs) {
        expect(stabilizer.order).toBe(BigInt(expected.length));
        for (const p of expected) expect(contains(stabilizer, p)).toBe(true);
        expect(isSubgroup(stabilizer, group)).toBe(true);
      }
    }),
  );
});

test("M24 is five times transitive", () => {
  const group = permutationGroup(24, sporadic[3]!.generators);
  const orders = [0, 1, 2, 3, 4, 5].map((k) => pointwiseStabilizer(group, [3, 9, 14, 20, 22].slice(0, k)).order);
  expect(orders).toEqual([244823040n, 10200960n, 443520n, 20160n, 960n, 48n]);
});

test("the stabilizer of an octad of M24 is 2^4:A8, that of a dodecad is M12", () => {
  const group = permutationGroup(24, sporadic[3]!.generators);
  // An octad: the fixed points of the stabilizer of five points, and an orbit of length 3.
  const stabilizer = pointwiseStabilizer(group, [0, 1, 2, 3, 4]);
  const lengths = new Map<number, number>();
  for (let i = 0; i < 24; i++) lengths.set(i, Number(stabilizer.order / pointwiseStabilizer(stabilizer, [i]).order));
  const octad = [...lengths.keys()].filter((i) => lengths.get(i)! <= 3);
  expect(octad).toHaveLength(8);
  expect(setStabilizer(group, octad).order).toBe(322560n);
  // A dodecad: two octads that share two points, without these.
  const random = new Random(1);
  for (;;) {
    const other = setImage(octad, randomElement(group, random));
    if (other.filter((i) => octad.includes(i)).length !== 2) continue;
    const dodecad = [...octad, ...other].filter((i) => !(octad.includes(i) && other.includes(i)));
    expect(setStabilizer(group, dodecad).order).toBe(95040n);
    return;
  }
});

test("sets in symmetric groups and wreath products are no trouble", () => {
  const half = Array.from({ length: 60 }, (_, i) => 2 * i);
  expect(setStabilizer(symmetric(120), half).order).toBe(symmetric(60).order ** 2n);
  const wreath = wreathProduct(symmetric(5), symmetric(8));
  // Two points in each of three blocks, one in each of two: 3!, 2!, 3! ways to permute the blocks.
  const points = [0, 1, 5, 6, 10, 11, 15, 20];
  expect(setStabilizer(wreath, points).order).toBe((2n * 6n) ** 3n * 24n ** 2n * 120n ** 3n * 6n * 2n * 6n);
});

test("the base can be changed, and the group stays the same", () => {
  fc.assert(
    fc.property(arbitraryGroup(10), fc.array(fc.nat(), { maxLength: 5 }), (group, choices) => {
      const points = [...new Set(choices.map((choice) => choice % group.degree))];
      const changed = withBase(group, points);
      expect(changed.order).toBe(group.order);
      expect(changed.parts.reduce((product, { chain }) => product * chain.order, 1n)).toBe(group.order);
      for (const part of changed.parts) {
        const own = points.filter((i) => part.points.includes(i));
        expect(part.chain.base.map((i) => part.points[i]!).slice(0, own.length)).toEqual(own);
      }
      expect(sameGroup(changed, group)).toBe(true);
      expect(sameGroup(group, changed)).toBe(true);
    }),
  );
});

test("the stabilizer of nothing is the group, that of everything is trivial", () => {
  const group = directProduct(symmetric(4), symmetric(3));
  expect(sameGroup(pointwiseStabilizer(group, []), group)).toBe(true);
  expect(sameGroup(setStabilizer(group, []), group)).toBe(true);
  expect(sameGroup(setStabilizer(group, [0, 1, 2, 3, 4, 5, 6]), group)).toBe(true);
  expect(pointwiseStabilizer(group, [0, 1, 2, 3, 4, 5, 6]).order).toBe(1n);
  expect(baseOf(pointwiseStabilizer(group, [0, 1, 2, 3, 4, 5, 6]))).toEqual([]);
});

test("points and vectors that do not fit are refused", () => {
  const group = symmetric(3);
  expect(() => pointwiseStabilizer(group, [3])).toThrow("the point 3 is not one of the 3 points");
  expect(() => setStabilizer(group, [-1])).toThrow("the point -1 is not one of the 3 points");
  expect(() => vectorStabilizer(group, [1, 2])).toThrow("unequal degrees: a group of 3, a vector of 2");
  expect(() => withBase(group, [0.5])).toThrow("the point 0.5 is not one of the 3 points");
});
