/** Explores states one by one: a compiled search, and its findings. */

import type { Findings, Found, FoundError, StateSearch } from "../engine/engine.ts";
import { facts } from "../model/facts.ts";
import { watched } from "../util/limits.ts";
import { compile, initialCondition } from "./compile.ts";
import type { Compiled } from "./compile.ts";
import { search } from "./search.ts";
import type { Exploration, WhenLarge } from "./search.ts";
import type { StateId } from "./state-id.ts";
import { endedAtError, statisticsOf } from "./statistics.ts";
import { traceTo } from "./trace-to.ts";

/** From this many stored states on, costly symmetries are worth their detection. */
const largeSearch = 500_000;

/**
 * Folding computes a representative for each stored state. Beginning again computes one for each successor of an orbit,
 * which is less if orbits are so many times larger than a state has successors.
 */
const muchSmaller = 4;

export async function exploreStates(given: StateSearch): Promise<Findings> {
  const { model, questions, symmetry, representatives, fingerprints, watch, onProgress } = given;
  const { moreSymmetry } = given;
  const compileWith = (group: StateSearch["symmetry"], continues: boolean): Compiled =>
    compile(model, questions, { fingerprints, symmetry: group, representatives, continues });
  const compiled = watched(watch, () => compileWith(symmetry, false));
  const enlarge: WhenLarge["compile"] = ({ states, transitions }) => {
    const larger = moreSymmetry?.();
    if (!larger) return undefined;
    const again = larger.group.order > BigInt(Math.ceil((muchSmaller * transitions) / states));
    return { compiled: compileWith(larger, !again), again };
  };
  const isDone = (running: Exploration): boolean => isDecided(running, given);
  const exploration = await search(compiled, {
    watch,
    onProgress,
    isDecided: isDone,
    whenLarge: moreSymmetry && !fingerprints ? { fromStates: largeSearch, compile: enlarge } : undefined,
  });
  return { ...findingsOf(exploration, given), usedMoreSymmetry: exploration.compiled !== compiled };
}

/** A run-time error ends the search: the further behavior of an incorrect model answers nothing. */
function isDecided(running: Exploration, { assertions, ranges, exploreAll }: StateSearch): boolean {
  if (exploreAll) return false;
  if (running.error) return true;
  if (ranges || (assertions && !running.assertion)) return false;
  return running.decided.every((state) => state >= 0);
}

/** The findings for the questions so far. */
export function findingsOf(
  exploration: Exploration,
  { model, questions }: Pick<StateSearch, "model" | "questions">,
): Findings {
  const { complete, limit, hasNoInitialState, decided, assertion, error } = exploration;
  const reference = facts(model).interpreter;
  const found = (state: StateId, transition = -1): Found => ({
    trace: () => traceTo(reference, exploration, state),
    transition: model.transitions[transition],
  });
  const erring: FoundError | undefined = error && {
    ...found(error.state, error.transition),
    during: error.transition === initialCondition ? "initial condition" : (questions[-2 - error.transition] ?? "step"),
  };
  const reason = error && !limit ? endedAtError : undefined;
  return {
    answers: questions.map((question, k) => ({
      found: decided[k]! >= 0 ? found(decided[k]!) : undefined,
      open: complete && erring?.during === question ? endedAtError : undefined,
    })),
    assertion: assertion && found(assertion.state, assertion.transition),
    error: erring,
    complete,
    limit,
    reason,
    doubt: exploration.compiled.program.fingerprints ? "unless two states collided" : undefined,
    hasNoInitialState,
    statistics: statisticsOf(exploration),
  };
}
