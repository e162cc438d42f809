import fc from "fast-check";
import { expect, test } from "vitest";
import { parseCycles } from "../../src/group/cycles.ts";
import { elements } from "../../src/group/elements.ts";
import { baseOf, contains, permutationGroup, randomElement, sift } from "../../src/group/group.ts";
import { alternating, cyclic, dihedral, symmetric, wreathProduct } from "../../src/group/named-groups.ts";
import { directProduct, sameGroup } from "../../src/group/operations.ts";
import { compose, identity, inverse, isIdentity, sign } from "../../src/group/permutation.ts";
import type { Permutation } from "../../src/group/permutation.ts";
import { sparse } from "../../src/group/sparse-permutation.ts";
import { Random } from "../../src/util/random.ts";
import {
  arbitraryPermutations,
  closure,
  inducedAction,
  projectiveSpecialLinear,
  randomPermutation,
  rubik,
  sporadic,
} from "../support/groups.ts";

function factorial(n: number): bigint {
  let product = 1n;
  for (let k = 2; k <= n; k++) product *= BigInt(k);
  return product;
}

const known = [...sporadic, rubik, ...[2, 3, 5, 7, 11, 13, 31].map(projectiveSpecialLinear)];

test.each(known)("$name has its order, with and without being told", ({ degree, generators, order }) => {
  expect(permutationGroup(degree, generators).order).toBe(order);
  expect(permutationGroup(degree, generators, { order }).order).toBe(order);
  expect(permutationGroup(degree, generators.map(sparse)).order).toBe(order);
});

test.each([1, 2, 3, 4, 5, 6, 7, 20, 60])("two generators generate S_%i and A_%i, by any route", (n) => {
  const whole = permutationGroup(n, [...symmetric(n).generators]);
  const even = permutationGroup(n, [...alternating(n).generators]);
  expect(whole.order).toBe(factorial(n));
  expect(even.order).toBe(n < 2 ? 1n : factorial(n) / 2n);
  expect(sameGroup(whole, symmetric(n))).toBe(true);
  expect(sameGroup(even, alternating(n))).toBe(true);
  const random = new Random(n);
  for (let k = 0; k < 10; k++) {
    const p = randomPermutation(n, random);
    expect(contains(whole, p)).toBe(true);
    expect(contains(even, p)).toBe(sign(p) === 1);
  }
});

test("cyclic, dihedral and wreath groups have the orders that they should", () => {
  expect([0, 1, 2, 3, 12].map((n) => permutationGroup(n, cyclic(n).generators).order)).toEqual([1n, 1n, 2n, 3n, 12n]);
  expect([0, 1, 2, 3, 12].map((n) => permutationGroup(n, dihedral(n).generators).order)).toEqual([1n, 1n, 2n, 6n, 24n]);
  const wreath = wreathProduct(symmetric(5), alternating(4));
  expect(permutationGroup(20, wreath.generators).order).toBe(120n ** 4n * 12n);
  // Two orbits of copies: each needs generators of its own.
  const twice = wreathProduct(symmetric(3), directProduct(symmetric(2), symmetric(2)));
  expect(permutationGroup(12, twice.generators).order).toBe(6n ** 4n * 4n);
  expect(wreathProduct(symmetric(0), symmetric(4)).order).toBe(1n);
});

test("the order is right where bounds by signs are needed to prove it", () => {
  const s = symmetric(40);
  const half = (p: Permutation, at: number): Permutation =>
    Int32Array.from({ length: 80 }, (_, i) => (i >= at && i < at + 40 ? at + p[i - at]! : i));
  const [cycle, exchange] = [Int32Array.from({ length: 40 }, (_, i) => (i + 1) % 40), parseCycles("(0 1)", 40)];
  // Pairs of permutations of 40 points with the same sign.
  const same = [cycle, exchange].map((p) => compose(half(p, 0), half(p, 40)));
  const triple = parseCycles("(0 1 2)", 80);
  expect(permutationGroup(80, [...same, triple]).order).toBe((s.order * s.order) / 2n);
  // The even elements of S_40 wr S_2.
  const swap = Int32Array.from({ length: 80 }, (_, i) => (i + 40) % 80);
  const even = permutationGroup(80, [...same, triple, swap]);
  expect(even.order).toBe(s.order * s.order);
});

