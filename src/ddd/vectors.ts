/** Vectors of sets: construction, membership, iteration in lexicographic order, counting. */

import { look } from "../util/limits.ts";
import { DddError } from "./ddd-error.ts";
import { EMPTY, UNIT } from "./node-table.ts";
import { requireSet, vectorLength } from "./space.ts";
import type { Ddd, Space } from "./space.ts";

/** The set without vectors. */
export const emptySet: Ddd = EMPTY;
/** The set that holds only the vector of length 0. */
export const unitSet: Ddd = UNIT;

/** The set of one vector. Values are 32-bit integers. */
export function singleton({ nodes }: Space, vector: ArrayLike<number>): Ddd {
  let set: Ddd = UNIT;
  for (let i = vector.length - 1; i >= 0; i--) set = nodes.makeSingle(checkedValue(vector[i]!), set);
  return set;
}

/** A set of vectors of one length. They are sorted first, so this costs little more than reading them. */
export function setOf(space: Space, vectors: Iterable<ArrayLike<number>>): Ddd {
  const sorted = [...vectors];
  const length = sorted[0]?.length ?? 0;
  for (const vector of sorted) {
    if (vector.length !== length) throw new DddError(`vectors of unequal lengths: ${length} and ${vector.length}`);
    for (let i = 0; i < length; i++) checkedValue(vector[i]!);
  }
  sorted.sort(compareVectors);
  return trieOf(space, sorted, length, UNIT);
}

/**
 * The sorted vectors, each followed by the vectors of `tail`. Built from the end: for each vector, the part that no
 * later one shares.
 */
export function trieOf({ nodes }: Space, sorted: readonly ArrayLike<number>[], length: number, tail: Ddd): Ddd {
  if (sorted.length === 0) return EMPTY;
  if (length === 0) return tail;
  // The arcs of the nodes along the current vector, one list per level.
  const open: number[][] = Array.from({ length }, () => []);
  let child = tail;
  sorted.forEach((vector, k) => {
    const next = sorted[k + 1];
    const shared = next ? firstDifference(vector, next) : 0;
    if (shared === length) return;
    child = tail;
    for (let i = length - 1; i >= shared; i--) {
      const arcs = open[i]!;
      arcs.push(vector[i]!, child);
      if (i === shared && next) break;
      child = nodes.make(arcs, 0, arcs.length);
      arcs.length = 0;
    }
  });
  return child;
}

/** All vectors with the i-th value out of the i-th list. */
export function product({ nodes }: Space, choices: readonly Iterable<number>[]): Ddd {
  let set: Ddd = UNIT;
  for (const choice of choices.toReversed()) {
    look();
    const values = [...new Set(choice)].sort((a, b) => a - b);
    const pairs = set === EMPTY ? [] : values.flatMap((value) => [checkedValue(value), set]);
    set = nodes.make(pairs, 0, pairs.length);
  }
  return set;
}

export function contains(space: Space, set: Ddd, vector: ArrayLike<number>): boolean {
  if (set === EMPTY) return false;
  const length = vectorLength(space, set);
  if (vector.length !== length) throw new DddError(`vectors of unequal lengths: ${length} and ${vector.length}`);
  let node = set;
  for (let i = 0; i < length && node !== EMPTY; i++) node = space.nodes.childFor(node, vector[i]!);
  return node === UNIT;
}

/**
 * The vectors in lexicographic order. The space may grow meanwhile, but a collection must have the set among its roots.
 */
export function* vectors(space: Space, set: Ddd): Generator<number[]> {
  requireSet(space, set);
  if (set === EMPTY) return;
  const { nodes } = space;
  const length = nodes.height[set]!;
  const path = [set];
  const arcs = [0];
  const vector = new Array<number>(length).fill(0);
  while (path.length > 0) {
    const depth = path.length - 1;
    if (depth === length) {
      yield vector.slice();
      path.pop();
      arcs.pop();
      continue;
    }
    const k = arcs[depth]!++;
    const node = path[depth]!;
    if (k === nodes.arcCount[node]) {
      path.pop();
      arcs.pop();
      continue;
    }
    vector[depth] = nodes.value(node, k);
    path.push(nodes.child(node, k));
    arcs.push(0);
  }
}

/** The number of vectors. */
export function count(space: Space, set: Ddd): bigint {
  requireSet(space, set);
  const { nodes } = space;
  const counts = new Map<Ddd, bigint>([
    [EMPTY, 0n],
    [UNIT, 1n],
  ]);
  for (const node of nodesBelow(space, set)) {
    // Counts have as many bits as there are levels.
    look(1 + (nodes.height[node]! >> 10));
    let sum = 0n;
    for (let k = 0; k < nodes.arcCount[node]!; k++) sum += counts.get(nodes.child(node, k))!;
    counts.set(node, sum);
  }
  return counts.get(set)!;
}

/** The number of nodes of a set, without the two terminals. */
export function nodeCount(space: Space, set: Ddd): number {
  return nodesBelow(space, set).length;
}

/**
 * The nodes of a set without the terminals, children before parents. The order depends on the set only, not on numbers
 * of nodes.
 */
export function nodesBelow(space: Space, set: Ddd): Ddd[] {
  requireSet(space, set);
  const { nodes } = space;
  const seen = new Set<Ddd>([EMPTY, UNIT, set]);
  const found: Ddd[] = set > UNIT ? [set] : [];
  for (const node of found) {
    look();
    for (let k = 0; k < nodes.arcCount[node]!; k++) {
      const child = nodes.child(node, k);
      if (seen.has(child)) continue;
      seen.add(child);
      found.push(child);
    }
  }
  // Breadth first: every node comes after all nodes of greater height.
  return found.reverse();
}

/** Lexicographic order, as a negative number, 0 or a positive number. */
export function compareVectors(a: ArrayLike<number>, b: ArrayLike<number>): number {
  const i = firstDifference(a, b);
  return i === a.length ? 0 : a[i]! - b[i]!;
}

function firstDifference(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let i = 0;
  while (i < a.length && a[i] === b[i]) i++;
  return i;
}

export function checkedValue(value: number): number {
  if ((value | 0) !== value) throw new DddError(`values are 32-bit integers, and ${value} is none`);
  return value;
}
