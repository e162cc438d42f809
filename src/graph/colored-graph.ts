/**
 * Graphs with colored vertices and, optionally, directed and colored edges.
 *
 * Internally every pair of adjacent vertices has one label in each direction. It stands for the set of edges between
 * the two, seen from the first. So algorithms see a symmetric graph with labeled neighbors for every input. Loops are
 * part of the color of a vertex. Memory is a few flat arrays: O(vertices + edges).
 */

import { countingSort, IntegerList, range } from "../util/integers.ts";
import { look } from "../util/limits.ts";

/** An error in a graph; the message names the vertex, edge or line. */
export class GraphError extends Error {
  override readonly name = "GraphError";
}

export interface ColoredGraph {
  readonly vertexCount: number;
  /** The number of edges as added, without repetitions. */
  readonly edgeCount: number;
  /** The color of each vertex, as given. */
  readonly colors: Int32Array;
  /** The number of each vertex's color and loops together. Algorithms use these instead of the colors. */
  readonly kinds: Int32Array;
  /** The neighbors of v are `neighbors[offsets[v]]` up to `neighbors[offsets[v + 1] - 1]`, ascending. */
  readonly offsets: Int32Array;
  readonly neighbors: Int32Array;
  /** Parallel to `neighbors`. Equal labels mean equal kinds of edges in equal directions. */
  readonly labels: Int32Array;
  readonly labelCount: number;
  /** The meanings of kinds and labels: graphs with different meanings are not isomorphic. */
  readonly meanings: readonly string[];
  /** The edges behind the labels, as added; the writers use them. */
  readonly edges: EdgeList;
  /** Present if vertices were named. */
  readonly names?: readonly string[] | undefined;
}

/** Edge i goes from `from[i]` to `to[i]`. */
export interface EdgeList {
  readonly from: Int32Array;
  readonly to: Int32Array;
  readonly colors: Int32Array;
  /** 1 for edges with a direction. */
  readonly directed: Uint8Array;
}

/** Collects vertices and edges. */
export class GraphBuilder {
  private readonly colors = new IntegerList();
  private readonly names: string[] = [];
  private readonly byName = new Map<string, number>();
  private readonly from = new IntegerList();
  private readonly to = new IntegerList();
  private readonly edgeColors = new IntegerList();
  private readonly directed = new IntegerList();

  /** Adds a vertex and returns its number; names are unique. */
  vertex(color = 0, name?: string): number {
    look();
    requireInteger(color, "the color");
    const number = this.colors.length;
    if (name !== undefined) {
      if (this.byName.has(name)) throw new GraphError(`there is a vertex "${name}" already`);
      if (this.names.length !== number) {
        throw new GraphError(`vertex ${number} is named, but the ones before it are not`);
      }
      this.names.push(name);
      this.byName.set(name, number);
    }
    this.colors.push(color);
    return number;
  }

  /** Adds an undirected edge. */
  edge(u: number | string, v: number | string, color = 0): void {
    this.add(u, v, 0, color);
  }

  /** Adds an edge from u to v. */
  arc(u: number | string, v: number | string, color = 0): void {
    this.add(u, v, 1, color);
  }

  build(): ColoredGraph {
    const names = this.names.length === this.colors.length && this.names.length > 0 ? [...this.names] : undefined;
    const edges = {
      from: this.from.toArray(),
      to: this.to.toArray(),
      colors: this.edgeColors.toArray(),
      directed: Uint8Array.from(this.directed.toArray()),
    };
    return graphFrom(this.colors.toArray(), edges, names);
  }

  private add(u: number | string, v: number | string, directed: number, color: number): void {
    look();
    requireInteger(color, "the color of an edge");
    const from = this.find(u);
    const to = this.find(v);
    this.from.push(from);
    this.to.push(to);
    this.edgeColors.push(color);
    this.directed.push(directed);
  }

  private find(vertex: number | string): number {
    const number = typeof vertex === "string" ? this.byName.get(vertex) : vertex;
    if (number === undefined || !Number.isInteger(number) || number < 0 || number >= this.colors.length) {
      throw new GraphError(`an edge ends at ${JSON.stringify(vertex)}, but there is no such vertex`);
    }
    return number;
  }
}

