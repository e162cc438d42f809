/** Automata during construction and reduction: labels are functions of the propositions instead of cubes. */

import type { Expression } from "../model/model.ts";
import type { Automaton, AutomatonEdge } from "./automaton.ts";
import type { DecisionDiagrams } from "./decision-diagrams.ts";

export interface LabeledAutomaton {
  readonly diagrams: DecisionDiagrams;
  readonly acceptanceCount: number;
  readonly initial: number;
  /** The edges of each state. */
  readonly states: readonly (readonly LabeledEdge[])[];
}

export interface LabeledEdge {
  /** The label, which is never the constant false. */
  readonly label: number;
  readonly target: number;
  readonly marks: number;
}

export function labeled({ acceptanceCount, initial, states }: Automaton, diagrams: DecisionDiagrams): LabeledAutomaton {
  const label = ({ guard }: AutomatonEdge): number =>
    guard.reduce((sum, cube) => diagrams.or(sum, diagrams.ofCube(cube)), 0);
  const edges = states.map(({ edges }) =>
    edges.map((edge) => ({ label: label(edge), target: edge.target, marks: edge.marks })),
  );
  return { diagrams, acceptanceCount, initial, states: edges };
}

/** The automaton as plain data: edges are sorted by target, and propositions that no label mentions are omitted. */
export function plain(automaton: LabeledAutomaton, propositions: readonly Expression[]): Automaton {
  const { diagrams, acceptanceCount, initial, states } = automaton;
  const edges = states.map((edges) =>
    mergedEdges(edges, diagrams)
      .sort((a, b) => a.target - b.target || a.marks - b.marks)
      .map(({ label, target, marks }) => ({ guard: diagrams.cubes(label), target, marks })),
  );
  const used = new Set(
    edges.flat().flatMap(({ guard }) => guard.flatMap((cube) => [...cube.positive, ...cube.negative])),
  );
  const kept = [...used].sort((a, b) => a - b);
  const renumber = (list: readonly number[]): number[] => list.map((p) => kept.indexOf(p));
  return {
    propositions: kept.map((p) => propositions[p]!),
    acceptanceCount,
    initial,
    states: edges.map((edges) => ({
      edges: edges.map((edge) => ({
        ...edge,
        guard: edge.guard.map(({ positive, negative }) => ({
          positive: renumber(positive),
          negative: renumber(negative),
        })),
      })),
    })),
  };
}

/** Merges edges with the same target and marks, and drops those whose label is false. */
export function mergedEdges(edges: readonly LabeledEdge[], diagrams: DecisionDiagrams): LabeledEdge[] {
  const merged = new Map<string, LabeledEdge>();
  for (const { label, target, marks } of edges) {
    if (label === 0) continue;
    const key = `${target},${marks}`;
    merged.set(key, { label: diagrams.or(label, merged.get(key)?.label ?? 0), target, marks });
  }
  return [...merged.values()];
}

export function sizeOf({ states }: LabeledAutomaton): { readonly states: number; readonly edges: number } {
  return { states: states.length, edges: states.reduce((sum, edges) => sum + edges.length, 0) };
}
