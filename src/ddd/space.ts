/**
 * A space: the memory in which decision diagrams live, and its collection.
 *
 * A set is the number of a node of a space. Nothing is freed behind the caller's back: memory is taken back when `collect` is
 * called, or within `image` if that is asked for, and what is to survive is named each time. A set that is not reachable from what
 * was named must not be used any more.
 */

import { DddError } from "./ddd-error.ts";
import { EMPTY, NodeTable } from "./node-table.ts";
import { fewestEntries, OperationCache } from "./operation-cache.ts";

/** A set of vectors of one length: a number that is equal for equal sets of the same space. */
export type Ddd = number;

export interface SpaceOptions {
  /** The most memory for nodes and caches together. What exceeds it is a `DddLimitError`. */
  readonly memoryBytes?: number;
  /** How many results are remembered at most; rounded down to a power of two. */
  readonly cacheEntries?: number;
}

const gibibyte = 2 ** 30;
const entryBytes = 16;

export class Space {
  readonly nodes: NodeTable;
  readonly cache: OperationCache;
  readonly memoryBytes: number;
  /** Where set operations keep what they are in the middle of. */
  readonly scratch: { readonly frames: number[]; readonly pairs: number[] } = { frames: [], pairs: [] };
  collectionCount = 0;
  /** Whether a homomorphism is being evaluated. */
  isEvaluating = false;
  /** Numbers of homomorphisms are never used again, so what the cache knows of them stays right. */
  homCount = 0;

  constructor({ memoryBytes = gibibyte, cacheEntries = 2 ** 20 }: SpaceOptions = {}) {
    const affordable = Math.max(fewestEntries, Math.min(cacheEntries, memoryBytes / 4 / entryBytes));
    const entries = 2 ** Math.floor(Math.log2(affordable));
    this.memoryBytes = memoryBytes;
    this.cache = new OperationCache(entries);
    this.nodes = new NodeTable(memoryBytes - entries * entryBytes);
  }
}

/** Takes back the memory of all sets that are not reachable from the roots. */
export function collect(space: Space, roots: Iterable<Ddd>): void {
  if (space.isEvaluating) throw new DddError("garbage cannot be collected while a homomorphism is evaluated");
  const list = [...roots];
  for (const root of list) requireSet(space, root);
  collectFrom(space, list);
}

/** The same, within an evaluation that names all nodes it holds. */
export function collectFrom(space: Space, roots: Iterable<Ddd>): void {
  const marked = space.nodes.reachable(roots);
  space.cache.retain(marked);
  space.nodes.sweep(marked);
  space.collectionCount++;
}

export interface SpaceStatistics {
  /** Nodes in use, reachable or not. */
  readonly nodes: number;
  readonly peakNodes: number;
  readonly createdNodes: number;
  readonly cacheLookups: number;
  readonly cacheHits: number;
  readonly collections: number;
  /** How many expressions were made, those for commands with some values given among them. */
  readonly homomorphisms: number;
  readonly memoryBytes: number;
}

export function statistics({ nodes, cache, collectionCount, homCount }: Space): SpaceStatistics {
  return {
    nodes: nodes.count,
    peakNodes: nodes.peakCount,
    createdNodes: nodes.createdCount,
    cacheLookups: cache.lookupCount,
    cacheHits: cache.hitCount,
    collections: collectionCount,
    homomorphisms: homCount,
    memoryBytes: nodes.bytes + cache.bytes,
  };
}

/** How long the vectors of a set are; the empty set has vectors of any length, and gives 0. */
export function vectorLength(space: Space, set: Ddd): number {
  requireSet(space, set);
  return space.nodes.height[set]!;
}

export function requireSet({ nodes }: Space, set: Ddd): void {
  if (!nodes.isNode(set)) throw new DddError(`${set} is not a set of this space; was it collected?`);
}

/** @throws DddError unless both sets have vectors of one length */
export function requireSameLength(space: Space, a: Ddd, b: Ddd): void {
  requireSet(space, a);
  requireSet(space, b);
  const { height } = space.nodes;
  if (a !== EMPTY && b !== EMPTY && height[a] !== height[b]) {
    throw new DddError(`vectors of unequal lengths: ${height[a]} and ${height[b]}`);
  }
}