function requireInteger(color: number, what: string): void {
  if ((color | 0) !== color) throw new GraphError(`${what} is ${color}, which is not an integer of 32 bits`);
}

/** A graph with plain undirected edges, given as pairs. */
export function undirectedGraph(
  vertexCount: number,
  pairs: Iterable<readonly [number, number]>,
  colors?: ArrayLike<number>,
): ColoredGraph {
  if (!Number.isInteger(vertexCount) || vertexCount < 0) {
    throw new GraphError(`${vertexCount} is not a number of vertices`);
  }
  if (colors && colors.length !== vertexCount) {
    throw new GraphError(`there are ${vertexCount} vertices but ${colors.length} colors`);
  }
  const builder = new GraphBuilder();
  for (let v = 0; v < vertexCount; v++) builder.vertex(colors?.[v] ?? 0);
  for (const [u, v] of pairs) builder.edge(u, v);
  return builder.build();
}

/** The same graph with vertex v renamed to `image[v]`. */
export function relabel(graph: ColoredGraph, image: ArrayLike<number>): ColoredGraph {
  const { vertexCount, edges } = graph;
  const colors = new Int32Array(vertexCount);
  const names = graph.names && new Array<string>(vertexCount);
  for (let v = 0; v < vertexCount; v++) {
    colors[image[v]!] = graph.colors[v]!;
    if (names) names[image[v]!] = graph.names[v]!;
  }
  const from = edges.from.map((v) => image[v]!);
  const to = edges.to.map((v) => image[v]!);
  return graphFrom(colors, { ...edges, from, to }, names);
}

// ---------------------------------------------------------------- labels

/** One kind of connection, seen from a vertex: the color, and whether the edge is undirected, leaves or arrives. */
function connectionKind(color: number, direction: 0 | 1 | 2): number {
  return color * 3 + direction;
}

function graphFrom(colors: Int32Array, edges: EdgeList, names: readonly string[] | undefined): ColoredGraph {
  const loops = loopKinds(edges);
  const merged = mergeLabels(halfEdges(edges), colors.length);
  const vertexKinds = loops.size === 0 ? { kinds: colors, meanings: [] } : withLoops(colors, loops);
  let edgeCount = merged.kindCount / 2;
  for (const set of loops.values()) edgeCount += set.size;
  return {
    vertexCount: colors.length,
    edgeCount,
    colors,
    kinds: vertexKinds.kinds,
    offsets: merged.offsets,
    neighbors: merged.neighbors,
    labels: merged.labels,
    labelCount: Math.max(1, merged.meanings.length),
    meanings: [...vertexKinds.meanings, ...merged.meanings],
    edges,
    names,
  };
}

interface HalfEdges {
  readonly sources: Int32Array;
  readonly targets: Int32Array;
  /** Numbers for the kinds in `meanings`, in their order. */
  readonly kinds: Int32Array;
  readonly meanings: readonly number[];
}

/** Both ends of every edge that is not a loop. */
function halfEdges({ from, to, colors, directed }: EdgeList): HalfEdges {
  look(from.length >> 5);
  let count = 0;
  for (let i = 0; i < from.length; i++) if (from[i] !== to[i]) count += 2;
  const sources = new Int32Array(count);
  const targets = new Int32Array(count);
  const kinds = new Int32Array(count);
  const known = new Set<number>();
  let at = 0;
  let last = Number.NaN;
  const note = (kind: number): number => {
    if (kind !== last) known.add((last = kind));
    return kind;
  };
  for (let i = 0; i < from.length; i++) {
    if (from[i] === to[i]) continue;
    sources[at] = targets[at + 1] = from[i]!;
    targets[at] = sources[at + 1] = to[i]!;
    kinds[at++] = note(connectionKind(colors[i]!, directed[i] ? 1 : 0));
    kinds[at++] = note(connectionKind(colors[i]!, directed[i] ? 2 : 0));
  }
  const meanings = [...known].sort((a, b) => a - b);
  const rank = new Map(meanings.map((kind, i) => [kind, i]));
  if (meanings.length === 1) kinds.fill(0);
  else for (let i = 0; i < count; i++) kinds[i] = rank.get(kinds[i]!)!;
  return { sources, targets, kinds, meanings };
}

