/**
 * What an engine is: it explores a model for answers to questions, and gives back findings.
 *
 * An engine decides nothing. It says what it found and how far it got; `src/check` makes verdicts of that, the same way for all
 * engines, and believes nothing that does not show when it is replayed in the reference interpreter.
 */

import type { State } from "../model/interpret.ts";
import type { Model, Transition } from "../model/model.ts";
import type { Processes } from "../model/processes.ts";
import type { Question, RunQuestion, StateQuestion } from "../model/question.ts";
import type { Trace } from "../model/replay.ts";
import type { Automaton } from "../property/automaton.ts";
import type { ProcessOrbit } from "../symmetry/process-symmetries.ts";
import type { ValidatedGroup } from "../symmetry/validator/validator.ts";
import type { Limit, Watch } from "../util/limits.ts";

export interface Engine {
  readonly name: string;
  /** What it explores, as in "explore states one by one". */
  readonly description: string;
  /** Whether it stores each state, which a fingerprint can stand for. */
  readonly storesStates: boolean;
  /** The most that one search can use, where that is less than the machine has. */
  readonly maxMemoryBytes?: number | undefined;
  /** Whether it answers questions of this kind. It is asked no others. */
  readonly answers: (question: Question) => boolean;
  /** At a limit it ends with what it has, or throws `Stopped` if that is nothing. */
  readonly explore: (search: Search) => Promise<Findings>;
}

export type Search = StateSearch | RunSearch;

interface SearchOptions {
  readonly model: Model;
  /** Symmetries of the model that preserve every question. */
  readonly symmetry: ValidatedGroup | undefined;
  readonly representatives: "unique" | "multiple";
  readonly watch: Watch;
  /** Called now and then, at most about ten times a second. */
  readonly onProgress?: ((progress: Progress) => void) | undefined;
}

/** A search through all states, for as many questions as there are. Failing assertions and run-time errors are looked for too. */
export interface StateSearch extends SearchOptions, WaitsFor {
  readonly kind: "states";
  readonly questions: readonly StateQuestion[];
  /** Whether 64-bit fingerprints are stored in place of states. */
  readonly fingerprints: boolean;
}

/** What a search goes on for besides its questions. It may end when all that is found, and at the first run-time error. */
export interface WaitsFor {
  readonly assertions: boolean;
  /** Run-time errors. */
  readonly ranges: boolean;
  /** Whether it goes on to the last state, whatever is found. */
  readonly exploreAll: boolean;
}

/** A search for a run that the automaton accepts. */
export interface RunSearch extends SearchOptions {
  readonly kind: "runs";
  readonly question: RunQuestion;
  /** Accepts the runs that the question looks for. */
  readonly automaton: Automaton;
  /** Without one, every run counts. */
  readonly fairness: FairRuns | undefined;
}

/** What is assumed of infinite runs. */
export type Fairness = "none" | "weak" | "strong" | "global";

/** The runs that count: those that are fair to processes, or to steps. */
export interface FairRuns {
  readonly kind: Exclude<Fairness, "none">;
  readonly processes: Processes;
  /** Processes that the symmetries of the search take to each other. */
  readonly orbits: readonly ProcessOrbit[];
}

/** How far a search is, as far as the engine can tell. */
export interface Progress {
  readonly states?: number | undefined;
  readonly transitions?: number | undefined;
  /** States found but not yet expanded. */
  readonly queued?: number | undefined;
  readonly depth?: number | undefined;
  /** Nodes of decision diagrams in use. */
  readonly nodes?: number | undefined;
  /** Breadth-first rounds so far; 0 where there are none. */
  readonly rounds?: number | undefined;
  readonly memoryBytes: number;
  readonly elapsedMs: number;
}

export interface Findings {
  /** To each question, in their order. */
  readonly answers: readonly Answer[];
  /** A state from which an assertion fails. */
  readonly assertion?: Found | undefined;
  readonly error?: FoundError | undefined;
  /** Whether all was seen: what was not found is not there. */
  readonly complete: boolean;
  readonly limit?: Limit | undefined;
  /** Why it is not complete, where the limit does not say it, in a sentence without a full stop. */
  readonly reason?: string | undefined;
  /** What it depends on that nothing is there but what was found; absent if on nothing. */
  readonly doubt?: string | undefined;
  /** Whether there is nothing to explore: the initial condition rules everything out. */
  readonly hasNoInitialState?: boolean | undefined;
  readonly statistics: Statistics;
}

/** What was found for a question, or why that is not known though the search is complete. Neither: there is nothing. */
export interface Answer {
  readonly found?: Found | undefined;
  readonly open?: string | undefined;
}

/** A state that was found. */
export interface Found {
  /**
   * Replays a trace that ends in the state or, with symmetries, in one of its orbit. For a run, it has a loop, or whatever follows is a run
   * that was looked for. Undefined if it is too much work. Asked once at most, right after the search.
   */
  readonly trace: () => Trace | undefined;
  /** The state itself, where the engine can tell it without a trace. */
  readonly state?: State | undefined;
  /** The transition that fails, in the state itself; in the last state of the trace, that may be an image of it. */
  readonly transition?: Transition | undefined;
}

/** A state with a run-time error: in a step from it, in the condition of a question, or in the initial condition. */
export interface FoundError extends Found {
  readonly during: "step" | "initial condition" | StateQuestion;
}

/** What a search took. */
export interface Statistics {
  /** Stored states, or those in a set, up to where the search ended, without transient ones: exact, however many. */
  readonly states: number | bigint;
  /** Executed transitions, where they are counted. */
  readonly transitions?: number | undefined;
  /** The number of breadth-first levels, not counting the initial states', where states were found in levels. */
  readonly depth?: number | undefined;
  /** Whether each orbit has one stored state, or possibly several. */
  readonly representatives: "unique" | "multiple";
  /** How many states the model has without symmetry: known when all orbits are, and each has one stored state. */
  readonly unreducedStates?: bigint | undefined;
  readonly memoryBytes: number;
  /** The part of the memory that grows with the states; the rest is fixed, about 0.4 MB. */
  readonly storedBytes: number;
  /** The size of one stored state, where states are stored one by one. */
  readonly packedBytes?: number | undefined;
  /** The most nodes that decision diagrams had, where there are some. */
  readonly peakNodes?: number | undefined;
}
