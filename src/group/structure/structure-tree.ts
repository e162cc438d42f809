/**
 * The structure of a group, as a tree of actions on rows.
 *
 * A leaf permutes rows: an element that maps row i to row j maps `rows[i][c]` to `rows[j][c]` for every column c, and
 * fixes everything outside its node. The points of a row move together: a process with its channel and its flag. Inner
 * nodes combine the actions below them. The order of a tree is always that of the group.
 */

import type { Group } from "../group.ts";
import { factorial } from "../permutation.ts";
import type { SparsePermutation } from "../sparse-permutation.ts";

export type Structure = Trivial | RowAction | Generic | Product | Wreath;

/** The trivial group. */
export interface Trivial {
  readonly kind: "trivial";
}

/** Row i is the list of points that move together, in the same order in every row. */
export type Rows = readonly (readonly number[])[];

/**
 * The symmetric, the alternating, the cyclic or the dihedral action on rows. The order of the rows is that of rotation.
 */
export interface RowAction {
  readonly kind: "symmetric" | "alternating" | "cyclic" | "dihedral";
  readonly rows: Rows;
  /** Moved points outside the rows whose images the rows determine, such as points for pairs of rows. */
  readonly others: readonly number[];
}

/** A group without a name. */
export interface Generic {
  readonly kind: "generic";
  /** The action on the rows, by their numbers. */
  readonly group: Group;
  readonly rows: Rows;
  readonly others: readonly number[];
}

/** The direct product. */
export interface Product {
  readonly kind: "product";
  readonly factors: readonly Structure[];
  /**
   * Whether no two factors move the same point. Otherwise the factors commute, like processes and values on a table of
   * both.
   */
  readonly isDisjoint: boolean;
}

/** `outer` permutes blocks, and `inner[j]` acts within block j, independently for each block. */
export interface Wreath {
  readonly kind: "wreath";
  /** The same structure for all blocks, on the points of each. */
  readonly inner: readonly Structure[];
  /** The first columns are the points of the blocks: `rows[j]` starts with those of block j. */
  readonly outer: Structure;
  readonly others: readonly number[];
}

/** The leaves of the tree that permute rows, those of inner nodes before those of outer ones. */
export function rowActions(structure: Structure): readonly (RowAction | Generic)[] {
  switch (structure.kind) {
    case "trivial":
      return [];
    case "product":
      return structure.factors.flatMap((factor) => rowActions(factor));
    case "wreath":
      return [...structure.inner, structure.outer].flatMap((node) => rowActions(node));
    case "symmetric":
    case "alternating":
    case "cyclic":
    case "dihedral":
    case "generic":
      return [structure];
  }
}

export function structureOrder(structure: Structure): bigint {
  return rowActions(structure).reduce((product, action) => product * orderOf(action), 1n);
}

function orderOf(action: RowAction | Generic): bigint {
  const { length } = action.rows;
  switch (action.kind) {
    case "symmetric":
      return factorial(length);
    case "alternating":
      return factorial(length) / 2n;
    case "cyclic":
      return BigInt(length);
    case "dihedral":
      return BigInt(2 * length);
    case "generic":
      return action.group.order;
  }
}

/** The points of all rows of the tree, ascending. Their images determine those of all other points. */
export function rowPoints(structure: Structure): number[] {
  const points = new Set(rowActions(structure).flatMap(({ rows }) => rows.flat()));
  return [...points].sort((a, b) => a - b);
}

/** Generators of the group that the tree describes, restricted to its rows: points outside the rows are omitted. */
export function structureGenerators(structure: Structure): SparsePermutation[] {
  return rowActions(structure).flatMap(generatorsOf);
}

function generatorsOf(action: RowAction | Generic): SparsePermutation[] {
  const { rows } = action;
  switch (action.kind) {
    case "symmetric":
      return [rotate(rows), rotate(rows.slice(0, 2))];
    case "alternating":
      return rows.slice(2).map((row) => rotate([rows[0]!, rows[1]!, row]));
    case "cyclic":
      return [rotate(rows)];
    case "dihedral":
      return [rotate(rows), moveRows(rows, [...rows].reverse())];
    case "generic":
      return action.group.generators.map(({ support, images }) => moveRows(pick(rows, support), pick(rows, images)));
  }
}

/** The tree with every point replaced by a list of points that move with it, in the same order in all rows. */
export function expand(structure: Structure, pointsOf: (point: number) => readonly number[]): Structure {
  const rowsOf = (rows: Rows): Rows => rows.map((row) => row.flatMap((point) => pointsOf(point)));
  const othersOf = (others: readonly number[]): readonly number[] => others.flatMap((point) => pointsOf(point));
  switch (structure.kind) {
    case "trivial":
      return structure;
    case "symmetric":
    case "alternating":
    case "cyclic":
    case "dihedral":
    case "generic":
      return { ...structure, rows: rowsOf(structure.rows), others: othersOf(structure.others) };
    case "product":
      return { ...structure, factors: structure.factors.map((factor) => expand(factor, pointsOf)) };
    case "wreath":
      return {
        ...structure,
        inner: structure.inner.map((inner) => expand(inner, pointsOf)),
        outer: expand(structure.outer, pointsOf),
        others: othersOf(structure.others),
      };
  }
}

/**
 * The product of independent actions. Nested products of the same kind are flattened, and trivial factors are omitted.
 */
export function productOf(factors: readonly Structure[], isDisjoint: boolean): Structure {
  const flat = factors.flatMap((factor): readonly Structure[] => {
    if (factor.kind === "trivial") return [];
    return factor.kind === "product" && factor.isDisjoint === isDisjoint ? factor.factors : [factor];
  });
  if (flat.length === 0) return { kind: "trivial" };
  return flat.length === 1 ? flat[0]! : { kind: "product", factors: flat, isDisjoint };
}

/** Whether some part of the structure is generic. */
export function hasGeneric(structure: Structure): boolean {
  return rowActions(structure).some(({ kind }) => kind === "generic");
}

/**
 * The structure in the usual notation: `(S3 wr S2) x S3`. A generic group shows its order and the number of its rows.
 */
export function formatStructure(structure: Structure): string {
  switch (structure.kind) {
    case "trivial":
      return "1";
    case "symmetric":
      return `S${structure.rows.length}`;
    case "alternating":
      return `A${structure.rows.length}`;
    case "cyclic":
      return `C${structure.rows.length}`;
    case "dihedral":
      return `D${structure.rows.length}`;
    case "generic":
      return `group of order ${structure.group.order} on ${structure.rows.length} points`;
    case "product":
      return structure.factors.map((factor) => parenthesized(factor)).join(" x ");
    case "wreath": {
      // Wreath products are associative.
      const [left, right] = [structure.inner[0]!, structure.outer];
      return [left, right]
        .map((node) => (node.kind === "wreath" ? formatStructure(node) : parenthesized(node)))
        .join(" wr ");
    }
  }
}

/** Adds parentheses if the structure has more than one word. */
function parenthesized(structure: Structure): string {
  const text = formatStructure(structure);
  return text.includes(" ") ? `(${text})` : text;
}

function rotate(rows: Rows): SparsePermutation {
  return moveRows(rows, [...rows.slice(1), rows[0]!]);
}

function moveRows(from: Rows, to: Rows): SparsePermutation {
  return { support: Int32Array.from(from.flat()), images: Int32Array.from(to.flat()) };
}

function pick(rows: Rows, numbers: Int32Array): Rows {
  return Array.from(numbers, (i) => rows[i]!);
}
