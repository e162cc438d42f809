/** Checks a model: selects the properties, runs the engine, and says what is known of each property. */

import { compile } from "../explicit/compile.ts";
import { Evidence } from "../explicit/evidence.ts";
import type { Fairness } from "../explicit/fairness.ts";
import { search } from "../explicit/search.ts";
import type { Exploration, Progress } from "../explicit/search.ts";
import type { Model } from "../model/model.ts";
import { withObserversOf } from "../model/observers.ts";
import type { SymbolicProgress } from "../symbolic/evaluator.ts";
import { findSymmetries } from "../symmetry/find.ts";
import type { Method } from "../symmetry/find.ts";
import type { Limits } from "../util/limits.ts";
import { reasonForLimit } from "./reason.ts";
import { RequestError } from "./request-error.ts";
import type { CheckResult, Engine, ExplicitCheckResult, PropertyResult, RunStatistics } from "./result.ts";
import { checkRuns } from "./runs.ts";
import { asksForStates, containsAssertion, overall, select } from "./selection.ts";
import type { Selection } from "./selection.ts";
import { checkStatesSymbolically } from "./symbolic.ts";
import { symmetryResult } from "./symmetry-result.ts";

export interface CheckOptions extends Limits {
  /** Names of properties, `assertions` and `ranges` among them; absent for all, empty to explore without a question. */
  readonly properties?: readonly string[] | undefined;
  /** Stores 64-bit fingerprints in place of states: less memory, and a verdict "unless two states collided". */
  readonly hashCompaction?: boolean | undefined;
  /** Which symmetries to use: all that are found (`auto`), those one method finds, or none. Default: `auto`. */
  readonly symmetry?: Method | "off" | undefined;
  /** Whether an orbit may have several stored states, which are easier to compute. Default: unique. */
  readonly representatives?: "unique" | "multiple" | undefined;
  /** What is assumed of infinite runs: properties of runs are checked of fair ones only. Default: nothing. */
  readonly fairness?: Fairness | undefined;
  /** Called about ten times a second while the search runs. */
  readonly onProgress?: ((progress: Progress | SymbolicProgress) => void) | undefined;
  /** How states are explored: one by one, or as sets. Default: explicit. */
  readonly engine?: Engine | undefined;
}

export interface ExplicitCheckOptions extends Omit<CheckOptions, "engine" | "onProgress"> {
  readonly engine?: "explicit" | undefined;
  readonly onProgress?: ((progress: Progress) => void) | undefined;
}

/**
 * Explores the model and decides its properties.
 *
 * Symmetries that preserve the model and all properties asked for are found first; then one state of each orbit is explored.
 * The search is breadth first, so traces are as short as possible. It ends when every property asked for is decided, at the
 * first run-time error, when all states are seen, or at a limit. Assertions and run-time errors are watched in any case.
 *
 * The symbolic engine finds the set of all states first and decides everything then; its traces are as short.
 *
 * @throws RequestError if a property does not exist or cannot be checked
 */
export function check(model: Model, options?: ExplicitCheckOptions): Promise<ExplicitCheckResult>;
export function check(model: Model, options?: CheckOptions): Promise<CheckResult>;
export async function check(model: Model, given: CheckOptions | ExplicitCheckOptions = {}): Promise<CheckResult> {
  // Each engine reports progress in its own way, and is given only to those who asked for it.
  const options = given as CheckOptions;
  const started = performance.now();
  const selection = select(model, options.properties);
  const { timeoutMs, fairness = "none", symmetry = "auto", engine = "explicit" } = options;
  if (engine === "symbolic" && options.hashCompaction === true) {
    throw new RequestError("the symbolic engine stores no states, so there is no hash compaction");
  }
  const timeLeft = (): number | undefined =>
    timeoutMs === undefined ? undefined : Math.max(0, timeoutMs - (performance.now() - started));
  const observed = withObserversOf(model, selection.properties);
  const checkThem = engine === "symbolic" ? checkStatesSymbolically : checkStates;
  const states = asksForStates(selection) ? await checkThem(observed, selection, options, timeLeft) : undefined;
  const formulas: PropertyResult[] = [];
  for (const property of selection.formulas) {
    if (engine === "symbolic") {
      const { name, kind } = property;
      const reason = "the symbolic engine does not check properties of runs";
      formulas.push({ name, kind, verdict: "undecided", reason });
      continue;
    }
    const own = withObserversOf(model, [property]);
    const result = await checkRuns(own, property, { ...options, symmetry, fairness, timeoutMs: timeLeft() });
    formulas.push(runsOf(own, result));
  }
  const found = [...(states?.properties.map((result) => runsOf(observed, result)) ?? []), ...formulas];
  const declared = new Map(found.map((result) => [result.name, result]));
  const order = [...model.properties.map(({ name }) => name), "assertions", "ranges"];
  const properties = order.flatMap((name) => declared.get(name) ?? []);
  function runsOf(part: Model, result: PropertyResult): PropertyResult {
    return part === model || !result.trace ? result : { ...result, model: part };
  }
  return {
    ...(states ?? ofRuns(formulas)),
    model,
    verdict: overall(properties, selection),
    properties,
    fairness,
    engine,
    seconds: (performance.now() - started) / 1000,
  };
}

