/**
 * Removes vertices of degree 2: each becomes a labeled edge between its two neighbors.
 *
 * A color class is removable if all its members have degree 2 and no two of them are adjacent. Its members are
 * identified by their neighbors, because twins are gone. The class becomes part of the label of the edge between the
 * neighbors. An automorphism is lifted by finding members by the images of their neighbors. Constraint graphs have many
 * such vertices: they stand for the roles of edges. Linear time.
 */

import { countingSort, gather, positionsOf, range, remaining } from "../util/integers.ts";
import { look } from "../util/limits.ts";
import type { ColoredGraph } from "./colored-graph.ts";
import type { SparsePermutation } from "./sparse-permutation.ts";
import { bareGraph } from "./stage.ts";
import type { Stage } from "./stage.ts";

/** `colors` are equitable, and there are no twins. The result is `undefined` if no class can be removed. */
export function reduceMiddles(graph: ColoredGraph, colors: Int32Array): Stage | undefined {
  const removable = removableClasses(graph, colors);
  const kept = remaining(gatherFlags(removable, colors));
  if (kept.length === graph.vertexCount) return undefined;
  const connections = connectionsOf(graph, colors, removable, kept);
  return {
    graph: mergeParallel(gather(colors, kept), connections), // prettier-ignore
    generators: [],
    order: 1n,
    lift: liftMiddles(kept, connections),
  };
}

/** The connections between kept vertices, sorted by start and then by target. */
interface Connections {
  readonly offsets: Int32Array;
  readonly targets: Int32Array;
  /**
   * The kind of a connection: its label, or the class of the vertex in the middle and the labels on both sides of it.
   */
  readonly kinds: Int32Array;
  readonly kindCount: number;
  /** The vertex in the middle, or -1. */
  readonly middles: Int32Array;
}

function connectionsOf(graph: ColoredGraph, colors: Int32Array, removable: Uint8Array, kept: Int32Array): Connections {
  const { vertexCount, offsets, neighbors, labels, labelCount } = graph;
  const number = positionsOf(kept, vertexCount);
  let size = 0;
  for (let v = 0; v < vertexCount; v++) {
    if (removable[colors[v]!]) size += 2;
    else for (let e = offsets[v]!; e < offsets[v + 1]!; e++) if (number[neighbors[e]!]! >= 0) size++;
  }
  const from = new Int32Array(size);
  const to = new Int32Array(size);
  const kind = new Int32Array(size);
  const middle = new Int32Array(size).fill(-1);
  const kindOf = new KindNumbers(labelCount);
  let at = 0;
  for (let v = 0; v < vertexCount; v++) {
    look((offsets[v + 1]! - offsets[v]!) >> 2);
    const e = offsets[v]!;
    const color = colors[v]!;
    if (!removable[color]) {
      const a = number[v]!;
      for (let i = e; i < offsets[v + 1]!; i++) {
        const b = number[neighbors[i]!]!;
        if (b < 0) continue;
        from[at] = a;
        to[at] = b;
        kind[at++] = kindOf.label(labels[i]!);
      }
      continue;
    }
    // Seen from one end: the label there, then the label at the other end.
    const a = number[neighbors[e]!]!;
    const b = number[neighbors[e + 1]!]!;
    from[at] = to[at + 1] = a;
    from[at + 1] = to[at] = b;
    kind[at] = kindOf.middle(color, backLabel(graph, v, e), labels[e + 1]!);
    kind[at + 1] = kindOf.middle(color, backLabel(graph, v, e + 1), labels[e]!);
    middle[at] = middle[at + 1] = v;
    at += 2;
  }
  // Two stable passes: by target, then by start.
  const order = countingSort(from, countingSort(to, range(size), kept.length), kept.length);
  const starts = new Int32Array(kept.length + 1);
  for (const a of from) starts[a + 1]!++;
  for (let i = 0; i < kept.length; i++) starts[i + 1]! += starts[i]!;
  return {
    offsets: starts,
    targets: gather(to, order),
    kinds: gather(kind, order),
    kindCount: kindOf.count,
    middles: gather(middle, order),
  };
}

/** Numbers kinds of connections in the order of first occurrence. */
class KindNumbers {
  count = 0;
  private readonly labelCount: number;
  private readonly labels: Int32Array;
  private readonly middles = new Map<number, number>();
  private lastKey = -1;
  private lastNumber = -1;

  constructor(labelCount: number) {
    this.labelCount = labelCount;
    this.labels = new Int32Array(labelCount).fill(-1);
  }

  label(label: number): number {
    if (this.labels[label] === -1) this.labels[label] = this.count++;
    return this.labels[label]!;
  }

