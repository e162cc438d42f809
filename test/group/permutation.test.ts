import fc from "fast-check";
import { expect, test } from "vitest";
import { formatCycles, parseCycles } from "../../src/group/cycles.ts";
import {
  compose,
  conjugate,
  identity,
  inverse,
  isIdentity,
  orderOf,
  permutation,
  power,
  samePermutation,
  sign,
} from "../../src/group/permutation.ts";
import { dense, sparse } from "../../src/group/sparse-permutation.ts";
import { arbitraryPermutations } from "../support/groups.ts";
import { expectGroupAction } from "../support/laws.ts";

const names = ["a", "b", "c", "d", "e"];

test("composition is first the left, then the right permutation", () => {
  const p = parseCycles("(0 1)", 3);
  const q = parseCycles("(1 2)", 3);
  expect(formatCycles(compose(p, q))).toBe("(0 2 1)");
  expect(compose(p, q)[0]).toBe(q[p[0]!]);
});

test("permutations form a group", () => {
  fc.assert(
    fc.property(arbitraryPermutations(3, 12), ([p, q, r]) => {
      const n = p!.length;
      expect(compose(compose(p!, q!), r!)).toEqual(compose(p!, compose(q!, r!)));
      expect(compose(p!, identity(n))).toEqual(p);
      expect(isIdentity(compose(p!, inverse(p!)))).toBe(true);
      expect(isIdentity(compose(inverse(p!), p!))).toBe(true);
    }),
  );
});

test("points are acted on from the right, and so are permutations by conjugation", () => {
  fc.assert(
    fc.property(arbitraryPermutations(3, 12), ([x, p, q]) => {
      for (let i = 0; i < p!.length; i++) expectGroupAction((point: number, g) => g[point]!, i, p!, q!);
      expectGroupAction(conjugate, x!, p!, q!);
      expect(conjugate(x!, p!)).toEqual(compose(compose(inverse(p!), x!), p!));
    }),
  );
});

test("the order is the first power that is the identity", () => {
  fc.assert(
    fc.property(arbitraryPermutations(1, 10), ([p]) => {
      const order = orderOf(p!);
      for (let k = 1n; k < order; k++) expect(isIdentity(power(p!, k))).toBe(false);
      expect(isIdentity(power(p!, order))).toBe(true);
      expect(power(p!, -1)).toEqual(inverse(p!));
      expect(power(p!, 3)).toEqual(compose(p!, compose(p!, p!)));
      expect(power(p!, 10n ** 30n)).toEqual(power(p!, 10n ** 30n % order));
    }),
  );
});

test("the sign of a product is the product of the signs", () => {
  fc.assert(
    fc.property(arbitraryPermutations(2, 10), ([p, q]) => {
      expect(sign(compose(p!, q!))).toBe(sign(p!) * sign(q!));
    }),
  );
  expect(sign(parseCycles("(0 1)(2 3)", 4))).toBe(1);
  expect(sign(parseCycles("(0 1 2 3)", 4))).toBe(-1);
});

test("the order of a permutation can exceed what a number holds", () => {
  const primes = [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53];
  let start = 0;
  const cycles = primes.map((length) => {
    const points = Array.from({ length }, (_, i) => start + i);
    start += length;
    return `(${points.join(" ")})`;
  });
  expect(orderOf(parseCycles(cycles.join(""), start))).toBe(32589158477190044730n);
});

test("cycle notation is read and written over numbers and names", () => {
  expect(formatCycles(parseCycles("(a b)(c d e)", names), names)).toBe("(a b)(c d e)");
  expect([...parseCycles(" ( a , b ) (c,d,e) ", names)]).toEqual([1, 0, 3, 4, 2]);
  expect(formatCycles(parseCycles("(4 2)(0 3)", 5))).toBe("(0 3)(2 4)");
  expect(formatCycles(identity(3))).toBe("()");
  expect(parseCycles("()", 3)).toEqual(identity(3));
  expect(parseCycles("", 0)).toEqual(identity(0));
  expect(parseCycles("(1)(2)", 3)).toEqual(identity(3));
});

test("what is written in cycle notation is read back, over numbers and names", () => {
  fc.assert(
    fc.property(arbitraryPermutations(1, 12), ([p]) => {
      const words = Array.from(p!, (_, i) => `P[${i}].x`);
      expect(parseCycles(formatCycles(p!), p!.length)).toEqual(p);
      expect(parseCycles(formatCycles(p!, words), words)).toEqual(p);
    }),
  );
});

test.each([
  ["(0 1", 3, "not in cycle notation, such as (a b)(c d e): (0 1"],
  ["0 1", 3, "not in cycle notation, such as (a b)(c d e): 0 1"],
  ["(0 1)(1 2)", 3, "1 occurs twice in (0 1)(1 2)"],
  ["(0 0)", 3, "0 occurs twice in (0 0)"],
  ["(0 3)", 3, "3 is not one of the 3 points"],
  ["(0 -1)", 3, "-1 is not one of the 3 points"],
  ["(a f)", names, "no point is named f"],
  ["(a b)", ["a", "b", "a"], "two points have the same name"],
])("the cycles %s over %j are refused", (text, points, message) => {
  expect(() => parseCycles(text, points)).toThrow(message);
});

test.each([
  [[0, 0], "not a permutation: 0 and 1 have the same image 0"],
  [[0, 2], "not a permutation of 2 points: the image of 1 is 2"],
  [[-1, 0], "not a permutation of 2 points: the image of 0 is -1"],
  [[0.5, 0], "not a permutation of 2 points: the image of 0 is 0.5"],
  [[Number.NaN], "not a permutation of 1 points: the image of 0 is NaN"],
])("the images %j are refused", (images, message) => {
  expect(() => permutation(images)).toThrow(message);
});

test("permutations of different degrees do not mix", () => {
  expect(() => compose(identity(2), identity(3))).toThrow("unequal degrees: 2 and 3");
  expect(() => conjugate(identity(2), identity(3))).toThrow("unequal degrees: 2 and 3");
  expect(() => formatCycles(identity(2), ["a"])).toThrow("unequal degrees: a permutation of 2 points and 1 names");
  expect(samePermutation(identity(2), identity(3))).toBe(false);
});

test("sparse and dense forms are the same permutation", () => {
  fc.assert(
    fc.property(arbitraryPermutations(1, 12), ([p]) => {
      const form = sparse(p!);
      expect(dense(form, p!.length)).toEqual(p);
      expect(form.support.every((i, k) => form.images[k] !== i)).toBe(true);
    }),
  );
});

test.each([
  [[0, 1], [1], "not a permutation: 2 points with 1 images"],
  [[0, 0], [0, 0], "not a permutation: 0 has two images"],
  [[0, 1], [1, 1], "not a permutation: no point is mapped to 0"],
  [[0], [1], "not a permutation: no point is mapped to 0"],
  [[1], [0], "not a permutation: two points are mapped to 0"],
  [[0, 5], [5, 0], "the point 5 is not one of the 5 points"],
])("the sparse permutation %j to %j is refused", (support, images, message) => {
  const form = { support: Int32Array.from(support), images: Int32Array.from(images) };
  expect(() => dense(form, 5)).toThrow(message);
});
