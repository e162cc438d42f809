/**
 * Searches for a run that an automaton accepts.
 *
 * The automaton runs along with the model. If every accepted run reaches a state of the automaton from which everything
 * is accepted, a breadth-first search for that state finds one, with a shortest trace. That goes for fair runs too: the
 * processes can take turns from there on, so every beginning of a run is that of a fair run. Otherwise the product is
 * searched for components (`emptiness.ts`). The symmetries preserve every condition of the automaton, so it reads the
 * same in all states of an orbit.
 */

import type { FairRuns, Findings, Found, RunSearch } from "../engine/engine.ts";
import { facts } from "../model/facts.ts";
import type { State } from "../model/interpret.ts";
import type { Trace } from "../model/replay.ts";
import { dependenceOf } from "../partial-order/dependence.ts";
import type { Dependence } from "../partial-order/dependence.ts";
import { automatonFacts } from "../property/automaton-operations.ts";
import { allMarks } from "../property/automaton.ts";
import { isStutterInvariant } from "../property/ltl.ts";
import type { ValidatedGroup } from "../symmetry/validator/validator.ts";
import { watched } from "../util/limits.ts";
import { compile } from "./compile.ts";
import type { Compiled } from "./compile.ts";
import { judging } from "./decisions.ts";
import { findAcceptingComponent } from "./emptiness.ts";
import { Exploration } from "./exploration.ts";
import { FairMarks } from "./fair-marks.ts";
import { fairPart, FairnessUndecided, isGloballyFair } from "./fairness.ts";
import type { FairnessContext } from "./fairness.ts";
import { findLasso } from "./lasso.ts";
import type { LassoSearch } from "./round.ts";
import { search } from "./search.ts";
import type { StateId } from "./state-id.ts";
import { endedAtError, statisticsOf } from "./statistics.ts";
import { traceToGoal } from "./trace-to.ts";

/** A search for a run, and the dependence between steps if states need not be expanded in full. */
interface ReducedSearch extends RunSearch {
  readonly dependence?: Dependence | undefined;
}

export async function exploreRuns(search: RunSearch): Promise<Findings> {
  const given: ReducedSearch = {
    ...search,
    dependence: (search.partialOrder ?? "off") === "off" ? undefined : dependenceFor(search),
  };
  const { universal, strength } = automatonFacts(given.automaton);
  if (strength === "terminal") {
    const found = await passingFirst(given, (passes) => explorePrefixes(given, universal, passes));
    // A fair run must leave the states of steps under way, and it is not known yet whether it can.
    const mayEndThere = given.fairness !== undefined && given.model.transient !== undefined;
    if (!mayEndThere || !found.answers[0]?.found) return found;
  }
  if (given.fairness) return exploreFairRuns(given, given.fairness);
  return passingFirst(given, (passes) => exploreComponents(given, passes));
}

/**
 * Explores without storing transient states, if there are any. A run, and a step that cannot be taken, are shown with all
 * states on the way: then it explores again, and stores them.
 */
async function passingFirst(
  { model, isFirstLook }: RunSearch,
  explore: (passesTransient: boolean) => Promise<Findings>,
): Promise<Findings> {
  if (model.transient && !isFirstLook) {
    const findings = await explore(true);
    const hasFound = findings.error !== undefined || findings.answers.some(({ found }) => found);
    if (!hasFound && findings.reason === undefined) return findings;
  }
  return explore(false);
}

/** Searches the product for components, and passes through transient states, or stores them. */
async function exploreComponents(given: ReducedSearch, passesTransient: boolean): Promise<Findings> {
  const exploration = productOf(given, given.symmetry, passesTransient);
  if (!exploration.initialize()) return stopped(exploration, given);
  const marks = allMarks(given.automaton.acceptanceCount);
  const options = { ...given, marks, keepsReduction: given.partialOrder === "on" };
  const emptiness = await findAcceptingComponent(exploration, options);
  if (emptiness.outcome === "stopped") return stopped(exploration, given);
  if (emptiness.outcome !== "accepting") return findings(exploration);
  const { component } = emptiness;
  return findings(exploration, {
    trace: () => lassoThrough(given, exploration, { component, marks, processes: [], fairness: "none" }),
  });
}

/**
 * The dependence between steps with regard to the automaton, if it may be used: not if it matters how often a state is
 * repeated, and not with fairness, where it matters who moves.
 */
function dependenceFor({ model, question: { wanted }, automaton, fairness, watch }: RunSearch): Dependence | undefined {
  if (fairness || wanted.kind !== "violates" || !isStutterInvariant(wanted.formula)) return undefined;
  const found = watched(watch, () => dependenceOf(model, automaton.propositions, "runs"));
  return typeof found === "string" ? undefined : found;
}

/** Searches breadth first for a state of the automaton from which everything is accepted. */
async function explorePrefixes(
  given: ReducedSearch,
  universal: readonly boolean[],
  passesTransient: boolean,
): Promise<Findings> {
  const { model, watch, onProgress } = given;
  const goal = [...universal.keys()].filter((state) => universal[state]);
  // A transient state in the next level does not tell that a search by levels gets ahead.
  const reduced = model.transient ? { ...given, dependence: undefined } : given;
  const exploration = await search(compiled(reduced, given.symmetry, goal, passesTransient), {
    watch,
    onProgress,
    isDecided: (running) => running.goalState >= 0 || running.error !== undefined,
    turns:
      reduced.dependence && given.partialOrder === "auto"
        ? judging(() => compiled({ ...given, dependence: undefined }, given.symmetry, goal, passesTransient))
        : [],
  });
  if (exploration.goalState >= 0) {
    const mayBeShorter = (exploration.partialOrder?.reducedStates ?? 0) > 0 ? { mayBeShorter: true } : {};
    const trace = (): Trace => ({ ...traceToGoal(facts(model).interpreter, exploration), ...mayBeShorter });
    return findings(exploration, { trace });
  }
  if (!exploration.complete || exploration.error) return stopped(exploration, given);
  return findings(exploration);
}