  middle(color: number, near: number, far: number): number {
    const key = (color * this.labelCount + near) * this.labelCount + far;
    // Consecutive connections are often of one kind.
    if (key === this.lastKey) return this.lastNumber;
    let number = this.middles.get(key);
    if (number === undefined) this.middles.set(key, (number = this.count++));
    this.lastKey = key;
    return (this.lastNumber = number);
  }
}

/** The label of an edge, seen from its other end. */
function backLabel({ offsets, neighbors, labels, labelCount }: ColoredGraph, v: number, e: number): number {
  if (labelCount === 1) return 0;
  const u = neighbors[e]!;
  let low = offsets[u]!;
  let high = offsets[u + 1]! - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (neighbors[middle]! < v) low = middle + 1;
    else high = middle;
  }
  return labels[low]!;
}

/** Whether the class of each color can be removed. */
function removableClasses({ vertexCount, offsets, neighbors }: ColoredGraph, colors: Int32Array): Uint8Array {
  const removable = new Uint8Array(vertexCount);
  const tested = new Uint8Array(vertexCount);
  for (let v = 0; v < vertexCount; v++) {
    const color = colors[v]!;
    if (tested[color]) continue;
    tested[color] = 1;
    const e = offsets[v]!;
    if (offsets[v + 1]! - e !== 2) continue;
    // The neighbors must stay. The coloring is equitable, so one member speaks for the class.
    const near = colors[neighbors[e]!]!;
    const far = colors[neighbors[e + 1]!]!;
    if (near === color || far === color || removable[near] || removable[far]) continue;
    removable[color] = 1;
  }
  return removable;
}

/** Gives every pair of adjacent vertices one label for all connections between them. */
function mergeParallel(colors: Int32Array, { offsets, targets, kinds, kindCount }: Connections): ColoredGraph {
  const n = colors.length;
  const mergedOffsets = new Int32Array(n + 1);
  const neighbors = new Int32Array(targets.length);
  const labels = new Int32Array(targets.length);
  const sets = new Map<string, number>();
  let size = 0;
  for (let v = 0; v < n; v++) {
    look((offsets[v + 1]! - offsets[v]!) >> 2);
    for (let e = offsets[v]!; e < offsets[v + 1]!;) {
      const target = targets[e]!;
      let end = e + 1;
      while (end < offsets[v + 1]! && targets[end] === target) end++;
      neighbors[size] = target;
      if (end === e + 1) labels[size++] = kinds[e]!;
      else {
        const key = Array.from(kinds.subarray(e, end)).sort((a, b) => a - b).join(); // prettier-ignore
        if (!sets.has(key)) sets.set(key, kindCount + sets.size);
        labels[size++] = sets.get(key)!;
      }
      e = end;
    }
    mergedOffsets[v + 1] = size;
  }
  return bareGraph(colors, mergedOffsets, neighbors.slice(0, size), labels.slice(0, size), kindCount + sets.size);
}

/** Maps a removed vertex to the one between the images of its neighbors. */
function liftMiddles(
  kept: Int32Array,
  { offsets, targets, kinds, middles }: Connections,
): (generator: SparsePermutation) => SparsePermutation {
  const image = range(kept.length);
  /** For the current image, its last connection to each vertex; the connections to one vertex are contiguous. */
  const lastTo = new Int32Array(kept.length);
  return ({ support, images }) => {
    for (let i = 0; i < support.length; i++) image[support[i]!] = images[i]!;
    const liftedSupport: number[] = [];
    const liftedImages: number[] = [];
    for (let i = 0; i < support.length; i++) {
      look(1 + ((offsets[support[i]! + 1]! - offsets[support[i]!]!) >> 4));
      const v = support[i]!;
      const w = images[i]!;
      liftedSupport.push(kept[v]!);
      liftedImages.push(kept[w]!);
      for (let e = offsets[w]!; e < offsets[w + 1]!; e++) lastTo[targets[e]!] = e;
      for (let e = offsets[v]!; e < offsets[v + 1]!; e++) {
        const middle = middles[e]!;
        const u = targets[e]!;
        // A middle between two moved vertices is seen from both; it is handled once.
        if (middle < 0 || (u < v && image[u] !== u)) continue;
        let there = lastTo[image[u]!]!;
        while (kinds[there] !== kinds[e]) there--;
        const to = middles[there]!;
        if (to === middle) continue;
        liftedSupport.push(middle);
        liftedImages.push(to);
      }
    }
    for (const v of support) image[v] = v;
    return { support: Int32Array.from(liftedSupport), images: Int32Array.from(liftedImages) };
  };
}

/** The flag of each vertex's color. */
function gatherFlags(flags: Uint8Array, colors: Int32Array): Uint8Array {
  const result = new Uint8Array(colors.length);
  for (let v = 0; v < colors.length; v++) result[v] = flags[colors[v]!]!;
  return result;
}
