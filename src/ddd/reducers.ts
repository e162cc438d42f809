/**
 * Chooses elements of a group for `setCanonize` from the structure of the group.
 *
 * H is monotonic if every vector that is not the least of its orbit is reduced by some element of H. No element reduces
 * the least vector of an orbit, so H is monotonic exactly if each orbit has only one vector that H does not reduce. It
 * follows that these sets are monotonic:
 *
 * - All elements of a group. For rotations, this is the only monotonic set (Proposition 2 of the paper).
 * - Exchanges of neighboring rows, for the symmetric group on rows: unreduced means sorted, provided that all pairs of
 *   neighbors compare their rows in the same way, column by column. That is so if levels go row by row or column by
 *   column (Proposition 1).
 * - Exchanges of neighboring values, if values are permuted and levels stay: unreduced means that values first occur in
 *   order.
 * - Unions of monotonic sets for factors that touch different levels.
 * - For a wreath product, the sets within each block and the set of the blocks, if the levels of all blocks are in the
 *   same order: unreduced means least blocks in least order. The paper does not have this one.
 *
 * A group that is not known to have such a set is enumerated if it is small; otherwise there may be several
 * representatives per orbit.
 */

import { elements } from "../group/elements.ts";
import { contains, permutationGroup } from "../group/group.ts";
import type { Group } from "../group/group.ts";
import { dense } from "../group/sparse-permutation.ts";
import type { SparsePermutation } from "../group/sparse-permutation.ts";
import { structureGenerators, structureOrder } from "../group/structure/structure-tree.ts";
import type { RowAction, Rows, Structure, Wreath } from "../group/structure/structure-tree.ts";
import { structureOf } from "../group/structure/structure.ts";
import { DddError } from "./ddd-error.ts";
import type { Blocks } from "./sort-blocks.ts";
import { symmetryKey, touchedLevels } from "./vector-symmetry.ts";
import type { VectorSymmetry } from "./vector-symmetry.ts";

export interface Reducers {
  readonly reducers: readonly VectorSymmetry[];
  /**
   * The same reducers in stages, where exchanges of neighboring blocks become sorting. If the set is monotonic, one
   * stage after the other leaves the least vectors; if not, the stages are repeated.
   */
  readonly stages: readonly Stage[];
  /** Whether `setCanonize` leaves one vector per orbit, the least. If not, there may be several. */
  readonly isMonotonic: boolean;
}

/**
 * - `sort`: blocks of levels are sorted.
 * - `least`: all elements of a group, for the least image.
 * - `reduce`: reducers are applied until none of them reduces a vector.
 */
export type Stage =
  | { readonly kind: "sort"; readonly blocks: Blocks }
  | { readonly kind: "least"; readonly elements: readonly VectorSymmetry[] }
  | { readonly kind: "reduce"; readonly reducers: readonly VectorSymmetry[] };

/** A point of a group: a level as a whole, or a value of a level. */
export interface LevelPoint {
  readonly level: number;
  readonly value?: number | undefined;
}

export interface ReducerOptions {
  /**
   * The points of the group; by default point i is level i. A level is either one point, or each of its values is one.
   */
  readonly points?: readonly LevelPoint[];
  /** The structure of the group, if it is known already. */
  readonly structure?: Structure;
  /** Groups and factors up to this order are enumerated if nothing better is known. */
  readonly enumerateUpTo?: number;
  /** The element of the group that permutes rows in this way, for groups that also move points outside the rows. */
  readonly lift?: (p: SparsePermutation) => SparsePermutation | undefined;
}

/** A set H of elements of the group. It generates the group, and each element has been checked to belong to it. */
export function chooseReducers(length: number, group: Group, options: ReducerOptions = {}): Reducers {
  const context = contextOf(length, group, options);
  const chosen = choose(context, options.structure ?? structureOf(group)) ?? elementsOf(context, group);
  const byKey = new Map(chosen.reducers.map((g) => [symmetryKey(g), g]));
  byKey.delete("");
  return { ...chosen, reducers: [...byKey.values()] };
}

