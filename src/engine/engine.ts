/**
 * The interface of an engine: it explores a model to answer questions, and returns findings.
 *
 * An engine makes no verdicts. It reports its findings and how far it got. `src/check` derives verdicts from them, in
 * the same way for all engines, and trusts nothing that a replay in the reference interpreter does not confirm.
 */

import type { State, Step } from "../model/interpret.ts";
import type { Model, Transition } from "../model/model.ts";
import type { Processes } from "../model/processes.ts";
import type { EventQuestion, Question, RunQuestion, StateQuestion } from "../model/question.ts";
import type { Trace } from "../model/replay.ts";
import type { Automaton } from "../property/automaton.ts";
import type { JointSymmetry } from "../symmetry/joint-symmetries.ts";
import type { ProcessOrbit } from "../symmetry/process-symmetries.ts";
import type { SymmetryGroup } from "../symmetry/symmetry-group.ts";
import type { ValidatedGroup } from "../symmetry/validator/validator.ts";
import type { Limit, Watch } from "../util/limits.ts";
import type { OrderName } from "./order-name.ts";

export interface Engine {
  readonly name: string;
  /** A description, as in "explore states one by one". */
  readonly description: string;
  /** Whether it stores each state, so that fingerprints can replace states. */
  readonly storesStates: boolean;
  /** The most memory that one search can use, if that is less than the machine has. */
  readonly maxMemoryBytes?: number | undefined;
  /** Whether it answers questions of this kind. It gets no others. */
  readonly answers: (question: Question) => boolean;
  /** Why it answers no others, in a clause; absent if that needs no explanation. */
  readonly refusal?: string | undefined;
  /** Explores. At a limit it returns its findings so far, or throws `Stopped` if there are none. */
  readonly explore: (search: Search) => Promise<Findings>;
}

export type Search = StateSearch | RunSearch | EventSearch;

interface SearchOptions {
  readonly model: Model;
  /** Symmetries of the model that preserve every question. */
  readonly symmetry: ValidatedGroup | undefined;
  /** Whether an orbit may have several stored states. An engine may change that during a search if it is `auto`. */
  readonly representatives: "auto" | "unique" | "multiple";
  /**
   * Whether steps may be left out that do not matter for the answers: from the beginning (`on`), in a search that has
   * grown (`auto`), or never.
   */
  readonly partialOrder?: "auto" | "on" | "off" | undefined;
  /** More symmetries for searches that grow large, the costliest last. */
  readonly moreSymmetry?: readonly MoreSymmetry[] | undefined;
  /** Threads that a large search may use. Without, it has the one that it runs in. */
  readonly threads?: Threads | undefined;
  readonly watch: Watch;
  /** Called at most about ten times a second. */
  readonly onProgress?: ((progress: Progress) => void) | undefined;
}

/** Threads of the platform, for searches that have grown. */
export interface Threads {
  /** How many a search may use. */
  readonly count: number;
  /** The memory that states may take in all, if nobody says how much. */
  readonly memoryBytes: number;
  /** Whether threads can share memory; otherwise states travel as messages. */
  readonly sharesMemory: boolean;
  /** Starts a thread. Messages are plain data, compiled modules and message ports. */
  readonly open: (listener: {
    readonly onMessage: (message: unknown) => void;
    readonly onError: (error: Error) => void;
  }) => Channel;
}

/** Where checkpoints of a search are kept. */
export interface CheckpointStore {
  /** The time between two of them. */
  readonly everyMs: number;
  /** The last one, if the search goes on from there. */
  readonly resumed?:
    | { readonly text: string; readonly read: (firstWord: number, wordCount: number) => Int32Array }
    | undefined;
  /** Begins an empty log of states. The old one counts until `commit`. */
  readonly begin: () => void;
  /** Adds words to the log. */
  readonly append: (words: Int32Array) => void;
  /** Makes the log safe, and then replaces the text. */
  readonly commit: (text: string) => void;
}

/** Files of words, for states beyond memory. */
export interface DiskStore {
  /** The bytes in all files. */
  readonly bytes: number;
  /** The number of words in a file; 0 if there is none. */
  readonly sizeOf: (name: string) => number;
  readonly append: (name: string, words: Int32Array) => void;
  /** Fills an array with words of a file, from one on. */
  readonly read: (name: string, firstWord: number, into: Int32Array) => void;
  readonly remove: (name: string) => void;
}

/** The way to a thread. */
export interface Channel {
  /** Sends a message. What is transferred with it is no longer here. */
  readonly send: (message: unknown, transfer?: readonly unknown[]) => void;
  /** Ends the thread. */
  readonly end: () => void;
}

/** Symmetries that pay in a large search. */
export interface MoreSymmetry {
  /** The number of stored states from which on a search asks for them. A search through sets has its own measure. */
  readonly fromStates: number;
  /** All symmetries known then; `undefined` if they are not more than before. */
  readonly find: () => Promise<ValidatedGroup | undefined>;
}

/**
 * A search through all states, for any number of questions. It also looks for failing assertions and run-time errors.
 */
