/** What a check says, as plain data: the library returns it, the reports show it. */

import type { Fairness, Statistics } from "../engine/engine.ts";
import type { RuntimeError } from "../model/interpret.ts";
import type { Model, Property } from "../model/model.ts";
import type { Trace } from "../model/replay.ts";
import type { Limit } from "../util/limits.ts";

/** `undecided` whenever Noether cannot tell: a limit was hit, or the search ended before the question came up. */
export type Verdict = "holds" | "violated" | "undecided";

/**
 * `assertion` and `range` are the built-in properties: no assertion fails, no run-time error occurs. `unsupported` ones are those
 * that the language of the model has and no engine can check.
 */
export type PropertyKind = Property["kind"] | "assertion" | "range";

export interface PropertyResult {
  readonly name: string;
  readonly kind: PropertyKind;
  readonly verdict: Verdict;
  /** How it is violated; for a `reachable` condition that holds, how it is reached. Replayed in the model. */
  readonly trace?: Trace | undefined;
  /** The model of which the trace is one, where observers that the property does not read were left out. */
  readonly model?: Model | undefined;
  /** The run-time error that violates `range`. */
  readonly error?: RuntimeError | undefined;
  /** Why it is violated or undecided, in a sentence without a full stop. */
  readonly reason?: string | undefined;
  /** What the verdict depends on, if it rests on what was not found: that no two states were taken for one. */
  readonly doubt?: string | undefined;
  /** What bounds the model, if the property is undecided because of that. */
  readonly modelLimit?: string | undefined;
  /** What it took to check a property of runs. */
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
}

/** Why the search ended before every state was seen. */
export type LimitReached = Limit;

export interface CheckResult extends Statistics {
  readonly model: Model;
  /** Of all properties together. */
  readonly verdict: Verdict;
  readonly properties: readonly PropertyResult[];
  /** Whether every reachable state was seen. */
  readonly complete: boolean;
  readonly limit?: LimitReached | undefined;
  /** What bounds the model, if that was met on the way: then nothing that was not found is known to be absent. */
  readonly modelLimit?: string | undefined;
  /** The name of the engine. */
  readonly engine: string;
  /** What was assumed of infinite runs. */
  readonly fairness: Fairness;
  /** Whether states were stored as 64-bit fingerprints: then `holds` means "unless two states collided". */
  readonly hashCompaction: boolean;
  readonly symmetry: SymmetryResult;
  /** What the user should know of the verdict, in sentences without a full stop. */
  readonly notes: readonly string[];
  readonly seconds: number;
}

/** What the explicit engine always knows. */
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
  /** Such as `(S3 wr S2) x S2`. */
  readonly structure: string;
  readonly methods: readonly string[];
  /** How long it took to find them. */
  readonly seconds: number;
}
