/**
 * The automorphism group of a colored graph.
 *
 * Individualization and refinement, as in saucy and dejavu (Darga, Sakallah and Markov 2008; Anders and Schweitzer
 * 2021). A first path fixes one vertex after the other until the partition is discrete. Then the search goes back from
 * the end of the path to its start. At each level it takes each vertex of the target cell that is not yet in the orbit
 * of the fixed vertex and individualizes it instead, and compares the refinement with the trace of the first path. As
 * soon as the two partitions agree in all cells of more than one vertex, the map between the single ones is an
 * automorphism if it preserves the edges at the vertices it moves. So generators are sparse and cost what they move. If
 * the partitions disagree, the search goes further down the first path, and backtracks.
 *
 * The search is exhaustive up to orbits. So the generators generate the whole group, and its order is the product of
 * the orbit lengths along the first path. The worst case is exponential, as for all known practical algorithms. On the
 * sparse, structured graphs of models the cost is close to linear in the graph times the number of generators.
 */

import { gather, range } from "../util/integers.ts";
import { look, phaseDetail } from "../util/limits.ts";
import { UnionFind } from "../util/union-find.ts";
import type { ColoredGraph } from "./colored-graph.ts";
import { independentParts } from "./independent-parts.ts";
import { Partition } from "./partition.ts";
import { reduceGraph } from "./reduction.ts";
import { Refiner, Trace } from "./refinement.ts";
import type { SparsePermutation } from "./sparse-permutation.ts";

export interface AutomorphismGroup {
  readonly generators: readonly SparsePermutation[];
  readonly order: bigint;
  /** `orbits[v]` is the least vertex in the orbit of v. */
  readonly orbits: Int32Array;
}

export interface AutomorphismOptions {
  /** Called now and then with the numbers of generators found and of search nodes visited. */
  readonly onProgress?: ((progress: { readonly generators: number; readonly nodes: number }) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
  /** False turns preprocessing off, for tests. */
  readonly reduce?: boolean | undefined;
}

export function automorphismGroup(graph: ColoredGraph, options: AutomorphismOptions = {}): AutomorphismGroup {
  if (options.reduce === false) return new AutomorphismSearch(graph, options).run();
  const reduction = reduceGraph(graph);
  const generators = [...reduction.generators];
  let { order } = reduction;
  for (const part of independentParts(reduction.graph, reduction.colors)) {
    const inner = new AutomorphismSearch(part.graph, options, true).run();
    order *= inner.order;
    for (const generator of inner.generators) {
      const lifted = reduction.lift(part.lift(generator));
      look(1 + (lifted.support.length >> 6));
      generators.push(lifted);
    }
  }
  const orbits = new Orbits(graph.vertexCount);
  for (const generator of generators) {
    look(1 + (generator.support.length >> 5));
    orbits.merge(generator);
  }
  return { generators, order, orbits: orbits.least() };
}

/** The orbits of the group found so far, each represented by its least vertex. */
export class Orbits {
  readonly size: Int32Array;
  private readonly sets: UnionFind;

  constructor(n: number) {
    this.size = new Int32Array(n).fill(1);
    this.sets = new UnionFind(n);
  }

  find(v: number): number {
    return this.sets.find(v);
  }

  merge({ support, images }: SparsePermutation, onMerge?: (kept: number, gone: number) => void): void {
    for (let i = 0; i < support.length; i++) {
      const [a, b] = [this.find(support[i]!), this.find(images[i]!)];
      if (!this.sets.union(a, b)) continue;
      const [kept, gone] = a < b ? [a, b] : [b, a];
      this.size[kept]! += this.size[gone]!;
      onMerge?.(kept, gone);
    }
  }

  least(): Int32Array {
    return this.size.map((_, v) => this.find(v));
  }
}

/** One step of the first path. */
export interface Level {
  readonly cell: number;
  /** The fixed vertex. */
  readonly base: number;
  /** The number of cuts before it was fixed. */
  readonly cuts: number;
  readonly traceStart: number;
  traceEnd: number;
}

/** The search for automorphisms; the search for canonical forms uses it too. */
export class AutomorphismSearch {
  private readonly graph: ColoredGraph;
  readonly partition: Partition;
  readonly refiner: Refiner;
  readonly trace: Trace = new Trace();
  readonly levels: Level[] = [];
  readonly orbits: Orbits;
  readonly generators: SparsePermutation[] = [];
  /** `order` at the leaf: its cells at any level are the cells of the first path there. */
  leaf: Int32Array = new Int32Array(0);
  private readonly mark: Int32Array;
  private markStamp = 0;
  private readonly cellMarks: Int32Array;
  private stamp = 0;
  /** For each orbit, by its root: the level at which it was shown to contain no image of the fixed vertex. */
  private readonly failedAt: Int32Array;
  private readonly image: Int32Array;
  private readonly labelOf: Int32Array;
  private nodes = 0;
  private readonly options: AutomorphismOptions;

