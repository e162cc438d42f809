/**
 * Images of vectors and sets of points under a group, and canonical images.
 *
 * A vector gives every point a value, and p moves the value of i to i^p. Two vectors are in one orbit of the group
 * exactly if their minimal images are equal, and exactly if their canonical images are. Minimal images are the
 * lexicographically least ones and easy to explain. Canonical images also depend only on the orbit and the group, and
 * are often found much faster. The parts of a group move different points, so the image is computed part by part. See
 * `image-search.ts`.
 */

import type { Chain } from "./chain/chain.ts";
import { elements } from "./elements.ts";
import { GroupError } from "./group-error.ts";
import { requirePoints, write } from "./group.ts";
import type { Group } from "./group.ts";
import { identity } from "./permutation.ts";
import type { Permutation } from "./permutation.ts";
import { canonicalFormOf, leastImage } from "./search/image-search.ts";
import type { FoundImage } from "./search/image-search.ts";

export interface Image {
  readonly image: number[];
  /** An element that maps the argument to the image. */
  readonly by: Permutation;
  /** The order of the stabilizer of the argument. Its orbit has group order / stabilizer order members. */
  readonly stabilizerOrder: bigint;
}

export interface ImageOptions {
  /** The most candidates in each part of the group before the search gives up. No limit if absent. */
  readonly limit?: number | undefined;
}

/** The moved values: `result[p[i]]` is `vector[i]`. */
export function vectorImage(vector: ArrayLike<number>, p: Permutation): number[] {
  if (vector.length !== p.length) throw new GroupError(`unequal degrees: ${p.length} and ${vector.length}`);
  const image = new Array<number>(p.length);
  for (let i = 0; i < p.length; i++) image[p[i]!] = vector[i]!;
  return image;
}

/** The images of the points, ascending. */
export function setImage(points: Iterable<number>, p: Permutation): number[] {
  const set = new Set(points);
  requirePoints(p.length, set);
  return Array.from(set, (i) => p[i]!).sort((a, b) => a - b);
}

/** The lexicographically least image of a vector; `undefined` if the limit was reached. */
export function minimalImage(group: Group, vector: ArrayLike<number>, options: ImageOptions = {}): Image | undefined {
  return imageByParts(group, vector, options, leastImage);
}

/** An image that is the same for all vectors of an orbit; `undefined` if the limit was reached. */
export function canonicalImage(group: Group, vector: ArrayLike<number>, options: ImageOptions = {}): Image | undefined {
  return imageByParts(group, vector, options, canonicalFormOf);
}

/** The lexicographically least image of a set, as an ascending list; `undefined` if the limit was reached. */
export function minimalSetImage(group: Group, points: Iterable<number>, options: ImageOptions = {}): Image | undefined {
  return asSet(minimalImage(group, indicator(group, points), options));
}

/** An image that is the same for all sets of an orbit; `undefined` if the limit was reached. */
export function canonicalSetImage(
  group: Group,
  points: Iterable<number>,
  options: ImageOptions = {},
): Image | undefined {
  return asSet(canonicalImage(group, indicator(group, points), options));
}

/** The minimal image by enumeration of all elements: the reference for the others. */
export function minimalImageByEnumeration(group: Group, vector: ArrayLike<number>): Image {
  let image = vectorImage(vector, identity(group.degree));
  let by = identity(group.degree);
  let stabilizerOrder = 0n;
  for (const p of elements(group)) {
    const other = vectorImage(vector, p);
    const difference = compare(other, image);
    if (difference < 0) {
      image = other;
      by = p;
      stabilizerOrder = 0n;
    }
    if (difference <= 0) stabilizerOrder++;
  }
  return { image, by, stabilizerOrder };
}

function imageByParts(
  group: Group,
  vector: ArrayLike<number>,
  { limit = Infinity }: ImageOptions,
  find: (chain: Chain, vector: Int32Array, limit: number) => FoundImage | undefined,
): Image | undefined {
  if (vector.length !== group.degree) throw new GroupError(`unequal degrees: ${group.degree} and ${vector.length}`);
  const image = Array.from(vector);
  const by = identity(group.degree);
  let stabilizerOrder = 1n;
  for (const { points, chain } of group.parts) {
    // The search works on ranks: small numbers in the order of the values.
    const values = [...new Set(Array.from(points, (i) => vector[i]!))].sort((a, b) => a - b);
    const ranks = new Map(values.map((value, rank) => [value, rank]));
    const found = find(
      chain,
      points.map((i) => ranks.get(vector[i]!)!),
      limit,
    );
    if (!found) return undefined;
    points.forEach((i, k) => (image[i] = values[found.image[k]!]!));
    write(by, points, found.by);
    stabilizerOrder *= found.stabilizerOrder;
  }
  return { image, by, stabilizerOrder };
}

/** Members have the smaller value, so the least vector is that of the lexicographically least set. */
function indicator(group: Group, points: Iterable<number>): number[] {
  const set = new Set(points);
  requirePoints(group.degree, set);
  return Array.from({ length: group.degree }, (_, i) => (set.has(i) ? 0 : 1));
}

function asSet(found: Image | undefined): Image | undefined {
  return found && { ...found, image: [...found.image.keys()].filter((i) => found.image[i] === 0) };
}

function compare(a: readonly number[], b: readonly number[]): number {
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return a[i]! - b[i]!;
  return 0;
}
