/**
 * Automata that read runs: transition-based generalized Buechi automata over propositions, as plain data.
 *
 * In each state of a run the automaton takes an edge whose guard holds there; a run is accepted if some way through the
 * automaton takes edges of every acceptance set infinitely often. Where no edge's guard holds, that way ends and accepts nothing.
 *
 * A proposition is a whole condition on states, never taken apart: its parts may fail to evaluate where the whole does not, and the
 * whole may be symmetric where its parts are not.
 */

import type { Expression } from "../model/model.ts";

export interface Automaton {
  /** Distinct as text; none is a negation or a constant. */
  readonly propositions: readonly Expression[];
  /** The number of acceptance sets, at most 31. With none, every infinite way through the automaton accepts. */
  readonly acceptanceCount: number;
  readonly initial: number;
  readonly states: readonly AutomatonState[];
}

export interface AutomatonState {
  /** No two edges agree in target and marks. */
  readonly edges: readonly AutomatonEdge[];
}

export interface AutomatonEdge {
  /** Holds in a state of the run if one of the cubes does; at least one. */
  readonly guard: readonly Cube[];
  readonly target: number;
  /** Bit i: the edge belongs to acceptance set i. */
  readonly marks: number;
}

/** Holds if all `positive` propositions do and none of the `negative`; both ascend. Without any, it always holds. */
export interface Cube {
  readonly positive: readonly number[];
  readonly negative: readonly number[];
}

/** Marks are bits of a signed 32 bit integer. */
export const acceptanceLimit = 31;

/** A limit was hit while an automaton was made: whatever needed it stays undecided. The message says which limit. */
export class AutomatonTooLarge extends Error {
  override readonly name = "AutomatonTooLarge";
}

/** All acceptance sets of an automaton with `count` of them. */
export function allMarks(count: number): number {
  return 2 ** count - 1;
}
