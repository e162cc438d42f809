/**
 * What is known before a search ends: found by scouts, or by a search that began again. Kept as the states of a trace,
 * which need no stored states and can be saved.
 */

import type { Answer, Findings, Found, FoundError, StateSearch } from "../engine/engine.ts";
import { traceThrough } from "../engine/trace-through.ts";
import { facts } from "../model/facts.ts";
import type { State } from "../model/interpret.ts";
import { watched } from "../util/limits.ts";
import { endedAtError } from "./statistics.ts";

/** Plain data. */
export interface Sighting {
  readonly states: readonly State[];
  /** Whether there may be a shorter way. */
  readonly mayBeShorter: boolean;
  /** The number of the transition that fails in the last state, or -1. */
  readonly transition: number;
  readonly by: "scouts" | "search";
  /** For a run-time error in a condition: the number of its question. */
  readonly during?: number | undefined;
}

export interface SavedSightings {
  readonly answers: readonly (Sighting | null)[];
  readonly assertion: Sighting | null;
  readonly error: Sighting | null;
}

export class Sightings {
  readonly answers: (Sighting | undefined)[];
  assertion: Sighting | undefined;
  error: Sighting | undefined;
  readonly #given: StateSearch;

  constructor(given: StateSearch) {
    this.#given = given;
    this.answers = given.questions.map(() => undefined);
  }

  /** Keeps what nothing was known of. Its traces are made now. */
  keep({ answers, assertion, error }: Pick<Findings, "answers" | "assertion" | "error">, by: Sighting["by"]): void {
    answers.forEach(({ found }, k) => {
      if (found) this.answers[k] ??= this.#sightingOf(found, by);
    });
    if (assertion) this.assertion ??= this.#sightingOf(assertion, by);
    if (!error || error.during === "initial condition") return;
    const during = error.during === "step" ? undefined : this.#given.questions.indexOf(error.during);
    this.error ??= this.#sightingOf(error, by, during);
  }

  #sightingOf({ trace, transition }: Found, by: Sighting["by"], during?: number): Sighting | undefined {
    const made = watched(this.#given.watch, trace);
    if (!made) return undefined;
    const states = [made.initial, ...made.steps.map(({ target }) => target!)];
    const number = transition ? this.#given.model.transitions.indexOf(transition) : -1;
    return { states, mayBeShorter: made.mayBeShorter === true, transition: number, by, during };
  }

  /** Whether something is known by scouts only. */
  needsScouts({ answers, assertion, error }: Findings): boolean {
    const isNeeded = (sighting: Sighting | undefined, own: Found | undefined): boolean =>
      sighting?.by === "scouts" && !own;
    if (isNeeded(this.assertion, assertion) || isNeeded(this.error, error)) return true;
    return this.answers.some((sighting, k) => isNeeded(sighting, answers[k]!.found));
  }

  save(): SavedSightings {
    const { answers, assertion = null, error = null } = this;
    return { answers: answers.map((sighting) => sighting ?? null), assertion, error };
  }

  restore({ answers, assertion, error }: SavedSightings): void {
    answers.forEach((sighting, k) => (this.answers[k] = sighting ?? undefined));
    this.assertion = assertion ?? undefined;
    this.error = error ?? undefined;
  }

  /** The findings of a search, and what was known before. Of two ways the one counts that is known to be shortest. */
  joinedTo(findings: Findings): Findings {
    const found = (own: Found | undefined, sighting: Sighting | undefined): Found | undefined =>
      sighting && (!own || !sighting.mayBeShorter) ? this.#found(sighting) : own;
    const { error } = this;
    const sighted: FoundError | undefined = error && {
      ...this.#found(error),
      during: error.during === undefined ? "step" : this.#given.questions[error.during]!,
    };
    return {
      ...findings,
      answers: findings.answers.map((answer, k): Answer => ({
        ...answer,
        found: found(answer.found, this.answers[k]),
      })),
      assertion: found(findings.assertion, this.assertion),
      error: findings.error ?? sighted,
      reason: sighted && findings.limit === undefined ? endedAtError : findings.reason,
    };
  }

  #found({ states, mayBeShorter, transition }: Sighting): Found {
    const { model } = this.#given;
    return {
      trace: () => ({
        ...traceThrough(facts(model).interpreter, states, undefined),
        ...(mayBeShorter ? { mayBeShorter } : {}),
      }),
      steps: states.length - 1,
      transition: model.transitions[transition],
    };
  }
}
