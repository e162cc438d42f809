/**
 * Scouts: small searches depth first, ahead of a search by levels that has grown.
 *
 * What is wrong may be too deep for levels. The e-mail system with five clients has 21 million states by level 7, and a
 * deadlock that a search depth first meets among its first thousand states. So before a search has stored two million
 * states, and again before it has four times as many, scouts go ahead: depth first, to different depths and in different
 * orders, for a small part of the steps that the search takes. If they find something, more of them look for it nearer to
 * the beginning. What they find are states of the model like any other, with traces that may be longer than necessary.
 * What they do not find means nothing.
 *
 * A scout takes no run-time error for one of the model if a bound of ours is behind it: levels meet that in their turn.
 */

import type {
  Findings,
  Found,
  FoundError,
  ScoutOptions,
  ScoutsUse,
  StateSearch,
  WalkOptions,
} from "../engine/engine.ts";
import { facts } from "../model/facts.ts";
import { isRuntimeError } from "../model/interpret.ts";
import type { RuntimeError, State } from "../model/interpret.ts";
import { lastState } from "../model/replay.ts";
import { acceptanceLimit } from "../property/automaton.ts";
import { watched } from "../util/limits.ts";
import type { Exploration } from "./exploration.ts";
import type { Turn } from "./pauses.ts";
import type { Sightings } from "./sightings.ts";
import { walkProgram, walkStates } from "./walk.ts";
import type { WalkProgram } from "./walk.ts";

/** The greatest depths of scouts. The first one takes steps in the order of the model. */
const depths = [10_000, 10_000, 1000, 100];

/** Plain data. */
export interface SavedScouts extends Omit<ScoutsUse, "found"> {
  readonly sent: number;
}

const nobody: ScoutOptions = { from: [], share: 0 };

/** If a level has more states for each that is stored, scouts come late. */
const mostGrowth = 32;

/** To see whose error it is, the way to it is replayed: a longer one would take more work than the scouts. */
const longestToError = 1000;

/** How often what was found is looked for in half as many steps. */
const mostRounds = 6;

/** What one round of scouts has found, each in the fewest steps. */
type Nearest = Pick<Findings, "answers" | "assertion" | "error">;

export class Scouts {
  /** How many were sent. */
  count = 0;
  #transitions = 0;
  readonly #given: StateSearch;
  readonly #options: ScoutOptions;
  readonly #sightings: Sightings;
  /** For how many numbers of states they were sent. */
  #sent = 0;
  #program: WalkProgram | undefined;

  constructor(given: StateSearch, sightings: Sightings) {
    const { scouts = nobody, exploreAll, fingerprints, questions } = given;
    this.#given = given;
    this.#sightings = sightings;
    this.#options = exploreAll || fingerprints || questions.length > acceptanceLimit ? nobody : scouts;
  }

  get effort(): Omit<ScoutsUse, "found"> {
    return { count: this.count, transitions: this.#transitions };
  }

  get turns(): Turn[] {
    const [first, last] = [this.#options.from[0], this.#options.from.at(-1)];
    if (first === undefined || last === undefined) return [];
    const count = Math.ceil(Math.log((mostGrowth * last) / first) / Math.log(1.4));
    return Array.from({ length: count }, (_, k) => ({
      fromStates: Math.ceil((first / mostGrowth) * 1.4 ** k),
      compile: async (exploration) => {
        await this.#goAhead(exploration);
        return undefined;
      },
    }));
  }

  /** Sends those that are due. */
  async #goAhead(exploration: Exploration): Promise<void> {
    const ahead = statesAfterLevel(exploration);
    const due = this.#options.from.filter((states) => states <= ahead).length;
    if (due <= this.#sent) return;
    this.#sent = due;
    exploration.phase = "looking ahead, depth first";
    const onProgress = (): void => this.#given.onProgress?.(exploration.progress);
    this.#sightings.keep(await this.#send(due, onProgress), "scouts");
    exploration.phase = undefined;
  }

  save(): SavedScouts {
    return { sent: this.#sent, ...this.effort };
  }

  restore({ sent, count, transitions }: SavedScouts): void {
    this.#sent = sent;
    this.count = count;
    this.#transitions = transitions;
  }

  async #send(turn: number, onProgress: () => void): Promise<Nearest> {
    const { from, share } = this.#options;
    const effort = (from[turn - 1]! * share) / depths.length;
    const walk = (depth: number, shuffle?: number): Promise<Findings> =>
      this.#walk({ order: "dfs", maxDepth: depth, shuffle, maxTransitions: effort }, onProgress);
    let nearest: Nearest = { answers: this.#given.questions.map(() => ({})) };
    for (const [k, depth] of depths.entries()) {
      nearest = this.#nearer(nearest, await walk(depth, k === 0 ? undefined : turn * depths.length + k));
    }
    for (let round = 0; round < mostRounds; round++) {
      const before = mostSteps(nearest);
      // Nothing was found, or it is near.
      if (before < 16) break;
      for (const k of [1, 2, 3]) {
        const shuffle = (turn * mostRounds + round) * depths.length + k;
        nearest = this.#nearer(nearest, await walk(before >> 1, shuffle));
      }
      if (mostSteps(nearest) === before) break;
    }
    return nearest;
  }

  async #walk(walk: WalkOptions, onProgress: () => void): Promise<Findings> {
    const given: StateSearch = { ...this.#given, symmetry: undefined, onProgress, walk };
    this.#program ??= walkProgram(given);
    const findings = await walkStates(given, this.#program);
    this.count++;
    this.#transitions += findings.statistics.transitions ?? 0;
    return findings;
  }

  #nearer(known: Nearest, { answers, assertion, error }: Findings): Nearest {
    return {
      answers: known.answers.map(({ found }, k) => ({ found: nearer(found, answers[k]!.found) })),
      assertion: nearer(known.assertion, assertion),
      error: nearer(known.error, error && this.#isOfModel(error) ? error : undefined),
    };
  }

  #isOfModel(found: FoundError): boolean {
    const { during, steps = Infinity } = found;
    if (during === "initial condition" || steps > longestToError) return false;
    const { interpreter } = facts(this.#given.model);
    const errorsIn = (state: State): (RuntimeError | undefined)[] => {
      if (during === "step") return Array.from(interpreter.steps(state), ({ error }) => error);
      const value = interpreter.holds(during.condition!, state);
      return isRuntimeError(value) ? [value] : [];
    };
    const errors = watched(this.#given.watch, () => {
      const trace = found.trace();
      return trace ? errorsIn(lastState(trace)).filter((error) => error !== undefined) : [];
    });
    return errors.length > 0 && errors.every(({ limit }) => limit === undefined);
  }
}

/** The most steps to something that was found. */
function mostSteps({ answers, assertion, error }: Nearest): number {
  return Math.max(0, ...[...answers.map(({ found }) => found), assertion, error].map((found) => found?.steps ?? 0));
}

/** The number of stored states after the next level, if it grows as those before did. */
function statesAfterLevel({ storedStates, progress: { queued } }: Exploration): number {
  const growth = 1 + queued / Math.max(1, storedStates - queued);
  return storedStates + queued * growth;
}

function nearer<F extends Found>(a: F | undefined, b: F | undefined): F | undefined {
  if (!a || !b) return a ?? b;
  return (b.steps ?? Infinity) < (a.steps ?? Infinity) ? b : a;
}
