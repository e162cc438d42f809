/** Fair parts of components, on graphs whose processes are told apart, against the definitions of fairness. */
import fc from "fast-check";
import { expect, test } from "vitest";
import type { Exploration } from "../../src/explicit/exploration.ts";
import { fairPart, FairnessUndecided, isGloballyFair } from "../../src/explicit/fairness.ts";
import type { FairnessContext, FollowedOrbit } from "../../src/explicit/fairness.ts";
import type { StateId } from "../../src/explicit/state-id.ts";
import { identitySymmetry } from "../../src/symmetry/symmetry.ts";
import { arbitraryGraph, connectedSets, explorationOf, marksIn, reaches } from "../support/graph-of-runs.ts";
import type { Graph } from "../support/graph-of-runs.ts";
import { times } from "../support/random-runs.ts";

const marks = 1;
const processes = 2;

function contextOf(graph: Graph, transient: ReadonlySet<number> = new Set()): FairnessContext {
  const exploration = explorationOf(graph);
  const orbits = Array.from({ length: processes }, (_, process) => {
    const orbit = { processes: [process], toFirst: [identitySymmetry(1)], threads: () => exploration };
    return orbit as unknown as FollowedOrbit;
  });
  return { exploration, orbits, isTransient: ([id]) => transient.has(id!), marks };
}

/** Whether a run that goes through all of a set, and nothing else, is fair to a process. */
function isFair(
  graph: Graph,
  set: readonly number[],
  process: number,
  fairness: "weak" | "strong",
  transient: ReadonlySet<number>,
): boolean {
  const own = set.flatMap((id) =>
    graph.edges[id]!.filter(({ mover }) => mover === process).map((edge) => ({ id, ...edge })),
  );
  if (own.some(({ to }) => set.includes(to))) return true;
  const enabled = new Set(own.map(({ id }) => id));
  return fairness === "weak" ? set.some((id) => !enabled.has(id) && !transient.has(id)) : enabled.size === 0;
}

// One more process, to which no run must be fair.
const plain = arbitraryGraph({ states: 6, edges: 3, marks, processes: processes + 1 });
/** The step of the last process is the end, so strong fairness leaves only parts of components. */
const ending = plain.map(({ initialCount, edges }): Graph => {
  const end = edges.length - 1;
  const changed = edges.map((list) => list.map((edge) => (edge.mover === processes - 1 ? { ...edge, to: end } : edge)));
  return { initialCount, edges: [...changed.slice(0, end), []] };
});
const graphs = fc.oneof(plain, ending);

test.each(["weak", "strong"] as const)(
  "%s: a component has a fair part if and only if one of its parts is fair",
  (fairness) => {
    const seen = { fair: 0, unfair: 0, parts: 0 };
    fc.assert(
      fc.property(graphs, fc.array(fc.nat(5), { maxLength: 2 }), (graph, list) => {
        const transient = new Set(list);
        // Strong fairness ignores states inside an unfinished step. There are none here.
        const aside = fairness === "weak" ? transient : new Set<number>();
        const context = contextOf(graph, aside);
        const isRight = (set: readonly number[]): boolean =>
          (marksIn(graph, set) & marks) === marks &&
          Array.from({ length: processes }, (_, process) => process).every((process) =>
            isFair(graph, set, process, fairness, aside),
          );
        const all = connectedSets(graph, "all");
        for (const component of connectedSets(graph, "largest")) {
          if ((marksIn(graph, component) & marks) !== marks) continue;
          const found = fairPart(context, component as StateId[], fairness);
          const inside = all.filter((set) => set.every((id) => component.includes(id)));
          expect(found !== undefined).toBe(inside.some(isRight));
          seen[found ? "fair" : "unfair"]++;
          if (!found) continue;
          const set: readonly number[] = [...found].sort((a, b) => a - b);
          const reach = reaches(graph, (id) => set.includes(id));
          for (const id of set) expect([...reach[id]!].sort((a, b) => a - b)).toEqual(set);
          expect(isRight(set)).toBe(true);
          if (set.length < component.length) seen.parts++;
        }
      }),
      { numRuns: times(2000) },
    );
    expect(Math.min(seen.fair, seen.unfair)).toBeGreaterThan(0);
    if (fairness === "strong") expect(seen.parts).toBeGreaterThan(0);
  },
);

test("a limit hit while a process is followed leaves the question open", () => {
  const graph: Graph = { initialCount: 1, edges: [[{ to: 0, marks: 1, mover: 0 }]] };
  const context = contextOf(graph);
  const productOf = (given: object): Exploration => {
    const exploration = explorationOf(graph);
    Object.assign(exploration.product, { claimAt: () => 0, insert: () => 0, ...given });
    return exploration;
  };
  const threads = (given: object): FairnessContext => ({
    ...context,
    exploration: productOf({ insert: () => undefined }),
    orbits: [{ ...context.orbits[0]!, threads: () => productOf(given) }],
  });
  const one = [0 as StateId];
  expect(() => fairPart(threads({ insert: () => undefined }), one, "weak")).toThrow(FairnessUndecided);
  expect(() => fairPart(threads({ successorsOf: () => undefined }), one, "weak")).toThrow(FairnessUndecided);
  // The exploration has no room for the state over which a thread lies.
  expect(() => fairPart(threads({}), one, "weak")).toThrow(FairnessUndecided);
});

test("global: every step of every state is taken, in one state of the automaton or another", () => {
  // The product of a graph of steps with an automaton: state s * claims + c, and each step once for each edge of c.
  const product = fc.record({
    steps: fc.array(fc.array(fc.nat(2), { maxLength: 3 }), { minLength: 3, maxLength: 3 }),
    claims: fc.array(fc.array(fc.nat(1), { minLength: 1, maxLength: 2 }), { minLength: 2, maxLength: 2 }),
    component: fc.subarray([0, 1, 2, 3, 4, 5], { minLength: 1 }),
  });
  const seen = { fair: 0, unfair: 0 };
  fc.assert(
    fc.property(product, ({ steps, claims, component }) => {
      const idOf = (state: number, claim: number): number => 2 * state + claim;
      const edges = steps.flatMap((targets) =>
        claims.map((next) =>
          targets.flatMap((to) => next.map((claim) => ({ to: idOf(to, claim), marks: 0, mover: 0 }))),
        ),
      );
      let last = 0;
      const plain = explorationOf({ initialCount: 1, edges });
      const exploration = {
        product: {
          successorsOf: (id: StateId) => {
            last = id;
            return plain.product.successorsOf(id);
          },
          get edgeCount() {
            return claims[last & 1]!.length;
          },
        },
        space: { stateAt: (id: StateId) => [id >> 1] },
      } as unknown as Exploration;
      const inside = new Set(component);
      const isTaken = (state: number, to: number): boolean =>
        component.some((id) => id >> 1 === state && claims[id & 1]!.some((claim) => inside.has(idOf(to, claim))));
      const expected = component.every((id) => steps[id >> 1]!.every((to) => isTaken(id >> 1, to)));
      const found = isGloballyFair(
        { exploration, orbits: [], isTransient: () => false, marks: 0 },
        component as StateId[],
      );
      expect(found).toBe(expected);
      seen[found ? "fair" : "unfair"]++;
    }),
    { numRuns: times(2000) },
  );
  expect(Math.min(seen.fair, seen.unfair)).toBeGreaterThan(0);
});
