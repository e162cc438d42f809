/**
 * Removes vertices of degree 0 and 1.
 *
 * After refinement, leaves of one color at one vertex are interchangeable. Each such set gives a symmetric group, whose
 * generators are written down directly. The numbers of leaves of each color become part of the color of their vertex.
 * Linear time.
 */

import { gather, positionsOf, remaining } from "../util/integers.ts";
import type { ColoredGraph } from "./colored-graph.ts";
import { exchange } from "./sparse-permutation.ts";
import type { SparsePermutation } from "./sparse-permutation.ts";
import { factorial, inducedGraph, liftAlong } from "./stage.ts";
import type { Stage } from "./stage.ts";

/** `colors` are equitable. The result is `undefined` if there is nothing to remove. */
export function reduceLeaves(graph: ColoredGraph, colors: Int32Array): Stage | undefined {
  const { vertexCount, offsets, neighbors } = graph;
  const degree = (v: number): number => offsets[v + 1]! - offsets[v]!;
  const removable = (v: number): boolean => {
    if (degree(v) === 0) return true;
    if (degree(v) > 1) return false;
    // Of two leaves that form an edge, the one with the larger color goes; if they have the same color, both stay.
    const u = neighbors[offsets[v]!]!;
    return degree(u) > 1 || colors[u]! < colors[v]!;
  };
  const removed = new Uint8Array(vertexCount);
  const leaves: number[] = [];
  for (let v = 0; v < vertexCount; v++) {
    if (!removable(v)) continue;
    removed[v] = 1;
    leaves.push(v);
  }
  if (leaves.length === 0) return undefined;
  const kept = remaining(removed);
  const number = positionsOf(kept, vertexCount);
  // Isolated vertices have no owner and come first.
  const ownerOf = (v: number): number => (degree(v) === 0 ? -1 : number[neighbors[offsets[v]!]!]!);
  leaves.sort((u, v) => ownerOf(u) - ownerOf(v) || colors[u]! - colors[v]! || u - v);

  const generators: SparsePermutation[] = [];
  let order = 1n;
  for (let i = 0; i < leaves.length;) {
    let end = i + 1;
    while (end < leaves.length && alike(leaves[i]!, leaves[end]!)) {
      generators.push(exchange([leaves[end - 1]!], [leaves[end]!]));
      end++;
    }
    if (end - i > 1) order *= factorial(end - i);
    i = end;
  }

  const isolated = leaves.findIndex((v) => degree(v) > 0);
  const attached = Int32Array.from(isolated < 0 ? [] : leaves.slice(isolated));
  const attachedOffsets = new Int32Array(kept.length + 1);
  for (const v of attached) attachedOffsets[ownerOf(v) + 1]!++;
  for (let i = 0; i < kept.length; i++) attachedOffsets[i + 1]! += attachedOffsets[i]!;
  return {
    graph: inducedGraph(graph, kept, gather(colors, kept)),
    generators,
    order,
    lift: liftAlong(kept, { offsets: attachedOffsets, items: attached }),
  };

  function alike(u: number, v: number): boolean {
    return colors[u] === colors[v] && ownerOf(u) === ownerOf(v);
  }
}
