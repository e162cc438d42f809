/**
 * Automata that read runs: transition-based generalized Buechi automata over propositions, as plain data.
 *
 * In each state of a run the automaton takes an edge whose guard holds there. It accepts a run if some path through the
 * automaton takes edges of every acceptance set infinitely often. A path ends, and accepts nothing, if no guard holds.
 *
 * A proposition is a whole condition on states and is never taken apart: its parts may fail to evaluate where the whole
 * does not, and the whole may be symmetric where its parts are not.
 */

import type { Expression } from "../model/model.ts";

export interface Automaton {
  /** The propositions, distinct as text. None is a negation or a constant. */
  readonly propositions: readonly Expression[];
  /** The number of acceptance sets, at most 31. With none, every infinite path accepts. */
  readonly acceptanceCount: number;
  readonly initial: number;
  readonly states: readonly AutomatonState[];
}

export interface AutomatonState {
  /** No two edges have the same target and the same marks. */
  readonly edges: readonly AutomatonEdge[];
}

export interface AutomatonEdge {
  /** A disjunction of at least one cube, evaluated in a state of the run. */
  readonly guard: readonly Cube[];
  readonly target: number;
  /** Bit i is set if the edge belongs to acceptance set i. */
  readonly marks: number;
}

/**
 * A conjunction: all `positive` propositions hold and no `negative` one does. Both lists ascend. The empty cube always
 * holds.
 */
export interface Cube {
  readonly positive: readonly number[];
  readonly negative: readonly number[];
}

/** Marks are bits of a signed 32-bit integer. */
export const acceptanceLimit = 31;

/**
 * A limit was hit while an automaton was built. The check that needs it stays undecided. The message names the limit.
 */
export class AutomatonTooLarge extends Error {
  override readonly name = "AutomatonTooLarge";
}

/** The marks of all acceptance sets of an automaton with `count` of them. */
export function allMarks(count: number): number {
  return 2 ** count - 1;
}
