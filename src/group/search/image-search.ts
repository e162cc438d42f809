/**
 * The least image, or a canonical image, of a vector under a group that is given by a stabilizer chain (Linton 2004;
 * Jefferson, Jonauskyte, Pfeiffer and Waldecker 2019).
 *
 * The search descends a chain of stabilizers and keeps all images of the vector that are still candidates. Each step
 * chooses a point and a value for it. Elements of the present stabilizer map every candidate in all ways that bring
 * this value to this point. Then the point is fixed, and equal candidates are merged.
 *
 * For the *least* image, points come in ascending order, and the value is the least that any candidate can bring to the
 * point. If an orbit of the stabilizer has one value in every candidate, its points need no step.
 *
 * For a *canonical* image, the point and the value are those that leave the fewest candidates: a value that is rare in
 * its orbit (the `RareOrbit` of Jefferson et al.). Before each step, only those candidates are kept that have the least
 * sorted values in each orbit. All candidates then have the same values in each orbit, so the choice depends only on
 * the group and the orbit of the vector. The search ends when every orbit has one value, because then all candidates
 * are equal.
 *
 * If there are many candidates, the stabilizer of the vector is computed, and one of several candidates that are
 * equivalent under it is kept. The number of times each was reached is counted, so the order of the stabilizer comes
 * for free. A candidate costs O(d n), for tree depth d. The number of candidates is exponential in the worst case, and
 * the caller limits it.
 */

import { look } from "../../util/limits.ts";
import type { Chain } from "../chain/chain.ts";
import { identity, inverse } from "../permutation.ts";
import type { Permutation } from "../permutation.ts";
import { colorStabilizer } from "./color-stabilizer.ts";
import { stabilizerTree } from "./stabilizer-tree.ts";
import type { StabilizerNode } from "./stabilizer-tree.ts";

export interface FoundImage {
  readonly image: Int32Array;
  /** An element that maps the vector to the image. */
  readonly by: Permutation;
  /** The number of elements that fix the vector. */
  readonly stabilizerOrder: bigint;
}

/** The choice of a step: the point to fix and its value; `undefined` at the end of the search. */
type Choose = (search: Candidates) => { readonly point: number; readonly value: number } | undefined;

/**
 * The lexicographically least image; `undefined` if there are more than `limit` candidates. Values are small and
 * nonnegative.
 */
export function leastImage(chain: Chain, vector: Int32Array, limit: number): FoundImage | undefined {
  return search(chain, vector, limit, chooseLeast);
}

/** An image that is the same for all vectors of an orbit; `undefined` if there are more than `limit` candidates. */
export function canonicalFormOf(chain: Chain, vector: Int32Array, limit: number): FoundImage | undefined {
  return search(chain, vector, limit, () => chooseRarest);
}

/** With more candidates at once, computing the stabilizer of the vector pays off. */
const manyCandidates = 24;

function search(chain: Chain, vector: Int32Array, limit: number, start: () => Choose): FoundImage | undefined {
  const root = stabilizerTree(chain);
  let candidates = new Candidates(root, vector, limit);
  const outcome = candidates.run(start(), manyCandidates);
  if (outcome === "too many at once") {
    const stabilizer = colorStabilizer(chain, vector, limit);
    if (!stabilizer.isComplete) return undefined;
    candidates = new Candidates(root, vector, limit, stabilizerTree(stabilizer.chain));
    if (candidates.run(start(), Infinity) !== "done") return undefined;
  } else if (outcome !== "done") return undefined;
  return candidates.result();
}

interface Candidate {
  readonly image: Int32Array;
  readonly by: Permutation;
  /** The number of candidates that this one represents. */
  readonly weight: bigint;
  /** The symmetries of the vector that keep this candidate, on the points of the vector. */
  readonly symmetries?: StabilizerNode | undefined;
}

class Candidates {
  /** The pointwise stabilizer of the points chosen so far. */
  node: StabilizerNode;
  list: Candidate[];
  private readonly vector: Int32Array;
  private candidatesLeft: number;

  constructor(root: StabilizerNode, vector: Int32Array, limit: number, symmetries?: StabilizerNode) {
    this.node = root;
    this.vector = vector;
    this.candidatesLeft = limit;
    this.list = [{ image: vector, by: identity(vector.length), weight: 1n, symmetries }];
  }

  run(choose: Choose, most: number): "done" | "too many at once" | "limit" {
    for (;;) {
      const choice = choose(this);
      if (!choice) return "done";
      this.branch(choice.point, choice.value);
      if (this.candidatesLeft < 0) return "limit";
      if (this.list.length > most) return "too many at once";
    }
  }

  result(): FoundImage {
    const [{ image, by, weight }] = this.list as [Candidate];
    return { image, by, stabilizerOrder: weight * this.node.order };
  }

  keep(isKept: (image: Int32Array) => boolean): void {
    this.list = this.list.filter(({ image }) => isKept(image));
  }

