import fc from "fast-check";
import { expect, test } from "vitest";
import { rowExchanges, familiesOrder, permutesRows } from "../../src/group/construction/row-exchanges.ts";
import { contains, permutationGroup } from "../../src/group/group.ts";
import { compose, identity } from "../../src/group/permutation.ts";
import type { Permutation } from "../../src/group/permutation.ts";
import { formatStructure, structureGenerators, structureOrder } from "../../src/group/structure/structure-tree.ts";
import { structureOf } from "../../src/group/structure/structure.ts";
import { expected, times } from "../support/random-runs.ts";

/** The exchanges of rows i and i + 1 of a table, column by column. */
function neighbors(rows: readonly (readonly number[])[], degree: number): Permutation[] {
  return rows.slice(1).map((row, i) => {
    const p = identity(degree);
    row.forEach((point, c) => {
      p[point] = rows[i]![c]!;
      p[rows[i]![c]!] = point;
    });
    return p;
  });
}

/** A grid with a point for each pair: the exchanges of its rows, and those of its columns. */
function grid(n: number, m: number): Permutation[] {
  const rows = Array.from({ length: n }, (_, i) => Array.from({ length: m }, (_, j) => i * m + j));
  const columns = Array.from({ length: m }, (_, j) => rows.map((row) => row[j]!));
  return [...neighbors(rows, n * m), ...neighbors(columns, n * m)];
}

function factorial(n: number): bigint {
  return n < 2 ? 1n : BigInt(n) * factorial(n - 1);
}

test("exchanges of rows are recognized as the symmetric group on rows, without a chain", () => {
  const rows = Array.from({ length: 200 }, (_, i) => [i, 200 + i, 400 + i]);
  const group = permutationGroup(600, neighbors(rows, 600));
  expect(group.order).toBe(factorial(200));
  expect(group.parts.map(({ families }) => families?.map((family) => family.rows))).toEqual([[rows]]);
  expect(formatStructure(structureOf(group))).toBe("S200");
});

test("an exchange and a rotation of each family, one after the other, are recognized without a chain", () => {
  const [n, m] = [160, 5];
  const all = Int32Array.from({ length: n + m }, (_, i) => (i < n ? (i + 1) % n : n + ((i - n + 1) % m)));
  const heads = [[0, 1] as const, [n, n + 1] as const].map(([i, j]) => {
    const p = identity(n + m);
    [p[i], p[j]] = [j, i];
    return p;
  });
  const group = permutationGroup(n + m, [all, ...heads]);
  expect(group.order).toBe(factorial(n) * factorial(m));
  expect(group.parts.map(({ families }) => families?.map(({ rows }) => rows.length))).toEqual([[n, m]]);
});

test("a rotation that an exchange does not fit is left to chains", () => {
  // The exchange of opposite points of a square, and the square's rotation: a dihedral group.
  const generators = [Int32Array.from([2, 1, 0, 3]), Int32Array.from([1, 2, 3, 0])];
  expect(rowExchanges(4, generators)).toBeUndefined();
  expect(permutationGroup(4, generators).order).toBe(8n);
});

test("exchanges of the rows and of the columns of a grid are two families", () => {
  const group = permutationGroup(35, grid(5, 7));
  expect(group.order).toBe(factorial(5) * factorial(7));
  expect(group.parts[0]!.families?.map(({ rows }) => rows.length).sort()).toEqual([5, 7]);
});

test("two exchanges on the same points that commute are left to chains", () => {
  const generators = grid(2, 2);
  expect(rowExchanges(4, generators)).toBeUndefined();
  expect(permutationGroup(4, generators).order).toBe(4n);
});

test("an exchange that moves one column otherwise is no exchange of rows", () => {
  // On the first three points S3, on the others an exchange that no row explains: the order is 18, not 6.
  const generators = [
    [1, 0, 2, 4, 3, 5],
    [0, 2, 1, 3, 5, 4],
    [1, 0, 2, 3, 5, 4],
  ].map((images) => Int32Array.from(images));
  expect(rowExchanges(6, generators)).toBeUndefined();
  expect(permutationGroup(6, generators).order).toBe(18n);
});

