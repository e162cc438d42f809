/**
 * Recognizes the structure of a group: its decomposition into products, and the actions of the factors.
 *
 * 0. A part whose generators exchange rows has its structure already (`row-exchanges.ts`).
 * 1. The finest disjoint direct factors (`disjoint-factors.ts`).
 * 2. In each factor, isomorphic orbits: if the stabilizer of a point of one fixes a point of the other, and they have
 *    the same length, there is a bijection that commutes with the group. Such orbits are columns of one table, whose
 *    rows are permuted.
 * 3. If the group acts faithfully on an orbit, the action on its rows: symmetric, alternating, cyclic or dihedral
 *    (`recognize-rows.ts`), or a wreath product of smaller ones (`recognize-wreath.ts`).
 * 4. Otherwise a product whose factors move the same points (`recognize-product.ts`).
 * 5. Any other factor is generic.
 *
 * Every factor is checked at the end: the tree must have the order of the factor, and its generators must be elements.
 */

import { interval, numbersBelow } from "../../util/integers.ts";
import { likelyOrder } from "../construction/complete-chain.ts";
import { actionOn, equivariantMap } from "../construction/equivariant-map.ts";
import type { Action } from "../construction/equivariant-map.ts";
import type { RowFamily } from "../construction/row-exchanges.ts";
import { contains, locate, permutationGroup } from "../group.ts";
import type { Group } from "../group.ts";
import { restriction } from "../operations.ts";
import { orbitLists, orbits } from "../orbits.ts";
import { identity, sideBySide } from "../permutation.ts";
import type { Permutation } from "../permutation.ts";
import type { SparsePermutation } from "../sparse-permutation.ts";
import { disjointFactors } from "./disjoint-factors.ts";
import { recognizeProduct } from "./recognize-product.ts";
import { recognizeRows } from "./recognize-rows.ts";
import { recognizeWreath } from "./recognize-wreath.ts";
import type { Quotient } from "./recognize-wreath.ts";
import { expand, hasGeneric, productOf, rowPoints, structureGenerators, structureOrder } from "./structure-tree.ts";
import type { Structure } from "./structure-tree.ts";

const known = new WeakMap<Group, Structure>();

/** The structure of a group. It always has the order of the group. Unrecognized parts are generic. */
export function structureOf(group: Group): Structure {
  const structure = known.get(group) ?? recognize(group, false);
  known.set(group, structure);
  return structure;
}

/**
 * Four points on a circle, or two blocks of two, have the same group: it is dihedral by itself, and a wreath product
 * within others.
 */
function recognize(group: Group, isWithinWreath: boolean): Structure {
  const generators = generatorsByPart(group);
  return productOf(
    group.parts.flatMap((part, k) => {
      const { points, families } = part;
      if (families) return [symmetricOn(families, points)];
      return disjointFactors(part.chain).map((factor) => {
        const own = factor.points.map((i) => points[i]!);
        return recognizeFactor(own, restrictTo(generators[k]!, own), factor.order, isWithinWreath);
      });
    }),
    true,
  );
}

function symmetricOn(families: readonly RowFamily[], points: Int32Array): Structure {
  const rowsOf = ({ rows }: RowFamily): number[][] => rows.map((row) => row.map((i) => points[i]!));
  const factors = families.map((family) => ({ kind: "symmetric", rows: rowsOf(family), others: [] }) as const);
  return productOf(factors, false);
}

/** For each part, the generators that move its points. */
function generatorsByPart(group: Group): SparsePermutation[][] {
  const { partOf } = locate(group.degree, group.parts);
  const result: SparsePermutation[][] = group.parts.map(() => []);
  for (const p of group.generators) {
    for (const part of new Set(p.support.map((i) => partOf[i]!))) result[part]!.push(p);
  }
  return result;
}

/** The action of the permutations on invariant points, by their positions. Trivial actions are omitted. */
function restrictTo(generators: readonly SparsePermutation[], points: Int32Array): Permutation[] {
  const place = new Map<number, number>();
  points.forEach((point, i) => place.set(point, i));
  return generators.flatMap(({ support, images }) => {
    const p = identity(points.length);
    let isMoving = false;
    support.forEach((point, k) => {
      const i = place.get(point);
      if (i === undefined) return;
      p[i] = place.get(images[k]!)!;
      isMoving = true;
    });
    return isMoving ? [p] : [];
  });
}

