/**
 * Reduces an automaton by direct simulation, forward (Etessami and Holzmann 2000; Somenzi and Bloem 2000) and backward.
 *
 * State t simulates s if for each edge of s and each valuation of its label, t has an edge with that valuation, with at
 * least its marks, to a state that simulates the target. States that simulate each other are merged. Then an edge does
 * not need the valuations for which the state has another edge, with at least its marks, to a state that simulates the
 * target (Bustan and Grumberg 2003). Backward simulation is the same with edges reversed, and the initial state is
 * simulated only by itself. If every finite run into s can also lead into t, with at least its marks, then by Koenig's
 * lemma an infinite run can too.
 *
 * The greatest simulation is computed by refuting pairs until nothing changes. A round costs the square of the number
 * of edges.
 */

import { look } from "../util/limits.ts";
import { mergedEdges } from "./labeled-automaton.ts";
import type { LabeledAutomaton, LabeledEdge } from "./labeled-automaton.ts";

export type Direction = "forward" | "backward";

/** States are merged or related only if their `colors`, if given, agree. The result may have unreachable states. */
export function reduceBySimulation(
  automaton: LabeledAutomaton,
  direction: Direction,
  colors?: readonly number[],
): LabeledAutomaton {
  const { diagrams, states, initial, acceptanceCount } = automaton;
  const lists = direction === "forward" ? states : reversed(states);
  const mayRelate = (s: number, t: number): boolean =>
    (!colors || colors[s] === colors[t]) && (direction === "forward" || s !== initial || t === initial);
  const isBelow = simulation({ ...automaton, states: lists }, mayRelate);

  const n = states.length;
  const representative = Array.from({ length: n }, (_, t) => {
    for (let s = 0; s < t; s++) if (isBelow[s * n + t] && isBelow[t * n + s]) return s;
    return t;
  });
  const result = lists.map((edges, state) => {
    if (representative[state] !== state) return [];
    const mapped = edges.map((edge) => ({ ...edge, target: representative[edge.target]! }));
    const merged = mergedEdges(mapped, diagrams);
    const needed = merged.map((edge) => {
      let { label } = edge;
      for (const other of merged) {
        if (other !== edge && !(edge.marks & ~other.marks) && isBelow[edge.target * n + other.target]) {
          label = diagrams.without(label, other.label);
        }
      }
      return { ...edge, label };
    });
    return needed.filter(({ label }) => label !== 0);
  });
  return {
    diagrams,
    acceptanceCount,
    initial: representative[initial]!,
    states: direction === "forward" ? result : reversed(result),
  };
}

function reversed(states: readonly (readonly LabeledEdge[])[]): LabeledEdge[][] {
  const result: LabeledEdge[][] = states.map(() => []);
  states.forEach((edges, state) => {
    for (const { label, target, marks } of edges) result[target]!.push({ label, target: state, marks });
  });
  return result;
}

/** The entry at `s * n + t` says whether t simulates s. */
function simulation(
  { diagrams, states }: Pick<LabeledAutomaton, "diagrams" | "states">,
  mayRelate: (s: number, t: number) => boolean,
): Uint8Array {
  const n = states.length;
  const related = new Uint8Array(n * n);
  for (let s = 0; s < n; s++) for (let t = 0; t < n; t++) related[s * n + t] = mayRelate(s, t) ? 1 : 0;
  const isMatched = (edge: LabeledEdge, by: readonly LabeledEdge[]): boolean => {
    let unmatched = edge.label;
    for (const { label, target, marks } of by) {
      if (edge.marks & ~marks || !related[edge.target * n + target]) continue;
      unmatched = diagrams.without(unmatched, label);
      if (unmatched === 0) return true;
    }
    return false;
  };
  for (let changed = true; changed;) {
    changed = false;
    for (let s = 0; s < n; s++) {
      look(1 + (n >> 4));
      for (let t = 0; t < n; t++) {
        if (s === t || !related[s * n + t]) continue;
        if (states[s]!.every((edge) => isMatched(edge, states[t]!))) continue;
        related[s * n + t] = 0;
        changed = true;
      }
    }
  }
  return related;
}
