/**
 * Canonical labeling: numbers for the vertices such that isomorphic graphs become equal.
 *
 * The search goes through the tree of individualizations for the leaf with the least trace and, among those, the least
 * graph. The tree is that of the automorphism search, in the same order. So at every node of the first path the orbits
 * of its stabilizer are known, and one child per orbit is explored. Off the first path, the known automorphisms that
 * fix the path to the node prune (McKay and Piperno 2014 describe the scheme). There is no preprocessing. The worst
 * case is exponential.
 */

import { positionsOf } from "../util/integers.ts";
import { AutomorphismSearch, Orbits } from "./automorphisms.ts";
import type { AutomorphismOptions } from "./automorphisms.ts";
import { relabel } from "./colored-graph.ts";
import type { ColoredGraph } from "./colored-graph.ts";
import type { Partition } from "./partition.ts";
import { Trace } from "./refinement.ts";
import type { SparsePermutation } from "./sparse-permutation.ts";

export interface CanonicalForm {
  /** `labeling[v]` is the canonical number of v. */
  readonly labeling: Int32Array;
  /** The graph with the canonical numbers. */
  readonly graph: ColoredGraph;
}

export function canonicalForm(graph: ColoredGraph, options: AutomorphismOptions = {}): CanonicalForm {
  const labeling = canonicalLabeling(graph, options);
  return { labeling, graph: relabel(graph, labeling) };
}

/** An isomorphism from the first graph to the second, as the image of each vertex; `undefined` if there is none. */
export function isomorphism(
  a: ColoredGraph,
  b: ColoredGraph,
  options: AutomorphismOptions = {},
): Int32Array | undefined {
  if (a.vertexCount !== b.vertexCount || a.neighbors.length !== b.neighbors.length) return undefined;
  if (a.meanings.join(";") !== b.meanings.join(";")) return undefined;
  const labelingA = canonicalLabeling(a, options);
  const labelingB = canonicalLabeling(b, options);
  const vertexB = positionsOf(labelingB, b.vertexCount);
  const image = labelingA.map((i) => vertexB[i]!);
  const certificateA = certificate(a, labelingA);
  const certificateB = certificate(b, labelingB);
  return compareArrays(certificateA, certificateB) === 0 ? image : undefined;
}

/** The canonical number of each vertex. */
export function canonicalLabeling(graph: ColoredGraph, options: AutomorphismOptions = {}): Int32Array {
  const search = new AutomorphismSearch(graph, options);
  const best = new BestLeaf(graph, search);
  search.run((k) => {
    if (k === search.levels.length - 1) best.takeFirst();
    best.lookBeyond(k);
  });
  if (search.levels.length === 0) best.takeFirst();
  return best.labeling;
}

class BestLeaf {
  labeling: Int32Array = new Int32Array(0);
  private readonly graph: ColoredGraph;
  private readonly search: AutomorphismSearch;
  private certificate: Int32Array = new Int32Array(0);
  /** The trace of the refinement at each level of the best path. */
  private readonly traces: Int32Array[] = [];
  /** The cells of several vertices before the first path. */
  private initialCells: number[] | undefined;

  constructor(graph: ColoredGraph, search: AutomorphismSearch) {
    this.graph = graph;
    this.search = search;
  }

  /** The first leaf is the best so far. */
  takeFirst(): void {
    const { levels, trace, leaf } = this.search;
    for (const { traceStart, traceEnd } of levels) this.traces.push(trace.data.slice(traceStart, traceEnd));
    this.take(leaf);
  }

  /** Explores the subtrees beside the first path at level k, one for each orbit. */
  lookBeyond(k: number): void {
    const { levels, orbits, leaf, partition, generators } = this.search;
    const { cell, base, cuts } = levels[k]!;
    const tried = new Set([orbits.find(base)]);
    for (let i = cell; i < cell + partition.lengths[cell]!; i++) {
      const root = orbits.find(leaf[i]!);
      if (tried.has(root)) continue;
      tried.add(root);
      this.descend(k, leaf[i]!, generators);
      partition.takeBack(cuts);
    }
  }

