/**
 * Reduces an automaton by trimming, merging of states with equal edges, simulation in both directions, and removal of
 * acceptance sets, until nothing changes.
 */

import { simplifyAcceptance } from "./acceptance.ts";
import { mergedEdges, sizeOf } from "./labeled-automaton.ts";
import type { LabeledAutomaton } from "./labeled-automaton.ts";
import { reduceBySimulation } from "./simulation.ts";
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
    const first = new Map<string, number>();
    const kept: number[] = [];
    const numbers = states.map((edges, state) => {
      const parts = edges.map(({ label, target, marks }) => `${target === state ? "=" : target},${marks},${label}`);
      const key = parts.sort().join(" ");
      let number = first.get(key);
      if (number === undefined) {
        number = kept.length;
        first.set(key, number);
        kept.push(state);
      }
      return number;
    });
    if (kept.length === states.length) return { diagrams, acceptanceCount, initial, states };
    initial = numbers[initial]!;
    states = kept.map((state) => {
      const mapped = states[state]!.map((edge) => ({ ...edge, target: numbers[edge.target]! }));
      return mergedEdges(mapped, diagrams);
    });
  }
}