/**
 * An orbit, and the orbits that move in the same way: `columns[c][i]` moves with point i. The first column is the orbit
 * itself.
 */
interface Table extends Action {
  readonly columns: (readonly number[])[];
}

/**
 * The structure of a group on these points that is not a disjoint product. It is recognized on one orbit of each table.
 */
function recognizeFactor(
  points: Int32Array,
  generators: readonly Permutation[],
  order: bigint,
  isWithinWreath: boolean,
): Structure {
  const tables = tablesOf(points.length, generators);
  const rows = tables.flatMap(({ size, columns }) =>
    Array.from({ length: size }, (_, i) => columns.map((column) => points[column[i]!]!)),
  );
  const small = permutationGroup(
    rows.length,
    generators.map((_, g) => sideBySide(tables.map((table) => table.generators[g]!))),
    { order },
  );
  return expand(checked(recognizeOrbits(small, tables, isWithinWreath), small), (i) => rows[i]!);
}

/** The tables, short ones first. */
function tablesOf(degree: number, generators: readonly Permutation[]): Table[] {
  const place = new Int32Array(degree);
  const lists = orbitLists(orbits(degree, generators)).sort((a, b) => a.length - b.length);
  const tables: Table[] = [];
  for (const points of lists) {
    const action = actionOn(points, generators, place);
    if (!addColumn(tables, action, points)) tables.push({ ...action, columns: [points] });
  }
  return tables;
}

/** Adds an orbit as a column to the table that moves in the same way. False if there is none. */
function addColumn(tables: readonly Table[], action: Action, points: readonly number[]): boolean {
  for (const table of tables) {
    const map = table.size === action.size && mapOnto(table, action);
    if (!map) continue;
    table.columns.push(Array.from(map, (i) => points[i]!));
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

/** The orbits of the group are consecutive, and no two move in the same way. */
function recognizeOrbits(group: Group, orbits: readonly Action[], isWithinWreath: boolean): Structure {
  let best: Structure | undefined;
  for (const orbit of orbits) {
    if (orbits.length > 1 && likelyOrder(orbit.size, orbit.generators) !== group.order) continue;
    const structure = recognizeOrbit(orbit, orbits, group, isWithinWreath);
    if (!hasGeneric(structure)) return structure;
    best ??= structure;
  }
  const factors = recognizeProduct(group, orbits)?.map((factor) => recognize(factor, isWithinWreath));
  if (factors) return productOf(factors, false);
  return best ?? generic(group);
}

/** The structure of a group that acts faithfully on one of its orbits. */
function recognizeOrbit(orbit: Action, orbits: readonly Action[], group: Group, isWithinWreath: boolean): Structure {
  let start = 0;
  const pointsOf = new Map(orbits.map((other) => [other, interval(start, (start += other.size) - 1)]));
  const points = pointsOf.get(orbit)!;
  const others = [...pointsOf].flatMap(([other, list]) => (other === orbit ? [] : list));
  const { size, generators } = orbit;
  const action = orbits.length === 1 ? group : permutationGroup(size, generators, { order: group.order });
  const named = recognizeRows(action.parts[0]!.chain);
  if (named && !(named.kind === "dihedral" && size === 4 && isWithinWreath)) {
    return { kind: named.kind, rows: named.sequence.map((i) => [points[i]!]), others };
  }
  const quotients = orbits.flatMap((other): Quotient[] => {
    const map = other === orbit ? undefined : mapOnto(orbit, other);
    return map ? [{ map, generators: other.generators, points: pointsOf.get(other)! }] : [];
  });
  const rowOf = (i: number): number[] => [points[i]!];
  const wreath = recognizeWreath(size, generators, group.order, rowOf, quotients, (part) => recognize(part, true));
  if (wreath) {
    const used = new Set(wreath.used.flatMap((quotient) => quotient.points));
    const { inner, outer } = wreath;
    return { kind: "wreath", inner, outer, others: others.filter((point) => !used.has(point)) };
  }
  return { kind: "generic", group: action, rows: points.map((point) => [point]), others };
}

/** The tree if it is correct, otherwise a generic group. */
function checked(structure: Structure, group: Group): Structure {
  if (structureOrder(structure) !== group.order) return generic(group);
  // Factors that move the same points have been checked one by one.
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
  return { kind: "generic", group, rows: numbersBelow(group.degree).map((i) => [i]), others: [] };
}
