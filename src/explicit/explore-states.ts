/** Explores states one by one: a compiled search, and its findings. */

import type { Findings, Found, FoundError, MoreSymmetry, StateSearch } from "../engine/engine.ts";
import { facts } from "../model/facts.ts";
import { dependenceOf } from "../partial-order/dependence.ts";
import type { Dependence } from "../partial-order/dependence.ts";
import { watched } from "../util/limits.ts";
import { compile, initialCondition } from "./compile.ts";
import type { Compiled, CompileOptions } from "./compile.ts";
import type { Finding } from "./finding.ts";
import { search } from "./search.ts";
import type { Exploration, Spread, Turn } from "./search.ts";
import { spreadsFor } from "./spread.ts";
import { endedAtError, statisticsOf } from "./statistics.ts";
import { StrategyPlanner } from "./strategy.ts";
import { traceTo } from "./trace-to.ts";

/**
 * Folding computes a representative for each stored state. Beginning again computes one for each successor of an orbit,
 * which is less if orbits are so many times larger than a state has successors.
 */
const muchSmaller = 4;

/**
 * A search that stores so many states begins again with partial-order reduction. If it stores as many again, or four
 * times as many, and more than half of the steps were taken, it begins again without: to choose steps takes as long as
 * to take them, and traces are longer and the sizes of orbits unknown.
 */
const worthReduction = 40_000;

/** With `spreads`, a search that has grown is divided in this way, and not among threads. */
export async function exploreStates(given: StateSearch, spreads?: readonly Spread[]): Promise<Findings> {
  const { model, questions, symmetry, representatives, fingerprints, watch, onProgress, moreSymmetry = [] } = given;
  const reduction = given.exploreAll || fingerprints ? "off" : (given.partialOrder ?? "off");
  let group = symmetry;
  let dependence = reduction === "on" ? dependenceFor(given) : undefined;
  const isChosen = representatives !== "auto";
  const compileAs = (strategy: CompileOptions["representatives"], own = group): Compiled =>
    watched(watch, () =>
      compile(model, questions, { fingerprints, symmetry: own, representatives: strategy, dependence }),
    );
  const first = isChosen ? representatives : "unique";
  const compiled = compileAs(first);
  const planner = new StrategyPlanner({ compile: (strategy) => compileAs(strategy), watch });
  const enlargedBy = ({ fromStates, find }: MoreSymmetry): Turn => ({
    fromStates,
    isEarly: true,
    compile: async (running) => {
      const larger = await find();
      if (!larger) return undefined;
      const { states, transitions } = running.progress;
      const again = larger.group.order > BigInt(Math.ceil((muchSmaller * transitions) / states));
      const onTaken = (storedStates: number): void => {
        group = larger;
        planner.enlarge(storedStates, again);
      };
      return { compiled: compileAs(first, larger), again, onTaken };
    },
  });
  const reducing: Turn = {
    fromStates: worthReduction,
    compile: () => {
      dependence = dependenceFor(given);
      const change = dependence && { compiled: compileAs(first), again: true };
      return Promise.resolve(change);
    },
  };
  const judging = [1, 4].map((times): Turn => ({
    fromStates: times * worthReduction + 1,
    compile: ({ partialOrder }) => {
      if (!partialOrder || partialOrder.taken * 2 <= partialOrder.enabled) return Promise.resolve(undefined);
      dependence = undefined;
      return Promise.resolve({ compiled: compileAs(first), again: true });
    },
  }));
  const exploration = await search(compiled, {
    watch,
    onProgress,
    isDecided: (running) => isDecided(running, given),
    spreads: fingerprints ? [] : (spreads ?? spreadsFor(given, compiled.program)),
    turns: fingerprints
      ? []
      : [
          ...(reduction === "auto" ? [reducing, ...judging] : []),
          ...moreSymmetry.map(enlargedBy),
          ...(isChosen ? [] : planner.turns),
        ],
  });
  const findings = await madeFindings(exploration, given);
  const strategies = planner.changes.length > 0 ? { strategies: planner.changes } : {};
  return {
    ...findings,
    statistics: { ...findings.statistics, ...strategies },
    symmetry: exploration.compiled.symmetry,
  };
}

/** The dependence between steps with regard to the questions, if it is known. */
export function dependenceFor({
  model,
  questions,
  watch,
}: Pick<StateSearch, "model" | "questions" | "watch">): Dependence | undefined {
  // To see whether all steps of a state lead back to it, all of them must be taken.
  if (questions.some(({ isStuttering }) => isStuttering)) return undefined;
  const conditions = questions.flatMap(({ condition, isStuck }) => (condition && !isStuck ? [condition] : []));
  const found = watched(watch, () => dependenceOf(model, conditions, "states"));
  return typeof found === "string" ? undefined : found;
}

/** A run-time error ends the search: the further behavior of an incorrect model answers nothing. */
function isDecided(running: Exploration, { assertions, ranges, exploreAll }: StateSearch): boolean {
  if (exploreAll) return false;
  if (running.error) return true;
  if (ranges || (assertions && !running.assertion)) return false;
  return running.decided.every((found) => found !== undefined);
}

/** The findings, with the paths to them. They are made before the threads of the search end. */
async function madeFindings(exploration: Exploration, given: StateSearch): Promise<Findings> {
  try {
    if (exploration.isSpread) await exploration.makePaths();
    return findingsOf(exploration, given);
  } finally {
    exploration.release();
  }
}

/** The findings for the questions so far. */
export function findingsOf(
  exploration: Exploration,
  { model, questions }: Pick<StateSearch, "model" | "questions">,
): Findings {
  const { complete, limit, hasNoInitialState, decided, assertion, error } = exploration;
  const reference = facts(model).interpreter;
  const mayBeShorter = (exploration.partialOrder?.reducedStates ?? 0) > 0 ? { mayBeShorter: true } : {};
  const found = (finding: Finding): Found => ({
    trace: () => ({ ...traceTo(reference, exploration, finding), ...mayBeShorter }),
    transition: model.transitions[finding.transition],
  });
  const erring: FoundError | undefined = error && {
    ...found(error),
    during: error.transition === initialCondition ? "initial condition" : (questions[-2 - error.transition] ?? "step"),
  };
  const reason = error && !limit ? endedAtError : undefined;
  return {
    answers: questions.map((question, k) => ({
      found: decided[k] && found(decided[k]),
      open: complete && erring?.during === question ? endedAtError : undefined,
    })),
    assertion: assertion && found(assertion),
    error: erring,
    complete,
    limit,
    reason,
    doubt: exploration.compiled.program.fingerprints ? "unless two states collided" : undefined,
    hasNoInitialState,
    statistics: statisticsOf(exploration),
  };
}