interface Context {
  readonly length: number;
  readonly group: Group;
  readonly points: readonly LevelPoint[];
  readonly enumerateUpTo: bigint;
  readonly lift: ReducerOptions["lift"];
}

function contextOf(length: number, group: Group, { points, enumerateUpTo = 100, lift }: ReducerOptions): Context {
  const known = points ?? Array.from({ length: group.degree }, (_, level) => ({ level }));
  if (known.length !== group.degree) {
    throw new DddError(`a group on ${group.degree} points, and ${known.length} points are described`);
  }
  for (const { level } of known) if (level >= length) throw new DddError(`there is no level ${level}`);
  return { length, group, points: known, enumerateUpTo: BigInt(enumerateUpTo), lift };
}

/** The reducers for a node of the structure; `undefined` if its effect on points outside its rows is not known. */
function choose(context: Context, structure: Structure): Reducers | undefined {
  const chosen = chooseByKind(context, structure);
  if (!chosen || chosen.isMonotonic || structureOrder(structure) > context.enumerateUpTo) return chosen;
  const generators = allOf(structureGenerators(structure).map((p) => elementFor(context, p)));
  return generators ? elementsOf(context, permutationGroup(context.group.degree, generators)) : chosen;
}

function chooseByKind(context: Context, structure: Structure): Reducers | undefined {
  switch (structure.kind) {
    case "trivial":
      return { reducers: [], stages: [], isMonotonic: true };
    case "symmetric":
      return neighborExchanges(context, structure);
    case "cyclic":
      return rowMoves(context, structure, rotations(structure.rows.length), true);
    case "dihedral": {
      const all = rotations(structure.rows.length);
      return rowMoves(context, structure, [...all, ...reflections(structure.rows.length)], true);
    }
    case "alternating": {
      const n = structure.rows.length;
      return rowMoves(context, structure, Array.from({ length: n - 2 }, (_, i) => threeCycles(n, i)).flat(), false);
    }
    case "generic": {
      const { group } = structure;
      const isSmall = group.order <= context.enumerateUpTo;
      return rowMoves(context, structure, isSmall ? [...elements(group)] : withInverses(group), isSmall);
    }
    case "product": {
      const factors = allOf(structure.factors.map((factor) => choose(context, factor)));
      return factors && joined(factors, structure.isDisjoint);
    }
    case "wreath":
      return chooseWreath(context, structure);
  }
}

function chooseWreath(context: Context, { inner, outer }: Wreath): Reducers | undefined {
  const within = allOf(inner.map((block) => choose(context, block)));
  const between = choose(context, outer);
  if (!within || !between) return undefined;
  const all = joined(within, true);
  const rows = levelRows(context, rowsOf(outer));
  const isInOrder = rows.every((row) => sameNumbers(columnOrder(row), columnOrder(rows[0]!)));
  const isWithinRows = within.every(({ reducers }) => {
    const touched = reducers.flatMap((g) => touchedLevels(g));
    return touched.length === 0 || rows.some((row) => touched.every((level) => row.includes(level)));
  });
  const keepsValues = between.reducers.every((g) => !changesValues(g));
  return {
    reducers: [...all.reducers, ...between.reducers],
    stages: [...all.stages, ...between.stages],
    isMonotonic: all.isMonotonic && between.isMonotonic && isInOrder && isWithinRows && keepsValues,
  };
}

/** The rows that a node permutes. */
function rowsOf(structure: Structure): Rows {
  switch (structure.kind) {
    case "trivial":
      return [];
    case "product":
      return structure.factors.flatMap((factor) => rowsOf(factor));
    case "wreath":
      return structure.inner.flatMap((inner) => rowsOf(inner));
    case "symmetric":
    case "alternating":
    case "cyclic":
    case "dihedral":
    case "generic":
      return structure.rows;
  }
}