test("orders are right on actions that are not natural", () => {
  const n = 9;
  const points = Array.from({ length: n }, (_, i) => i);
  const pairs = points.flatMap((i) => points.filter((j) => j > i).map((j) => [i, j]));
  const triples = points.flatMap((i) =>
    points.flatMap((j) => points.filter((k) => new Set([i, j, k]).size === 3).map((k) => [i, j, k])),
  );
  const generators = [Int32Array.from(points, (i) => (i + 1) % n), parseCycles("(0 1)", n)];
  const onPairs = generators.map((p) => inducedAction(pairs, (pair) => pair.map((i) => p[i]!).sort((a, b) => a - b)));
  const onTriples = generators.map((p) => inducedAction(triples, (triple) => triple.map((i) => p[i]!)));
  expect(permutationGroup(pairs.length, onPairs).order).toBe(factorial(n));
  expect(permutationGroup(triples.length, onTriples).order).toBe(factorial(n));
  const both = onPairs.map((p, g) => Int32Array.from([...p, ...onTriples[g]!.map((i) => p.length + i)]));
  expect(permutationGroup(both[0]!.length, both).order).toBe(factorial(n));
});

test("every element of a small group is a member, and nothing else is", () => {
  fc.assert(
    fc.property(arbitraryPermutations(3, 6), ([p, q, other]) => {
      const n = p!.length;
      const group = permutationGroup(n, [p!, q!]);
      const all = closure(n, [p!, q!]);
      const names = new Set(all.map((element) => element.join()));
      expect(group.order).toBe(BigInt(all.length));
      for (const element of all) expect(contains(group, element)).toBe(true);
      expect(contains(group, other!)).toBe(names.has(other!.join()));
      expect(contains(group, sparse(other!))).toBe(names.has(other!.join()));
    }),
  );
});

test("the elements are enumerated once each, in the order of the images of the base", () => {
  fc.assert(
    fc.property(arbitraryPermutations(2, 6), (generators) => {
      const n = generators[0]!.length;
      const group = permutationGroup(n, generators);
      const listed = [...elements(group)];
      const expected = closure(n, generators).map((p) => p.join());
      expect(listed.map((p) => p.join()).sort()).toEqual(expected.sort());
      const base = baseOf(group);
      const keys = listed.map((p) => base.map((i) => p[i]!));
      expect(keys.toSorted(compareLists)).toEqual(keys);
      expect(new Set(keys.map((key) => key.join())).size).toBe(keys.length);
    }),
  );
});

test("enumeration is lazy", () => {
  const first = elements(symmetric(100)).next();
  expect(first.done).toBe(false);
  expect(contains(symmetric(100), first.value!)).toBe(true);
});

test("sifting leaves the identity of members, and of others a residue in the same coset", () => {
  fc.assert(
    fc.property(arbitraryPermutations(3, 8), ([p, q, other]) => {
      const group = permutationGroup(p!.length, [p!, q!]);
      expect(isIdentity(sift(group, compose(p!, inverse(q!))).residue)).toBe(true);
      const { residue, passed } = sift(group, other!);
      expect(contains(group, compose(inverse(residue), other!))).toBe(true);
      expect(passed).toBeLessThanOrEqual(baseOf(group).length);
      expect(isIdentity(residue)).toBe(contains(group, other!));
    }),
  );
});

test("random elements are members, and reach all of a small group", () => {
  const group = directProduct(dihedral(5), symmetric(3));
  const random = new Random(1);
  const seen = new Set<string>();
  for (let k = 0; k < 1000; k++) {
    const p = randomElement(group, random);
    expect(contains(group, p)).toBe(true);
    seen.add(p.join());
  }
  expect(seen.size).toBe(60);
});

test("the same generators give the same chain", () => {
  const { degree, generators } = rubik;
  const once = permutationGroup(degree, generators);
  const again = permutationGroup(degree, generators);
  expect(baseOf(again)).toEqual(baseOf(once));
  expect(randomElement(again, new Random(7))).toEqual(randomElement(once, new Random(7)));
});

test("a chosen base comes first, point by point", () => {
  const group = permutationGroup(24, sporadic[3]!.generators, { base: [17, 3, 5] });
  expect(baseOf(group).slice(0, 3)).toEqual([17, 3, 5]);
  expect(group.order).toBe(sporadic[3]!.order);
});

