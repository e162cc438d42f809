/** Operations on automata as plain data: reduction, degeneralization, and analysis of their strength. */

import type { Automaton } from "./automaton.ts";
import { DecisionDiagrams } from "./decision-diagrams.ts";
import { degeneralized } from "./degeneralize.ts";
import { labeled, plain } from "./labeled-automaton.ts";
import { reduce } from "./reduce.ts";
import { strongComponents } from "./strong-components.ts";
import type { ComponentKind } from "./strong-components.ts";
import { universalStates } from "./trim.ts";

/** An automaton of the same language, with fewer states, edges and acceptance sets if possible. */
export function reduceAutomaton(automaton: Automaton): Automaton {
  return plain(reduce(labeled(automaton, new DecisionDiagrams())), automaton.propositions);
}

/** An automaton of the same language with exactly one acceptance set. */
export function degeneralize(automaton: Automaton): Automaton {
  return plain(degeneralized(labeled(automaton, new DecisionDiagrams()), false), automaton.propositions);
}

/**
 * An automaton of the same language with exactly one acceptance set, which holds all edges of a state or none: a Buechi
 * automaton with accepting states.
 */
export function withStateAcceptance(automaton: Automaton): Automaton {
  return plain(degeneralized(labeled(automaton, new DecisionDiagrams()), true), automaton.propositions);
}

export interface AutomatonFacts {
  /** Whether the state is known to accept every continuation. A run that reaches such a state is accepted. */
  readonly universal: readonly boolean[];
  /** The component of each state. Every edge leads to the same component or to one with a lower number. */
  readonly component: readonly number[];
  readonly componentKinds: readonly ComponentKind[];
  /**
   * `terminal`: every accepted run reaches a universal state, so reachability decides. `weak`: in each component all
   * cycles accept or none does, so one cycle in an accepting component suffices. `general`: neither is known.
   */
  readonly strength: "terminal" | "weak" | "general";
}

export function automatonFacts(automaton: Automaton): AutomatonFacts {
  const { acceptanceCount, states } = automaton;
  const { of, kinds } = strongComponents(
    states.map(({ edges }) => edges),
    acceptanceCount,
  );
  const universal = universalStates(labeled(automaton, new DecisionDiagrams()), of, kinds);
  const isTerminal = states.every((_, state) => kinds[of[state]!] !== "accepting" || universal[state] === 1);
  return {
    universal: Array.from(universal, Boolean),
    component: Array.from(of),
    componentKinds: kinds,
    strength: kinds.includes("mixed") ? "general" : isTerminal ? "terminal" : "weak",
  };
}
