/**
 * Graphs with colored vertices and, where wanted, directed and colored edges.
 *
 * Internally every pair of adjacent vertices has one label in each direction: it stands for the set of edges between the
 * two, seen from the first. So algorithms see a symmetric graph with labeled neighbors, whatever was put in. Loops are part of a
 * vertex's color. Memory is a few flat arrays: O(vertices + edges).
 */

/** What a graph cannot have; the message says which vertex, edge or line is meant. */
export class GraphError extends Error {
  override readonly name = "GraphError";
}

export interface ColoredGraph {
  readonly vertexCount: number;
  /** Edges as they were added, without repetitions. */
  readonly edgeCount: number;
  /** The color of each vertex, as given. */
  readonly colors: Int32Array;
  /** Color and loops of each vertex together, numbered: what algorithms go by. */
  readonly kinds: Int32Array;
  /** The neighbors of v are `neighbors[offsets[v]]` up to `neighbors[offsets[v + 1] - 1]`, ascending. */
  readonly offsets: Int32Array;
  readonly neighbors: Int32Array;
  /** Parallel to `neighbors`. Equal labels mean the same kinds of edges in the same directions. */
  readonly labels: Int32Array;
  readonly labelCount: number;
  /** What kinds and labels stand for: graphs with different meanings are not isomorphic. */
  readonly meanings: readonly string[];
  /** The edges behind the labels, for writing the graph out again. */
  readonly edges: readonly Edge[];
  /** Where vertices were named. */
  readonly names?: readonly string[] | undefined;
}

export interface Edge {
  readonly from: number;
  readonly to: number;
  readonly directed: boolean;
  readonly color: number;
}

/** Collects vertices and edges. */
export class GraphBuilder {
  private readonly colors: number[] = [];
  private readonly names: string[] = [];
  private readonly byName = new Map<string, number>();
  private readonly edges: Edge[] = [];

  /** Adds a vertex and returns its number; names, where given, are unique. */
  vertex(color = 0, name?: string): number {
    if (!Number.isInteger(color)) throw new GraphError(`the color ${color} is not an integer`);
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
    this.add(u, v, false, color);
  }

  /** Adds an edge from u to v. */
  arc(u: number | string, v: number | string, color = 0): void {
    this.add(u, v, true, color);
  }

  build(): ColoredGraph {
    const names = this.names.length === this.colors.length && this.names.length > 0 ? this.names : undefined;
    return graphFrom(Int32Array.from(this.colors), this.edges, names);
  }

  private add(u: number | string, v: number | string, directed: boolean, color: number): void {
    if (!Number.isInteger(color)) throw new GraphError(`the color ${color} of an edge is not an integer`);
    this.edges.push({ from: this.find(u), to: this.find(v), directed, color });
  }

