/** Sets of vectors as lists: the reference for decision diagrams. */
import fc from "fast-check";
import { vectors } from "../../src/ddd/index.ts";
import type { Ddd, Space, VectorSymmetry } from "../../src/ddd/index.ts";

export type Vector = readonly number[];

/** The vectors without duplicates, in lexicographic order. */
export function normal(list: Iterable<Vector>): Vector[] {
  const byText = new Map(Array.from(list, (vector) => [vector.join(), vector]));
  return [...byText.values()].sort(lexicographic);
}

export function lexicographic(a: Vector, b: Vector): number {
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return a[i]! - b[i]!;
  return 0;
}

export function listOf(space: Space, set: Ddd): Vector[] {
  return [...vectors(space, set)];
}

export function has(list: readonly Vector[], vector: Vector): boolean {
  return list.some((other) => lexicographic(other, vector) === 0);
}

export function arbitraryVectors(length: number, most = 25, values = 4): fc.Arbitrary<Vector[]> {
  const value = fc.integer({ min: 0, max: values - 1 });
  return fc.array(fc.array(value, { minLength: length, maxLength: length }), { maxLength: most });
}

export function arbitraryPermutation(n: number): fc.Arbitrary<number[]> {
  const points = Array.from({ length: n }, (_, i) => i);
  return fc.shuffledSubarray(points, { minLength: n, maxLength: n });
}

/** A symmetry. If `values` is given, it may also permute the values 0, ..., values - 1 at some levels. */
export function arbitrarySymmetry(length: number, values?: number): fc.Arbitrary<VectorSymmetry> {
  const levels = arbitraryPermutation(length);
  if (values === undefined) return levels.map((images) => ({ levels: images }));
  const map = arbitraryPermutation(values).map((images) => new Map(images.entries()));
  const maps = fc.dictionary(fc.integer({ min: 0, max: length - 1 }).map(String), map);
  return fc.record({ levels, values: maps.map((m) => new Map(Object.entries(m).map(([k, v]) => [Number(k), v]))) });
}

/** All images of the vectors under the group that the symmetries generate. */
export function orbitsOf(
  list: readonly Vector[],
  generators: readonly VectorSymmetry[],
  act: (g: VectorSymmetry, v: Vector) => Vector,
): Vector[] {
  const found = new Map(list.map((vector) => [vector.join(), vector]));
  for (const vector of found.values()) {
    for (const g of generators) {
      const image = act(g, vector);
      if (!found.has(image.join())) found.set(image.join(), image);
    }
  }
  return normal(found.values());
}
