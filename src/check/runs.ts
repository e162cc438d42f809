/**
 * Checks a property of whole runs: a formula of linear temporal logic, or an automaton that must accept no run.
 *
 * The engine searches for a run that the automaton of the violation accepts. The symmetries preserve every condition of
 * the property, so the automaton reads the same in all states of an orbit.
 */

import type { FairRuns, Findings, Progress } from "../engine/engine.ts";
import { facts } from "../model/facts.ts";
import type { Model, Property } from "../model/model.ts";
import type { RunQuestion } from "../model/question.ts";
import type { Trace } from "../model/replay.ts";
import { automatonOfQuestion } from "../property/automaton-of-question.ts";
import { AutomatonTooLarge } from "../property/automaton.ts";
import type { Automaton } from "../property/automaton.ts";
import { Detection, findSymmetries } from "../symmetry/find.ts";
import type { FoundSymmetries, Method } from "../symmetry/find.ts";
import { findProcessSymmetries, withoutProcessSymmetries } from "../symmetry/process-symmetries.ts";
import type { ValidatedGroup } from "../symmetry/validator/validator.ts";
import { limitOf, watched } from "../util/limits.ts";
import type { Watch } from "../util/limits.ts";
import { conjunctRepresentatives } from "./conjunct-orbits.ts";
import type { Asked, Plan } from "./plan.ts";
import { reasonForLimit } from "./reason.ts";
import type { PropertyResult, RunStatistics, SymmetryResult } from "./result.ts";
import { skipped, tooFew } from "./search-symmetries.ts";
import { symmetryResult } from "./symmetry-result.ts";
import { Traces } from "./traces.ts";
import { remaining } from "./verdicts.ts";
import { worthDetection, worthReduction, worthwhileOrder } from "./worth-detection.ts";

interface RunCheck {
  readonly plan: Plan;
  readonly model: Model;
  readonly asked: Asked<RunQuestion>;
  readonly watch: Watch;
  readonly onProgress: ((progress: Progress) => void) | undefined;
  readonly isFirstLook?: boolean | undefined;
}

export async function checkRuns(given: RunCheck): Promise<PropertyResult> {
  const { name, kind } = given.asked.property;
  let statistics: RunStatistics | undefined;
  let undecided: PropertyResult | undefined;
  try {
    const early = await firstLook(given);
    if (early) return early;
    for (const asked of watched(given.watch, () => partsOf(given))) {
      const result = await checkPart({ ...given, asked });
      statistics = joined(statistics, result.runs);
      if (result.verdict === "violated") return { ...result, runs: statistics };
      if (result.verdict === "undecided") undecided ??= result;
    }
  } catch (error) {
    const limit = limitOf(error);
    if (limit === undefined) throw error;
    undecided = { name, kind, verdict: "undecided", reason: reasonForLimit(limit) };
  }
  return { ...(undecided ?? { name, kind, verdict: "holds" }), runs: statistics };
}

/** The result if the search is too small for reductions to pay. */
async function firstLook(given: RunCheck): Promise<PropertyResult | undefined> {
  for (const { plan, worth } of looksOf(given)) {
    const isFirstLook = worth <= worthReduction;
    const result = await checkPart({ ...given, plan, watch: given.watch.storing(worth), isFirstLook });
    const { runs } = result;
    if (!runs || (result.verdict === "undecided" && runs.states >= worth)) continue;
    if (given.plan.symmetry !== "auto") return result;
    return { ...result, runs: { ...runs, symmetry: symmetryResult(undefined, undefined, skipped.all) } };
  }
  return undefined;
}

/** Plans without the reductions that are left to us, each with the number of states up to which it is tried. */
function looksOf({ plan, model }: RunCheck): { readonly plan: Plan; readonly worth: number }[] {
  const { symmetry, partialOrder } = plan;
  const worth = worthDetection(model);
  const isFree = symmetry === "auto" || symmetry === "off";
  const plain: Plan = { ...plan, symmetry: "off", partialOrder: "off" };
  return [
    ...(partialOrder === "auto" && isFree ? [{ plan: plain, worth: Math.min(worth, worthReduction) }] : []),
    ...(symmetry === "auto" ? [{ plan: { ...plan, symmetry: "off" }, worth }] : []),
  ];
}

/**
 * The parts of a formula that must be checked: all parts hold if these do. Fairness does not distinguish processes that
 * symmetries map to each other.
 */
function partsOf({ plan, model, asked }: RunCheck): Asked<RunQuestion>[] {
  const { name, wanted } = asked.question;
  const { symmetry: method, fairness } = plan;
  if (wanted.kind !== "violates" || method === "off") return [asked];
  const processes = fairness === "none" ? undefined : facts(model).processes;
  const groupOf = (): ValidatedGroup =>
    processes
      ? findProcessSymmetries(model, processes, { method: quickly(method), properties: [] }).group
      : findSymmetries(model, { method: quickly(method), properties: [] }).group;
  return conjunctRepresentatives(model, wanted.formula, groupOf).map((formula) => ({
    property: { kind: "ltl", name, formula },
    question: { kind: "run", name, wanted: { kind: "violates", formula } },
  }));
}

