/** One stage of preprocessing: a smaller graph, the part of the group that is known already, and the way back. */

import { positionsOf } from "../util/integers.ts";
import type { ColoredGraph, EdgeList } from "./colored-graph.ts";
import { Partition } from "./partition.ts";
import { Refiner } from "./refinement.ts";
import type { SparsePermutation } from "./sparse-permutation.ts";

export interface Stage {
  /** The graph that remains. */
  readonly graph: ColoredGraph;
  /** Automorphisms of the larger graph that act trivially on the smaller one. */
  readonly generators: readonly SparsePermutation[];
  /** The order of the group that these generate. */
  readonly order: bigint;
  /** Maps an automorphism of the smaller graph to one of the larger. */
  readonly lift: (generator: SparsePermutation) => SparsePermutation;
}

/** The coarsest equitable coloring: the number of each vertex's cell. */
export function equitableColors(graph: ColoredGraph): Int32Array {
  const partition = new Partition(graph.kinds);
  new Refiner(graph, partition).refineAll();
  return partition.cellOf;
}

/** The graph on the vertices that are kept, with new colors; edges between them stay. */
export function inducedGraph(graph: ColoredGraph, kept: Int32Array, colors: Int32Array): ColoredGraph {
  const number = positionsOf(kept, graph.vertexCount);
  const offsets = new Int32Array(kept.length + 1);
  let size = 0;
  for (const v of kept) {
    for (let e = graph.offsets[v]!; e < graph.offsets[v + 1]!; e++) if (number[graph.neighbors[e]!]! >= 0) size++;
  }
  const neighbors = new Int32Array(size);
  const labels = new Int32Array(size);
  size = 0;
  kept.forEach((v, i) => {
    for (let e = graph.offsets[v]!; e < graph.offsets[v + 1]!; e++) {
      const x = number[graph.neighbors[e]!]!;
      if (x < 0) continue;
      neighbors[size] = x;
      labels[size++] = graph.labels[e]!;
    }
    offsets[i + 1] = size;
  });
  return bareGraph(colors, offsets, neighbors, labels, graph.labelCount);
}

/** A graph with only the fields that algorithms read. */
export function bareGraph(
  colors: Int32Array,
  offsets: Int32Array,
  neighbors: Int32Array,
  labels: Int32Array,
  labelCount: number,
): ColoredGraph {
  return {
    vertexCount: colors.length,
    edgeCount: neighbors.length / 2,
    colors,
    kinds: colors,
    offsets,
    neighbors,
    labels,
    labelCount,
    meanings: [],
    edges: noEdges,
  };
}

const none = new Int32Array(0);
const noEdges: EdgeList = { from: none, to: none, colors: none, directed: new Uint8Array(0) };

/** Lists of items by owner: list k is `items[offsets[k]]` up to `items[offsets[k + 1] - 1]`. */
export interface Lists {
  readonly offsets: Int32Array;
  readonly items: Int32Array;
}

/**
 * Lifts automorphisms past removed vertices: the vertices attached to a kept vertex go, position by position, to those
 * attached to its image. This is correct because attached vertices at the same position are alike.
 */
export function liftAlong(kept: Int32Array, attached: Lists): (generator: SparsePermutation) => SparsePermutation {
  const { offsets, items } = attached;
  return ({ support, images }) => {
    let size = support.length;
    for (const v of support) size += offsets[v + 1]! - offsets[v]!;
    const liftedSupport = new Int32Array(size);
    const liftedImages = new Int32Array(size);
    let at = 0;
    for (let i = 0; i < support.length; i++) {
      const v = support[i]!;
      const w = images[i]!;
      liftedSupport[at] = kept[v]!;
      liftedImages[at++] = kept[w]!;
      const shift = offsets[w]! - offsets[v]!;
      for (let k = offsets[v]!; k < offsets[v + 1]!; k++) {
        liftedSupport[at] = items[k]!;
        liftedImages[at++] = items[k + shift]!;
      }
    }
    return { support: liftedSupport, images: liftedImages };
  };
}

const factorials: bigint[] = [1n];

export function factorial(n: number): bigint {
  while (factorials.length <= n) factorials.push(factorials.at(-1)! * BigInt(factorials.length));
  return factorials[n]!;
}
