/** Removes states and edges that no accepted run needs, and sets irrelevant marks in favor of the reductions. */

import { Numbering } from "../util/numbering.ts";
import { allMarks } from "./automaton.ts";
import { mergedEdges } from "./labeled-automaton.ts";
import type { LabeledAutomaton, LabeledEdge } from "./labeled-automaton.ts";
import { strongComponents } from "./strong-components.ts";

export interface MarkStyle {
  /** Whether all edges of a state must have the same marks, so that acceptance depends on states. */
  readonly uniform: boolean;
  /** Whether edges between components, which a run takes finitely often, have all marks or none. */
  readonly fullBridges: boolean;
}

/**
 * An automaton of the same language with only the reachable states from which some run is accepted, numbered
 * breadth-first. Edges have all marks in components where every cycle accepts, and none where no cycle does. States
 * that are known to accept everything become one.
 */
export function trim(automaton: LabeledAutomaton, style: MarkStyle): LabeledAutomaton {
  const { diagrams, acceptanceCount } = automaton;
  const { of, kinds } = strongComponents(automaton.states, acceptanceCount);
  const all = allMarks(acceptanceCount);
  const bridge = style.fullBridges ? all : 0;
  const marksOf = (state: number, { target, marks }: LabeledEdge): number => {
    if (of[state] !== of[target] && !style.uniform) return bridge;
    const kind = kinds[of[state]!]!;
    return kind === "mixed" ? marks : kind === "accepting" ? all : kind === "rejecting" ? 0 : bridge;
  };

  const everything = universalStates(automaton, of, kinds);
  const top = everything.indexOf(1);
  const canAccept = statesLeadingTo(automaton, (state) => ["accepting", "mixed"].includes(kinds[of[state]!]!));
  const numbering = new Numbering<number>();
  const { items: kept } = numbering;
  const numberOf = (state: number): number => numbering.numberOf(everything[state] ? top : state);
  numberOf(automaton.initial);
  const states: LabeledEdge[][] = [];
  for (let i = 0; i < kept.length; i++) {
    const state = kept[i]!;
    const edges =
      state === top
        ? [{ label: 1, target: i, marks: all }]
        : automaton.states[state]!.filter(({ target }) => canAccept[target]).map((edge) => ({
            label: edge.label,
            target: numberOf(edge.target),
            marks: marksOf(state, edge),
          }));
    states.push(mergedEdges(edges, diagrams));
  }
  return { diagrams, acceptanceCount, initial: 0, states };
}

/**
 * The states that are known to accept every continuation: whatever the run does, the automaton can stay among them, and
 * any cycle among them accepts.
 */
export function universalStates(
  { diagrams, states }: Pick<LabeledAutomaton, "diagrams" | "states">,
  of: Int32Array,
  kinds: readonly string[],
): Uint8Array {
  const universal = Uint8Array.from(states, (_, state) => (/accepting|transient/.test(kinds[of[state]!]!) ? 1 : 0));
  for (let changed = true; changed;) {
    changed = false;
    states.forEach((edges, state) => {
      if (!universal[state]) return;
      const covered = edges.reduce((sum, { label, target }) => (universal[target] ? diagrams.or(sum, label) : sum), 0);
      if (covered === 1) return;
      universal[state] = 0;
      changed = true;
    });
  }
  return universal;
}

function statesLeadingTo({ states }: LabeledAutomaton, isGoal: (state: number) => boolean): Uint8Array {
  const origins: number[][] = states.map(() => []);
  states.forEach((edges, state) => {
    for (const { target } of edges) origins[target]!.push(state);
  });
  const reached = Uint8Array.from(states, (_, state) => (isGoal(state) ? 1 : 0));
  const pending = Array.from(states.keys()).filter((state) => reached[state]);
  for (let state = pending.pop(); state !== undefined; state = pending.pop()) {
    for (const origin of origins[state]!) {
      if (reached[origin]) continue;
      reached[origin] = 1;
      pending.push(origin);
    }
  }
  return reached;
}