export interface StateSearch extends SearchOptions, WaitsFor {
  readonly kind: "states";
  readonly questions: readonly StateQuestion[];
  /** Whether to store 64-bit fingerprints instead of states. */
  readonly fingerprints: boolean;
  /** Where to keep states that memory has no room for. Not with fingerprints, and without partial-order reduction. */
  readonly disk?: DiskStore | undefined;
  /** Where to keep checkpoints. Not with fingerprints. */
  readonly checkpoint?: CheckpointStore | undefined;
  /** The most work of an engine with sets, in units of 16,384 steps. It ends without an answer beyond that. */
  readonly maxWork?: number | undefined;
  /** The order of the levels of decision diagrams, if someone asks for one. */
  readonly order?: OrderName | undefined;
  /** An order of states other than level by level, or several errors of each kind. */
  readonly walk?: WalkOptions | undefined;
  /** Small searches depth first that look ahead. Not if all states are to be visited. */
  readonly scouts?: ScoutOptions | undefined;
}

/** Only an engine that stores states walks. */
export interface WalkOptions {
  readonly order: "bfs" | "dfs";
  /** States that are deeper are not looked at. */
  readonly maxDepth?: number | undefined;
  /** The most states to find for each question, and the most failing assertions; one by default. */
  readonly errors?: number | undefined;
  /** Depth first: keeps bits of hashes of the states that it has seen, in so many bytes. Then some may be missed. */
  readonly bitstate?: { readonly bytes: number; readonly hashCount: number; readonly seed: number } | undefined;
  /** Depth first: takes the successors of each state in another order, which depends on this number. */
  readonly shuffle?: number | undefined;
  /** Ends after so many transitions. */
  readonly maxTransitions?: number | undefined;
}

export interface ScoutOptions {
  /** The numbers of stored states before which they do. */
  readonly from: readonly number[];
  /** The transitions that they may take for each of these states. */
  readonly share: number;
}

/**
 * The goals of a search besides its questions. It may end when all goals are found, and at the first run-time error.
 */
export interface WaitsFor {
  readonly assertions: boolean;
  /** Run-time errors. */
  readonly ranges: boolean;
  /** Whether to visit all states, whatever is found. */
  readonly exploreAll: boolean;
}

/** A search for a run that the automaton accepts. */
export interface RunSearch extends SearchOptions {
  readonly kind: "runs";
  readonly question: RunQuestion;
  /** The automaton of the runs that the question looks for. */
  readonly automaton: Automaton;
  /** The fair runs. If absent, every run counts. */
  readonly fairness: FairRuns | undefined;
  /** Whether a run is expected soon if there is one, so that the search should be ready to show it. */
  readonly isFirstLook?: boolean | undefined;
}

/** A search for a run that the question looks for, by its events. */
export interface EventSearch extends SearchOptions {
  readonly kind: "events";
  readonly question: EventQuestion;
  /** Symmetries of the model and the specification, if there is one. */
  readonly symmetries: readonly JointSymmetry[];
}

/** The assumption on infinite runs. */
export type Fairness = "none" | "weak" | "strong" | "global";

/** The runs that count: those that are fair to processes, or to steps. */
export interface FairRuns {
  readonly kind: Exclude<Fairness, "none">;
  readonly processes: Processes;
  /** The orbits of processes under the symmetries of the search. */
  readonly orbits: readonly ProcessOrbit[];
}

/** The progress of a search, as far as the engine knows it. */
export interface Progress {
  readonly states?: number | undefined;
  readonly transitions?: number | undefined;
  /** The number of states that are found but not yet expanded. */
  readonly queued?: number | undefined;
  readonly depth?: number | undefined;
  /** The number of nodes of decision diagrams in use. */
  readonly nodes?: number | undefined;
  /** The number of breadth-first rounds so far; 0 if there are none. */
  readonly rounds?: number | undefined;
  /** What the search is doing, if that is not the exploration of states. */
  readonly phase?: string | undefined;
  /** The number of states of each shard, if there are several. */
  readonly balance?: readonly number[] | undefined;
  /** The bytes in files, if states are there. */
  readonly diskBytes?: number | undefined;
  /** The time since the last checkpoint, or since the beginning, if checkpoints are made. */
  readonly checkpointMs?: number | undefined;
  /** What is tried, if a search begins again in another way: numbers then begin at 0 again. */
  readonly attempt?: string | undefined;
  readonly memoryBytes: number;
  readonly elapsedMs: number;
}

/** Reports progress as that of an attempt. */
export function attempting(
  onProgress: ((progress: Progress) => void) | undefined,
  attempt: string,
): ((progress: Progress) => void) | undefined {
  return onProgress && ((progress) => onProgress({ attempt, ...progress }));
}

