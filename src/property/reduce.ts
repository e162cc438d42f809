/**
 * Reduces an automaton by trimming, merging of states with equal edges, simulation in both directions, and removal of
 * acceptance sets, until nothing changes.
 */

import { Numbering } from "../util/numbering.ts";
import { allMarks } from "./automaton.ts";
import { mergedEdges, sizeOf } from "./labeled-automaton.ts";
import type { LabeledAutomaton } from "./labeled-automaton.ts";
import { reduceBySimulation } from "./simulation.ts";
import { strongComponents } from "./strong-components.ts";
import { trim } from "./trim.ts";

export interface ReduceOptions {
  /** Whether to keep the marks of all edges of a state equal. */
  readonly uniform?: boolean;
}

/** The most edges for simulation: with more, it takes seconds. */
const simulationLimit = 1000;

export function reduce(automaton: LabeledAutomaton, { uniform = false }: ReduceOptions = {}): LabeledAutomaton {
  let best = untilStable(automaton, uniform);
  if (!uniform) {
    const simpler = simplifyAcceptance(best);
    best = simplifyAcceptance(simpler.acceptanceCount < best.acceptanceCount ? untilStable(simpler, uniform) : simpler);
  }
  return best;
}

function untilStable(automaton: LabeledAutomaton, uniform: boolean): LabeledAutomaton {
  let result = trim(automaton, { uniform, fullBridges: true });
  for (let unchanged = 0, fullBridges = true; unchanged < 2; fullBridges = !fullBridges) {
    const before = sizeOf(result);
    result = mergeEqual(trim(result, { uniform, fullBridges }));
    for (const direction of ["forward", "backward"] as const) {
      if (sizeOf(result).edges > simulationLimit) break;
      const colors =
        uniform && direction === "backward" ? result.states.map((edges) => edges[0]?.marks ?? 0) : undefined;
      result = trim(reduceBySimulation(result, direction, colors), { uniform, fullBridges });
    }
    const after = sizeOf(result);
    unchanged = after.states === before.states && after.edges === before.edges ? unchanged + 1 : 0;
  }
  return result;
}

/** Merges states with the same edges until no two such states are left. */
export function mergeEqual(automaton: LabeledAutomaton): LabeledAutomaton {
  const { diagrams, acceptanceCount } = automaton;
  let { states, initial } = automaton;
  for (;;) {
    const numbering = new Numbering<number>();
    const { items: kept } = numbering;
    const numbers = states.map((edges, state) => {
      const parts = edges.map(({ label, target, marks }) => `${target === state ? "=" : target},${marks},${label}`);
      return numbering.numberOf(state, parts.sort().join(" "));
    });
    if (kept.length === states.length) return { diagrams, acceptanceCount, initial, states };
    initial = numbers[initial]!;
    states = kept.map((state) => {
      const mapped = states[state]!.map((edge) => ({ ...edge, target: numbers[edge.target]! }));
      return mergedEdges(mapped, diagrams);
    });
  }
}

// ---------------------------------------------------------------- acceptance sets
//
// A run finally stays in one component, so only the sets inside that component matter. If a set includes another, as
// far as the edges inside the component go, then a run that meets the other infinitely often meets it too, and it is
// not needed. The remaining sets are renumbered in each component. A component that needs fewer sets than others has
// all its edges in the rest.

export function simplifyAcceptance(automaton: LabeledAutomaton): LabeledAutomaton {
  const { diagrams, initial, states, acceptanceCount } = automaton;
  const { of, kinds } = strongComponents(states, acceptanceCount);
  const inner: number[][] = kinds.map(() => []);
  states.forEach((edges, state) => {
    for (const { target, marks } of edges) if (of[target] === of[state]) inner[of[state]!]!.push(marks);
  });
  const sets = kinds.map((kind, c) => (kind === "mixed" ? neededSets(inner[c]!, acceptanceCount) : []));
  const least = kinds.includes("rejecting") ? 1 : 0;
  const count = sets.reduce((most, { length }) => Math.max(most, length), least);
  const all = allMarks(count);
  const marksIn = (c: number, marks: number): number => {
    if (kinds[c] !== "mixed") return kinds[c] === "accepting" ? all : 0;
    return sets[c]!.reduce((sum, set, i) => (marks & (1 << set) ? sum : sum & ~(1 << i)), all);
  };
  const renumbered = states.map((edges, state) =>
    edges.map((edge) => ({ ...edge, marks: of[edge.target] === of[state] ? marksIn(of[state]!, edge.marks) : 0 })),
  );
  return { diagrams, initial, acceptanceCount: count, states: renumbered };
}

/** The sets that do not include another. Of equal sets, the first is kept. */
function neededSets(edges: readonly number[], acceptanceCount: number): number[] {
  const includes = (i: number, j: number): boolean => edges.every((marks) => !(marks & (1 << j)) || marks & (1 << i));
  const sets = Array.from({ length: acceptanceCount }, (_, i) => i);
  return sets.filter(
    (i) =>
      !edges.every((marks) => marks & (1 << i)) &&
      !sets.some((j) => j !== i && includes(i, j) && (j < i || !includes(j, i))),
  );
}
