/**
 * Groups whose generators exchange rows, recognized by the generators alone, without a stabilizer chain.
 *
 * Models of n equal processes have such generators: each exchanges two processes with all that belongs to them. Then n!
 * needs no proof by sifting.
 *
 * - Generators that do not commute belong to one family. Families commute with each other.
 * - In a family each generator is an involution, all orbits have the same length n, and a generator exchanges two points
 *   in each of them. The points that the same generators move are a row, with one point in each orbit, if n > 2: an
 *   orbit is connected by its exchanges, so no two of its points are moved by the same ones. Then the generators are
 *   exchanges of rows that connect all rows, and generate the symmetric group on them.
 * - Families that commute have only central elements in common. The symmetric group on three or more rows has none but
 *   the identity. Those on two rows are required to move different points. So the group is the direct product of the
 *   families, such as clients and servers on a table with a point for each pair.
 * - Few generators are an exchange of each family, and a permutation that takes each row to the next. The images of the
 *   exchanges under that permutation are exchanges in the group. If it permutes the rows that they connect, it adds
 *   nothing to them.
 */

import { look } from "../../util/limits.ts";
import { getOrAdd } from "../../util/numbering.ts";
import { UnionFind } from "../../util/union-find.ts";
import { factorial, identity } from "../permutation.ts";
import type { Permutation } from "../permutation.ts";

/** Rows that are permuted in all ways: row i takes the place of row j, column by column. */
export interface RowFamily {
  readonly rows: readonly (readonly number[])[];
  /** The row and the column of each point; -1 if it is in no row. */
  readonly rowOf: Int32Array;
  readonly columnOf: Int32Array;
}

/** More pairs of generators at common points than this are too many to compare. */
const mostPairs = 1 << 22;

/** More points in all images of exchanges than this are too many. */
const mostPoints = 1 << 22;

/** The families, by least point; `undefined` if a generator does something else. */
export function rowExchanges(degree: number, generators: readonly Permutation[]): RowFamily[] | undefined {
  const exchanges: Permutation[] = [];
  const others: Permutation[] = [];
  for (const p of generators) (isInvolution(p) ? exchanges : others).push(p);
  if (exchanges.length === 0 && others.length > 0) return undefined;
  const images = imagesOf(exchanges, others);
  const families = images && exchangedFamilies(degree, [...exchanges, ...images]);
  if (!families || others.length === 0) return families;
  return areApart(families) && others.every((p) => permutesRows(families, p)) ? families : undefined;
}

/** Whether no point is in rows of two families. A table of rows and columns may have a better structure as a whole. */
function areApart(families: readonly RowFamily[]): boolean {
  const points = families.flatMap(({ rows }) => rows.flat());
  return new Set(points).size === points.length;
}

function isInvolution(p: Permutation): boolean {
  look(1 + (p.length >> 5));
  for (let i = 0; i < p.length; i++) if (p[p[i]!] !== i) return false;
  return true;
}

/**
 * Images of exchanges under other permutations, as long as they connect points that were not connected; `undefined` if
 * they are too many.
 */
function imagesOf(exchanges: readonly Permutation[], others: readonly Permutation[]): Permutation[] | undefined {
  const images: Permutation[] = [];
  if (others.length === 0) return images;
  for (const exchange of exchanges) {
    const degree = exchange.length;
    const joined = new UnionFind(degree);
    const found: (readonly (readonly [i: number, j: number])[])[] = [];
    const note = (pairs: readonly (readonly [i: number, j: number])[]): void => {
      const before = joined.count;
      for (const [i, j] of pairs) joined.union(i, j);
      if (joined.count < before) found.push(pairs);
    };
    note(Array.from(exchange, (j, i) => [i, j] as const).filter(([i, j]) => i < j));
    for (const pairs of found) {
      if ((images.length + found.length) * degree > mostPoints) return undefined;
      for (const p of others) {
        look(pairs.length);
        note(pairs.map(([i, j]) => [p[i]!, p[j]!] as const));
      }
    }
    for (const pairs of found.slice(1)) {
      const image = identity(degree);
      for (const [i, j] of pairs) [image[i], image[j]] = [j, i];
      images.push(image);
    }
  }
  return images;
}