/** What a search through the states has to tell. */
type Searched = Omit<ExplicitCheckResult, "model" | "verdict" | "fairness" | "engine" | "seconds">;

async function checkStates(
  model: Model,
  selection: Selection,
  options: CheckOptions,
  timeLeft: () => number | undefined,
): Promise<Searched> {
  const { symmetry: method = "auto", signal } = options;
  const found =
    method === "off" ? undefined : findSymmetries(model, { method, properties: selection.properties, signal });
  const compiled = compile(model, selection.properties, {
    fingerprints: options.hashCompaction ?? false,
    symmetry: found?.group,
    representatives: options.representatives,
  });
  const exploration = await search(compiled, {
    ...options,
    timeoutMs: timeLeft(),
    isDecided: (running) => isDecided(running, selection),
  });
  const { states, transitions, depth, memoryBytes, storedBytes } = exploration.progress;
  return {
    properties: results(model, exploration, selection),
    states,
    transitions,
    depth,
    complete: exploration.complete,
    limit: exploration.limit,
    hashCompaction: compiled.fingerprints,
    representatives: exploration.isUnique ? "unique" : "multiple",
    unreducedStates: exploration.unreducedStates,
    symmetry: symmetryResult(found),
    memoryBytes,
    storedBytes,
    packedBytes: 4 * compiled.layout.wordCount,
  };
}

/** If properties of runs are all that was asked, the searches for them are all there is to tell of. */
function ofRuns(properties: readonly PropertyResult[]): Searched {
  const runs = properties.flatMap((property) => property.runs ?? []);
  const total = (of: (statistics: RunStatistics) => number): number => runs.reduce((sum, item) => sum + of(item), 0);
  const largest = (of: (statistics: RunStatistics) => number): number => Math.max(0, ...runs.map(of));
  return {
    properties,
    states: total(({ states }) => states),
    transitions: total(({ transitions }) => transitions),
    depth: 0,
    complete: properties.every(({ verdict }) => verdict === "holds"),
    hashCompaction: false,
    representatives: "unique",
    symmetry: runs[0]?.symmetry ?? symmetryResult(undefined),
    memoryBytes: largest(({ memoryBytes }) => memoryBytes),
    storedBytes: largest(({ storedBytes }) => storedBytes),
    packedBytes: 0,
  };
}

/** A run-time error ends the search: what a broken model does further on answers nothing. */
function isDecided(exploration: Exploration, { properties, assertions, ranges, exploreAll }: Selection): boolean {
  if (exploreAll) return false;
  if (exploration.error) return true;
  if (ranges || (assertions && !exploration.assertion)) return false;
  const { decided } = exploration;
  return properties.every((_, k) => decided[k]! >= 0);
}

function results(model: Model, exploration: Exploration, selection: Selection): PropertyResult[] {
  const evidence = new Evidence(model);
  const { decided, error, assertion, complete } = exploration;
  const open = reasonForOpen(exploration);
  const { fingerprints } = exploration.compiled;
  const doubt = fingerprints ? ", unless two states collided" : "";
  const holds = { verdict: "holds", ...(fingerprints ? { reason: "unless two states collided" } : {}) } as const;
  const declared = selection.properties.map((property, k): PropertyResult => {
    const { name, kind } = property;
    const state = decided[k]!;
    if (state >= 0) {
      const trace = evidence.forProperty(exploration, property, state);
      if (kind === "reachable") return { name, kind, verdict: "holds", trace };
      const reason =
        kind === "deadlock" ? "no transition is enabled in the last state" : "the condition fails in the last state";
      return { name, kind, verdict: "violated", trace, reason };
    }
    if (!complete || error?.transition === -2 - k) return { name, kind, verdict: "undecided", reason: open };
    if (kind !== "reachable") return { name, kind, ...holds };
    return { name, kind, verdict: "violated", reason: `no reachable state meets the condition${doubt}` };
  });
  const builtIn: PropertyResult[] = [];
  if (containsAssertion(model) && !selection.exploreAll) {
    const base = { name: "assertions", kind: "assertion" } as const;
    if (assertion) {
      const trace = evidence.forAssertion(exploration, assertion);
      const message = trace.steps.at(-1)?.failed?.message;
      builtIn.push({ ...base, verdict: "violated", trace, reason: message ?? "an assertion fails in the last step" });
    } else builtIn.push(complete ? { ...base, ...holds } : { ...base, verdict: "undecided", reason: open });
  }
  const base = { name: "ranges", kind: "range" } as const;
  if (error) {
    const { trace, error: found, during } = evidence.forError(exploration, error);
    const reason = during === undefined ? found.message : `${found.message}, in ${during}`;
    builtIn.push({ ...base, verdict: "violated", trace, error: found, reason });
  } else builtIn.push(complete ? { ...base, ...holds } : { ...base, verdict: "undecided", reason: open });
  return [...declared, ...builtIn];
}

function reasonForOpen({ error, limit }: Exploration): string {
  return error && !limit ? "the search ended at a run-time error" : reasonForLimit(limit);
}
