/** Makes a trace of the model to a state that a search found. */

import { traceThrough } from "../engine/trace-through.ts";
import { isRuntimeError } from "../model/interpret.ts";
import type { Interpreter, RuntimeError, State } from "../model/interpret.ts";
import { find, replay, sameState, wayTo } from "../model/replay.ts";
import type { Trace } from "../model/replay.ts";
import { InternalError } from "../util/internal-error.ts";
import { orbitsOf, passedIn } from "./evidence.ts";
import type { Exploration } from "./exploration.ts";
import type { Finding } from "./finding.ts";
import { unpack } from "./layout.ts";
import type { StateId } from "./state-id.ts";

export function traceTo(interpreter: Interpreter, exploration: Exploration, finding: Finding): Trace {
  const { layout, fingerprints } = exploration.compiled.program;
  const found = unpack(layout, finding.words);
  if (fingerprints) {
    const path = exploration.space.pathTo(finding.state);
    return byFingerprints(interpreter, exploration, path, finding.isPassed ? found : undefined);
  }
  const states = exploration.pathTo(finding).map((words) => unpack(layout, words));
  return traceAlong(interpreter, exploration, states);
}

/**
 * The trace after which every continuation is a violation: up to the last state that the automaton read. If the model
 * has no further step, the rest of the path repeats the same state.
 */
export function traceToGoal(interpreter: Interpreter, exploration: Exploration): Trace {
  const path = exploration.space.pathTo(exploration.goalState);
  const read = path.slice(0, Math.max(1, path.length - 1));
  const states = read.map((id) => exploration.space.stateAt(id));
  const isStuck = (state: State): boolean => find(interpreter.steps(state), () => true) === undefined;
  const stays = states.findIndex((state, i) => i > 0 && sameState(state, states[i - 1]!) && isStuck(state));
  return traceAlong(interpreter, exploration, stays < 0 ? states : states.slice(0, stays));
}

/** A trace through stored states, or through states of their orbits. */
function traceAlong(interpreter: Interpreter, exploration: Exploration, states: readonly State[]): Trace {
  return traceThrough(interpreter, states, orbitsOf(exploration), passedIn(exploration, interpreter));
}

function byFingerprints(
  interpreter: Interpreter,
  exploration: Exploration,
  path: readonly StateId[],
  passed: State | undefined,
): Trace {
  const isPassed = passedIn(exploration, interpreter);
  const { space } = exploration;
  const accepts = path.map((id) => {
    const expected = space.fingerprintAt(id);
    return (found: State): boolean => space.fingerprintOf(space.representativeOf(found)) === expected;
  });
  if (passed) accepts.push((found) => sameState(space.representativeOf(found), passed));
  if (!exploration.compiled.symmetry) return replay(interpreter, accepts, undefined, isPassed);
  return traceAlong(interpreter, exploration, representativesOn(interpreter, exploration, accepts));
}

/** The representatives whose fingerprints were stored: each is that of a successor of the previous one. */
function representativesOn(
  interpreter: Interpreter,
  exploration: Exploration,
  [first, ...later]: readonly ((found: State) => boolean)[],
): State[] {
  const isFirst = (found: State | RuntimeError): found is State => !isRuntimeError(found) && first!(found);
  const initial = find(interpreter.initialStates(), isFirst);
  if (!initial || isRuntimeError(initial)) throw new InternalError("a trace starts in a state that is not initial");
  const states = [exploration.space.representativeOf(initial)];
  for (const accepts of later) {
    const way = wayTo(interpreter, states.at(-1)!, accepts, passedIn(exploration, interpreter));
    const target = way?.at(-1)?.target;
    if (!target) throw new InternalError("a representative on a trace is not to be found again");
    states.push(exploration.space.representativeOf(target));
  }
  return states;
}
