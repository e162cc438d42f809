/** Graphs for tests: families with known groups, and random graphs from a seed. */

import { GraphBuilder, relabel, undirectedGraph } from "../../src/graph/colored-graph.ts";
import type { ColoredGraph } from "../../src/graph/colored-graph.ts";

export type Pair = readonly [number, number];

/** A linear congruential generator. Equal seeds give equal numbers. */
export function numbersFrom(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

export function shuffled(n: number, random: (below: number) => number): Int32Array {
  const image = Int32Array.from({ length: n }, (_, i) => i);
  for (let i = n - 1; i > 0; i--) {
    const k = random(i + 1);
    [image[i], image[k]] = [image[k]!, image[i]!];
  }
  return image;
}

export function cycle(n: number): ColoredGraph {
  return undirectedGraph(n, Array.from({ length: n }, (_, i): Pair => [i, (i + 1) % n])); // prettier-ignore
}

export function complete(n: number): ColoredGraph {
  return fromTest(n, () => true);
}

export function grid(rows: number, columns: number): ColoredGraph {
  const pairs: Pair[] = [];
  for (let r = 0; r < rows; r++) {
    for (let c = 0; c < columns; c++) {
      if (c + 1 < columns) pairs.push([r * columns + c, r * columns + c + 1]);
      if (r + 1 < rows) pairs.push([r * columns + c, (r + 1) * columns + c]);
    }
  }
  return undirectedGraph(rows * columns, pairs);
}

export function hypercube(dimension: number): ColoredGraph {
  const pairs: Pair[] = [];
  for (let v = 0; v < 2 ** dimension; v++) {
    for (let i = 0; i < dimension; i++) if (((v >> i) & 1) === 0) pairs.push([v, v | (1 << i)]);
  }
  return undirectedGraph(2 ** dimension, pairs);
}

/** A tree by levels: each vertex of level i has `degrees[i]` children. */
export function tree(...degrees: number[]): ColoredGraph {
  const pairs: Pair[] = [];
  let level = [0];
  let count = 1;
  for (const degree of degrees) {
    const next: number[] = [];
    for (const parent of level) {
      for (let i = 0; i < degree; i++) {
        pairs.push([parent, count]);
        next.push(count++);
      }
    }
    level = next;
  }
  return undirectedGraph(count, pairs);
}

/** Vertices are the numbers modulo q, adjacent if they differ by a square. Strongly regular if q = 4k + 1 is prime. */
export function paley(q: number): ColoredGraph {
  const squares = new Set(Array.from({ length: q - 1 }, (_, i) => ((i + 1) * (i + 1)) % q));
  return fromTest(q, (u, v) => squares.has((v - u + q) % q));
}

/** Cells of a board, adjacent in a row or column. Strongly regular. */
export function rook(n: number): ColoredGraph {
  return fromTest(n * n, (u, v) => u % n === v % n || Math.floor(u / n) === Math.floor(v / n));
}

/** A graph with the parameters of `rook(4)` that is not isomorphic to it. */
export function shrikhande(): ColoredGraph {
  const steps = new Set([1, 3, 4, 12, 5, 15]);
  return fromTest(16, (u, v) => steps.has(((((v >> 2) - (u >> 2)) & 3) << 2) | ((v - u) & 3)));
}

/** Pairs of an n-set, adjacent if they intersect. Strongly regular. */
export function triangular(n: number): ColoredGraph {
  const pairs: Pair[] = [];
  for (let a = 0; a < n; a++) for (let b = a + 1; b < n; b++) pairs.push([a, b]);
  return fromTest(pairs.length, (u, v) => pairs[u]!.some((x) => pairs[v]!.includes(x)));
}

export function petersen(): ColoredGraph {
  const pairs = triangular(5);
  const adjacent = new Set(pairsOf(pairs).map(([u, v]) => `${u},${v}`));
  return fromTest(10, (u, v) => !adjacent.has(`${u},${v}`));
}

/** The graph of Sylvester's Hadamard matrix of order 2^k, with two vertices for each row and each column. */
export function hadamard(k: number): ColoredGraph {
  const n = 2 ** k;
  const sign = (r: number, c: number): number => {
    let bits = r & c;
    let parity = 0;
    for (; bits > 0; bits &= bits - 1) parity ^= 1;
    return parity;
  };
  const pairs: Pair[] = [];
  for (let i = 0; i < n; i++) {
    pairs.push([i, n + i], [2 * n + i, 3 * n + i]);
    for (let j = 0; j < n; j++) {
      const s = sign(i, j);
      pairs.push([i, 2 * n + s * n + j], [n + i, 2 * n + (1 - s) * n + j]);
    }
  }
  return undirectedGraph(4 * n, pairs);
}

/**
 * The construction of Cai, Fürer and Immerman on a cubic graph, with one edge twisted or not. Refinement cannot
 * distinguish the two.
 */
export function cfi(base: ColoredGraph, twisted: boolean): ColoredGraph {
  const builder = new GraphBuilder();
  const edges = pairsOf(base);
  const ends = edges.map(() => [0, 1].map(() => [0, 1].map(() => builder.vertex(1))));
  for (let v = 0; v < base.vertexCount; v++) {
    const incident = edges.flatMap(([a, b], e): Pair[] => (a === v ? [[e, 0]] : b === v ? [[e, 1]] : []));
    for (let set = 0; set < 2 ** incident.length; set++) {
      let bits = 0;
      for (let i = 0; i < incident.length; i++) bits ^= (set >> i) & 1;
      if (bits !== 0) continue;
      const inner = builder.vertex(0);
      for (const [i, [e, side]] of incident.entries()) builder.edge(inner, ends[e]![side]![(set >> i) & 1]!);
    }
  }
  for (const e of edges.keys()) {
    const flip = twisted && e === 0 ? 1 : 0;
    for (const bit of [0, 1]) builder.edge(ends[e]![0]![bit]!, ends[e]![1]![bit ^ flip]!);
  }
  return builder.build();
}

/**
 * A graph in the shape of a detection graph: variables, literals, and a table vertex per allowed pair of literals of
 * two variables.
 */
export function constraintGraph(variables: number, domain: number, scopes: readonly Pair[]): ColoredGraph {
  const builder = new GraphBuilder();
  const variable = Array.from({ length: variables }, () => builder.vertex(0));
  const literal = variable.map((x) =>
    Array.from({ length: domain }, () => {
      const made = builder.vertex(1);
      builder.edge(x, made);
      return made;
    }),
  );
  for (const [x, y] of scopes) {
    const constraint = builder.vertex(2);
    for (let a = 0; a < domain; a++) {
      for (let b = 0; b < domain; b++) {
        const tuple = builder.vertex(4 + ((b - a + domain) % domain));
        builder.edge(tuple, constraint);
        builder.edge(tuple, literal[x]![a]!);
        const role = builder.vertex(3);
        builder.edge(tuple, role);
        builder.edge(role, literal[y]![b]!);
      }
    }
  }
  return builder.build();
}

export function ringScopes(n: number): Pair[] {
  return Array.from({ length: n }, (_, i) => [i, (i + 1) % n] as const);
}

export function completeScopes(n: number): Pair[] {
  return Array.from({ length: n * n }, (_, k) => [Math.floor(k / n), k % n] as const).filter(([i, k]) => i !== k);
}

/** The disjoint union of graphs. */
export function disjointUnion(...graphs: ColoredGraph[]): ColoredGraph {
  const builder = new GraphBuilder();
  for (const graph of graphs) {
    const numbers = Array.from(graph.colors, (color) => builder.vertex(color));
    for (const [u, v] of pairsOf(graph)) builder.edge(numbers[u]!, numbers[v]!);
  }
  return builder.build();
}

function pairsOf({ edges: { from, to } }: ColoredGraph): Pair[] {
  return Array.from(from, (u, i): Pair => [u, to[i]!]);
}

export function randomTree(n: number, random: (below: number) => number): ColoredGraph {
  return undirectedGraph(
    n,
    Array.from({ length: Math.max(0, n - 1) }, (_, i): Pair => [i + 1, random(i + 1)]),
  );
}

export function randomGraph(n: number, edges: number, colors: number, random: (below: number) => number): ColoredGraph {
  const pairs = Array.from({ length: n === 0 ? 0 : edges }, (): Pair => [random(n), random(n)]);
  return undirectedGraph(n, pairs.filter(([u, v]) => u !== v), Array.from({ length: n }, () => random(colors))); // prettier-ignore
}

export function shuffledCopy(graph: ColoredGraph, random: (below: number) => number): ColoredGraph {
  return relabel(graph, shuffled(graph.vertexCount, random));
}

function fromTest(n: number, adjacent: (u: number, v: number) => boolean): ColoredGraph {
  const pairs: Pair[] = [];
  for (let u = 0; u < n; u++) for (let v = u + 1; v < n; v++) if (adjacent(u, v)) pairs.push([u, v]);
  return undirectedGraph(n, pairs);
}