/** The families that exchanges of rows connect. */
function exchangedFamilies(degree: number, generators: readonly Permutation[]): RowFamily[] | undefined {
  const movers = Array.from({ length: degree }, (): number[] => {
    look();
    return [];
  });
  for (const [g, p] of generators.entries()) {
    look(1 + (degree >> 5));
    for (let i = 0; i < degree; i++) if (p[i] !== i) movers[i]!.push(g);
  }
  if (movers.reduce((sum, { length }) => sum + length * length, 0) > mostPairs) return undefined;
  const families: RowFamily[] = [];
  const inPairs = new Set<number>();
  for (const members of commutingClasses(generators, movers)) {
    const rows = rowsOf(generators, members);
    if (!rows) return undefined;
    if (rows.length === 2) {
      const points = rows.flat();
      if (points.some((point) => inPairs.has(point))) return undefined;
      for (const point of points) inPairs.add(point);
    }
    families.push(familyOf(rows, degree));
  }
  return families.sort((a, b) => a.rows[0]![0]! - b.rows[0]![0]!);
}

function familyOf(rows: readonly (readonly number[])[], degree: number): RowFamily {
  const rowOf = new Int32Array(degree).fill(-1);
  const columnOf = new Int32Array(degree).fill(-1);
  rows.forEach((row, r) =>
    row.forEach((point, c) => {
      rowOf[point] = r;
      columnOf[point] = c;
    }),
  );
  return { rows, rowOf, columnOf };
}

export function familiesOrder(families: readonly RowFamily[]): bigint {
  return families.reduce((product, { rows }) => product * factorial(rows.length), 1n);
}

/**
 * Whether a permutation is a product of permutations of the rows of each family. A point tells which row takes the place
 * of its own; then all of them together must map every point as the permutation does.
 */
export function permutesRows(families: readonly RowFamily[], p: Permutation): boolean {
  const result = identity(p.length);
  for (const { rows, rowOf, columnOf } of families) {
    const images = new Int32Array(rows.length);
    const isTaken = new Uint8Array(rows.length);
    for (let r = 0; r < rows.length; r++) {
      const image = rowOf[p[rows[r]![0]!]!]!;
      if (image < 0 || isTaken[image] === 1) return false;
      images[r] = image;
      isTaken[image] = 1;
    }
    for (let i = 0; i < result.length; i++) {
      const row = rowOf[result[i]!]!;
      if (row >= 0 && images[row] !== row) result[i] = rows[images[row]!]![columnOf[result[i]!]!]!;
    }
  }
  for (let i = 0; i < p.length; i++) if (result[i] !== p[i]) return false;
  return true;
}

/** The generators in classes such that those of different classes commute. */
function commutingClasses(generators: readonly Permutation[], movers: readonly (readonly number[])[]): number[][] {
  const classes = new UnionFind(generators.length);
  for (const [i, list] of movers.entries()) {
    look(1 + ((list.length * list.length) >> 8));
    // Generators without a common point commute; others do if they do at each common point.
    for (const [k, g] of list.entries()) {
      for (let l = k + 1; l < list.length; l++) {
        const [p, q] = [generators[g]!, generators[list[l]!]!];
        if (p[q[i]!] !== q[p[i]!]) classes.union(g, list[l]!);
      }
    }
  }
  const members = new Map<number, number[]>();
  for (const g of generators.keys()) getOrAdd(members, classes.find(g), () => []).push(g);
  return [...members.values()];
}

/** The rows that these generators exchange, in the order of their points in the first orbit. */
function rowsOf(generators: readonly Permutation[], members: readonly number[]): number[][] | undefined {
  const degree = generators[0]!.length;
  const orbits = new UnionFind(degree);
  /** For each moved point, the generators that move it. */
  const movers = new Map<number, number[]>();
  for (const g of members) {
    look(1 + (degree >> 8));
    const p = generators[g]!;
    for (let i = 0; i < degree; i++) {
      if (p[i] === i) continue;
      orbits.union(i, p[i]!);
      getOrAdd(movers, i, () => []).push(g);
    }
  }
  const columns = new Map<number, number[]>();
  for (const point of [...movers.keys()].sort((a, b) => a - b)) {
    getOrAdd(columns, orbits.find(point), () => []).push(point);
  }
  const lists = [...columns.values()];
  const height = lists[0]!.length;
  if (lists.some(({ length }) => length !== height)) return undefined;
  const exchangesOncePerOrbit = members.every((g) => {
    const met = new Set<number>();
    const p = generators[g]!;
    for (let i = 0; i < degree; i++) if (i < p[i]! && met.size === met.add(orbits.find(i)).size) return false;
    return met.size === lists.length;
  });
  if (!exchangesOncePerOrbit) return undefined;
  if (height === 2) return [0, 1].map((r) => lists.map((list) => list[r]!));
  const rows = new Map(lists[0]!.map((point) => [movers.get(point)!.join(), [point]]));
  for (const list of lists.slice(1)) {
    for (const point of list) {
      const row = rows.get(movers.get(point)!.join());
      if (!row) return undefined;
      row.push(point);
    }
  }
  return rows.size === height ? [...rows.values()] : undefined;
}
