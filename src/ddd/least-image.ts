/**
 * Canonization by all elements of a small group, such as rotations and reflections.
 *
 * For rotations, no few elements are monotonic, and sets of least rotations share little. So a set of not too many
 * vectors is canonized vector by vector: a descent with the elements that may still give the least image. At each level
 * only those stay that bring the least value there. Larger sets are reduced by one element after the other.
 *
 *     2 0 1 0 1: rotations that begin with 0 start at the second or the fourth value; both have 1 next; then 0 is less
 *     than 2, so the least rotation starts at the second: 0 1 0 1 2.
 */

import { look } from "../util/limits.ts";
import { setCanonize } from "./canonize.ts";
import { alternative } from "./homomorphism.ts";
import type { Hom, Homomorphisms } from "./homomorphism.ts";
import { union } from "./set-operations.ts";
import type { Ddd, Space } from "./space.ts";
import { mapOf, requireSymmetry, symmetryKey, touchedLevels } from "./vector-symmetry.ts";
import type { VectorSymmetry } from "./vector-symmetry.ts";
import { emptySet, setOf, vectors } from "./vectors.ts";

/** The most vectors of a set that is canonized vector by vector. */
const mostVectors = 1n << 17n;

/** The vectors that are made a set at once. */
const chunk = 1 << 12;

/** Reduces each vector by the elements until none makes it smaller; for all elements of a group, to its least image. */
export function leastImage(homs: Homomorphisms, elements: readonly VectorSymmetry[]): Hom {
  const touched = elements.flatMap((g) => touchedLevels(g));
  if (touched.length === 0) return homs.identity;
  const large = setCanonize(homs, elements);
  return homs.intern(`least ${large.id}`, () => {
    const level = touched.reduce((a, b) => Math.min(a, b));
    const descent = new Descent(homs.length, level, elements);
    const small = homs.add({
      kind: "step",
      top: homs.heightOf(level),
      step: {
        prefixLength: 0,
        action: { kind: "whole", isCheap: false, result: (space, node) => descent.images(space, node) },
      },
    });
    return alternative(homs, small, large, mostVectors);
  });
}

/** An element as it acts on the levels of a node: where the value of each level comes from, and its change. */
interface Candidate {
  readonly sources: Int32Array;
  readonly maps: readonly (ReadonlyMap<number, number> | undefined)[] | undefined;
}

class Descent {
  private readonly length: number;
  /** The identity comes first. */
  private readonly candidates: readonly Candidate[];

  constructor(length: number, level: number, elements: readonly VectorSymmetry[]) {
    const identity: VectorSymmetry = { levels: Int32Array.from({ length }, (_, i) => i) };
    this.length = length - level;
    const byKey = new Map([identity, ...elements].map((g) => [symmetryKey(g), g]));
    this.candidates = Array.from(byKey.values(), (g) => {
      requireSymmetry(g, length);
      const sources = new Int32Array(this.length);
      for (let i = level; i < length; i++) sources[g.levels[i]! - level] = i - level;
      const maps = g.values && g.values.size > 0 ? Array.from(sources, (i) => mapOf(g, i + level)) : undefined;
      return { sources, maps };
    });
  }

  images(space: Space, set: Ddd): Ddd {
    let result: Ddd = emptySet;
    let found: (readonly number[])[] = [];
    const endChunk = (): void => {
      space.onWork?.();
      result = union(space, result, setOf(space, found));
      found = [];
    };
    for (const vector of vectors(space, set)) {
      look(this.candidates.length);
      found.push(this.least(vector));
      if (found.length === chunk) endChunk();
    }
    endChunk();
    return result;
  }

  /** The vector after as many reductions as there are. */
  private least(vector: readonly number[]): readonly number[] {
    for (let current = vector; ;) {
      const least = this.best(current);
      if (!least) return current;
      current = Array.from({ length: this.length }, (_, i) => valueAt(least, current, i));
    }
  }

  /** The candidate with the least image; `undefined` if that is the vector itself. */
  private best(vector: readonly number[]): Candidate | undefined {
    let left = this.candidates;
    for (let i = 0; i < this.length && left.length > 1; i++) {
      let least = Infinity;
      for (const candidate of left) least = Math.min(least, valueAt(candidate, vector, i));
      left = left.filter((candidate) => valueAt(candidate, vector, i) === least);
    }
    return left[0] === this.candidates[0] ? undefined : left[0];
  }
}

function valueAt({ sources, maps }: Candidate, vector: readonly number[], i: number): number {
  const value = vector[sources[i]!]!;
  return maps?.[i]?.get(value) ?? value;
}