  /** `equitable` says that the coloring of the graph is known to be equitable. */
  constructor(graph: ColoredGraph, options: AutomorphismOptions, equitable = false) {
    const n = graph.vertexCount;
    this.graph = graph;
    this.options = options;
    this.partition = new Partition(graph.kinds);
    this.refiner = new Refiner(graph, this.partition);
    if (!equitable) this.refiner.refineAll();
    this.orbits = new Orbits(n);
    this.mark = new Int32Array(n);
    this.cellMarks = new Int32Array(n);
    this.failedAt = new Int32Array(n).fill(-1);
    this.image = range(n);
    this.labelOf = new Int32Array(n).fill(-1);
  }

  /** `afterLevel` is called when the orbits at a level are known, with the partition of that level. */
  run(afterLevel?: (k: number) => void): AutomorphismGroup {
    this.firstPath();
    let order = 1n;
    for (let k = this.levels.length - 1; k >= 0; k--) {
      order *= BigInt(this.orbitAt(k));
      afterLevel?.(k);
    }
    return { generators: this.generators, order, orbits: this.orbits.least() };
  }

  private firstPath(): void {
    const { partition, levels } = this;
    const recent: number[] = [];
    for (let cell = 0; cell < partition.size; cell += partition.lengths[cell]!) {
      if (partition.lengths[cell]! > 1) recent.push(cell);
    }
    while (!partition.isDiscrete) {
      const before = levels.at(-1)?.cuts;
      let cell = before === undefined ? -1 : partition.largestCutSince(before);
      // Otherwise take the cell cut off last: related vertices are fixed together, and disagreements are found where
      // they arise.
      if (cell < 0) {
        while (partition.lengths[recent.at(-1)!]! <= 1) recent.pop();
        cell = recent.at(-1)!;
      }
      const base = partition.order[cell + partition.lengths[cell]! - 1]!;
      const level = { cell, base, cuts: partition.cutCount, traceStart: this.trace.length, traceEnd: 0 };
      this.refiner.individualize(base, this.trace);
      level.traceEnd = this.trace.length;
      levels.push(level);
      for (let i = level.cuts; i < partition.cutCount; i++) {
        const piece = partition.cuts[i]!;
        if (partition.lengths[piece]! > 1) recent.push(piece);
      }
      this.visited();
    }
    this.leaf = partition.order.slice();
  }

  /**
   * Finds automorphisms that fix the vertices before level k, until the orbit there is complete. Returns its length.
   */
  private orbitAt(k: number): number {
    const { partition, orbits, failedAt } = this;
    const { cell, base, cuts } = this.levels[k]!;
    partition.takeBack(cuts);
    const length = partition.lengths[cell]!;
    for (let i = cell; i < cell + length && orbits.size[orbits.find(base)]! < length; i++) {
      // The candidates come from the leaf, because the order of the partition changes during the search.
      const candidate = this.leaf[i]!;
      const root = orbits.find(candidate);
      if (root === orbits.find(base) || failedAt[root] === k) continue;
      const generator = this.mapTo(candidate, k);
      if (generator) {
        this.generators.push(generator);
        orbits.merge(generator, (kept, gone) => {
          if (failedAt[gone] === k) failedAt[kept] = k;
        });
      } else failedAt[root] = k;
      partition.takeBack(cuts);
    }
    return orbits.size[orbits.find(base)]!;
  }

