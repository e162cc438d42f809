/** What is needed to know of a search to recognize its states in the model. */

import type { Orbits } from "../engine/trace-through.ts";
import type { Interpreter, State } from "../model/interpret.ts";
import type { Passed } from "../model/replay.ts";
import type { Compiled } from "./compile.ts";
import type { StateSpace } from "./state-space.ts";

export interface Explored {
  readonly compiled: Compiled;
  readonly space: StateSpace;
  /** Whether all states of an orbit had the same representative. */
  readonly isUnique: boolean;
}

/** The orbits of the states of a search; `undefined` if it has no symmetries. */
export function orbitsOf({ compiled: { symmetry }, space, isUnique }: Explored): Orbits | undefined {
  if (!symmetry) return undefined;
  const representatives = { representativeOf: (state: State) => space.representativeOf(state), isUnique };
  return { representatives, symmetry };
}

/** The states on the way from one stored state to the next that are not stored, if there are any. */
export function passedIn({ compiled }: Explored, interpreter: Interpreter): Passed | undefined {
  const { transient } = compiled.model;
  if (!transient || compiled.program.storesTransient) return undefined;
  return (state) => interpreter.holds(transient, state) === true;
}
