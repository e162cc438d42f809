/**
 * Permutation groups, given by generators.
 *
 * A group is the direct product of parts that no generator connects, each with a complete stabilizer chain on the
 * points that it moves, renumbered. So the degree costs only two words per point, and a group of many small parts costs
 * as much as the parts. `complete-chain.ts` builds chains and proves that they are complete. A part whose generators
 * exchange rows needs no chain for its order and its elements (`row-exchanges.ts`), and gets one when it is asked for.
 */

import { getOrAdd } from "../util/numbering.ts";
import type { Random } from "../util/random.ts";
import type { Chain } from "./chain/chain.ts";
import { completeChain, likelyChain } from "./construction/complete-chain.ts";
import { connectedParts } from "./construction/connected-parts.ts";
import { familiesOrder, permutesRows, rowExchanges } from "./construction/row-exchanges.ts";
import type { RowFamily } from "./construction/row-exchanges.ts";
import { GroupError } from "./group-error.ts";
import { identity } from "./permutation.ts";
import type { Permutation } from "./permutation.ts";
import { normalSparse, sparse } from "./sparse-permutation.ts";
import type { SparsePermutation } from "./sparse-permutation.ts";

/** A group of permutations of {0, ..., degree - 1}. Immutable. */
export interface Group {
  readonly degree: number;
  /** The generators, with moved points ascending. None is the identity. */
  readonly generators: readonly SparsePermutation[];
  readonly order: bigint;
  /** Subgroups that move disjoint sets of points and whose product is the group. */
  readonly parts: readonly GroupPart[];
}

/** A direct factor on points of its own. */
export interface GroupPart {
  /** The points, ascending. The chain numbers them by their positions here. */
  readonly points: Int32Array;
  /** A complete chain. */
  readonly chain: Chain;
  /** The rows that are permuted in all ways, by positions, if the part does nothing else. */
  readonly families?: readonly RowFamily[] | undefined;
}

export interface GroupOptions {
  /**
   * The order, if it is known. It saves the proof that the chain is complete. It must be correct: a wrong one is
   * noticed most likely, but not certainly.
   */
  readonly order?: bigint | undefined;
  /** The points that the base starts with, for each part in this order. */
  readonly base?: readonly number[] | undefined;
}

/**
 * The group that the generators generate.
 *
 * @throws GroupError if a generator is not a permutation of the points, or the order is not that of the group
 */
export function permutationGroup(
  degree: number,
  generators: readonly (Permutation | SparsePermutation)[],
  options: GroupOptions = {},
): Group {
  if (!Number.isInteger(degree) || degree < 0) throw new GroupError(`a group cannot have degree ${degree}`);
  const normal = generators.map((p) => normalize(p, degree)).filter(({ support }) => support.length > 0);
  requirePoints(degree, options.base ?? []);
  const split = connectedParts(degree, normal);
  const prefixes = ownPlaces(degree, split, options.base ?? []);
  const known = split.length === 1 ? options.order : undefined;
  const parts = split.map(({ points, generators }, k): GroupPart => {
    const families = options.base === undefined ? rowExchanges(points.length, generators) : undefined;
    if (families) return partOfRows(points, generators, families);
    return { points, chain: likelyChain(points.length, generators, prefixes[k], known) };
  });
  if (options.order === undefined || productOfOrders(parts) !== options.order) {
    for (const [k, part] of parts.entries()) if (!part.families) completeChain(part.chain, split[k]!.generators);
  }
  const order = productOfOrders(parts);
  if (options.order !== undefined && order !== options.order) {
    throw new GroupError(`the generators generate a group of order ${order}, not ${options.order}`);
  }
  return { degree, generators: normal, order, parts };
}

/** Its chain is made when it is asked for. */
function partOfRows(points: Int32Array, generators: readonly Permutation[], families: readonly RowFamily[]): GroupPart {
  let made: Chain | undefined;
  return {
    points,
    families,
    get chain() {
      return (made ??= likelyChain(points.length, generators, [], familiesOrder(families)));
    },
  };
}

/** The group made of complete chains on disjoint sets of points. */
export function groupOfParts(degree: number, parts: readonly GroupPart[]): Group {
  const moving = parts.filter((part) => orderOfPart(part) > 1n);
  const generators = moving.flatMap(({ points, chain }) => chain.generatorsFrom(0).map((p) => lift(points, p)));
  return { degree, generators, order: productOfOrders(moving), parts: moving };
}

export function trivialGroup(degree: number): Group {
  return groupOfParts(degree, []);
}

/** The points whose images determine an element. */
export function baseOf(group: Group): number[] {
  return group.parts.flatMap(({ points, chain }) => chain.base.map((i) => points[i]!));
}