/** The union of the sets. It is monotonic if each set is and no two touch the same level. */
function joined(factors: readonly Reducers[], isDisjoint: boolean): Reducers {
  const owner = new Map<number, number>();
  let isApart = isDisjoint;
  factors.forEach(({ reducers }, k) => {
    for (const level of reducers.flatMap((g) => touchedLevels(g))) {
      if ((owner.get(level) ?? k) !== k) isApart = false;
      owner.set(level, k);
    }
  });
  return {
    reducers: factors.flatMap(({ reducers }) => reducers),
    stages: factors.flatMap(({ stages }) => stages),
    isMonotonic: isApart && factors.every(({ isMonotonic }) => isMonotonic),
  };
}

/** All elements of a small group; generators and their inverses otherwise. */
function elementsOf(context: Context, group: Group): Reducers {
  const isSmall = group.order <= context.enumerateUpTo;
  const chosen = isSmall ? [...elements(group)] : withInverses(group);
  return inOneStage(
    chosen.map((p) => symmetryFor(context, p)),
    isSmall,
  );
}

function withInverses(group: Group): Int32Array[] {
  return group.generators.flatMap(({ support, images }) => [
    dense({ support, images }, group.degree),
    dense({ support: images, images: support }, group.degree),
  ]);
}

function neighborExchanges(context: Context, structure: RowAction): Reducers | undefined {
  const rows = structure.rows.toSorted((a, b) => leastPoint(context, a) - leastPoint(context, b));
  const n = rows.length;
  const exchanges = Array.from({ length: n - 1 }, (_, i) => {
    const p = Int32Array.from({ length: n }, (_, k) => k);
    [p[i], p[i + 1]] = [i + 1, i];
    return p;
  });
  const chosen = rowMoves(context, { rows }, exchanges, true);
  if (!chosen) return undefined;
  const blocks = exchangedBlocks(chosen.reducers);
  if (blocks) return { ...chosen, stages: [{ kind: "sort", blocks }] };
  const { reducers } = chosen;
  return { reducers, stages: [{ kind: "reduce", reducers }], isMonotonic: comparesAlike(context, rows, reducers) };
}

/** The blocks of levels whose neighbors the symmetries exchange, one pair after the other, if they do nothing else. */
function exchangedBlocks(exchanges: readonly VectorSymmetry[]): Blocks | undefined {
  const touched = exchanges.map((g) => touchedLevels(g));
  const [first] = touched;
  const width = (first?.length ?? 0) / 2;
  if (width === 0) return undefined;
  const level = first![0]!;
  const isExchange = exchanges.every((g, i) => {
    const from = level + i * width;
    return (
      !changesValues(g) &&
      touched[i]!.length === 2 * width &&
      touched[i]!.every((at, k) => at === from + k && g.levels[at] === (k < width ? at + width : at - width))
    );
  });
  return isExchange ? { level, width, count: exchanges.length + 1 } : undefined;
}

/** Whether all neighbors among the rows compare in one way, or the rows are values in ascending order. */
function comparesAlike(context: Context, rows: Rows, exchanges: readonly VectorSymmetry[]): boolean {
  const table = levelRows(context, rows);
  if (exchanges.every((g) => !changesValues(g))) {
    const orders = exchanges.map((g, i) => {
      const [upper, lower] = [table[i]!, table[i + 1]!];
      if (!touchedLevels(g).every((level) => upper.includes(level) || lower.includes(level))) return undefined;
      const least = upper.map((level, c) => Math.min(level, lower[c]!));
      return columnOrder(least).flatMap((c) => [c, upper[c]! < lower[c]! ? 1 : 0]);
    });
    return orders.every((order) => order !== undefined && sameNumbers(order, orders[0]!));
  }
  if (exchanges.some(({ levels }) => Array.from(levels).some((to, from) => to !== from))) return false;
  const columns = rows[0]!.map((_, c) => rows.map((row) => context.points[row[c]!]!));
  return columns.every((column) =>
    column.every(({ value }, i) => i === 0 || (value !== undefined && column[i - 1]!.value! < value)),
  );
}

