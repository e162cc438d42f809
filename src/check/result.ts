/** The result of a check, as plain data: the library returns it, and the reports show it. */

import type { BitstateUse, Fairness, PartialOrderUse, Statistics } from "../engine/engine.ts";
import type { RuntimeError } from "../model/interpret.ts";
import type { Model, Property } from "../model/model.ts";
import type { Trace } from "../model/replay.ts";
import type { Span } from "../syntax/source.ts";
import type { Limit } from "../util/limits.ts";

/** `undecided` if Noether does not know: a limit was hit, or the search ended before the question was decided. */
export type Verdict = "holds" | "violated" | "undecided";

/**
 * `assertion` and `range` are the built-in properties: no assertion fails, no run-time error occurs. `unsupported`
 * properties exist in the language of the model, but no engine can check them.
 */
export type PropertyKind = Property["kind"] | "assertion" | "range";

export interface PropertyResult {
  readonly name: string;
  readonly kind: PropertyKind;
  readonly verdict: Verdict;
  /**
   * A trace to the violation, or, for a `reachable` condition that holds, to its state. It is replayed in the model.
   */
  readonly trace?: Trace | undefined;
  /** Traces to further violations, if several were asked for. */
  readonly moreTraces?: readonly Trace[] | undefined;
  /** The model of the trace, if observers that the property does not read were left out. */
  readonly model?: Model | undefined;
  /** The run-time error that violates `range`. */
  readonly error?: RuntimeError | undefined;
  /** The reason for a violated or undecided verdict, in a sentence without a full stop. */
  readonly reason?: string | undefined;
  /** An assumption, if the verdict relies on states not being found: that no two states were mistaken for one. */
  readonly doubt?: string | undefined;
  /** The bound of the model because of which the property is undecided. */
  readonly modelLimit?: string | undefined;
  /** The statistics of checking a property of runs. */
  readonly runs?: RunStatistics | undefined;
}

/** The product of the model and the automaton of a property. */
export interface RunStatistics {
  readonly states: number;
  readonly transitions: number;
  readonly automatonStates: number;
  /** The symmetries that preserve the property, or the part of it that was checked. */
  readonly symmetry: SymmetryResult;
  readonly memoryBytes: number;
  readonly storedBytes: number;
  readonly partialOrder?: PartialOrderUse | undefined;
}

/** The statements that no run gets to, by the parts of the text. */
export interface Unreached {
  /** Why the search did not see all states, so that some of these may be reached; absent if it did. */
  readonly reason?: string | undefined;
  readonly groups: readonly {
    readonly name: string;
    readonly total: number;
    readonly statements: readonly { readonly text: string; readonly span?: Span | undefined }[];
  }[];
}

/** The reason why the search ended before every state was visited. */
export type LimitReached = Limit;

export interface CheckResult extends Statistics {
  readonly model: Model;
  /** The verdict for all properties together. */
  readonly verdict: Verdict;
  readonly properties: readonly PropertyResult[];
  /** Whether every reachable state was visited. */
  readonly complete: boolean;
  readonly limit?: LimitReached | undefined;
  /** The bound of the model that was reached, if any. Then states that were not found may still exist. */
  readonly modelLimit?: string | undefined;
  /** The name of the engine. */
  readonly engine: string;
  /** The assumption on infinite runs. */
  readonly fairness: Fairness;
  /** Whether states were stored as 64-bit fingerprints. Then `holds` means "unless two states collided". */
  readonly hashCompaction: boolean;
  readonly symmetry: SymmetryResult;
  /** The searches of a swarm, up to the one that decided. The counts of the result are the largest of theirs. */
  readonly swarm?: readonly SwarmSearch[] | undefined;
  /** Remarks on the verdict for the user, in sentences without a full stop. */
  readonly notes: readonly string[];
  /** The statements that no run gets to, if someone asked. */
  readonly unreached?: Unreached | undefined;
  readonly seconds: number;
}

/** What one search of a swarm covered. */
export interface SwarmSearch {
  readonly states: number;
  readonly transitions: number;
  readonly depth: number;
  /** The greatest depth that it was allowed; absent if there was none. */
  readonly maxDepth?: number | undefined;
  readonly bitstate?: BitstateUse | undefined;
  readonly limit?: LimitReached | undefined;
  /** Whether it found a violation. */
  readonly found: boolean;
}

/** The result of the explicit engine, with the values that it always provides. */
export interface ExplicitCheckResult extends CheckResult {
  readonly states: number;
  readonly transitions: number;
  readonly depth: number;
  readonly engine: "explicit";
  readonly packedBytes: number;
}

/** The symmetries that were used. */
export interface SymmetryResult {
  readonly order: bigint;
  readonly generators: number;
  /** The structure, such as `(S3 wr S2) x S2`. */
  readonly structure: string;
  readonly methods: readonly string[];
  /** Why other methods did not run, in a clause. */
  readonly skipped?: string | undefined;
  /** Why symmetries that were found are not used, in a clause. */
  readonly unused?: string | undefined;
  /** The time for finding the symmetries. */
  readonly seconds: number;
}