async function exploreFairRuns(given: ReducedSearch, { kind, orbits, processes }: FairRuns): Promise<Findings> {
  const exploration = productOf(given, given.symmetry);
  if (!exploration.initialize()) return stopped(exploration, given);
  const { acceptanceCount } = given.automaton;
  const marks = allMarks(acceptanceCount);
  // Weak fairness to processes that no symmetry moves is a matter of acceptance sets.
  const marked = kind === "weak" ? markedProcesses(orbits, acceptanceCount) : [];
  const fairMarks = new FairMarks(marked, acceptanceCount);
  const followed = kind === "global" ? [] : orbits.filter((orbit) => !marked.includes(orbit.processes[0]!));
  // The product up to symmetries that fix the first process of an orbit, compiled when a component is judged.
  const threadsOf = ({ processes: members, stabilizer }: FairRuns["orbits"][number]): (() => Exploration) => {
    let made = members.length === 1 ? exploration : undefined;
    return () => (made ??= started(productOf(given, stabilizer)));
  };
  const context: FairnessContext = {
    exploration,
    marks,
    isTransient: transienceOf(given),
    orbits: followed.map((orbit) => ({ ...orbit, threads: threadsOf(orbit) })),
  };
  let part: readonly StateId[] | undefined;
  const hasRun = (component: readonly StateId[]): boolean => {
    if (kind === "global") part = isGloballyFair(context, component) ? component : undefined;
    else part = fairPart(context, component, kind);
    return part !== undefined;
  };
  try {
    const found = await findAcceptingComponent(exploration, {
      ...given,
      marks: marks | fairMarks.all,
      fair:
        marked.length > 0 ? { marks: fairMarks, isTransient: (id) => exploration.space.isTransient(id) } : undefined,
      hasRun: kind === "global" || followed.length > 0 ? hasRun : undefined,
      asksForParts: kind !== "global",
    });
    if (!exploration.isUnique) return { ...findings(exploration), complete: false, reason: inexact };
    if (found.outcome === "stopped") return stopped(exploration, given);
    if (found.outcome !== "accepting") return findings(exploration);
    part ??= found.component;
  } catch (error) {
    if (!(error instanceof FairnessUndecided)) throw error;
    return stopped(exploration, given);
  }
  const owners = [...processes.names.keys()].filter((number) => processes.names[number] !== undefined);
  const fairness = kind === "global" ? "none" : kind;
  return findings(exploration, {
    trace: () => lassoThrough(given, exploration, { component: part!, marks, processes: owners, fairness }),
  });
}

/** The processes that no symmetry moves, as many as there is room for. */
function markedProcesses(orbits: FairRuns["orbits"], acceptanceCount: number): number[] {
  const alone = orbits.flatMap(({ processes }) => (processes.length === 1 ? processes : []));
  return alone.slice(0, FairMarks.room(acceptanceCount));
}

const inexact = "the orbits are too hard to tell apart for a question about fairness; try --symmetry off";

function findings(exploration: Exploration, found?: Found): Findings {
  const statistics = { ...statisticsOf(exploration), states: exploration.storedStates };
  return { answers: [{ found }], complete: true, statistics };
}

function stopped(exploration: Exploration, { model }: RunSearch): Findings {
  const { error, limit } = exploration;
  return {
    ...findings(exploration),
    complete: false,
    limit,
    reason: error && endedAtError,
    error:
      error && error.transition >= 0
        ? {
            during: "step",
            trace: () => undefined,
            state: exploration.space.stateAt(error.state),
            transition: model.transitions[error.transition],
          }
        : undefined,
  };
}

/** A run of the model itself. It stores states that the search did not need. */
function lassoThrough(
  given: ReducedSearch,
  exploration: Exploration,
  run: Pick<LassoSearch, "component" | "marks" | "processes" | "fairness">,
): Trace | undefined {
  const inFull = { ...given, dependence: undefined };
  const concrete = exploration.compiled.symmetry ? started(productOf(inFull, undefined)) : exploration;
  for (const used of [exploration, concrete]) used.liftStateLimit();
  return findLasso(facts(given.model).interpreter, { ...run, exploration, concrete, isTransient: transienceOf(given) });
}

function transienceOf({ model }: RunSearch): (state: State) => boolean {
  const reference = facts(model).interpreter;
  const { transient } = model;
  return (state) => transient !== undefined && reference.holds(transient, state) === true;
}

function productOf(given: ReducedSearch, symmetry: ValidatedGroup | undefined, passesTransient = false): Exploration {
  return new Exploration(compiled(given, symmetry, undefined, passesTransient), given.watch);
}

function compiled(
  given: ReducedSearch,
  symmetry: ValidatedGroup | undefined,
  goal: readonly number[] | undefined,
  passesTransient = false,
): Compiled {
  const { model, automaton, fairness, watch, dependence } = given;
  const processes = goal ? undefined : facts(model).processes;
  const movers = fairness ? "all" : "first";
  // Processes are followed through orbits, so each orbit must have one representative.
  const isMultiple = given.representatives === "multiple" && !(fairness && !goal);
  const representatives = isMultiple ? "multiple" : "unique";
  return watched(watch, () =>
    compile(model, [], {
      fingerprints: false,
      symmetry,
      representatives,
      automaton,
      processes,
      movers,
      goal,
      dependence,
      passesTransient,
    }),
  );
}

function started(exploration: Exploration): Exploration {
  exploration.initialize();
  return exploration;
}
