/**
 * Recognizes the structure of a group: what it is a product of, and what its factors do.
 *
 * 1. The finest disjoint direct factors (`disjoint-factors.ts`).
 * 2. In each factor, orbits that look the same: if the stabilizer of a point of one fixes a point of the other, and they have the
 *    same length, there is a bijection that commutes with the group. Such orbits are columns of one table, whose rows are permuted.
 * 3. If the group acts faithfully on an orbit, the action on its rows: symmetric, alternating, cyclic or dihedral
 *    (`recognize-rows.ts`), or a wreath product of smaller ones (`recognize-wreath.ts`).
 * 4. Otherwise a product whose factors move the same points (`recognize-product.ts`).
 * 5. What remains is generic.
 *
 * Every factor is checked in the end: the tree must have the order of the factor, and its generators must be elements.
 */

import { exactOrder } from "./complete-chain.ts";
import { disjointFactors } from "./disjoint-factors.ts";
import { equivariantMap } from "./equivariant-map.ts";
import type { Action } from "./equivariant-map.ts";
import { contains, denseGenerators, locate, permutationGroup } from "./group.ts";
import type { Group } from "./group.ts";
import { restriction } from "./operations.ts";
import { orbitLists, orbits } from "./orbits.ts";
import { recognizeProduct } from "./recognize-product.ts";
import { recognizeRows } from "./recognize-rows.ts";
import { recognizeWreath } from "./recognize-wreath.ts";
import type { Quotient } from "./recognize-wreath.ts";
import type { SparsePermutation } from "./sparse-permutation.ts";
import { expand, hasGeneric, productOf, rowPoints, structureGenerators, structureOrder } from "./structure-tree.ts";
import type { Structure } from "./structure-tree.ts";

/** The structure of a group. Its order is that of the group, always; what has no name is generic. */
export function structureOf(group: Group): Structure {
  return recognize(group, false);
}

/** Four points on a circle, or two blocks of two: the same group, dihedral by itself, a wreath product within others. */
function recognize(group: Group, isWithinWreath: boolean): Structure {
  const factors: Structure[] = [];
  const generators = generatorsByPart(group);
  for (const [k, { points, chain }] of group.parts.entries()) {
    for (const factor of disjointFactors(chain)) {
      const own = factor.points.map((i) => points[i]!);
      const restricted = restrictTo(generators[k]!, own, factor.order);
      const structure = checked(recognizeFactor(restricted, isWithinWreath), restricted);
      factors.push(expand(structure, (i) => [own[i]!]));
    }
  }
  return productOf(factors, true);
}

/** Per part, the generators that move its points. */
function generatorsByPart(group: Group): SparsePermutation[][] {
  const { partOf } = locate(group.degree, group.parts);
  const result: SparsePermutation[][] = group.parts.map(() => []);
  for (const p of group.generators) {
    for (const part of new Set(Array.from(p.support, (i) => partOf[i]!))) result[part]!.push(p);
  }
  return result;
}

/** The group on points that it maps to themselves, of known order. */
function restrictTo(generators: readonly SparsePermutation[], points: Int32Array, order: bigint): Group {
  const number = new Map<number, number>();
  points.forEach((point, i) => number.set(point, i));
  const restricted = generators.flatMap(({ support, images }) => {
    const places = [...support.keys()].filter((k) => number.has(support[k]!));
    if (places.length === 0) return [];
    return [
      {
        support: Int32Array.from(places, (k) => number.get(support[k]!)!),
        images: Int32Array.from(places, (k) => number.get(images[k]!)!),
      },
    ];
  });
  return permutationGroup(points.length, restricted, { order });
}

/** The tree, if it is right; else the group as it is. */
function checked(structure: Structure, group: Group): Structure {
  if (structureOrder(structure) !== group.order) return generic(group);
  // Factors that move the same points were checked one by one.
  if (structure.kind === "product") return structure;
  const points = rowPoints(structure);
  const number = new Map(points.map((point, i) => [point, i]));
  const restricted = points.length === group.degree ? group : restriction(group, points);
  if (restricted.order !== group.order) return generic(group);
  for (const { support, images } of structureGenerators(structure)) {
    const p = { support: support.map((i) => number.get(i)!), images: images.map((i) => number.get(i)!) };
    if (!contains(restricted, p)) return generic(group);
  }
  return structure;
}