test("rotations, wreath products and triple exchanges are left to chains", () => {
  expect(rowExchanges(3, [Int32Array.from([1, 2, 0])])).toBeUndefined();
  expect(rowExchanges(4, [Int32Array.from([1, 0, 2, 3]), Int32Array.from([2, 3, 0, 1])])).toBeUndefined();
  // The exceptional automorphism of S6 takes an exchange to three of them.
  expect(rowExchanges(6, [Int32Array.from([1, 0, 3, 2, 5, 4]), Int32Array.from([0, 2, 1, 4, 3, 5])])).toBeUndefined();
});

test("order, elements and structure agree with stabilizer chains on random sets of exchanges and rotations", () => {
  let recognized = 0;
  fc.assert(
    fc.property(fc.integer({ min: 2, max: 9 }).chain(involutions), ({ degree, generators, other }) => {
      const families = rowExchanges(degree, generators);
      if (!families) return;
      recognized++;
      // With a base, a chain is made at once.
      const byChain = permutationGroup(degree, generators, { base: [0] });
      expect(familiesOrder(families)).toBe(byChain.order);
      const element = generators.reduce((p, q, k) => (k % 2 === 0 ? compose(p, q) : compose(q, p)), other);
      for (const p of [other, element, ...generators]) expect(permutesRows(families, p)).toBe(contains(byChain, p));
      const group = permutationGroup(degree, generators);
      const structure = structureOf(group);
      expect(structureOrder(structure)).toBe(byChain.order);
      for (const p of structureGenerators(structure)) expect(contains(byChain, p)).toBe(true);
      for (const { chain } of group.parts) expect(chain.order).toBeGreaterThan(1n);
    }),
    { numRuns: times(4000) },
  );
  expect(recognized).toBeGreaterThan(expected(1000));
});

/** Involutions of few cycles, most of them exchanges of rows of a table, and some permutation. */
function involutions(degree: number): fc.Arbitrary<{ degree: number; generators: Permutation[]; other: Permutation }> {
  const pairs = fc.array(fc.tuple(fc.nat(degree - 1), fc.nat(degree - 1)), { minLength: 1, maxLength: 3 });
  const byPairs = pairs.map((list) => {
    const p = identity(degree);
    for (const [a, b] of list) if (p[a] === a && p[b] === b) [p[a], p[b]] = [b, a];
    return p;
  });
  const width = Math.max(1, Math.floor(degree / 3));
  const height = Math.floor(degree / width);
  const byRows = fc.tuple(fc.nat(height - 1), fc.nat(height - 1)).map(([r, s]) => {
    const p = identity(degree);
    for (let c = 0; c < width; c++) {
      p[c * height + r] = c * height + s;
      p[c * height + s] = c * height + r;
    }
    return p;
  });
  const byShift = fc.tuple(fc.integer({ min: 1, max: height }), fc.nat(width)).map(([length, columns]) => {
    const p = identity(degree);
    for (let c = 0; c < columns; c++) {
      for (let r = 0; r < length; r++) p[c * height + r] = c * height + ((r + 1) % length);
    }
    return p;
  });
  const generator = fc.oneof(
    { arbitrary: byRows, weight: 6 },
    { arbitrary: byShift, weight: 1 },
    { arbitrary: byPairs, weight: 1 },
  );
  const isMoving = (p: Permutation): boolean => p.some((image, i) => image !== i);
  return fc.record({
    degree: fc.constant(degree),
    generators: fc.array(generator.filter(isMoving), { minLength: 1, maxLength: 5 }),
    other: fc.shuffledSubarray([...identity(degree)], { minLength: degree }).map((images) => Int32Array.from(images)),
  });
}
