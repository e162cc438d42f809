/** From stored states to a trace of the model. */

import type { Interpreter, State } from "../model/interpret.ts";
import { replay, sameState } from "../model/replay.ts";
import type { Trace } from "../model/replay.ts";
import { orbitTest } from "../symmetry/orbit-test.ts";
import type { Representatives } from "../symmetry/orbit-test.ts";
import type { SymmetryGroup } from "../symmetry/symmetry-group.ts";

/** What a search knows of the orbits of its states; undefined where every state is stored. */
export interface Orbits {
  readonly representatives: Representatives;
  readonly symmetry: SymmetryGroup;
}

/**
 * Stored states are representatives: the trace visits states of their orbits. Symmetries take steps to steps, so from any state of an orbit
 * there is a step into the next one.
 */
export function traceThrough(interpreter: Interpreter, states: readonly State[], orbits: Orbits | undefined): Trace {
  const first = !orbits || interpreter.isInitial(states[0]!) ? states[0] : undefined;
  return replay(interpreter, states.map(recognizer(orbits)), first);
}

/** A test for the states that a stored state stands for. */
export function recognizer(orbits: Orbits | undefined): (stored: State) => (state: State) => boolean {
  if (!orbits) return (stored) => (state) => sameState(state, stored);
  return (stored) => orbitTest(orbits.representatives, orbits.symmetry, stored);
}
