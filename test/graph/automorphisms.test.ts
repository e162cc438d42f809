import fc from "fast-check";
import { expect, test } from "vitest";
import { automorphismGroup } from "../../src/graph/automorphisms.ts";
import { canonicalForm, isomorphism } from "../../src/graph/canonical-form.ts";
import { GraphBuilder, GraphError, relabel, undirectedGraph } from "../../src/graph/colored-graph.ts";
import type { ColoredGraph } from "../../src/graph/colored-graph.ts";
import * as graphs from "../support/graphs.ts";
import { times } from "../support/random-runs.ts";

const factorial = (n: number): bigint => (n < 2 ? 1n : BigInt(n) * factorial(n - 1));

test.each<[string, ColoredGraph, bigint]>([
  ["the empty graph", undirectedGraph(0, []), 1n],
  ["one vertex", undirectedGraph(1, []), 1n],
  ["two vertices", undirectedGraph(2, []), 2n],
  ["two vertices of different colors", undirectedGraph(2, [], [0, 1]), 1n],
  ["an edge", undirectedGraph(2, [[0, 1]]), 2n],
  ["a cycle of 7", graphs.cycle(7), 14n],
  ["a complete graph", graphs.complete(9), factorial(9)],
  ["a grid", graphs.grid(3, 4), 4n],
  ["a square grid", graphs.grid(5, 5), 8n],
  ["the Petersen graph", graphs.petersen(), 120n],
  ["a hypercube", graphs.hypercube(6), 2n ** 6n * factorial(6)],
  ["a tree", graphs.tree(3, 2, 4), factorial(4) ** 6n * 2n ** 3n * factorial(3)],
  ["the Paley graph of 29", graphs.paley(29), 29n * 14n],
  ["a rook's graph", graphs.rook(5), 2n * factorial(5) ** 2n],
  ["the Shrikhande graph", graphs.shrikhande(), 192n],
  ["the triangular graph of 7", graphs.triangular(7), factorial(7)],
  ["three triangles", graphs.disjointUnion(graphs.cycle(3), graphs.cycle(3), graphs.cycle(3)), 6n ** 3n * 6n],
  ["a ring of constraints", graphs.constraintGraph(6, 4, graphs.ringScopes(6)), 24n],
  ["all pairs constrained", graphs.constraintGraph(5, 3, graphs.completeScopes(5)), factorial(5) * 3n],
])("the group of %s has its known order", (_, graph, order) => {
  expect(automorphismGroup(graph).order).toBe(order);
  expect(automorphismGroup(graph, { reduce: false }).order).toBe(order);
});

interface Edge {
  readonly from: number;
  readonly to: number;
  readonly directed: boolean;
  readonly color: number;
}

interface Drawing {
  readonly colors: readonly number[];
  readonly edges: readonly Edge[];
}

/** Up to 6 vertices, edges of all kinds, loops and repetitions among them. */
const drawing: fc.Arbitrary<Drawing> = fc.integer({ min: 0, max: 6 }).chain((n) =>
  fc.record({
    colors: fc.array(fc.constantFrom(0, 0, 0, 1), { minLength: n, maxLength: n }),
    edges:
      n === 0
        ? fc.constant([])
        : fc.array(
            fc.record({
              from: fc.nat(n - 1),
              to: fc.nat(n - 1),
              directed: fc.boolean(),
              color: fc.constantFrom(0, 0, 1),
            }),
            { maxLength: 2 * n },
          ),
  }),
);

function build({ colors, edges }: Drawing): ColoredGraph {
  const builder = new GraphBuilder();
  for (const color of colors) builder.vertex(color);
  for (const { from, to, directed, color } of edges) {
    if (directed) builder.arc(from, to, color);
    else builder.edge(from, to, color);
  }
  return builder.build();
}

function* permutations(n: number, start: readonly number[] = []): Iterable<readonly number[]> {
  if (start.length === n) yield start;
  else for (let i = 0; i < n; i++) if (!start.includes(i)) yield* permutations(n, [...start, i]);
}

/** By definition: the permutations that keep colors and the set of edges. */
function bruteForce({ colors, edges }: Drawing): (readonly number[])[] {
  const name = (u: number, v: number, { directed, color }: Edge): string =>
    directed ? `${u}>${v}:${color}` : `${Math.min(u, v)}-${Math.max(u, v)}:${color}`;
  const set = new Set(edges.map((edge) => name(edge.from, edge.to, edge)));
  return [...permutations(colors.length)].filter(
    (p) =>
      p.every((w, v) => colors[w] === colors[v]) &&
      edges.every((edge) => set.has(name(p[edge.from]!, p[edge.to]!, edge))),
  );
}

