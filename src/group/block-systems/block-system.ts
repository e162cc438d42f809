/**
 * Block systems of a transitive group: partitions of the points that every element preserves.
 *
 * Atkinson's algorithm (1975) finds the finest system with two given points in one block: when two blocks are merged,
 * so are their images under each generator. With union-find this costs O(g n alpha(n)) for g generators on n points.
 * Every minimal system has point 0 and some other point in a block, so trying all other points finds all minimal
 * systems. One point in each orbit of the stabilizer of 0 is enough.
 */

import { look } from "../../util/limits.ts";
import { Random } from "../../util/random.ts";
import { UnionFind } from "../../util/union-find.ts";
import { Chain } from "../chain/chain.ts";
import { RandomElements } from "../chain/random-elements.ts";
import type { Permutation } from "../permutation.ts";

/** The most merges in a search for any one system. */
const costLimit = 1e8;
const mostSystems = 100;
const mostPoints = 5000;

/** For each point, the least point of its block. */
export type BlockLabels = Int32Array;

/** The finest block system with a and b in one block. The generators need not be transitive on all n points. */
export function finestBlocks(n: number, generators: readonly Permutation[], a: number, b: number): BlockLabels {
  look(n >> 6);
  const sets = new UnionFind(n);
  const merged: number[] = [];
  const merge = (i: number, j: number): void => {
    const p = sets.find(i);
    const q = sets.find(j);
    if (p === q) return;
    sets.union(p, q);
    merged.push(Math.max(p, q));
  };
  merge(a, b);
  // The list grows during the loop.
  for (const i of merged) {
    look(1 + (generators.length >> 4));
    for (const g of generators) merge(g[i]!, g[sets.find(i)]!);
  }
  const labels = new Int32Array(n);
  for (let i = 0; i < n; i++) labels[i] = sets.find(i);
  return labels;
}

/**
 * The block systems that have no finer one. There are none if the group is primitive. The group must be transitive on 0
 * to n-1.
 */
export function minimalSystems(n: number, generators: readonly Permutation[]): BlockLabels[] {
  const systems: BlockLabels[] = [];
  for (const j of suborbitRepresentatives(n, generators)) {
    // In a minimal system any two points of a block generate it, so a block of prime length gives nothing new.
    if (systems.some((labels) => labels[j] === 0 && isPrime(blockLength(labels)))) continue;
    const labels = finestBlocks(n, generators, 0, j);
    if (isWhole(labels) || systems.some((known) => refines(known, labels))) continue;
    for (let k = systems.length - 1; k >= 0; k--) if (refines(labels, systems[k]!)) systems.splice(k, 1);
    systems.push(labels);
  }
  return systems;
}

/**
 * Block systems, finer ones before coarser ones: all of them, unless there are very many or the group has too many
 * points.
 */
export function blockSystems(n: number, generators: readonly Permutation[]): BlockLabels[] {
  if (n > mostPoints) return [];
  const systems = minimalSystems(n, generators);
  const seen = new Set(systems.map((labels) => labels.join()));
  // The list grows during the loop: systems of the action on blocks are coarser systems of the points.
  for (const labels of systems) {
    const leasts = Int32Array.from({ length: n }, (_, i) => i).filter((i) => labels[i] === i);
    const number = new Int32Array(n);
    leasts.forEach((i, k) => (number[i] = k));
    const outer = generators.map((p) => leasts.map((i) => number[labels[p[i]!]!]!));
    for (const coarse of minimalSystems(leasts.length, outer)) {
      if (systems.length >= mostSystems) break;
      const coarser = labels.map((label) => leasts[coarse[number[label]!]!]!);
      const key = coarser.join();
      if (!seen.has(key)) systems.push(coarser);
      seen.add(key);
    }
  }
  return systems.sort((a, b) => blockLength(a) - blockLength(b));
}

/** Any one block system; `undefined` if there is none, or none is found at a reasonable cost. */
export function someSystem(n: number, generators: readonly Permutation[]): BlockLabels | undefined {
  const tries = Math.ceil(costLimit / (n * generators.length));
  for (const j of suborbitRepresentatives(n, generators).slice(0, tries)) {
    const labels = finestBlocks(n, generators, 0, j);
    if (!isWhole(labels)) return labels;
  }
  return undefined;
}

/** Two block systems whose blocks share at most one point, if a limited number of tries finds them. */
export function independentSystems(
  n: number,
  generators: readonly Permutation[],
  tries: number,
): readonly [BlockLabels, BlockLabels] | undefined {
  const found: BlockLabels[] = [];
  // Blocks consist of orbits of the stabilizer, so small blocks are found in small orbits.
  for (const j of suborbitRepresentatives(n, generators).slice(0, tries)) {
    if (found.some((labels) => labels[j] === 0 && isPrime(blockLength(labels)))) continue;
    const labels = finestBlocks(n, generators, 0, j);
    if (isWhole(labels)) continue;
    const other = found.find((known) => meetTrivially(known, labels));
    if (other) return [other, labels];
    found.push(labels);
  }
  return undefined;
}

/** The number of points in the block of point 0. */
export function blockLength(labels: BlockLabels): number {
  let length = 0;
  for (const label of labels) if (label === 0) length++;
  return length;
}

function isWhole(labels: BlockLabels): boolean {
  return labels.every((label) => label === 0);
}

/** Whether a is finer than b. For systems of a transitive group it suffices to compare the blocks of 0. */
function refines(a: BlockLabels, b: BlockLabels): boolean {
  for (let i = 0; i < a.length; i++) if (a[i] === 0 && b[i] !== 0) return false;
  return true;
}

function meetTrivially(a: BlockLabels, b: BlockLabels): boolean {
  for (let i = 1; i < a.length; i++) if (a[i] === 0 && b[i] === 0) return false;
  return true;
}

function isPrime(n: number): boolean {
  for (let d = 2; d * d <= n; d++) if (n % d === 0) return false;
  return n > 1;
}

// ---------------------------------------------------------------- suborbits
//
// Approximate orbits of the stabilizer of a point: sets that are contained in these orbits, and most likely equal to
// them. A few random elements, divided by tree elements, are random elements of the stabilizer. Their orbits are taken.
// A search that tries one point of each set tries at least one of each orbit. O(n d) for tree depth d.

const sampleSize = 10;

/** One point of each set except that of point 0, those of small sets first. The group must be transitive. */
function suborbitRepresentatives(n: number, generators: readonly Permutation[]): number[] {
  const chain = new Chain(n, generators);
  chain.addLevel(0);
  for (const p of generators) chain.addGenerator(p);
  const { tree } = chain.levels[0]!;
  const elements = new RandomElements(n, generators, new Random(n));
  const sets = new UnionFind(n);
  for (let k = 0; k < sampleSize; k++) {
    const p = Int32Array.from(elements.next());
    tree.divide(chain.tables, p, p[0]!);
    for (let i = 0; i < n; i++) sets.union(i, p[i]!);
  }
  const sizes = new Int32Array(n);
  for (let i = 0; i < n; i++) sizes[sets.find(i)]!++;
  const representatives = Array.from({ length: n - 1 }, (_, i) => i + 1).filter((i) => sizes[i]! > 0);
  return representatives.sort((i, j) => sizes[i]! - sizes[j]! || i - j);
}