test("many small parts cost what the parts cost", () => {
  const n = 20_000;
  const generators = Array.from({ length: n / 2 }, (_, k) => ({
    support: Int32Array.of(2 * k, 2 * k + 1),
    images: Int32Array.of(2 * k + 1, 2 * k),
  }));
  const group = permutationGroup(n, generators);
  expect(group.order).toBe(2n ** BigInt(n / 2));
  expect(contains(group, generators[17]!)).toBe(true);
  expect(contains(group, { support: Int32Array.of(1, 2), images: Int32Array.of(2, 1) })).toBe(false);
});

test("a group on tens of thousands of points is known by what it does on a few", () => {
  const [processes, values] = [15, 12];
  const points: number[][] = [];
  for (let i = 0; i < processes; i++) points.push([0, i, 0]);
  for (let variable = 1; points.length < 30_000; variable++) {
    for (let i = 0; i < processes; i++) {
      for (let j = 0; j < (variable % 2 === 0 ? processes : 1); j++) {
        for (let v = 0; v < values; v++) points.push([variable, i, variable % 2 === 0 ? j : 0, v]);
      }
    }
  }
  const generator = (process: (i: number) => number, value: (v: number) => number): Permutation =>
    inducedAction(points, ([variable, i, j, v]) =>
      v === undefined
        ? [variable!, process(i!), j!]
        : [variable!, process(i!), variable! % 2 === 0 ? process(j!) : j!, value(v)],
    );
  const exchange =
    (k: number): ((i: number) => number) =>
    (i) => {
      if (i === k) return k + 1;
      return i === k + 1 ? k : i;
    };
  const generators = Array.from({ length: processes - 1 }, (_, k) => generator(exchange(k), (v) => v));
  generators.push(generator((i) => i, (v) => (v + 1) % values)); // prettier-ignore
  const order = factorial(processes) * BigInt(values);
  expect(permutationGroup(points.length, generators.map(sparse)).order).toBe(order);
  expect(permutationGroup(points.length, generators.map(sparse), { order }).order).toBe(order);
});

test("degrees 0 and 1, no generators and identities give the trivial group", () => {
  for (const n of [0, 1, 5]) {
    for (const generators of [[], [identity(n)]]) {
      const group = permutationGroup(n, generators);
      expect(group.order).toBe(1n);
      expect([...elements(group)]).toEqual([identity(n)]);
      expect(contains(group, identity(n))).toBe(true);
      expect(randomElement(group, new Random(0))).toEqual(identity(n));
      expect(baseOf(group)).toEqual([]);
    }
  }
});

test("what is no permutation, or of another degree, is refused", () => {
  expect(() => permutationGroup(2, [Int32Array.of(0, 0)])).toThrow("not a permutation: two points are mapped to 0");
  expect(() => permutationGroup(2, [Int32Array.of(0, 7)])).toThrow("not a permutation");
  expect(() => permutationGroup(3, [identity(2)])).toThrow("unequal degrees: a group of 3, a permutation of 2");
  expect(() => permutationGroup(-1, [])).toThrow("a group cannot have degree -1");
  expect(() => permutationGroup(1.5, [])).toThrow("a group cannot have degree 1.5");
  expect(() => permutationGroup(2, [], { base: [2] })).toThrow("the point 2 is not one of the 2 points");
  expect(() => sift(symmetric(3), identity(4))).toThrow("unequal degrees: a group of 3, a permutation of 4");
  expect(contains(symmetric(3), identity(4))).toBe(false);
  expect(() => symmetric(-1)).toThrow("a group cannot have degree -1");
});

test("a wrong order is noticed", () => {
  const { degree, generators } = sporadic[0]!;
  const message = /the generators generate a group of order 7920, not/;
  for (const order of [1n, 11n, 7919n, 7921n, 79200n]) {
    expect(() => permutationGroup(degree, generators, { order })).toThrow(message);
  }
});

function compareLists(a: readonly number[], b: readonly number[]): number {
  const k = a.findIndex((value, i) => value !== b[i]);
  return k < 0 ? 0 : a[k]! - b[k]!;
}
