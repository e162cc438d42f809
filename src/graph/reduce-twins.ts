/**
 * Removes twins: vertices of one color with the same neighbors, or the same neighbors and each other. One of them
 * stays.
 *
 * Twins are interchangeable, so each class gives a symmetric group. The size of the class becomes part of the color of
 * the vertex that stays. Candidates are found by a hash of their neighborhoods and then compared: linear time on
 * average.
 */

import { positionsOf, remaining } from "../util/integers.ts";
import { look } from "../util/limits.ts";
import type { ColoredGraph } from "./colored-graph.ts";
import { exchange } from "./sparse-permutation.ts";
import type { SparsePermutation } from "./sparse-permutation.ts";
import { factorial, inducedGraph, liftAlong } from "./stage.ts";
import type { Stage } from "./stage.ts";

/** `colors` are equitable. The result is `undefined` if there are no twins. */
export function reduceTwins(graph: ColoredGraph, colors: Int32Array): Stage | undefined {
  const classes = twinClasses(graph, colors);
  if (classes.length === 0) return undefined;
  const { vertexCount } = graph;
  const sizes = new Int32Array(vertexCount).fill(1);
  const removed = new Uint8Array(vertexCount);
  const generators: SparsePermutation[] = [];
  let order = 1n;
  for (const twins of classes) {
    sizes[twins[0]!] = twins.length;
    order *= factorial(twins.length);
    for (let i = 1; i < twins.length; i++) {
      removed[twins[i]!] = 1;
      generators.push(exchange([twins[i - 1]!], [twins[i]!]));
    }
  }
  const kept = remaining(removed);
  const number = positionsOf(kept, vertexCount);
  const offsets = new Int32Array(kept.length + 1);
  kept.forEach((v, i) => (offsets[i + 1] = offsets[i]! + sizes[v]! - 1));
  const items = new Int32Array(offsets.at(-1)!);
  for (const twins of classes) items.set(twins.slice(1), offsets[number[twins[0]!]!]);
  return {
    graph: inducedGraph(graph, kept, pairColors(kept, colors, sizes)),
    generators,
    order,
    lift: liftAlong(kept, { offsets, items }),
  };
}

/** Colors that depend only on color and size together. */
function pairColors(kept: Int32Array, colors: Int32Array, sizes: Int32Array): Int32Array {
  const pairs = [...new Set(Array.from(kept, (v) => colors[v]! * 2 ** 31 + sizes[v]!))].sort((a, b) => a - b);
  const rank = new Map(pairs.map((pair, i) => [pair, i]));
  return kept.map((v) => rank.get(colors[v]! * 2 ** 31 + sizes[v]!)!);
}

function twinClasses(graph: ColoredGraph, colors: Int32Array): number[][] {
  const { vertexCount, offsets, neighbors, labels, labelCount } = graph;
  const open = new Int32Array(vertexCount);
  for (let v = 0; v < vertexCount; v++) {
    let hash = 0;
    look(1 + ((offsets[v + 1]! - offsets[v]!) >> 3));
    for (let e = offsets[v]!; e < offsets[v + 1]!; e++) hash = (hash + mix(neighbors[e]!, labels[e]!)) | 0;
    open[v] = hash;
  }
  const classes: number[][] = [];
  const taken = new Uint8Array(vertexCount);
  const collect = (hashOf: (v: number) => number, same: (u: number, v: number) => boolean): void => {
    for (const bucket of bucketsOf(vertexCount, colors, hashOf)) {
      let rest = bucket.filter((v) => !taken[v]);
      while (rest.length > 1) {
        const [first, ...others] = rest as [number, ...number[]];
        const twins = [first, ...others.filter((v) => same(first, v))];
        if (twins.length > 1) {
          classes.push(twins);
          for (const v of twins) taken[v] = 1;
        }
        rest = others.filter((v) => !taken[v]);
      }
    }
  };
  collect(
    (v) => open[v]!,
    (u, v) => sameNeighbors(graph, u, v, false),
  );
  // Adjacent twins: with several labels, the label between them would have to be the same both ways. Those are left to
  // the search.
  if (labelCount === 1) {
    collect(
      (v) => (open[v]! + mix(v, 0)) | 0,
      (u, v) => sameNeighbors(graph, u, v, true),
    );
  }
  return classes;
}

/** The vertices that share color and hash with another one, grouped by color and hash. */
function bucketsOf(vertexCount: number, colors: Int32Array, hashOf: (v: number) => number): number[][] {
  const mask = 2 ** Math.ceil(Math.log2(2 * vertexCount + 2)) - 1;
  const table = new Int32Array(mask + 1).fill(-1);
  const buckets = new Map<number, number[]>();
  for (let v = 0; v < vertexCount; v++) {
    look();
    const hash = hashOf(v);
    let slot = mix(colors[v]!, hash) & mask;
    for (; table[slot] !== -1; slot = (slot + 1) & mask) {
      const first = table[slot]!;
      if (colors[first] === colors[v] && hashOf(first) === hash) break;
    }
    const first = table[slot]!;
    if (first === -1) table[slot] = v;
    else if (buckets.has(first)) buckets.get(first)!.push(v);
    else buckets.set(first, [first, v]);
  }
  return [...buckets.values()];
}

/** Whether two vertices have the same neighbors with the same labels, not counting each other if they are adjacent. */
function sameNeighbors({ offsets, neighbors, labels }: ColoredGraph, u: number, v: number, adjacent: boolean): boolean {
  let i = offsets[u]!;
  let k = offsets[v]!;
  const endU = offsets[u + 1]!;
  const endV = offsets[v + 1]!;
  if (endU - i !== endV - k) return false;
  let met = 0;
  while (i < endU || k < endV) {
    if (adjacent && neighbors[i] === v && i < endU) {
      i++;
      met++;
    } else if (adjacent && neighbors[k] === u && k < endV) {
      k++;
      met++;
    } else {
      if (i >= endU || k >= endV || neighbors[i] !== neighbors[k] || labels[i] !== labels[k]) return false;
      i++;
      k++;
    }
  }
  return met === (adjacent ? 2 : 0);
}

function mix(vertex: number, label: number): number {
  let h = Math.imul(vertex + 1, 0x9e3779b1) ^ Math.imul(label + 0x7f4a7c15, 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 15), 0xc2b2ae35);
  return h ^ (h >>> 13);
}
