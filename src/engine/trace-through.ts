/** Makes a trace of the model from stored states. */

import type { Interpreter, State } from "../model/interpret.ts";
import { replay, sameState } from "../model/replay.ts";
import type { Passed, Trace } from "../model/replay.ts";
import { orbitTest } from "../symmetry/orbit-test.ts";
import type { Representatives } from "../symmetry/orbit-test.ts";
import type { SymmetryGroup } from "../symmetry/symmetry-group.ts";

/** The orbits of the states of a search; `undefined` if every state is stored. */
export interface Orbits {
  readonly representatives: Representatives;
  readonly symmetry: SymmetryGroup;
}

/**
 * A trace through states of the orbits of the stored states, which are representatives. Symmetries map steps to steps,
 * so every state of an orbit has a step into the next orbit.
 */
export function traceThrough(
  interpreter: Interpreter,
  states: readonly State[],
  orbits: Orbits | undefined,
  isPassed?: Passed,
): Trace {
  const first = !orbits || interpreter.isInitial(states[0]!) ? states[0] : undefined;
  return replay(interpreter, states.map(recognizer(orbits)), first, isPassed);
}

/** A test for the states that a stored state represents. */
export function recognizer(orbits: Orbits | undefined): (stored: State) => (state: State) => boolean {
  if (!orbits) return (stored) => (state) => sameState(state, stored);
  return (stored) => orbitTest(orbits.representatives, orbits.symmetry, stored);
}