  private find(vertex: number | string): number {
    const number = typeof vertex === "string" ? this.byName.get(vertex) : vertex;
    if (number === undefined || !Number.isInteger(number) || number < 0 || number >= this.colors.length) {
      throw new GraphError(`an edge ends at ${JSON.stringify(vertex)}, but there is no such vertex`);
    }
    return number;
  }
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

/** The same graph with vertex v called `image[v]`. */
export function relabel(graph: ColoredGraph, image: ArrayLike<number>): ColoredGraph {
  const colors = new Int32Array(graph.vertexCount);
  const names = graph.names && new Array<string>(graph.vertexCount);
  for (let v = 0; v < graph.vertexCount; v++) {
    colors[image[v]!] = graph.colors[v]!;
    if (names) names[image[v]!] = graph.names[v]!;
  }
  const edges = graph.edges.map((edge) => ({ ...edge, from: image[edge.from]!, to: image[edge.to]! }));
  return graphFrom(colors, edges, names);
}

// ---------------------------------------------------------------- labels

/** One way to be connected, seen from a vertex: color, and whether it is undirected, leaves or arrives. */
function kindOf(color: number, direction: 0 | 1 | 2): number {
  return color * 3 + direction;
}

function graphFrom(colors: Int32Array, edges: readonly Edge[], names: readonly string[] | undefined): ColoredGraph {
  const vertexCount = colors.length;
  const loops = edges.filter(({ from, to }) => from === to);
  const proper = loops.length === 0 ? edges : edges.filter(({ from, to }) => from !== to);
  const half = halfEdges(vertexCount, proper);
  const merged = mergeLabels(vertexCount, half);
  const vertexKinds = loops.length === 0 ? { kinds: colors, meanings: [] } : withLoops(colors, loops);
  return {
    vertexCount,
    edgeCount: merged.edgeCount + distinctLoops(loops),
    colors,
    kinds: vertexKinds.kinds,
    offsets: merged.offsets,
    neighbors: merged.neighbors,
    labels: merged.labels,
    labelCount: merged.labelCount,
    meanings: [...vertexKinds.meanings, ...merged.labelMeanings],
    edges,
    names,
  };
}

interface HalfEdges {
  readonly offsets: Int32Array;
  readonly targets: Int32Array;
  readonly kinds: Int32Array;
}

/** Both ends of every edge, by vertex. */
function halfEdges(vertexCount: number, edges: readonly Edge[]): HalfEdges {
  const offsets = new Int32Array(vertexCount + 1);
  for (const { from, to } of edges) {
    offsets[from + 1]!++;
    offsets[to + 1]!++;
  }
  for (let v = 0; v < vertexCount; v++) offsets[v + 1]! += offsets[v]!;
  const fill = offsets.slice(0, vertexCount);
  const targets = new Int32Array(2 * edges.length);
  const kinds = new Int32Array(2 * edges.length);
  for (const { from, to, directed, color } of edges) {
    const out = fill[from]!++;
    targets[out] = to;
    kinds[out] = kindOf(color, directed ? 1 : 0);
    const back = fill[to]!++;
    targets[back] = from;
    kinds[back] = kindOf(color, directed ? 2 : 0);
  }
  return { offsets, targets, kinds };
}

/** Sorts each vertex's half-edges and gives every neighbor one label for the set of kinds that lead to it. */
function mergeLabels(
  vertexCount: number,
  { offsets, targets, kinds }: HalfEdges,
): Omit<HalfEdges, "targets" | "kinds"> & {
  readonly neighbors: Int32Array;
  readonly labels: Int32Array;
  readonly labelCount: number;
  readonly labelMeanings: readonly string[];
  readonly edgeCount: number;
} {
  const uniform = kinds.every((kind) => kind === kinds[0]);
  const merged = new Int32Array(vertexCount + 1);
  const neighbors = new Int32Array(targets.length);
  const labels = new Int32Array(targets.length);
  const known = new Map<string, number>();
  let size = 0;
  let kindCount = 0;
  for (let v = 0; v < vertexCount; v++) {
    const start = offsets[v]!;
    const end = offsets[v + 1]!;
    if (uniform) {
      targets.subarray(start, end).sort();
      for (let i = start; i < end; i++) {
        if (i > start && targets[i] === targets[i - 1]) continue;
        neighbors[size++] = targets[i]!;
        kindCount++;
      }
    } else {
      const order = Array.from({ length: end - start }, (_, i) => start + i);
      order.sort((a, b) => targets[a]! - targets[b]! || kinds[a]! - kinds[b]!);
      for (let i = 0; i < order.length;) {
        const target = targets[order[i]!]!;
        const set: number[] = [];
        for (; i < order.length && targets[order[i]!] === target; i++) {
          const kind = kinds[order[i]!]!;
          if (set.at(-1) !== kind) set.push(kind);
        }
        const key = set.join();
        if (!known.has(key)) known.set(key, known.size);
        neighbors[size] = target;
        labels[size++] = known.get(key)!;
        kindCount += set.length;
      }
    }
    merged[v + 1] = size;
  }
  return {
    offsets: merged,
    neighbors: neighbors.slice(0, size),
    labels: orderedLabels(labels.slice(0, size), known),
    labelCount: uniform ? 1 : known.size,
    labelMeanings: uniform ? Array.from(kinds.subarray(0, 1), String) : [...known.keys()].sort(),
    edgeCount: kindCount / 2,
  };
}

/** Numbers labels by what they mean, not by where they were first met: isomorphic graphs get the same labels. */
function orderedLabels(labels: Int32Array, known: ReadonlyMap<string, number>): Int32Array {
  if (known.size < 2) return labels;
  const sorted = [...known.keys()].sort();
  const rank = new Int32Array(known.size);
  for (const [i, key] of sorted.entries()) rank[known.get(key)!] = i;
  return labels.map((label) => rank[label]!);
}

// ---------------------------------------------------------------- loops

function loopKinds(loops: readonly Edge[]): Map<number, Set<number>> {
  const kinds = new Map<number, Set<number>>();
  for (const { from, directed, color } of loops) {
    const set = kinds.get(from) ?? new Set();
    kinds.set(from, set.add(kindOf(color, directed ? 1 : 0)));
  }
  return kinds;
}

function distinctLoops(loops: readonly Edge[]): number {
  let count = 0;
  for (const set of loopKinds(loops).values()) count += set.size;
  return count;
}

/** Numbers that tell vertices with different loops apart; ordered by color, then by loops. */
function withLoops(
  colors: Int32Array,
  loops: readonly Edge[],
): { readonly kinds: Int32Array; readonly meanings: readonly string[] } {
  const kinds = loopKinds(loops);
  const keys = Array.from(colors, (color, v) => {
    const set = [...(kinds.get(v) ?? [])].sort((a, b) => a - b);
    return { color, loops: set.join() };
  });
  const distinct = [...new Map(keys.map((key) => [`${key.color}:${key.loops}`, key])).values()];
  distinct.sort((a, b) => a.color - b.color || (a.loops < b.loops ? -1 : a.loops > b.loops ? 1 : 0));
  const meanings = distinct.map((key) => `${key.color}:${key.loops}`);
  const rank = new Map(meanings.map((meaning, i) => [meaning, i]));
  return { kinds: Int32Array.from(keys, (key) => rank.get(`${key.color}:${key.loops}`)!), meanings };
}