  /** Brings the value to the point in all ways, and fixes the point. */
  private branch(point: number, value: number): void {
    const orbit = this.node.orbitOf(point);
    const { chain, node } = this.node.fixing(point);
    const { tree } = chain.levels[0]!;
    const merged = new Merged();
    for (const candidate of this.list) {
      look(1 + (orbit.length >> 4));
      for (const { from, count, symmetries } of origins(candidate, orbit, value)) {
        if (this.candidatesLeft-- <= 0) return;
        const by = Int32Array.from(candidate.by);
        tree.divide(chain.tables, by, from);
        merged.add({ image: imageOf(this.vector, by), by, weight: candidate.weight * BigInt(count), symmetries });
      }
    }
    this.list = merged.list;
    this.node = node;
  }
}

interface Origin {
  readonly from: number;
  readonly count: number;
  readonly symmetries?: StabilizerNode | undefined;
}

/** The points of the orbit that have the value. Of equivalent points, one is listed with their number. */
function origins({ image, by, symmetries }: Candidate, orbit: Int32Array, value: number): Origin[] {
  const points = orbit.filter((i) => image[i] === value);
  if (!symmetries) return Array.from(points, (from) => ({ from, count: 1 }));
  const back = inverse(by);
  const classes = new Map<number, { from: number; count: number }>();
  const first = symmetries.chain.levels[0]?.tree.root;
  for (const i of points) {
    const label = symmetries.least[back[i]!]!;
    const known = classes.get(label);
    if (!known) classes.set(label, { from: i, count: 1 });
    else {
      known.count++;
      // The stabilizer of the first base point is available for free.
      if (back[i] === first) known.from = i;
    }
  }
  return Array.from(classes.values(), ({ from, count }) => ({
    from,
    count,
    symmetries: count === 1 ? symmetries : symmetries.fixing(back[from]!).node,
  }));
}

/** Candidates without duplicates. */
class Merged {
  readonly list: Candidate[] = [];
  private readonly byHash = new Map<number, number[]>();

  add(candidate: Candidate): void {
    const hash = hashOf(candidate.image);
    const places = this.byHash.get(hash);
    const place = places?.find((k) => this.list[k]!.image.every((value, i) => value === candidate.image[i]));
    if (place !== undefined) {
      const known = this.list[place]!;
      this.list[place] = { ...known, weight: known.weight + candidate.weight };
      return;
    }
    if (places) places.push(this.list.length);
    else this.byHash.set(hash, [this.list.length]);
    this.list.push(candidate);
  }
}

function chooseLeast(): Choose {
  let point = 0;
  return (search) => {
    for (const { length } = search.node.least; point < length; point++) {
      const orbit = search.node.isFixed(point) ? Int32Array.of(point) : search.node.orbitOf(point);
      let least = Infinity;
      let isUniform = true;
      for (const { image } of search.list) {
        for (const i of orbit) {
          if (image[i]! < least) least = image[i]!;
          if (image[i] !== image[point]) isUniform = false;
        }
      }
      if (search.list.length > 1) search.keep((image) => orbit.some((i) => image[i] === least));
      if (!isUniform) return { point: point++, value: least };
    }
    return undefined;
  };
}

const chooseRarest: Choose = (search) => {
  const { orbits, fixed } = search.node;
  const keys = search.list.map(({ image }) => [
    fixed.map((i) => image[i]!),
    ...orbits.map((orbit) => orbit.map((i) => image[i]!).sort()),
  ]);
  let best = keys[0]!;
  for (const key of keys) if (compareKeys(key, best) < 0) best = key;
  let k = 0;
  search.keep(() => compareKeys(keys[k++]!, best) === 0);
  let choice: { point: number; value: number; count: number; length: number } | undefined;
  for (const [o, orbit] of orbits.entries()) {
    const values = best[o + 1]!;
    for (let start = 0; start < values.length;) {
      let end = start;
      while (end < values.length && values[end] === values[start]) end++;
      const count = end - start;
      const { length } = values;
      const isBetter = !choice || count < choice.count || (count === choice.count && length > choice.length);
      if (count < length && isBetter) choice = { point: orbit[0]!, value: values[start]!, count, length };
      start = end;
    }
  }
  return choice;
};

/** Compares keys of the same shape. */
function compareKeys(a: readonly Int32Array[], b: readonly Int32Array[]): number {
  for (let o = 0; o < a.length; o++) {
    for (let i = 0; i < a[o]!.length; i++) {
      const difference = a[o]![i]! - b[o]![i]!;
      if (difference !== 0) return difference;
    }
  }
  return 0;
}

function imageOf(vector: Int32Array, p: Permutation): Int32Array {
  const image = new Int32Array(vector.length);
  for (let i = 0; i < vector.length; i++) image[p[i]!] = vector[i]!;
  return image;
}

function hashOf(values: Int32Array): number {
  let hash = 0;
  for (const value of values) {
    hash = Math.imul(hash ^ value, 0x9e3779b1);
    hash ^= hash >>> 15;
  }
  return hash;
}