/** The first level of a row; for values of one level, plus the rank of the value. */
function leastPoint({ points }: Context, row: readonly number[]): number {
  const [first] = row;
  const least = Math.min(...row.map((point) => points[point]!.level));
  return least + (points[first!]!.value === undefined ? 0 : valueRank(points, first!));
}

/** Between 0 and 1, greater for greater values of the level. */
function valueRank(points: readonly LevelPoint[], point: number): number {
  const { level, value } = points[point]!;
  const values = points.filter((other) => other.level === level).map((other) => other.value!);
  return values.filter((other) => other < value!).length / values.length;
}

/** The levels of each row, in the same order in all rows, each once. */
function levelRows({ points }: Context, rows: Rows): number[][] {
  const first = (rows[0] ?? []).map((point) => points[point]!.level);
  const columns = first.flatMap((level, c) => (first.indexOf(level) === c ? [c] : []));
  return rows.map((row) => columns.map((c) => points[row[c]!]!.level));
}

/** The columns, by ascending level. */
function columnOrder(levels: readonly number[]): number[] {
  return levels.map((_, c) => c).sort((a, b) => levels[a]! - levels[b]!);
}

/** Elements of the group from permutations of the rows of a node. */
function rowMoves(
  context: Context,
  { rows }: { readonly rows: Rows },
  moves: readonly ArrayLike<number>[],
  isMonotonic: boolean,
): Reducers | undefined {
  const reducers = moves.map((move) => {
    const moved = rows.flatMap((row, i) => (move[i] === i ? [] : row));
    const images = rows.flatMap((_, i) => (move[i] === i ? [] : rows[move[i]!]!));
    const p = elementFor(context, { support: Int32Array.from(moved), images: Int32Array.from(images) });
    return p && symmetryFor(context, dense(p, context.group.degree));
  });
  const known = allOf(reducers);
  return known && inOneStage(known, isMonotonic);
}

/** @param isMonotonic whether the reducers are all elements of a group */
function inOneStage(reducers: readonly VectorSymmetry[], isMonotonic: boolean): Reducers {
  const stage: Stage = isMonotonic ? { kind: "least", elements: reducers } : { kind: "reduce", reducers };
  return { reducers, stages: [stage], isMonotonic };
}

/** The element of the group that moves rows in this way: this one, or one that also moves points outside the rows. */
function elementFor({ group, lift }: Context, p: SparsePermutation): SparsePermutation | undefined {
  if (contains(group, p)) return p;
  const whole = lift?.(p);
  return whole && contains(group, whole) ? whole : undefined;
}

function symmetryFor({ length, points }: Context, p: ArrayLike<number>): VectorSymmetry {
  const levels = Int32Array.from({ length }, (_, i) => i);
  const values = new Map<number, Map<number, number>>();
  points.forEach(({ level, value }, i) => {
    const image = points[p[i]!]!;
    levels[level] = image.level;
    if (value === undefined || value === image.value) return;
    if (!values.has(level)) values.set(level, new Map());
    values.get(level)!.set(value, image.value!);
  });
  return { levels, values };
}

function changesValues({ values }: VectorSymmetry): boolean {
  return values !== undefined && values.size > 0;
}

function rotations(n: number): number[][] {
  return Array.from({ length: n - 1 }, (_, k) => Array.from({ length: n }, (_, i) => (i + k + 1) % n));
}

function reflections(n: number): number[][] {
  return Array.from({ length: n }, (_, k) => Array.from({ length: n }, (_, i) => (n + k - i) % n));
}

/** Both rotations of three neighbors. */
function threeCycles(n: number, i: number): number[][] {
  const rotated = [
    [i + 1, i + 2, i],
    [i + 2, i, i + 1],
  ];
  return rotated.map((images) => Array.from({ length: n }, (_, k) => images[k - i] ?? k));
}

function sameNumbers(a: readonly number[], b: readonly number[]): boolean {
  return a.length === b.length && a.every((x, i) => x === b[i]);
}

function allOf<T>(list: readonly (T | undefined)[]): readonly T[] | undefined {
  return list.every((item) => item !== undefined) ? list : undefined;
}