  /** An automorphism that maps the vertex fixed at level k to `candidate` and fixes those fixed before it. */
  private mapTo(candidate: number, k: number): SparsePermutation | undefined {
    const { partition, levels } = this;
    const start = levels[k]!.cuts;
    /** Per depth below k: the number of cuts before it, the candidates in the cell, and the next one to try. */
    const stack: { cuts: number; candidates: Int32Array; next: number }[] = [
      { cuts: start, candidates: Int32Array.of(candidate), next: 0 },
    ];
    for (let top = stack.at(-1); top; top = stack.at(-1)) {
      partition.takeBack(top.cuts);
      if (top.next === top.candidates.length) {
        stack.pop();
        continue;
      }
      const depth = k + stack.length - 1;
      const level = levels[depth]!;
      this.visited();
      const v = top.candidates[top.next++]!;
      if (!this.refiner.individualizeLike(v, this.trace, level.traceStart, level.traceEnd)) continue;
      const found = this.agreement(start);
      if (found) return found;
      const deeper = levels[depth + 1];
      if (deeper) stack.push({ cuts: partition.cutCount, candidates: this.candidatesIn(deeper), next: 0 });
    }
    return undefined;
  }

  /** The vertices of a cell, the fixed one first: keeping it is the likeliest way to agree. */
  private candidatesIn({ cell, base }: Level): Int32Array {
    const { order, lengths } = this.partition;
    const vertices = order.slice(cell, cell + lengths[cell]!);
    const at = vertices.indexOf(base);
    if (at > 0) {
      vertices[at] = vertices[0]!;
      vertices[0] = base;
    }
    return vertices;
  }

  /**
   * The automorphism that the partition describes, if it agrees with the first path in all cells of several vertices.
   */
  private agreement(fromCut: number): SparsePermutation | undefined {
    const { partition, leaf, image } = this;
    const { order, lengths, cuts, origins } = partition;
    const visit = ++this.stamp;
    // Cells without cuts since then are the same on both sides.
    for (let i = 2 * fromCut; i < 2 * partition.cutCount; i++) {
      const cell = (i & 1) === 0 ? cuts[i >> 1]! : origins[i >> 1]!;
      if (lengths[cell]! > 1 && this.cellMarks[cell] !== visit) {
        this.cellMarks[cell] = visit;
        if (!this.sameVertices(cell)) return undefined;
      }
    }
    const support: number[] = [];
    for (let i = 2 * fromCut; i < 2 * partition.cutCount; i++) {
      const cell = (i & 1) === 0 ? cuts[i >> 1]! : origins[i >> 1]!;
      if (lengths[cell]! > 1 || this.cellMarks[cell] === visit) continue;
      this.cellMarks[cell] = visit;
      const from = leaf[cell]!;
      const to = order[cell]!;
      if (from === to) continue;
      image[from] = to;
      support.push(from);
    }
    const preserves = this.preservesEdges(support);
    const moved = Int32Array.from(preserves ? support : []);
    const result = preserves ? { support: moved, images: gather(image, moved) } : undefined;
    for (const v of support) image[v] = v;
    return result;
  }

  private sameVertices(cell: number): boolean {
    const { leaf, mark } = this;
    const { order, lengths } = this.partition;
    const end = cell + lengths[cell]!;
    const inside = ++this.markStamp;
    for (let i = cell; i < end; i++) mark[leaf[i]!] = inside;
    for (let i = cell; i < end; i++) if (mark[order[i]!] !== inside) return false;
    return true;
  }

  /** Whether `image` maps the neighbors of every moved vertex to the neighbors of its image, including labels. */
  private preservesEdges(support: readonly number[]): boolean {
    const { offsets, neighbors, labels } = this.graph;
    const { image, labelOf } = this;
    for (const v of support) {
      const w = image[v]!;
      const start = offsets[w]!;
      const end = offsets[w + 1]!;
      if (end - start !== offsets[v + 1]! - offsets[v]!) return false;
      for (let e = start; e < end; e++) labelOf[neighbors[e]!] = labels[e]!;
      let same = true;
      for (let e = offsets[v]!; same && e < offsets[v + 1]!; e++) same = labelOf[image[neighbors[e]!]!] === labels[e];
      for (let e = start; e < end; e++) labelOf[neighbors[e]!] = -1;
      if (!same) return false;
    }
    return true;
  }

  visited(): void {
    look(8);
    if ((++this.nodes & 255) !== 0) return;
    this.options.signal?.throwIfAborted();
    phaseDetail(`${this.generators.length} generators after ${this.nodes} steps of the search in the graph`);
    this.options.onProgress?.({ generators: this.generators.length, nodes: this.nodes });
  }
}
