/**
 * Checks a property of whole runs: a formula of linear temporal logic, or an automaton that is to accept no run.
 *
 * The automaton of what must not happen runs along with the model. If every accepted run reaches a state of the automaton from which
 * everything is accepted, a breadth-first search for that state decides, with a shortest trace; else the product is searched for
 * components (`emptiness.ts`). Symmetries are those that preserve every condition of the property, so the automaton
 * reads the same in all states of an orbit.
 */

import { compile } from "../explicit/compile.ts";
import { findAcceptingComponent } from "../explicit/emptiness.ts";
import { Evidence } from "../explicit/evidence.ts";
import { fairPart, FairnessUndecided, isGloballyFair } from "../explicit/fairness.ts";
import type { Fairness, FairnessContext } from "../explicit/fairness.ts";
import { findLasso } from "../explicit/lasso.ts";
import { Exploration, search } from "../explicit/search.ts";
import type { Incident, Progress } from "../explicit/search.ts";
import { facts } from "../model/facts.ts";
import type { State } from "../model/interpret.ts";
import type { Model, Property } from "../model/model.ts";
import type { Processes } from "../model/processes.ts";
import type { RunQuestion } from "../model/question.ts";
import type { Trace } from "../model/replay.ts";
import { automatonOfQuestion } from "../property/automaton-of-question.ts";
import { automatonFacts } from "../property/automaton-operations.ts";
import { allMarks, AutomatonTooLarge } from "../property/automaton.ts";
import type { Automaton } from "../property/automaton.ts";
import { findSymmetries } from "../symmetry/find.ts";
import type { Method } from "../symmetry/find.ts";
import { findProcessSymmetries, withoutProcessSymmetries } from "../symmetry/process-symmetries.ts";
import type { ProcessOrbit } from "../symmetry/process-symmetries.ts";
import type { ValidatedGroup } from "../symmetry/validator/validator.ts";
import { limitOf, watched } from "../util/limits.ts";
import type { Watch } from "../util/limits.ts";
import { conjunctRepresentatives } from "./conjunct-orbits.ts";
import { reasonForLimit, reasonForModelLimit } from "./reason.ts";
import type { PropertyResult, RunStatistics, SymmetryResult } from "./result.ts";
import type { Asked } from "./selection.ts";
import { symmetryResult } from "./symmetry-result.ts";

export interface RunOptions {
  readonly watch: Watch;
  readonly symmetry: Method;
  readonly representatives?: "unique" | "multiple" | undefined;
  readonly fairness: Fairness;
  readonly onProgress?: ((progress: Progress) => void) | undefined;
}

