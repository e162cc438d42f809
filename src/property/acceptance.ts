/**
 * Removes acceptance sets that are not needed.
 *
 * A run finally stays in one component, so only the sets inside that component matter. If a set includes another, as
 * far as the edges inside the component go, then a run that meets the other infinitely often meets it too, and it is
 * not needed. The remaining sets are renumbered in each component. A component that needs fewer sets than others has
 * all its edges in the rest.
 */

import { allMarks } from "./automaton.ts";
import type { LabeledAutomaton } from "./labeled-automaton.ts";
import { strongComponents } from "./strong-components.ts";

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