function generic(group: Group): Structure {
  return { kind: "generic", group, rows: Array.from({ length: group.degree }, (_, i) => [i]), others: [] };
}

interface Orbit extends Action {
  readonly points: readonly number[];
}

/** An orbit, and those that move as it does: `columns[c][i]` moves with point i. The first column is the orbit itself. */
interface Table extends Orbit {
  readonly columns: (readonly number[])[];
}

function recognizeFactor(group: Group, isWithinWreath: boolean): Structure {
  const tables = tablesOf(group);
  let best: Structure | undefined;
  for (const table of tables) {
    if (tables.length > 1 && exactOrder(table.size, table.generators) !== group.order) continue;
    const structure = recognizeTable(table, tables, group, isWithinWreath);
    if (!hasGeneric(structure)) return structure;
    best ??= structure;
  }
  const factors = recognizeProduct(group, tables)?.map((factor) => recognize(factor, isWithinWreath));
  if (factors) return productOf(factors, false);
  return best ?? generic(group);
}

/** Short ones first. */
function tablesOf(group: Group): Table[] {
  const generators = denseGenerators(group);
  const place = new Int32Array(group.degree);
  const lists = orbitLists(orbits(group.degree, generators)).sort((a, b) => a.length - b.length);
  const tables: Table[] = [];
  for (const points of lists) {
    points.forEach((point, i) => (place[point] = i));
    const orbit: Orbit = {
      size: points.length,
      points,
      generators: generators.map((p) => Int32Array.from(points, (i) => place[p[i]!]!)),
    };
    if (!addColumn(tables, orbit)) tables.push({ ...orbit, columns: [points] });
  }
  return tables;
}

/** Makes the orbit a column of the table that moves as it does; false if there is none. */
function addColumn(tables: readonly Table[], orbit: Orbit): boolean {
  for (const table of tables) {
    const map = table.size === orbit.size && mapOnto(table, orbit);
    if (!map) continue;
    table.columns.push(Array.from(map, (i) => orbit.points[i]!));
    return true;
  }
  return false;
}

/** A map between orbits that commutes with the group. */
function mapOnto(from: Action, to: Action): Int32Array | undefined {
  if (from.size % to.size !== 0) return undefined;
  for (let q = 0; q < to.size; q++) {
    const map = equivariantMap(from, to, q);
    if (map) return map;
  }
  return undefined;
}

/** The structure of a group that acts faithfully on the table. */
function recognizeTable(table: Table, tables: readonly Table[], group: Group, isWithinWreath: boolean): Structure {
  const { size, generators, columns } = table;
  const rowOf = (i: number): number[] => columns.map((column) => column[i]!);
  const outside = tables.filter((other) => other !== table);
  const others = outside.flatMap((other) => other.columns.flat());
  const rowGroup = permutationGroup(size, generators, { order: group.order });
  const named = recognizeRows(rowGroup.parts[0]!.chain);
  if (named && !(named.kind === "dihedral" && size === 4 && isWithinWreath)) {
    return { kind: named.kind, rows: named.sequence.map((i) => rowOf(i)), others };
  }
  const quotients = outside.flatMap((other): Quotient[] => {
    const map = mapOnto(table, other);
    if (!map) return [];
    return other.columns.map((points) => ({ map, generators: other.generators, points }));
  });
  const wreath = recognizeWreath(size, generators, group.order, rowOf, quotients, (part) => recognize(part, true));
  if (wreath) {
    const used = new Set(wreath.used.flatMap(({ points }) => points));
    const { inner, outer } = wreath;
    return { kind: "wreath", inner, outer, others: others.filter((point) => !used.has(point)) };
  }
  return { kind: "generic", group: rowGroup, rows: Array.from({ length: size }, (_, i) => rowOf(i)), others };
}