/** The statistics of two searches together. */
function joined(a: RunStatistics | undefined, b: RunStatistics | undefined): RunStatistics | undefined {
  if (!a || !b) return a ?? b;
  return {
    states: a.states + b.states,
    transitions: a.transitions + b.transitions,
    automatonStates: Math.max(a.automatonStates, b.automatonStates),
    symmetry: a.symmetry,
    memoryBytes: Math.max(a.memoryBytes, b.memoryBytes),
    storedBytes: Math.max(a.storedBytes, b.storedBytes),
    partialOrder: b.partialOrder ?? a.partialOrder,
  };
}

async function checkPart({ plan, model, asked, watch, onProgress, isFirstLook }: RunCheck): Promise<PropertyResult> {
  const { property, question } = asked;
  const base = { name: property.name, kind: property.kind };
  let automaton: Automaton;
  try {
    automaton = watched(watch, () => automatonOf(model, question));
  } catch (error) {
    if (!(error instanceof AutomatonTooLarge)) throw error;
    return { ...base, verdict: "undecided", reason: error.message };
  }
  if (automaton.states.length === 0) return { ...base, verdict: "holds" };
  const reduction = watched(watch, () => reductionOf(plan, model, asked));
  if (!reduction) return { ...base, verdict: "undecided", reason: "there are too many processes to be fair to" };
  const { symmetry, fairness, result } = reduction;
  const { representatives, engine, partialOrder } = plan;
  const common = { model, symmetry, representatives, partialOrder, watch, onProgress, isFirstLook } as const;
  const findings = await engine.explore({ kind: "runs", ...common, question, automaton, fairness });
  const runs = statisticsOf(findings, automaton, result);
  const traces = new Traces(model, watch.extended());
  const [answer] = findings.answers;
  if (answer?.found) {
    const trace = traces.ofRun(question, answer.found, plan.fairness);
    return { ...base, verdict: "violated", trace, reason: describe(trace), runs };
  }
  return { ...base, ...remaining(findings, findings.error && traces.toError(findings.error)), runs };
}

/** The automaton of the violation. A run that stays in transient states forever is not read, and so not accepted. */
function automatonOf(model: Model, question: RunQuestion): Automaton {
  const automaton = automatonOfQuestion(question);
  if (automaton.acceptanceCount > 0 || !model.transient) return automaton;
  const states = automaton.states.map(({ edges }) => ({ edges: edges.map((edge) => ({ ...edge, marks: 1 })) }));
  return { ...automaton, acceptanceCount: 1, states };
}

interface Reduction {
  readonly symmetry: ValidatedGroup | undefined;
  readonly fairness: FairRuns | undefined;
  readonly result: SymmetryResult;
}

/** The symmetry reduction; `undefined` if there are too many processes. */
function reductionOf(plan: Plan, model: Model, { property }: Asked): Reduction | undefined {
  const { symmetry: method, fairness: kind } = plan;
  if (kind === "none") {
    const found = method === "off" ? undefined : symmetriesPreserving(plan, model, property);
    const isTooFew = method === "auto" && found !== undefined && isTooSmall(found.group);
    const used = isTooFew ? undefined : found?.group;
    const unused = isTooFew ? { unused: tooFew.search } : {};
    return { symmetry: used, fairness: undefined, result: { ...symmetryResult(used, found), ...unused } };
  }
  const processes = facts(model).processes;
  if (!processes) return undefined;
  const { group, orbits, found } =
    method === "off"
      ? { ...withoutProcessSymmetries(model, processes), found: undefined }
      : findProcessSymmetries(model, processes, { method: quickly(method), properties: [property] });
  const result = symmetryResult(found && group, found);
  return { symmetry: group, fairness: { kind, processes, orbits }, result };
}

/** A larger search for a run is rare, so few symmetries are not waited for. */
function isTooSmall({ group: { order } }: ValidatedGroup): boolean {
  return order > 1n && order < worthwhileOrder;
}

/** The symmetries of each model that several properties are about, found once. */
const shared = new WeakMap<Plan, Map<Model, Detection>>();

function symmetriesPreserving(plan: Plan, model: Model, property: Property): FoundSymmetries {
  const method = quickly(plan.symmetry);
  if (plan.runs.filter((run) => run.model === model).length < 2) {
    return findSymmetries(model, { method, properties: [property] });
  }
  const known = shared.get(plan) ?? new Map<Model, Detection>();
  shared.set(plan, known);
  let detection = known.get(model);
  if (!detection) {
    detection = new Detection(model, { properties: [] });
    detection.run(method);
    known.set(model, detection);
  }
  return detection.preserving([property], method);
}

/** A search for a run often ends early, so costly symmetries are left out unless asked for. */
function quickly(method: Method): Method {
  return method === "auto" ? "quick" : method;
}

function statisticsOf({ statistics }: Findings, automaton: Automaton, symmetry: SymmetryResult): RunStatistics {
  const { states, transitions = 0, memoryBytes, storedBytes, partialOrder } = statistics;
  const automatonStates = automaton.states.length;
  return { partialOrder, states: Number(states), transitions, automatonStates, symmetry, memoryBytes, storedBytes };
}

function describe(trace: Trace | undefined): string {
  if (!trace) return "there is a run that violates it, too long to be shown";
  const { loop, steps } = trace;
  if (loop === undefined) return "every run that begins like this one does";
  if (loop === steps.length) return "the run cannot go on, and stays in its last state";
  const count = steps.length - loop;
  return `the run repeats its last ${count === 1 ? "step" : `${count} steps`} forever`;
}
