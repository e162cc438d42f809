/**
 * Splits a graph into parts whose groups multiply (Junttila and Kaski 2011).
 *
 * In an equitable coloring, two cells influence each other unless there are no edges between them, or all edges with
 * one label. Cells that are not connected by such pairs, even through others, can be solved separately. Linear time.
 */

import { gather } from "../util/integers.ts";
import { getOrAdd } from "../util/numbering.ts";
import { UnionFind } from "../util/union-find.ts";
import type { ColoredGraph } from "./colored-graph.ts";
import type { SparsePermutation } from "./sparse-permutation.ts";
import { inducedGraph } from "./stage.ts";

export interface IndependentPart {
  readonly graph: ColoredGraph;
  readonly lift: (generator: SparsePermutation) => SparsePermutation;
}

/**
 * The parts that can have nontrivial automorphisms: those with a cell of several vertices. `colors` are equitable, and
 * so are those of the parts.
 */
export function independentParts(graph: ColoredGraph, colors: Int32Array): IndependentPart[] {
  const { vertexCount, offsets, neighbors, labels } = graph;
  const sizes = new Int32Array(vertexCount);
  for (const color of colors) sizes[color]!++;
  const sets = new UnionFind(vertexCount);

  // One vertex of a cell shows how the cell is connected to others.
  const counts = new Int32Array(vertexCount);
  const firstLabel = new Int32Array(vertexCount);
  const mixed = new Uint8Array(vertexCount);
  const tested = new Uint8Array(vertexCount);
  for (let v = 0; v < vertexCount; v++) {
    const own = colors[v]!;
    if (tested[own] || sizes[own] === 1) continue;
    tested[own] = 1;
    for (let e = offsets[v]!; e < offsets[v + 1]!; e++) {
      const other = colors[neighbors[e]!]!;
      if (counts[other]!++ === 0) firstLabel[other] = labels[e]!;
      else if (firstLabel[other] !== labels[e]) mixed[other] = 1;
    }
    for (let e = offsets[v]!; e < offsets[v + 1]!; e++) {
      const other = colors[neighbors[e]!]!;
      const complete = counts[other] === sizes[other]! - (other === own ? 1 : 0) && !mixed[other];
      if (counts[other]! > 0 && sizes[other]! > 1 && !complete) sets.union(other, own);
      counts[other] = 0;
      mixed[other] = 0;
    }
  }

  const members = new Map<number, number[]>();
  for (let v = 0; v < vertexCount; v++) {
    if (sizes[colors[v]!] === 1) continue;
    const root = sets.find(colors[v]!);
    getOrAdd(members, root, () => []).push(v);
  }
  return Array.from(members.values(), (vertices) => {
    const kept = Int32Array.from(vertices);
    const lift = ({ support, images }: SparsePermutation): SparsePermutation => ({
      support: gather(kept, support),
      images: gather(kept, images),
    });
    return { graph: inducedGraph(graph, kept, gather(colors, kept)), lift };
  });
}
