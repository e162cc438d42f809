/** Named groups. */

import { GroupError } from "./group-error.ts";
import { permutationGroup } from "./group.ts";
import type { Group } from "./group.ts";
import { orbits } from "./orbits.ts";
import { factorial, identity } from "./permutation.ts";
import type { Permutation } from "./permutation.ts";
import { sparse } from "./sparse-permutation.ts";
import type { SparsePermutation } from "./sparse-permutation.ts";

/** All permutations of n points. */
export function symmetric(n: number): Group {
  requireDegree(n);
  // Transpositions with the last point are a strong generating set with trees of depth 2.
  const strong = Array.from({ length: Math.max(0, n - 1) }, (_, i) => cycle([i, n - 1]));
  return generatedBy(permutationGroup(n, strong, { order: factorial(n) }), [
    rotation(n),
    ...(n > 2 ? [cycleOf(n, [0, 1])] : []),
  ]);
}

/** The even permutations of n points. */
export function alternating(n: number): Group {
  requireDegree(n);
  const strong = Array.from({ length: Math.max(0, n - 2) }, (_, i) => cycle([i, n - 2, n - 1]));
  const order = n < 2 ? 1n : factorial(n) / 2n;
  // A cycle of odd length through all points, except the first if n is even, and one of length 3.
  const long = Array.from({ length: n % 2 === 1 ? n : Math.max(0, n - 1) }, (_, i) => n - 1 - i).reverse();
  return generatedBy(permutationGroup(n, strong, { order }), [
    cycleOf(n, long),
    ...(n > 3 ? [cycleOf(n, [0, 1, 2])] : []),
  ]);
}

/** The rotations of n points on a circle. */
export function cyclic(n: number): Group {
  requireDegree(n);
  return permutationGroup(n, [rotation(n)], { order: BigInt(Math.max(1, n)) });
}

/** The rotations and reflections of n points on a circle: 2n of them, but only n for n = 1 and n = 2. */
export function dihedral(n: number): Group {
  requireDegree(n);
  const reflection = Int32Array.from({ length: n }, (_, i) => (n - i) % n);
  return permutationGroup(n, [rotation(n), reflection], { order: BigInt(n > 2 ? 2 * n : Math.max(1, n)) });
}

/**
 * The wreath product in its imprimitive action: it has as many copies of the points of `inner` as `outer` has points.
 * `inner` acts on each copy independently, and `outer` permutes the copies. Point c of copy j is number j * (degree of
 * inner) + c.
 */
export function wreathProduct(inner: Group, outer: Group): Group {
  const length = inner.degree;
  const copies = outer.degree;
  const generators: SparsePermutation[] = [];
  const { least } = orbits(copies, outer.generators);
  for (let j = 0; j < copies; j++) {
    if (least[j] !== j) continue;
    for (const { support, images } of inner.generators) {
      generators.push({ support: support.map((i) => j * length + i), images: images.map((i) => j * length + i) });
    }
  }
  for (const { support, images } of outer.generators) {
    const spread = (blocks: Int32Array): Int32Array =>
      Int32Array.from(
        { length: blocks.length * length },
        (_, k) => blocks[Math.floor(k / length)]! * length + (k % length),
      );
    generators.push({ support: spread(support), images: spread(images) });
  }
  // If the copies are empty, `outer` moves nothing.
  const order = length === 0 ? 1n : inner.order ** BigInt(copies) * outer.order;
  return permutationGroup(length * copies, generators, { order });
}

function generatedBy(group: Group, generators: readonly Permutation[]): Group {
  return { ...group, generators: generators.map((p) => sparse(p)).filter(({ support }) => support.length > 0) };
}

function rotation(n: number): Permutation {
  return Int32Array.from({ length: n }, (_, i) => (i + 1) % n);
}

function cycle(points: readonly number[]): SparsePermutation {
  return { support: Int32Array.from(points), images: Int32Array.from([...points.slice(1), points[0]!]) };
}

function cycleOf(n: number, points: readonly number[]): Permutation {
  const p = identity(n);
  for (const [k, i] of points.entries()) p[i] = points[(k + 1) % points.length]!;
  return p;
}

function requireDegree(n: number): void {
  if (!Number.isInteger(n) || n < 0) throw new GroupError(`a group cannot have degree ${n}`);
}
