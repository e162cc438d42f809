/**
 * A space: the memory of decision diagrams, and its garbage collection.
 *
 * A set is the number of a node of a space. Memory is freed only by a call of `collect`, or within `image` on request.
 * The caller names the sets that survive each time. A set that is not reachable from these must not be used any more.
 */

import { DddError } from "./ddd-error.ts";
import { EMPTY, NodeTable } from "./node-table.ts";
import { fewestEntries, OperationCache } from "./operation-cache.ts";

/** A set of vectors of one length: a number. Equal sets of the same space have equal numbers. */
export type Ddd = number;

export interface SpaceOptions {
  /** The most memory for nodes and caches together. If more is needed, a `DddLimitError` is thrown. */
  readonly memoryBytes?: number;
  /** The most cached results; rounded down to a power of two. */
  readonly cacheEntries?: number;
}

const gibibyte = 2 ** 30;
const entryBytes = 16;

export class Space {
  readonly nodes: NodeTable;
  readonly cache: OperationCache;
  readonly memoryBytes: number;
  /** The working memory of set operations. */
  readonly scratch: { readonly frames: number[]; readonly pairs: number[] } = { frames: [], pairs: [] };
  collectionCount = 0;
  /** Whether a homomorphism is being evaluated. */
  isEvaluating = false;
  /** Numbers of homomorphisms are never reused, so their cache entries stay right. */
  homCount = 0;
  saturationCount = 0;
  /** The steps of work on events since the last report. */
  unreported = 0;
  /** Called about every ten milliseconds of work on events. An exception from it ends the work. */
  onWork: (() => void) | undefined;

  constructor({ memoryBytes = gibibyte, cacheEntries = 2 ** 22 }: SpaceOptions = {}) {
    const affordable = Math.max(fewestEntries, Math.min(cacheEntries, memoryBytes / 4 / entryBytes));
    const entries = 2 ** Math.floor(Math.log2(affordable));
    this.memoryBytes = memoryBytes;
    this.cache = new OperationCache(entries);
    this.nodes = new NodeTable(memoryBytes - entries * entryBytes);
  }
}

/** Frees the memory of all sets that are not reachable from the roots. */
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
  /** The nodes in use, reachable or not. */
  readonly nodes: number;
  readonly peakNodes: number;
  readonly createdNodes: number;
  readonly cacheLookups: number;
  readonly cacheHits: number;
  readonly collections: number;
  /** The number of expressions made, including commands with some values given. */
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

/** The length of the vectors of a set. The empty set has vectors of any length; its length is 0. */
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
