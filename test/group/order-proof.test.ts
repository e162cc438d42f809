/**
 * Tests each step of the proof of an order alone, so that a chain filled with random elements cannot hide its errors.
 */

import fc from "fast-check";
import { expect, test } from "vitest";
import { Chain } from "../../src/group/chain/chain.ts";
import { closeChain } from "../../src/group/chain/close-chain.ts";
import { absorb, byOrbitLength } from "../../src/group/chain/fill-chain.ts";
import { exactOrder, upperBound } from "../../src/group/construction/complete-chain.ts";
import { reduceAction } from "../../src/group/construction/reduce-action.ts";
import { denseGenerators } from "../../src/group/group.ts";
import { cyclic, symmetric, wreathProduct } from "../../src/group/named-groups.ts";
import type { Permutation } from "../../src/group/permutation.ts";
import { arbitraryPermutations, closure, inducedAction, rubik, sporadic } from "../support/groups.ts";
import { times } from "../support/random-runs.ts";

/** The order by Schreier generators alone. */
function orderByClosing(degree: number, generators: readonly Permutation[]): bigint {
  const chain = new Chain(degree, generators);
  const preference = byOrbitLength(chain);
  for (const p of generators) absorb(chain, p, preference);
  closeChain(chain, preference);
  return chain.order;
}

/** How permutations of a few points act on these, on pairs of them and on a table of points and values. */
function inflate(generators: readonly Permutation[]): Permutation[] {
  const n = generators[0]!.length;
  const points = Array.from({ length: n }, (_, i) => [i]);
  const ordered = points.flatMap(([i]) => points.flatMap(([j]) => (i === j ? [] : [[i!, j!]])));
  const pairs = ordered.filter(([i, j]) => i! < j!);
  const table = points.flatMap(([i]) => [0, 1, 2].map((v) => [i!, v]));
  return generators.map((p, g) => {
    const act = (element: readonly number[]): number[] => element.map((i) => p[i]!);
    const parts = [
      inducedAction(ordered, act),
      inducedAction(pairs, (pair) => act(pair).sort((a, b) => a - b)),
      inducedAction(table, ([i, v]) => [p[i!]!, (v! + g) % 3]),
      inducedAction(points, act),
    ];
    const images: number[] = [];
    for (const part of parts) {
      const start = images.length;
      for (const i of part) images.push(start + i);
    }
    return Int32Array.from(images);
  });
}

test("Schreier generators alone give the right order", () => {
  fc.assert(
    fc.property(arbitraryPermutations(2, 6), (generators) => {
      const n = generators[0]!.length;
      expect(orderByClosing(n, generators)).toBe(BigInt(closure(n, generators).length));
    }),
  );
  for (const { degree, generators, order } of [...sporadic, rubik]) {
    expect(orderByClosing(degree, generators)).toBe(order);
  }
});

test("the action on fewer points is faithful", () => {
  fc.assert(
    fc.property(arbitraryPermutations(2, 6), (small) => {
      fc.pre(small[0]!.length >= 2);
      const generators = inflate(small);
      const degree = generators[0]!.length;
      const reduced = reduceAction(degree, generators);
      expect(reduced[0]!.length).toBeLessThan(degree);
      expect(orderByClosing(reduced[0]!.length, reduced)).toBe(orderByClosing(degree, generators));
    }),
  );
});

test("a table of processes and values is reduced to the processes and the values", () => {
  const table = Array.from({ length: 7 }, (_, i) => Array.from({ length: 5 }, (_, v) => [i, v])).flat();
  const generators = [
    ...denseGenerators(symmetric(7)).map((p) => inducedAction(table, ([i, v]) => [p[i!]!, v!])),
    ...denseGenerators(cyclic(5)).map((p) => inducedAction(table, ([i, v]) => [i!, p[v!]!])),
  ];
  expect(reduceAction(35, generators)[0]!.length).toBe(12);
});

test("a bound is never below the order", () => {
  fc.assert(
    fc.property(arbitraryPermutations(2, 9), (generators) => {
      const n = generators[0]!.length;
      fc.pre(generators.every((p) => p.some((image, i) => image !== i)));
      expect(upperBound(n, generators)).toBeGreaterThanOrEqual(orderByClosing(n, generators));
    }),
    { numRuns: times(300) },
  );
});

test("the bound is the order for symmetric groups, wreath products, and pairs of permutations with the same sign", () => {
  const cases = [
    symmetric(9),
    wreathProduct(symmetric(4), symmetric(3)),
    wreathProduct(symmetric(2), symmetric(6)),
    wreathProduct(symmetric(3), cyclic(4)),
  ];
  for (const group of cases) expect(upperBound(group.degree, denseGenerators(group))).toBe(group.order);
  const double = (p: Permutation): Permutation => Int32Array.from([...p, ...p.map((i) => p.length + i)]);
  const triple = Int32Array.from({ length: 14 }, (_, i) => (i < 3 ? (i + 1) % 3 : i));
  const sameSign = [...denseGenerators(symmetric(7)).map(double), triple];
  expect(upperBound(14, sameSign)).toBe(symmetric(7).order ** 2n / 2n);
  expect(exactOrder(14, sameSign)).toBe(symmetric(7).order ** 2n / 2n);
});

test("many generators with small supports are multiplied enough before they count as random", () => {
  // Exchanges of a value with the first, on three variables at once: 80 used to be closed generator by generator.
  for (const n of [40, 80]) {
    const exchanges = Array.from({ length: n - 1 }, (_, k) => {
      const p = Int32Array.from({ length: 3 * n }, (_, i) => i);
      for (const start of [0, n, 2 * n]) {
        p[start] = start + k + 1;
        p[start + k + 1] = start;
      }
      return p;
    });
    const factorial = Array.from({ length: n }, (_, k) => BigInt(k + 1)).reduce((a, b) => a * b);
    expect(exactOrder(3 * n, exchanges)).toBe(factorial);
  }
});