/** Whether a permutation is an element of the group. A permutation of another degree is not. */
export function contains(group: Group, p: Permutation | SparsePermutation): boolean {
  if (!("support" in p) && p.length !== group.degree) return false;
  const { support, images } = normalize(p, group.degree);
  const { partOf, places } = located(group);
  const whole = identity(group.degree);
  for (const [k, i] of support.entries()) {
    // A permutation that moves other points, or maps a point out of its part, is no element.
    if (partOf[i]! < 0 || partOf[i] !== partOf[images[k]!]) return false;
    whole[i] = images[k]!;
  }
  return group.parts.every((part) => {
    const { points } = part;
    const local = new Int32Array(points.length);
    for (let k = 0; k < local.length; k++) local[k] = places[whole[points[k]!]!]!;
    return part.families ? permutesRows(part.families, local) : part.chain.contains(local);
  });
}

/** The result of sifting a permutation. */
export interface Sifted {
  /** p divided by elements of the group. It is the identity exactly if p is in the group. */
  readonly residue: Permutation;
  /** The number of base points that it passed, part by part. After a failure, the rest of the part is not tried. */
  readonly passed: number;
}

/** @throws GroupError if p is not a permutation of the points of the group */
export function sift(group: Group, p: Permutation | SparsePermutation): Sifted {
  const { support, images } = normalize(p, group.degree);
  const residue = identity(group.degree);
  support.forEach((i, k) => (residue[i] = images[k]!));
  const { places } = locate(group.degree, group.parts);
  let passed = 0;
  for (const { points, chain } of group.parts) {
    // A permutation that maps a point of the part out of it does not pass.
    if (points.some((i) => points[places[residue[i]!]!] !== residue[i])) continue;
    const local = points.map((i) => places[residue[i]!]!);
    const { residue: rest, level } = chain.sift(local);
    passed += level;
    points.forEach((i, k) => (residue[i] = points[rest[k]!]!));
  }
  return { residue, passed };
}

/** A random element, uniformly distributed. */
export function randomElement(group: Group, random: Random): Permutation {
  const p = identity(group.degree);
  for (const { points, chain } of group.parts) write(p, points, chain.randomElement(random));
  return p;
}

/** The generators as arrays of images. */
export function denseGenerators(group: Group): Permutation[] {
  return group.generators.map(({ support, images }) => {
    const p = identity(group.degree);
    support.forEach((i, k) => (p[i] = images[k]!));
    return p;
  });
}

/** Converts a permutation of the positions of `points` to one of the points. */
export function lift(points: Int32Array, p: Permutation): SparsePermutation {
  const moved = points.filter((_, k) => p[k] !== k);
  const places = Int32Array.from(p.keys()).filter((k) => p[k] !== k);
  return { support: moved, images: places.map((k) => points[p[k]!]!) };
}

/** Writes a permutation of the positions of `points` into one of all points. */
export function write(target: Permutation, points: Int32Array, p: Permutation): void {
  for (let k = 0; k < p.length; k++) target[points[k]!] = points[p[k]!]!;
}

/** Disjoint sets of points. */
type PointSets = readonly { readonly points: Int32Array }[];

/** Many permutations are looked up in one group. */
const whereabouts = new WeakMap<Group, ReturnType<typeof locate>>();

function located(group: Group): ReturnType<typeof locate> {
  return getOrAdd(whereabouts, group, () => locate(group.degree, group.parts));
}

/** For each point, the number of its part, or -1, and its position there. */
export function locate(degree: number, parts: PointSets): { readonly partOf: Int32Array; readonly places: Int32Array } {
  const partOf = new Int32Array(degree).fill(-1);
  const places = new Int32Array(degree);
  for (const [part, { points }] of parts.entries()) {
    for (let k = 0; k < points.length; k++) {
      partOf[points[k]!] = part;
      places[points[k]!] = k;
    }
  }
  return { partOf, places };
}

/** For each part, the positions of those of the points that belong to it, each once. */
export function ownPlaces(degree: number, parts: PointSets, points: readonly number[]): number[][] {
  const { partOf, places } = locate(degree, parts);
  const own: number[][] = parts.map(() => []);
  for (const point of new Set(points)) if (partOf[point]! >= 0) own[partOf[point]!]!.push(places[point]!);
  return own;
}

export function requirePoints(degree: number, points: Iterable<number>): void {
  for (const point of points) {
    if (!Number.isInteger(point) || point < 0 || point >= degree) {
      throw new GroupError(`the point ${point} is not one of the ${degree} points`);
    }
  }
}

function normalize(p: Permutation | SparsePermutation, degree: number): SparsePermutation {
  if ("support" in p) return normalSparse(p, degree);
  if (p.length !== degree) throw new GroupError(`unequal degrees: a group of ${degree}, a permutation of ${p.length}`);
  return normalSparse(sparse(p), degree);
}

function productOfOrders(parts: readonly GroupPart[]): bigint {
  return parts.reduce((product, part) => product * orderOfPart(part), 1n);
}

function orderOfPart(part: GroupPart): bigint {
  return part.families ? familiesOrder(part.families) : part.chain.order;
}
