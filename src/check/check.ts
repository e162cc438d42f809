/** Checks a model: plans the searches, lets an engine run them, and derives a verdict for each property. */

import type { Progress } from "../explicit/exploration.ts";
import type { Model } from "../model/model.ts";
import { withObserversOf } from "../model/observers.ts";
import { Watch } from "../util/limits.ts";
import type { Limit } from "../util/limits.ts";
import { requireInitialState } from "./initial-states.ts";
import { modelOf } from "./part.ts";
import type { Part } from "./part.ts";
import { planCheck } from "./plan.ts";
import type { CheckOptions, Plan } from "./plan.ts";
import { reasonForLimit } from "./reason.ts";
import type { CheckResult, ExplicitCheckResult, PropertyResult, RunStatistics } from "./result.ts";
import { doParts } from "./side-by-side.ts";
import type { SideBySide } from "./side-by-side.ts";
import { checkStates, nothingSearched, unexplored } from "./states.ts";
import type { Searched } from "./states.ts";
import { inOrder, overall } from "./verdicts.ts";

/** Options of the explicit engine, which is the default. */
export interface ExplicitCheckOptions extends Omit<CheckOptions, "engine" | "engines" | "onProgress"> {
  readonly engine?: "explicit" | undefined;
  readonly onProgress?: ((progress: Progress) => void) | undefined;
}

/**
 * Explores the model and decides its properties.
 *
 * Once the search is large, it finds the symmetries that preserve the model and all requested properties, and goes on
 * with one state of each orbit. The search is breadth first, so traces are as short as possible. It ends when every requested property is
 * decided, at the first run-time error, when all states are visited, or at a limit. Assertions and run-time errors are
 * always checked.
 *
 * The symbolic engine computes the set of all states first and then decides everything. Its traces are also shortest.
 *
 * @throws RequestError if a property does not exist or cannot be checked, or the model has no initial state
 */
export function check(model: Model, options?: ExplicitCheckOptions): Promise<ExplicitCheckResult>;
export function check(model: Model, options?: CheckOptions): Promise<CheckResult>;
export async function check(model: Model, given: CheckOptions | ExplicitCheckOptions = {}): Promise<CheckResult> {
  // Each engine reports its own kind of progress. The overloads ensure that `onProgress` fits the chosen engine.
  const options = given as CheckOptions;
  const { onProgress } = options;
  const watch = new Watch(options);
  const plan = planCheck(model, options);
  const side = { plan, options, watch, onProgress };
  const states = plan.searchesStates ? await searchStates(plan, side) : undefined;
  const results = states?.properties.map((result) => inModel(plan.states.model, result)) ?? [];
  const parts: Part[] = [
    ...plan.runs.map((_, number): Part => ({ kind: "run", number })),
    ...plan.events.map((_, number): Part => ({ kind: "event", number })),
  ];
  const runs = (await doParts(parts, side)).map(({ properties: [result] }, k) => {
    return inModel(modelOf(plan, parts[k]!), result!);
  });
  const again = (): CheckOptions => ({ ...options, timeoutMs: watch.timeLeftMs });
  for (const property of plan.least) runs.push(await checkByStates(model, property, again));
  runs.push(...(await checkOthers(plan, results, again)));
  if (!states) requireInitialState(model, runs, watch);
  const modelLimit = [...results, ...runs].find((result) => result.modelLimit !== undefined)?.modelLimit;
  const { searchedBy, ...searched } = states ?? ofRuns(plan, runs);
  return {
    ...searched,
    ...(modelLimit === undefined ? {} : { modelLimit }),
    ...concluded(plan, [...results, ...runs], searchedBy),
    seconds: (performance.now() - watch.started) / 1000,
  };

  function inModel(part: Model, result: PropertyResult): PropertyResult {
    return part === model || !result.trace ? result : { ...result, model: part };
  }
}

