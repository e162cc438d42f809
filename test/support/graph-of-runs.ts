/** Small graphs in place of the product of a model and an automaton, with properties computed by definition. */

import fc from "fast-check";
import type { Exploration } from "../../src/explicit/exploration.ts";
import type { Limit } from "../../src/util/limits.ts";

export interface Edge {
  readonly to: number;
  readonly marks: number;
  /** The process that moves. */
  readonly mover: number;
}

export interface Graph {
  /** States 0, ..., `initialCount` - 1 are initial. */
  readonly initialCount: number;
  readonly edges: readonly (readonly Edge[])[];
}

export interface GraphShape {
  readonly states: number;
  readonly edges: number;
  /** All acceptance sets, as bits. */
  readonly marks: number;
  readonly processes: number;
}

export function arbitraryGraph({ states, edges, marks, processes }: GraphShape): fc.Arbitrary<Graph> {
  return fc.integer({ min: 1, max: states }).chain((count) => {
    const edge = fc.record({ to: fc.nat(count - 1), marks: fc.nat(marks), mover: fc.nat(processes - 1) });
    return fc.record({
      initialCount: fc.integer({ min: 1, max: Math.min(count, 3) }),
      edges: fc.array(fc.array(edge, { maxLength: edges }), { minLength: count, maxLength: count }),
    });
  });
}

/** An exploration with the graph as its product. `limit` is the state whose successors are not available. */
export function explorationOf({ initialCount, edges }: Graph, limit?: number): Exploration {
  const exploration = {
    initialStates: Array.from({ length: initialCount }, (_, id) => id),
    error: undefined,
    limit: undefined as Limit | undefined,
    endAt(limit: Limit) {
      exploration.limit = limit;
    },
    product: {
      successorsOf(id: number) {
        if (id === limit) return undefined;
        const own = edges[id]!;
        return {
          count: own.length,
          target: (k: number) => own[k]!.to,
          marks: (k: number) => own[k]!.marks,
          mover: (k: number) => own[k]!.mover,
        };
      },
    },
    keepsReduction: () => false,
    space: { stateAt: (id: number) => [id] },
  };
  return exploration as unknown as Exploration;
}

/** For each state, the states that it reaches in one or more steps within `inside`. */
export function reaches({ edges }: Graph, inside: (id: number) => boolean): Set<number>[] {
  return edges.map((_, id) => {
    const seen = new Set<number>();
    const add = (from: number): void => {
      if (inside(from)) for (const { to } of edges[from]!) if (inside(to)) seen.add(to);
    };
    add(id);
    for (const next of seen) add(next);
    return seen;
  });
}

/** The sets of states that all reach each other: only the maximal ones, or all of them. */
export function connectedSets(graph: Graph, which: "largest" | "all"): number[][] {
  const ids = graph.edges.map((_, id) => id);
  if (which === "largest") {
    const reach = reaches(graph, () => true);
    const cyclic = ids.filter((id) => reach[id]!.has(id));
    const sets = cyclic.map((id) => cyclic.filter((other) => reach[id]!.has(other) && reach[other]!.has(id)));
    return [...new Map(sets.map((set) => [set.join(), set])).values()];
  }
  const subsets = Array.from({ length: 2 ** ids.length }, (_, bits) => ids.filter((id) => (bits >> id) & 1));
  return subsets.filter((set) => {
    const reach = reaches(graph, (id) => set.includes(id));
    return set.length > 0 && set.every((id) => set.every((other) => reach[id]!.has(other)));
  });
}

/** The acceptance sets of the edges between states of a set. */
export function marksIn({ edges }: Graph, set: readonly number[]): number {
  const inner = set.flatMap((id) => edges[id]!.filter(({ to }) => set.includes(to)));
  return inner.reduce((met, { marks }) => met | marks, 0);
}

export function reachable(graph: Graph): Set<number> {
  const initial = Array.from({ length: graph.initialCount }, (_, id) => id);
  const reach = reaches(graph, () => true);
  return new Set([...initial, ...initial.flatMap((id) => [...reach[id]!])]);
}
