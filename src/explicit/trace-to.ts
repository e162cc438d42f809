/** Makes a trace of the model to a state that a search found. */

import { traceThrough } from "../engine/trace-through.ts";
import { isRuntimeError } from "../model/interpret.ts";
import type { Interpreter, RuntimeError, State } from "../model/interpret.ts";
import { find, replay, sameState, wayTo } from "../model/replay.ts";
import type { Passed, Trace } from "../model/replay.ts";
import { InternalError } from "../util/internal-error.ts";
import type { Exploration } from "./search.ts";
import type { StateId } from "./state-id.ts";

export function traceTo(interpreter: Interpreter, exploration: Exploration, state: StateId): Trace {
  return traceAlong(interpreter, exploration, exploration.space.pathTo(state));
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
  return traceAlong(interpreter, exploration, stays < 0 ? read : read.slice(0, stays));
}

function traceAlong(interpreter: Interpreter, exploration: Exploration, path: readonly StateId[]): Trace {
  const { symmetry, program, model } = exploration.compiled;
  const { fingerprints, storesTransient } = program;
  const { transient } = model;
  const isPassed: Passed | undefined =
    transient && !storesTransient ? (state) => interpreter.holds(transient, state) === true : undefined;
  if (fingerprints && !symmetry) return replay(interpreter, byFingerprint(exploration, path), undefined, isPassed);
  const states = fingerprints
    ? representativesOn(interpreter, exploration, path, isPassed)
    : path.map((id) => exploration.space.stateAt(id));
  return traceThrough(interpreter, states, symmetry && { representatives: exploration.space, symmetry }, isPassed);
}

function byFingerprint({ space }: Exploration, path: readonly StateId[]): ((found: State) => boolean)[] {
  return path.map((id) => {
    const expected = space.fingerprintAt(id);
    return (found) => space.fingerprintOf(space.representativeOf(found)) === expected;
  });
}

/** The representatives whose fingerprints were stored: each is that of a successor of the previous one. */
function representativesOn(
  interpreter: Interpreter,
  exploration: Exploration,
  path: readonly StateId[],
  isPassed: Passed | undefined,
): State[] {
  const [first, ...later] = byFingerprint(exploration, path);
  const isFirst = (found: State | RuntimeError): found is State => !isRuntimeError(found) && first!(found);
  const initial = find(interpreter.initialStates(), isFirst);
  if (!initial || isRuntimeError(initial)) throw new InternalError("a trace starts in a state that is not initial");
  const states = [exploration.space.representativeOf(initial)];
  for (const accepts of later) {
    const target = wayTo(interpreter, states.at(-1)!, accepts, isPassed)?.at(-1)?.target;
    if (!target) throw new InternalError("a representative on a trace is not to be found again");
    states.push(exploration.space.representativeOf(target));
  }
  return states;
}