export async function checkRuns(model: Model, asked: Asked<RunQuestion>, options: RunOptions): Promise<PropertyResult> {
  const { name, kind } = asked.property;
  let statistics: RunStatistics | undefined;
  let undecided: PropertyResult | undefined;
  try {
    const parts = watched(options.watch, () => partsOf(model, asked, options));
    for (const part of parts) {
      const result = await new RunCheck(model, part, options).run();
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

/** Parts of a formula, of which all hold if these do. Fairness does not tell processes apart that symmetries take to each other. */
function partsOf(
  model: Model,
  asked: Asked<RunQuestion>,
  { symmetry: method, fairness }: RunOptions,
): Asked<RunQuestion>[] {
  const { property, question } = asked;
  if (property.kind !== "ltl" || method === "off") return [asked];
  const processes = fairness === "none" ? undefined : facts(model).processes;
  const groupOf = (): ValidatedGroup =>
    processes
      ? findProcessSymmetries(model, processes, { method, properties: [] }).group
      : findSymmetries(model, { method, properties: [] }).group;
  return conjunctRepresentatives(model, property.formula, groupOf).map((formula) => ({
    property: { ...property, formula },
    question: { ...question, wanted: { kind: "violates", formula } },
  }));
}

/** Of one search after the other. */
function joined(a: RunStatistics | undefined, b: RunStatistics | undefined): RunStatistics | undefined {
  if (!a || !b) return a ?? b;
  return {
    states: a.states + b.states,
    transitions: a.transitions + b.transitions,
    automatonStates: Math.max(a.automatonStates, b.automatonStates),
    symmetry: a.symmetry,
    memoryBytes: Math.max(a.memoryBytes, b.memoryBytes),
    storedBytes: Math.max(a.storedBytes, b.storedBytes),
  };
}

class RunCheck {
  private readonly model: Model;
  private readonly property: Property;
  private readonly question: RunQuestion;
  private readonly options: RunOptions;
  private readonly isTransient: (state: State) => boolean;
  private symmetry: SymmetryResult = symmetryResult(undefined);

  constructor(model: Model, asked: Asked<RunQuestion>, options: RunOptions) {
    this.model = model;
    this.property = asked.property;
    this.question = asked.question;
    this.options = options;
    const reference = facts(model).interpreter;
    const { transient } = model;
    this.isTransient = (state) => transient !== undefined && reference.holds(transient, state) === true;
  }

  async run(): Promise<PropertyResult> {
    const { name, kind } = this.property;
    let automaton: Automaton;
    try {
      automaton = watched(this.options.watch, () => this.automaton());
    } catch (error) {
      if (!(error instanceof AutomatonTooLarge)) throw error;
      return { name, kind, verdict: "undecided", reason: error.message };
    }
    if (automaton.states.length === 0) return { name, kind, verdict: "holds" };
    return this.options.fairness === "none" ? this.searchAll(automaton) : this.searchFair(automaton);
  }

  /** Accepts what must not happen. A run that stays in transient states forever is not read, and so not accepted. */
  private automaton(): Automaton {
    const { question, model } = this;
    const automaton = automatonOfQuestion(question);
    if (automaton.acceptanceCount > 0 || !model.transient) return automaton;
    const states = automaton.states.map(({ edges }) => ({ edges: edges.map((edge) => ({ ...edge, marks: 1 })) }));
    return { ...automaton, acceptanceCount: 1, states };
  }

  private async searchAll(automaton: Automaton): Promise<PropertyResult> {
    const { model, property, options } = this;
    const { symmetry: method, watch } = options;
    const found =
      method === "off" ? undefined : watched(watch, () => findSymmetries(model, { method, properties: [property] }));
    this.symmetry = symmetryResult(found);
    const group = found?.group;
    const { universal, strength } = automatonFacts(automaton);
    if (strength === "terminal") return this.searchPrefix(automaton, universal, group);
    const exploration = this.explorationOf(automaton, group);
    if (!exploration.initialize()) return this.stopped(exploration, automaton);
    const marks = allMarks(automaton.acceptanceCount);
    const emptiness = await findAcceptingComponent(exploration, { ...options, marks });
    if (emptiness.outcome === "stopped") return this.stopped(exploration, automaton);
    if (emptiness.outcome !== "accepting") {
      return { ...this.named, verdict: "holds", runs: this.statistics(exploration, automaton) };
    }
    const { component } = emptiness;
    return this.violated(exploration, automaton, { component, marks, processes: [], fairness: "none" });
  }

  /** Breadth first, to a state of the automaton from which everything is accepted. */
  private async searchPrefix(
    automaton: Automaton,
    universal: readonly boolean[],
    symmetry: ValidatedGroup | undefined,
  ): Promise<PropertyResult> {
    const { model, options } = this;
    const goal = [...universal.keys()].filter((state) => universal[state]);
    const { representatives } = options;
    const compiled = watched(options.watch, () =>
      compile(model, [], { fingerprints: false, symmetry, representatives, automaton, goal }),
    );
    const exploration = await search(compiled, {
      ...options,
      isDecided: (running) => running.goalState >= 0 || running.error !== undefined,
    });
    const runs = this.statistics(exploration, automaton);
    if (exploration.goalState >= 0) {
      const trace = this.shown(() => new Evidence(model).forPrefix(exploration, this.question, exploration.goalState));
      const reason = trace ? "every run that begins like this one does" : noTrace;
      return { ...this.named, verdict: "violated", trace, reason, runs };
    }
    if (!exploration.complete || exploration.error) return this.stopped(exploration, automaton);
    return { ...this.named, verdict: "holds", runs };
  }

  private async searchFair(automaton: Automaton): Promise<PropertyResult> {
    const { model, options, property } = this;
    const { fairness, symmetry: method, watch } = options;
    const processes = watched(watch, () => facts(model).processes);
    if (!processes) {
      return { ...this.named, verdict: "undecided", reason: "there are too many processes to be fair to" };
    }
    const { group, orbits, found } =
      method === "off"
        ? { ...withoutProcessSymmetries(model, processes), found: undefined }
        : watched(watch, () => findProcessSymmetries(model, processes, { method, properties: [property] }));
    this.symmetry = symmetryResult(found && { ...found, group });
    const exploration = this.explorationOf(automaton, group, processes);
    if (!exploration.initialize()) return this.stopped(exploration, automaton);
    const marks = allMarks(automaton.acceptanceCount);
    const threads = this.threads(automaton, processes, exploration);
    const context: FairnessContext = {
      exploration,
      marks,
      isTransient: this.isTransient,
      orbits: fairness === "global" ? [] : orbits.map((orbit) => ({ ...orbit, threads: threads(orbit) })),
    };
    let part: Int32Array | undefined;
    const hasRun = (component: Int32Array): boolean => {
      if (fairness === "global") part = isGloballyFair(context, component) ? component : undefined;
      else part = fairPart(context, component, fairness as "weak" | "strong");
      return part !== undefined;
    };
    try {
      const { outcome } = await findAcceptingComponent(exploration, { ...options, marks, hasRun });
      if (!exploration.isUnique) return this.inexact(exploration, automaton);
      if (outcome === "stopped") return this.stopped(exploration, automaton);
      const runs = this.statistics(exploration, automaton);
      if (outcome === "empty") return { ...this.named, verdict: "holds", runs };
    } catch (error) {
      if (!(error instanceof FairnessUndecided)) throw error;
      return this.stopped(exploration, automaton);
    }
    const owners = [...processes.names.keys()].filter((number) => processes.names[number] !== undefined);
    const kind = fairness === "weak" || fairness === "strong" ? fairness : "none";
    return this.violated(
      exploration,
      automaton,
      { component: part!, marks, processes: owners, fairness: kind },
      processes,
    );
  }

  /** The product up to symmetries that fix the first process of an orbit, compiled when it is first needed. */
  private threads(
    automaton: Automaton,
    processes: Processes,
    exploration: Exploration,
  ): (orbit: ProcessOrbit) => Exploration {
    return ({ processes: members, stabilizer }) =>
      members.length === 1 ? exploration : this.explorationOf(automaton, stabilizer, processes, true);
  }

  private explorationOf(
    automaton: Automaton,
    symmetry: ValidatedGroup | undefined,
    processes?: Processes,
    isStarted = false,
  ): Exploration {
    const { model, options } = this;
    // Threads are followed through orbits: each must have one representative.
    const representatives = processes ? "unique" : options.representatives;
    const compiled = watched(options.watch, () =>
      compile(model, [], { fingerprints: false, symmetry, representatives, automaton, processes }),
    );
    const exploration = new Exploration(compiled, options.watch);
    if (isStarted) exploration.initialize();
    return exploration;
  }

  private violated(
    exploration: Exploration,
    automaton: Automaton,
    run: {
      readonly component: Int32Array;
      readonly marks: number;
      readonly processes: readonly number[];
      readonly fairness: "none" | "weak" | "strong";
    },
    processes?: Processes,
  ): PropertyResult {
    const { model, question, isTransient } = this;
    const runs = this.statistics(exploration, automaton);
    const trace = this.shown(() => {
      const concrete = exploration.compiled.symmetry
        ? this.explorationOf(automaton, undefined, processes, true)
        : exploration;
      for (const used of [exploration, concrete]) used.liftStateLimit();
      const found = findLasso(facts(model).interpreter, { ...run, exploration, concrete, isTransient });
      if (!found) return undefined;
      const evidence = new Evidence(model);
      evidence.requireViolation(question, found);
      if (run.fairness !== "none") evidence.requireFairness(found, run.fairness);
      return found;
    });
    return { ...this.named, verdict: "violated", trace, reason: trace ? this.describe(trace) : noTrace, runs };
  }

  /** A trace, made and replayed; undefined if a limit is reached before. */
  private shown(make: () => Trace | undefined): Trace | undefined {
    try {
      return watched(this.options.watch.extended(), make);
    } catch (error) {
      if (limitOf(error) === undefined) throw error;
      return undefined;
    }
  }

  private describe(trace: Trace): string {
    if (trace.loop === trace.steps.length) return "the run cannot go on, and stays in its last state";
    return `the run repeats its last ${plural(trace.steps.length - trace.loop!, "step")} forever`;
  }

  private get named(): { readonly name: string; readonly kind: Property["kind"] } {
    const { name, kind } = this.property;
    return { name, kind };
  }

  private inexact(exploration: Exploration, automaton: Automaton): PropertyResult {
    const reason = "the orbits are too hard to tell apart for a question about fairness; try --symmetry off";
    return { ...this.named, verdict: "undecided", reason, runs: this.statistics(exploration, automaton) };
  }

  private stopped(exploration: Exploration, automaton: Automaton): PropertyResult {
    const { error, limit } = exploration;
    const modelLimit = error && error.transition >= 0 ? this.limitMet(exploration, error) : undefined;
    const runs = this.statistics(exploration, automaton);
    if (modelLimit !== undefined) {
      return { ...this.named, verdict: "undecided", reason: reasonForModelLimit(modelLimit), modelLimit, runs };
    }
    const reason = error ? "the search ended at a run-time error" : reasonForLimit(limit);
    return { ...this.named, verdict: "undecided", reason, runs };
  }

  /** What bounds the model, if a step was ended by that. */
  private limitMet(exploration: Exploration, { state, transition }: Incident): string | undefined {
    const steps = facts(this.model).interpreter.steps(exploration.stateAt(state));
    for (const { transition: taken, error } of steps) {
      if (error && taken === this.model.transitions[transition]) return error.limit;
    }
    return undefined;
  }

  private statistics(exploration: Exploration, automaton: Automaton): RunStatistics {
    const { transitions, memoryBytes, storedBytes } = exploration.progress;
    const { symmetry } = this;
    const states = exploration.storedStates;
    return { states, transitions, automatonStates: automaton.states.length, symmetry, memoryBytes, storedBytes };
  }
}

const noTrace = "there is a run that violates it, too long to be shown";

function plural(count: number, noun: string): string {
  return count === 1 ? noun : `${count} ${noun}s`;
}
