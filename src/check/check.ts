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
import { limitOf, Watch, watched } from "../util/limits.ts";
import type { Limit, Limits } from "../util/limits.ts";
import { noInitialState, requireInitialState } from "./initial-states.ts";
import { reasonForLimit, reasonForModelLimit } from "./reason.ts";
import { RequestError } from "./request-error.ts";
import type { CheckResult, Engine, ExplicitCheckResult, PropertyResult, RunStatistics } from "./result.ts";
import { checkRuns } from "./runs.ts";
import { asksForStates, containsAssertion, overall, select, undecided } from "./selection.ts";
import type { Selection } from "./selection.ts";
import { checkStatesSymbolically } from "./symbolic.ts";
import { symmetryResult } from "./symmetry-result.ts";

export interface CheckOptions extends Limits {
  /** Names of properties, `assertions` and `ranges` among them; absent for all, empty to explore without a question. */
  readonly properties?: readonly string[] | undefined;
  /** Stores 64-bit fingerprints in place of states: less memory, and a verdict "unless two states collided". */
  readonly hashCompaction?: boolean | undefined;
  /** Which symmetries to use: all that are found (`auto`), those one detector finds, or none (`off`). Default: `auto`. */
  readonly symmetry?: Method | undefined;
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
 * @throws RequestError if a property does not exist or cannot be checked, or the model has no initial state
 */
export function check(model: Model, options?: ExplicitCheckOptions): Promise<ExplicitCheckResult>;
export function check(model: Model, options?: CheckOptions): Promise<CheckResult>;
export async function check(model: Model, given: CheckOptions | ExplicitCheckOptions = {}): Promise<CheckResult> {
  // Each engine reports progress in its own way, and is given only to those who asked for it.
  const options = given as CheckOptions;
  const watch = new Watch(options);
  const selection = select(model, options.properties);
  const { fairness = "none", symmetry = "auto", engine = "explicit" } = options;
  if (engine === "symbolic" && options.hashCompaction === true) {
    throw new RequestError("the symbolic engine stores no states, so there is no hash compaction");
  }
  const observed = withObserversOf(
    model,
    selection.states.map(({ property }) => property),
  );
  const checkThem = engine === "symbolic" ? checkStatesSymbolically : checkStates;
  const states = asksForStates(selection)
    ? await checkThem(observed, selection, options, watch).catch((error: unknown) => {
        const limit = limitOf(error);
        if (limit === undefined) throw error;
        return unexplored(observed, selection, limit);
      })
    : undefined;
  const formulas: PropertyResult[] = [];
  for (const asked of selection.runs) {
    if (engine === "symbolic") {
      const { name, kind } = asked.property;
      const reason = "the symbolic engine does not check properties of runs";
      formulas.push({ name, kind, verdict: "undecided", reason });
      continue;
    }
    const own = withObserversOf(model, [asked.property]);
    const result = await checkRuns(own, asked, { ...options, symmetry, fairness, watch });
    formulas.push(runsOf(own, result));
  }
  if (!states) requireInitialState(model, formulas, watch);
  const found = [...(states?.properties.map((result) => runsOf(observed, result)) ?? []), ...formulas];
  const properties = inOrder(model, [...found, ...unsupported(selection)]);
  const modelLimit = found.find((result) => result.modelLimit !== undefined)?.modelLimit;
  function runsOf(part: Model, result: PropertyResult): PropertyResult {
    return part === model || !result.trace ? result : { ...result, model: part };
  }
  return {
    ...(states ?? ofRuns(formulas)),
    ...(modelLimit === undefined ? {} : { modelLimit }),
    model,
    verdict: overall(properties, selection),
    properties,
    fairness,
    engine,
    notes: notesOf(model, options),
    seconds: (performance.now() - watch.started) / 1000,
  };
}

/** What a check says that had to end before anything was known. */
export function undecidedCheck(
  model: Model,
  { properties: names, ...options }: CheckOptions,
  limit: Limit,
): CheckResult {
  const selection = select(model, names);
  const reason = reasonForLimit(limit);
  const formulas = selection.runs.map(
    ({ property: { name, kind } }) => ({ name, kind, verdict: "undecided", reason }) as const,
  );
  return {
    ...unexplored(model, selection, limit),
    model,
    verdict: "undecided",
    properties: inOrder(model, [...undecided(model, selection, reason), ...formulas, ...unsupported(selection)]),
    fairness: options.fairness ?? "none",
    engine: options.engine ?? "explicit",
    notes: [],
    seconds: 0,
  };
}

/** What is no property of the model, but should be known of the verdict. */
function notesOf(model: Model, { properties: names }: CheckOptions): string[] {
  const isAsserted = names !== undefined || model.properties.length > 0 || containsAssertion(model);
  return isAsserted
    ? []
    : ["nothing was asserted: the model has no property of its own, and only run-time errors were looked for"];
}

function unsupported(selection: Selection): PropertyResult[] {
  return selection.open.map(({ property: { name, kind }, question: { reason } }) => ({
    name,
    kind,
    verdict: "undecided",
    reason,
  }));
}

/** As declared; the built-in ones last. */
function inOrder(model: Model, results: readonly PropertyResult[]): PropertyResult[] {
  const byName = new Map(results.map((result) => [result.name, result]));
  return [...model.properties.map(({ name }) => name), "assertions", "ranges"].flatMap(
    (name) => byName.get(name) ?? [],
  );
}

/** What a search through the states has to tell. */
type Searched = Omit<ExplicitCheckResult, "model" | "verdict" | "fairness" | "engine" | "notes" | "seconds">;

async function checkStates(model: Model, selection: Selection, options: CheckOptions, watch: Watch): Promise<Searched> {
  const { symmetry: method = "auto", hashCompaction = false, representatives } = options;
  const properties = selection.states.map(({ property }) => property);
  const questions = selection.states.map(({ question }) => question);
  const found = method === "off" ? undefined : watched(watch, () => findSymmetries(model, { method, properties }));
  const symmetry = found?.group;
  const compiled = watched(watch, () =>
    compile(model, questions, { fingerprints: hashCompaction, symmetry, representatives }),
  );
  const exploration = await search(compiled, { ...options, watch, isDecided: (each) => isDecided(each, selection) });
  if (exploration.hasNoInitialState) throw noInitialState(model);
  const { states, transitions, depth, memoryBytes, storedBytes } = exploration.progress;
  const decided = results(model, exploration, selection, watch);
  return {
    properties: decided,
    states,
    transitions,
    depth,
    complete: exploration.complete && decided.every(({ modelLimit }) => modelLimit === undefined),
    limit: exploration.limit,
    hashCompaction: compiled.program.fingerprints,
    representatives: exploration.isUnique ? "unique" : "multiple",
    unreducedStates: exploration.unreducedStates,
    symmetry: symmetryResult(found),
    memoryBytes,
    storedBytes,
    packedBytes: 4 * compiled.program.layout.wordCount,
  };
}

/** A limit was hit before the first state was seen. */
function unexplored(model: Model, selection: Selection, limit: Limit): Searched {
  return {
    properties: undecided(model, selection, reasonForLimit(limit)),
    states: 0,
    transitions: 0,
    depth: 0,
    complete: false,
    limit,
    hashCompaction: false,
    representatives: "unique",
    symmetry: symmetryResult(undefined),
    memoryBytes: 0,
    storedBytes: 0,
    packedBytes: 0,
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
function isDecided(exploration: Exploration, { states, assertions, ranges, exploreAll }: Selection): boolean {
  if (exploreAll) return false;
  if (exploration.error) return true;
  if (ranges || (assertions && !exploration.assertion)) return false;
  const { decided } = exploration;
  return states.every((_, k) => decided[k]! >= 0);
}

function results(model: Model, exploration: Exploration, selection: Selection, watch: Watch): PropertyResult[] {
  const evidence = new Evidence(model);
  const extended = watch.extended();
  const { decided, error, assertion } = exploration;
  const failure = error && unlessStopped(extended, () => evidence.forError(exploration, error));
  const modelLimit = failure?.error.limit;
  const complete = exploration.complete && modelLimit === undefined;
  const reason = modelLimit === undefined ? reasonForOpen(exploration) : reasonForModelLimit(modelLimit);
  const open = { verdict: "undecided", reason, ...(modelLimit === undefined ? {} : { modelLimit }) } as const;
  const { fingerprints } = exploration.compiled.program;
  const doubt = fingerprints ? ", unless two states collided" : "";
  const holds = { verdict: "holds", ...(fingerprints ? { reason: "unless two states collided" } : {}) } as const;
  const declared = selection.states.map(({ property: { name, kind }, question }, k): PropertyResult => {
    const state = decided[k]!;
    if (state >= 0) {
      const trace = unlessStopped(extended, () => evidence.forProperty(exploration, question, state));
      if (question.ifFound === "holds") {
        return { name, kind, verdict: "holds", ...(trace ? { trace } : { reason: noTrace }) };
      }
      const what = question.isStuck ? "no transition is enabled" : "the condition fails";
      const reason = trace ? `${what} in the last state` : `${what} in a reachable state; ${noTrace}`;
      return { name, kind, verdict: "violated", trace, reason };
    }
    if (!complete || error?.transition === -2 - k) return { name, kind, ...open };
    if (question.ifFound !== "holds") return { name, kind, ...holds };
    return { name, kind, verdict: "violated", reason: `no reachable state meets the condition${doubt}` };
  });
  const builtIn: PropertyResult[] = [];
  // Beyond a limit there may be assertions that this model does not have.
  const hasAssertions = containsAssertion(model) || (modelLimit !== undefined && selection.assertions);
  if (hasAssertions && !selection.exploreAll) {
    const base = { name: "assertions", kind: "assertion" } as const;
    if (assertion) {
      const trace = unlessStopped(extended, () => evidence.forAssertion(exploration, assertion));
      const message = trace?.steps.at(-1)?.failed?.message;
      const why = trace ? (message ?? "an assertion fails in the last step") : `an assertion fails; ${noTrace}`;
      builtIn.push({ ...base, verdict: "violated", trace, reason: why });
    } else builtIn.push({ ...base, ...(complete ? holds : open) });
  }
  const base = { name: "ranges", kind: "range" } as const;
  if (failure && modelLimit === undefined) {
    const { trace, error: found, during } = failure;
    const why = during === undefined ? found.message : `${found.message}, in ${during}`;
    builtIn.push({ ...base, verdict: "violated", trace, error: found, reason: why });
  } else if (error && !failure) {
    // Only the replay tells an error of the model from a limit of ours.
    builtIn.push({ ...base, verdict: "undecided", reason: `a step cannot be taken; ${noTrace}` });
  } else builtIn.push({ ...base, ...(complete ? holds : open) });
  return [...declared, ...builtIn];
}

const noTrace = "a limit was reached before its trace was made";

/** Undefined if a limit is reached. */
function unlessStopped<T>(watch: Watch, work: () => T): T | undefined {
  try {
    return watched(watch, work);
  } catch (error) {
    if (limitOf(error) === undefined) throw error;
    return undefined;
  }
}

function reasonForOpen({ error, limit }: Exploration): string {
  return error && !limit ? "the search ended at a run-time error" : reasonForLimit(limit);
}
