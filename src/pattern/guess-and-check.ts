/**
 * Guessing and checking: a solver guesses a machine of k states, checks accept it or give counterexamples, and k grows
 * when no guess is left. All counterexamples are kept when the number of states grows.
 */

import type { Relation } from "../automata/relation.ts";
import type { ParameterizedSystem } from "../family/system.ts";
import { verifyPattern } from "../family/verify.ts";
import type { PatternKind, PatternVerdict } from "../family/verify.ts";
import { createSolver } from "../sat/solver.ts";
import type { SatSolver } from "../sat/solver.ts";
import { InternalError } from "../util/internal-error.ts";
import { enterPhase, phaseDetail } from "../util/limits.ts";

export interface SatSynthesis {
  readonly outcome: "found" | "none" | "undecided";
  readonly relation?: Relation | undefined;
  readonly verdict?: PatternVerdict | undefined;
  /** The states of the transducer, or the last number of states that was tried. */
  readonly states: number;
  /** Of a quotient: the states of the automaton that computes the image of a configuration. */
  readonly machineStates?: number | undefined;
  /** If only patterns were looked for that move a word of at most this length. */
  readonly movedLength?: number | undefined;
  readonly rounds: number;
  readonly counterexamples: number;
}

export interface GuessAndCheck<Guess, Counterexample> {
  readonly minStates: number;
  readonly maxStates: number;
  /** Called now and then; the search ends undecided when it returns true. */
  readonly stop: (() => boolean) | undefined;
  /** The counterexamples that are known from the beginning. Others are added. */
  readonly known: Counterexample[];
  readonly encode: (solver: SatSolver, stateCount: number) => Encoding<Guess, Counterexample>;
  /** Counterexamples to a guess; empty if it is right. */
  readonly refute: (guess: Guess) => readonly Counterexample[];
  /** The pattern of a guess that is right. */
  readonly pattern: (guess: Guess) => { readonly relation: Relation; readonly machineStates?: number };
  /** The kinds that the pattern may have. */
  readonly wanted: readonly PatternKind[];
}

interface Encoding<Guess, Counterexample> {
  readonly add: (counterexample: Counterexample) => void;
  readonly guess: () => Guess;
}

export async function guessAndCheck<Guess, Counterexample>(
  system: ParameterizedSystem,
  options: GuessAndCheck<Guess, Counterexample>,
): Promise<SatSynthesis> {
  const { minStates, maxStates, stop, known, encode, refute, pattern, wanted } = options;
  const keys = new Set(known.map((counterexample) => JSON.stringify(counterexample)));
  let rounds = 0;
  const soFar = (): Pick<SatSynthesis, "rounds" | "counterexamples"> => ({ rounds, counterexamples: known.length });
  for (let stateCount = minStates; stateCount <= maxStates; stateCount++) {
    enterPhase(`looking for a pattern of ${stateCount} states`);
    const solver = await createSolver();
    try {
      const { add, guess } = encode(solver, stateCount);
      known.forEach(add);
      for (;;) {
        const status = stop?.() ? "unknown" : solver.solve(stop);
        if (status === "unknown") return { outcome: "undecided", states: stateCount, ...soFar() };
        if (status === "unsatisfiable") break;
        rounds++;
        phaseDetail(`${rounds} rounds, ${known.length} counterexamples`);
        const guessed = guess();
        const found = refute(guessed);
        if (found.length === 0) {
          const right = pattern(guessed);
          const verdict = verifyPattern(system, right.relation);
          if (!wanted.includes(verdict.kind)) {
            throw new InternalError("a candidate without counterexamples is no pattern");
          }
          return { outcome: "found", ...right, verdict, states: right.relation.nfa.accepting.length, ...soFar() };
        }
        const fresh = found.filter((counterexample) => !keys.has(JSON.stringify(counterexample)));
        if (fresh.length === 0) throw new InternalError("a guess has a counterexample that was excluded");
        for (const counterexample of fresh) keys.add(JSON.stringify(counterexample));
        fresh.forEach(add);
        known.push(...fresh);
      }
    } finally {
      solver.dispose();
    }
  }
  return { outcome: "none", states: maxStates, ...soFar() };
}