export interface Findings {
  /** The answers, in the order of the questions. */
  readonly answers: readonly Answer[];
  /** A state in which a step fails an assertion. */
  readonly assertion?: Found | undefined;
  /** Further ones, if several were asked for. */
  readonly moreAssertions?: readonly Found[] | undefined;
  readonly error?: FoundError | undefined;
  /** Whether everything was visited, so that what was not found does not exist. */
  readonly complete: boolean;
  readonly limit?: Limit | undefined;
  /** The reason why the search is incomplete, if there is no limit, in a sentence without a full stop. */
  readonly reason?: string | undefined;
  /** The assumption under which nothing exists except what was found; absent if there is none. */
  readonly doubt?: string | undefined;
  /** The name of the engine that found them, if the one that was asked chose another. */
  readonly engine?: string | undefined;
  /** The symmetries in use at the end, for a search that may ask for more. */
  readonly symmetry?: SymmetryGroup | undefined;
  /** Whether the initial condition excludes every state. */
  readonly hasNoInitialState?: boolean | undefined;
  readonly statistics: Statistics;
}

/**
 * The finding for a question, or the reason why it is open though the search is complete. Neither if there is no such
 * state or run.
 */
export interface Answer {
  readonly found?: Found | undefined;
  /** Further states like that, if several were asked for. */
  readonly more?: readonly Found[] | undefined;
  readonly open?: string | undefined;
}

/** A state that was found. */
export interface Found {
  /**
   * Replays a trace that ends in the state or, with symmetries, in one of its orbit. For a run, it has a loop, or every
   * continuation is a wanted run. `undefined` if it is too much work. Call it at most once, right after the search.
   */
  readonly trace: () => Trace | undefined;
  /** The state itself, if the engine knows it without a trace. */
  readonly state?: State | undefined;
  /** The number of steps between stored states on the way to it, if the engine knows it without a trace. */
  readonly steps?: number | undefined;
  /** The transition that fails in the state itself. In the last state of the trace, an image of it may fail instead. */
  readonly transition?: Transition | undefined;
  /** The choice of its parameters, if one of several is meant. */
  readonly choice?: Step["choice"] | undefined;
}

/** A state with a run-time error: in a step from it, in the condition of a question, or in the initial condition. */
export interface FoundError extends Found {
  readonly during: "step" | "initial condition" | StateQuestion;
}

/** A change during a search: how the states of an orbit were stored from then on, and why. */
export interface StrategyChange {
  /** One state of an orbit, possibly several, or as many as are found. */
  readonly representatives: "unique" | "multiple" | "none";
  /** The number of states that were stored before. */
  readonly fromStates: number;
  /** The reason, in a clause. */
  readonly reason: string;
}

/** The statistics of a search. */
/** What partial-order reduction did. */
export interface PartialOrderUse {
  /** The states that were not expanded in full. */
  readonly reducedStates: number;
  /** The steps that were enabled where there was a choice, and those of them that were taken. */
  readonly enabled: number;
  readonly taken: number;
  /** Whether it ended since it left out next to nothing. */
  readonly ended: boolean;
}

/** What a search covered that keeps bits of hashes. */
export interface BitstateUse {
  /** The bits of the table, and of each state. */
  readonly bits: number;
  readonly hashFunctions: number;
  /** The bits of the table for each state that was seen. */
  readonly hashFactor: number;
  /** An estimate: the part of the states that it met which were not taken for others. */
  readonly coverage: number;
}

/** Small searches depth first, ahead of a search by levels. */
export interface ScoutsUse {
  readonly count: number;
  readonly transitions: number;
  /** Whether they found something. */
  readonly found: boolean;
}

export interface Statistics {
  /** The exact number of states, stored or in a set, until the search ended, without transient ones. */
  readonly states: number | bigint;
  /** The number of executed transitions, if they are counted. */
  readonly transitions?: number | undefined;
  /** The number of breadth-first levels after that of the initial states, if the search is by levels. */
  readonly depth?: number | undefined;
  /** Whether each orbit has exactly one stored state, or possibly several. */
  readonly representatives: "unique" | "multiple";
  /** How that changed during the search, if it did. It begins with one stored state for each orbit. */
  readonly strategies?: readonly StrategyChange[] | undefined;
  /** What partial-order reduction did, if it was used. */
  readonly partialOrder?: PartialOrderUse | undefined;
  /** Small searches that went ahead, if any did. */
  readonly scouts?: ScoutsUse | undefined;
  /** The number of states without symmetry. It is known if all orbits are, and each has one stored state. */
  readonly unreducedStates?: bigint | undefined;
  readonly memoryBytes: number;
  /** The part of the memory that grows with the states. The rest is constant, about 0.8 MB. */
  readonly storedBytes: number;
  /** The most bytes in files, if states were there. */
  readonly diskBytes?: number | undefined;
  /** The size of one stored state, if states are stored one by one. */
  readonly packedBytes?: number | undefined;
  /** The greatest number of nodes of decision diagrams, if there are any. */
  readonly peakNodes?: number | undefined;
  /** The order of the levels of decision diagrams. */
  readonly order?: string | undefined;
  /** How bits of hashes stood for states, if they did. */
  readonly bitstate?: BitstateUse | undefined;
  /** For refinement: the number of sets of states of the specification that were met. */
  readonly specificationSets?: number | undefined;
}