test("the group equals brute force on small graphs with all kinds of edges", () => {
  fc.assert(
    fc.property(drawing, (drawn) => {
      const graph = build(drawn);
      const all = bruteForce(drawn);
      const keys = new Set(all.map((p) => p.join()));
      for (const reduce of [true, false]) {
        const { order, generators, orbits } = automorphismGroup(graph, { reduce });
        expect(order).toBe(BigInt(all.length));
        for (const { support, images } of generators) {
          const p = drawn.colors.map((_, v) => v);
          support.forEach((v, i) => (p[v] = images[i]!));
          expect(keys.has(p.join())).toBe(true);
        }
        const least = drawn.colors.map((_, v) => Math.min(...all.map((p) => p[v]!)));
        expect([...orbits]).toEqual(least);
      }
    }),
    { numRuns: times(1000) },
  );
});

test("shuffled copies have equal canonical forms, and an isomorphism between them", () => {
  fc.assert(
    fc.property(drawing, fc.nat(), (drawn, seed) => {
      const graph = build(drawn);
      const copy = graphs.shuffledCopy(graph, graphs.numbersFrom(seed));
      expectEqual(canonicalForm(graph).graph, canonicalForm(copy).graph);
      expectEqual(relabel(graph, isomorphism(graph, copy)!), copy);
    }),
    { numRuns: times(1000) },
  );
});

test("graphs are isomorphic exactly if some permutation takes one to the other", () => {
  const small = drawing.filter(({ colors }) => colors.length <= 4);
  fc.assert(
    fc.property(small, small, (a, b) => {
      const first = build(a);
      const second = build(b);
      const expected =
        a.colors.length === b.colors.length &&
        [...permutations(a.colors.length)].some((p) => sameGraph(relabel(first, p), second));
      expect(isomorphism(first, second) !== undefined).toBe(expected);
    }),
    { numRuns: times(1000) },
  );
});

test("graphs that refinement cannot tell apart are told apart", () => {
  expect(isomorphism(graphs.rook(4), graphs.shrikhande())).toBeUndefined();
  const cubic = graphs.petersen();
  expect(isomorphism(graphs.cfi(cubic, false), graphs.cfi(cubic, true))).toBeUndefined();
  const random = graphs.numbersFrom(1);
  const copy = graphs.shuffledCopy(graphs.cfi(cubic, true), random);
  expect(isomorphism(graphs.cfi(cubic, true), copy)).toBeDefined();
});

test("the same graph gives the same answer, generator by generator", () => {
  const graph = graphs.constraintGraph(5, 3, graphs.completeScopes(5));
  expect(automorphismGroup(graph)).toEqual(automorphismGroup(graph));
});

test("a long search reports progress and can be cancelled", () => {
  const graph = graphs.hypercube(9);
  const reports: number[] = [];
  automorphismGroup(graphs.disjointUnion(...Array.from({ length: 200 }, (_, i) => graphs.cycle(i + 3))), {
    reduce: false,
    onProgress: ({ nodes }) => reports.push(nodes),
  });
  expect(reports.length).toBeGreaterThan(0);
  expect(() =>
    automorphismGroup(graphs.disjointUnion(graph, graphs.complete(300)), {
      signal: AbortSignal.abort(),
      reduce: false,
    }),
  ).toThrow();
});

test("edges to missing vertices, names used twice and wrong colors are refused", () => {
  expect(() => undirectedGraph(3, [[0, 3]])).toThrow(GraphError);
  expect(() => undirectedGraph(3, [[0, -1]])).toThrow("an edge ends at -1, but there is no such vertex");
  expect(() => undirectedGraph(2, [], [0])).toThrow("there are 2 vertices but 1 colors");
  const builder = new GraphBuilder();
  builder.vertex(0, "a");
  expect(() => builder.vertex(0, "a")).toThrow('there is a vertex "a" already');
  expect(() => builder.vertex(0.5)).toThrow("not an integer");
  expect(() => builder.edge("a", "b")).toThrow('an edge ends at "b"');
});

function sameGraph(a: ColoredGraph, b: ColoredGraph): boolean {
  const parts = (g: ColoredGraph): string =>
    [g.colors, g.kinds, g.offsets, g.neighbors, g.labels, g.meanings].map((part) => part.join()).join(";");
  return parts(a) === parts(b);
}

function expectEqual(a: ColoredGraph, b: ColoredGraph): void {
  expect(sameGraph(a, b)).toBe(true);
}