async function searchStates(plan: Plan, side: SideBySide): Promise<Searched> {
  if (plan.swarm === undefined) return checkStates(plan, side.watch, side.onProgress);
  return (await import("./swarm.ts")).checkSwarm(plan.swarm, side);
}

/** Checks a property for which a state with the least value is wanted, by searches through states. */
async function checkByStates(
  model: Model,
  property: Plan["least"][number],
  options: () => CheckOptions,
): Promise<PropertyResult> {
  const { checkLeast } = await import("./least.ts");
  const plain = withObserversOf(model, []);
  return checkLeast(plain, property, async (asked) => {
    const { properties } = await check({ ...plain, properties: [asked] }, { ...options(), properties: [asked.name] });
    const result = properties.find(({ name }) => name === asked.name)!;
    return result.trace ? { ...result, model: plain } : result;
  });
}

/** The results for the properties of other systems, and what else was found wrong there. */
async function checkOthers(
  { others }: Plan,
  known: readonly PropertyResult[],
  options: () => CheckOptions,
): Promise<PropertyResult[]> {
  const results: PropertyResult[] = [];
  for (const [system, names] of others) {
    const { properties } = await check(system, { ...options(), properties: names });
    const isNew = ({ name, verdict }: PropertyResult): boolean =>
      names.includes(name) ||
      (verdict === "violated" &&
        ![...known, ...results].some((each) => each.name === name && each.verdict === verdict));
    results.push(...properties.filter(isNew).map((result) => ({ ...result, model: result.model ?? system })));
  }
  return results;
}

/** The result of a check that had to end before anything was known. */
export function undecidedCheck(model: Model, options: CheckOptions, limit: Limit): CheckResult {
  const plan = planCheck(model, options);
  const { searchedBy, ...states } = unexplored(plan, limit);
  const late = [
    ...[...plan.runs, ...plan.events].map(({ asked }) => asked.property),
    ...plan.least,
    ...model.properties.filter(({ kind, name }) => kind === "other" && [...plan.others.values()].flat().includes(name)),
  ];
  const runs = late.map((property) => ({ property, reason: reasonForLimit(limit) }));
  const known = concluded(plan, [...states.properties, ...undecided(runs)], searchedBy);
  return { ...states, ...known, verdict: "undecided", notes: [], seconds: 0 };
}

/** Combines the final results with those that were known from the beginning. */
function concluded(
  plan: Plan,
  found: readonly PropertyResult[],
  searchedBy: string | undefined,
): Pick<CheckResult, "model" | "verdict" | "properties" | "fairness" | "engine" | "notes"> {
  const { model, fairness, engine, notes } = plan;
  const properties = inOrder(model, [...found, ...undecided(plan.open)]);
  return { model, verdict: overall(properties, plan), properties, fairness, engine: searchedBy ?? engine.name, notes };
}

function undecided(open: Plan["open"]): PropertyResult[] {
  return open.map(({ property: { name, kind }, reason }) => ({ name, kind, verdict: "undecided", reason }));
}

/** If only properties of runs were requested, the result consists of the searches for them. */
function ofRuns({ engine }: Plan, properties: readonly PropertyResult[]): Searched {
  const runs = properties.flatMap((property) => property.runs ?? []);
  const total = (of: (statistics: RunStatistics) => number): number => runs.reduce((sum, item) => sum + of(item), 0);
  const largest = (of: (statistics: RunStatistics) => number): number => Math.max(0, ...runs.map(of));
  const nothing = nothingSearched(engine);
  return {
    ...nothing,
    properties,
    states: total(({ states }) => states),
    transitions: total(({ transitions }) => transitions),
    complete: properties.length > 0 && properties.every(({ verdict }) => verdict === "holds"),
    symmetry: runs[0]?.symmetry ?? nothing.symmetry,
    memoryBytes: largest(({ memoryBytes }) => memoryBytes),
    storedBytes: largest(({ storedBytes }) => storedBytes),
  };
}
