/** Explores states one by one: a compiled search, and its findings. */

import type { Findings, Found, FoundError, StateSearch } from "../engine/engine.ts";
import { facts } from "../model/facts.ts";
import { Checkpoints } from "./checkpoint.ts";
import { initialCondition } from "./compile.ts";
import { Decisions } from "./decisions.ts";
import type { Exploration } from "./exploration.ts";
import type { Finding } from "./finding.ts";
import type { Spread } from "./pauses.ts";
import { search } from "./search.ts";
import type { Sightings } from "./sightings.ts";
import { spreadsFor } from "./spread.ts";
import { endedAtError, statisticsOf } from "./statistics.ts";
import { traceTo } from "./trace-to.ts";

/** With `spreads`, a search that has grown is divided in this way, and not among threads. */
export async function exploreStates(given: StateSearch, spreads?: readonly Spread[]): Promise<Findings> {
  const { fingerprints, watch, onProgress, checkpoint } = given;
  const decisions = new Decisions(given);
  const keeper = checkpoint && !fingerprints ? new Checkpoints(checkpoint, decisions, given) : undefined;
  const restored = await keeper?.restore();
  const { scouts, sightings } = decisions;
  const compiled = restored?.exploration.compiled ?? decisions.program;
  const exploration = await search(compiled, {
    watch,
    onProgress,
    isDecided: (running) => isDecided(running, given, sightings),
    onAgain: async (exploration) => {
      if (exploration.isSpread && !fingerprints) await exploration.makePaths();
      sightings.keep(findingsOf(exploration, given), "search");
    },
    spreads: fingerprints ? [] : (spreads ?? spreadsFor(given, compiled.program)),
    turns: decisions.turns,
    checkpoints: keeper,
    restored,
  });
  const own = await madeFindings(exploration, given);
  const findings = sightings.joinedTo(own);
  const { changes } = decisions.planner;
  return {
    ...findings,
    statistics: {
      ...findings.statistics,
      ...(changes.length > 0 ? { strategies: changes } : {}),
      ...(scouts.count > 0 ? { scouts: { ...scouts.effort, found: sightings.needsScouts(own) } } : {}),
    },
    symmetry: exploration.compiled.symmetry,
  };
}

/** A run-time error ends the search: the further behavior of an incorrect model answers nothing. */
function isDecided(running: Exploration, { assertions, ranges, exploreAll }: StateSearch, known: Sightings): boolean {
  if (exploreAll) return false;
  if (running.error ?? known.error) return true;
  if (ranges || (assertions && !(running.assertion ?? known.assertion))) return false;
  return running.decided.every((found, k) => (found ?? known.answers[k]) !== undefined);
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