/** Sorts half-edges by source, target and kind. Every neighbor gets one label for the set of kinds that lead to it. */
function mergeLabels(
  half: HalfEdges,
  vertexCount: number,
): {
  readonly offsets: Int32Array;
  readonly neighbors: Int32Array;
  readonly labels: Int32Array;
  readonly meanings: readonly string[];
  readonly kindCount: number;
} {
  const { sources, targets, kinds, meanings } = half;
  let order = range(sources.length);
  if (meanings.length > 1) order = countingSort(kinds, order, meanings.length);
  order = countingSort(sources, countingSort(targets, order, vertexCount), vertexCount);
  const offsets = new Int32Array(vertexCount + 1);
  const neighbors = new Int32Array(order.length);
  const labels = new Int32Array(order.length);
  const known = new Map<string, number>();
  let size = 0;
  let kindCount = 0;
  for (let i = 0; i < order.length;) {
    look();
    const source = sources[order[i]!]!;
    const target = targets[order[i]!]!;
    const set = [kinds[order[i]!]!];
    for (i++; i < order.length && sources[order[i]!] === source && targets[order[i]!] === target; i++) {
      if (kinds[order[i]!] !== set.at(-1)) set.push(kinds[order[i]!]!);
    }
    kindCount += set.length;
    neighbors[size] = target;
    if (meanings.length > 1) {
      const key = set.map((kind) => meanings[kind]).join();
      let label = known.get(key);
      if (label === undefined) known.set(key, (label = known.size));
      labels[size] = label;
    }
    size++;
    offsets[source + 1] = size;
  }
  for (let v = 0; v < vertexCount; v++) if (offsets[v + 1] === 0) offsets[v + 1] = offsets[v]!;
  return {
    offsets,
    neighbors: neighbors.slice(0, size),
    labels: orderedLabels(labels.slice(0, size), known),
    meanings: meanings.length > 1 ? [...known.keys()].sort() : meanings.map(String),
    kindCount,
  };
}

/** Numbers labels by their meaning, not by first occurrence: isomorphic graphs get the same labels. */
function orderedLabels(labels: Int32Array, known: ReadonlyMap<string, number>): Int32Array {
  if (known.size < 2) return labels;
  const rank = new Int32Array(known.size);
  for (const [i, key] of [...known.keys()].sort().entries()) rank[known.get(key)!] = i;
  return labels.map((label) => rank[label]!);
}

// ---------------------------------------------------------------- loops

/** The kinds of loops at each vertex that has loops. */
function loopKinds({ from, to, colors, directed }: EdgeList): Map<number, Set<number>> {
  const kinds = new Map<number, Set<number>>();
  for (let i = 0; i < from.length; i++) {
    if (from[i] !== to[i]) continue;
    const set = kinds.get(from[i]!) ?? new Set();
    kinds.set(from[i]!, set.add(connectionKind(colors[i]!, directed[i] ? 1 : 0)));
  }
  return kinds;
}

/** Numbers that differ for vertices with different loops, ordered by color, then by loops. */
function withLoops(
  colors: Int32Array,
  loops: ReadonlyMap<number, ReadonlySet<number>>,
): { readonly kinds: Int32Array; readonly meanings: readonly string[] } {
  const keys = Array.from(colors, (color, v) => {
    const set = [...(loops.get(v) ?? [])].sort((a, b) => a - b);
    return { color, loops: set.join() };
  });
  const distinct = [...new Map(keys.map((key) => [`${key.color}:${key.loops}`, key])).values()];
  distinct.sort((a, b) => a.color - b.color || (a.loops < b.loops ? -1 : a.loops > b.loops ? 1 : 0));
  const meanings = distinct.map((key) => `${key.color}:${key.loops}`);
  const rank = new Map(meanings.map((meaning, i) => [meaning, i]));
  return { kinds: Int32Array.from(keys, (key) => rank.get(`${key.color}:${key.loops}`)!), meanings };
}
