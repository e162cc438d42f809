/**
 * Permutations of {0, ..., n-1} as arrays of images: `p[i]` is the image of i.
 *
 * Permutations act from the right, as in GAP and in most books on computation: the image of i is written i^p, and
 * `compose(p, q)` is "first p, then q", so i^(pq) = (i^p)^q. Everything here costs O(n) unless it says otherwise.
 */

import { look } from "../util/limits.ts";
import { GroupError } from "./group-error.ts";

/** `p[i]` is the image of i. Never modified after construction. */
export type Permutation = Int32Array;

export function identity(n: number): Permutation {
  const p = new Int32Array(n);
  for (let i = 0; i < n; i++) p[i] = i;
  return p;
}

/** @throws GroupError if the images are not those of a permutation */
export function permutation(images: Iterable<number>): Permutation {
  const list = [...images];
  const n = list.length;
  const from = new Int32Array(n).fill(-1);
  for (const [i, image] of list.entries()) {
    if (!Number.isInteger(image) || image < 0 || image >= n) {
      throw new GroupError(`not a permutation of ${n} points: the image of ${i} is ${image}`);
    }
    if (from[image]! >= 0) {
      throw new GroupError(`not a permutation: ${from[image]} and ${i} have the same image ${image}`);
    }
    from[image] = i;
  }
  return Int32Array.from(list);
}

/** First p, then q. */
export function compose(p: Permutation, q: Permutation): Permutation {
  look(1 + (p.length >> 8));
  requireSameDegree(p, q);
  const n = p.length;
  const result = new Int32Array(n);
  for (let i = 0; i < n; i++) result[i] = q[p[i]!]!;
  return result;
}

export function inverse(p: Permutation): Permutation {
  const n = p.length;
  const result = new Int32Array(n);
  for (let i = 0; i < n; i++) result[p[i]!] = i;
  return result;
}

/** p composed with itself `exponent` times. Negative exponents are powers of the inverse. O(n) for any exponent. */
export function power(p: Permutation, exponent: number | bigint): Permutation {
  const result = identity(p.length);
  const wide = BigInt(exponent);
  forEachCycle(p, (cycle) => {
    const length = cycle.length;
    const shift = Number(((wide % BigInt(length)) + BigInt(length)) % BigInt(length));
    for (let k = 0; k < length; k++) result[cycle[k]!] = cycle[(k + shift) % length]!;
  });
  return result;
}

/** q^-1 p q: maps i^q to j^q where p maps i to j. */
export function conjugate(p: Permutation, q: Permutation): Permutation {
  look(1 + (p.length >> 8));
  requireSameDegree(p, q);
  const n = p.length;
  const result = new Int32Array(n);
  for (let i = 0; i < n; i++) result[q[i]!] = q[p[i]!]!;
  return result;
}

/** The least positive k such that the k-th power is the identity: the least common multiple of the cycle lengths. */
export function orderOf(p: Permutation): bigint {
  let order = 1n;
  const seen = new Set<number>();
  forEachCycle(p, ({ length }) => {
    if (seen.has(length)) return;
    seen.add(length);
    order *= BigInt(length) / gcd(order, BigInt(length));
  });
  return order;
}

/** 1 if p is a product of an even number of transpositions, -1 otherwise. */
export function sign(p: Permutation): 1 | -1 {
  let even = true;
  forEachCycle(p, ({ length }) => {
    if (length % 2 === 0) even = !even;
  });
  return even ? 1 : -1;
}

/** The permutations on disjoint sets of points: the points of each come after those of the previous ones. */
export function sideBySide(parts: readonly Permutation[]): Permutation {
  const result = new Int32Array(parts.reduce((sum, { length }) => sum + length, 0));
  let start = 0;
  for (const part of parts) {
    for (let i = 0; i < part.length; i++) result[start + i] = start + part[i]!;
    start += part.length;
  }
  return result;
}

export function isIdentity(p: Permutation): boolean {
  for (let i = 0; i < p.length; i++) if (p[i] !== i) return false;
  return true;
}

export function samePermutation(p: Permutation, q: Permutation): boolean {
  if (p.length !== q.length) return false;
  for (let i = 0; i < p.length; i++) if (p[i] !== q[i]) return false;
  return true;
}

/** Calls `visit` with each cycle of two or more points, sorted by least points, each starting at its least point. */
export function forEachCycle(p: Permutation, visit: (cycle: readonly number[]) => void): void {
  const seen = new Uint8Array(p.length);
  for (let i = 0; i < p.length; i++) {
    if (seen[i] || p[i] === i) continue;
    const cycle: number[] = [];
    for (let j = i; !seen[j]; j = p[j]!) {
      seen[j] = 1;
      cycle.push(j);
    }
    visit(cycle);
  }
}

/** The number of permutations of n points. */
export function factorial(n: number): bigint {
  let product = 1n;
  for (let k = 2; k <= n; k++) product *= BigInt(k);
  return product;
}

function requireSameDegree(p: Permutation, q: Permutation): void {
  if (p.length !== q.length) throw new GroupError(`unequal degrees: ${p.length} and ${q.length}`);
}

function gcd(a: bigint, b: bigint): bigint {
  return b === 0n ? a : gcd(b, a % b);
}