  /** Searches the subtree below a vertex fixed at level k; `automorphisms` fix the vertices fixed before it. */
  private descend(k: number, vertex: number, automorphisms: readonly SparsePermutation[]): void {
    const { partition, refiner } = this.search;
    const stack: {
      cuts: number;
      candidates: readonly number[];
      next: number;
      automorphisms: readonly SparsePermutation[];
    }[] = [{ cuts: partition.cutCount, candidates: [vertex], next: 0, automorphisms }];
    for (let top = stack.at(-1); top; top = stack.at(-1)) {
      partition.takeBack(top.cuts);
      if (top.next === top.candidates.length) {
        stack.pop();
        continue;
      }
      const depth = k + stack.length - 1;
      const v = top.candidates[top.next++]!;
      this.search.visited();
      const trace = new Trace();
      refiner.individualize(v, trace);
      const done = trace.toArray();
      const known = this.traces[depth];
      const comparison = known ? compareArrays(done, known) : -1;
      if (comparison > 0) continue;
      if (comparison < 0) {
        this.traces.length = depth;
        this.traces.push(done);
        this.certificate = new Int32Array(0);
      }
      if (partition.isDiscrete) {
        this.offer(partition.order);
        continue;
      }
      const fixing = top.automorphisms.filter(({ support }) => !support.includes(v));
      stack.push({
        cuts: partition.cutCount,
        candidates: this.childrenOf(partition, fixing, top.cuts),
        next: 0,
        automorphisms: fixing,
      });
    }
  }

  /** One vertex for each orbit in the target cell. */
  private childrenOf(partition: Partition, automorphisms: readonly SparsePermutation[], cutsBefore: number): number[] {
    const largest = partition.largestCutSince(cutsBefore);
    const cell = largest < 0 ? this.lastCell(partition) : largest;
    const orbits = new Orbits(partition.size);
    for (const automorphism of automorphisms) orbits.merge(automorphism);
    const children = new Map<number, number>();
    for (let i = cell; i < cell + partition.lengths[cell]!; i++) {
      const v = partition.order[i]!;
      const root = orbits.find(v);
      if (!children.has(root)) children.set(root, v);
    }
    return [...children.values()];
  }

  /**
   * The target cell if the last level cut off no cell: the cell cut off last, or else the last one, as on the first
   * path.
   */
  private lastCell({ cuts, cutCount, lengths, size }: Partition): number {
    const { levels } = this.search;
    const first = levels[0]!.cuts;
    for (let i = cutCount - 1; i >= first; i--) if (lengths[cuts[i]!]! > 1) return cuts[i]!;
    this.initialCells ??= this.cellsBeforeFirstPath(size);
    for (const cell of this.initialCells) if (lengths[cell]! > 1) return cell;
    throw new RangeError("a discrete partition has no target cell");
  }

  private cellsBeforeFirstPath(size: number): number[] {
    // The first position of a cell never changes, so the cells before the path are the positions not cut off since.
    const { partition, levels } = this.search;
    const later = new Set(partition.cuts.subarray(levels[0]!.cuts, partition.cutCount));
    const cells: number[] = [];
    for (let i = 0; i < size; i++) if (partition.lengths[i]! > 0 && !later.has(i)) cells.push(i);
    return cells.reverse();
  }

  private offer(order: Int32Array): void {
    if (this.certificate.length === 0) {
      this.take(order);
      return;
    }
    const labeling = positionsOf(order, order.length);
    const offered = certificate(this.graph, labeling);
    if (compareArrays(offered, this.certificate) >= 0) return;
    this.certificate = offered;
    this.labeling = labeling;
  }

  private take(order: Int32Array): void {
    this.labeling = positionsOf(order, order.length);
    this.certificate = certificate(this.graph, this.labeling);
  }
}

/** Colors, degrees and labeled neighbors by canonical number: equal exactly for graphs that become equal. */
function certificate(graph: ColoredGraph, labeling: Int32Array): Int32Array {
  const { vertexCount: n, offsets, neighbors, labels, kinds } = graph;
  const result = new Int32Array(1 + 2 * n + 2 * neighbors.length);
  const vertexAt = positionsOf(labeling, n);
  let at = 0;
  result[at++] = n;
  for (let i = 0; i < n; i++) {
    const v = vertexAt[i]!;
    const start = offsets[v]!;
    const degree = offsets[v + 1]! - start;
    result[at++] = kinds[v]!;
    result[at++] = degree;
    const sorted = new Float64Array(degree);
    for (let k = 0; k < degree; k++) sorted[k] = labeling[neighbors[start + k]!]! * 2 ** 21 + labels[start + k]!;
    sorted.sort();
    for (const entry of sorted) {
      result[at++] = Math.floor(entry / 2 ** 21);
      result[at++] = entry % 2 ** 21;
    }
  }
  return result;
}

/** Lexicographic order; a prefix comes first. */
function compareArrays(a: Int32Array, b: Int32Array): number {
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i++) if (a[i] !== b[i]) return a[i]! - b[i]!;
  return a.length - b.length;
}
