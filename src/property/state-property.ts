/** Properties of single states, in contrast to those of whole runs, and what decides them. */

import type { Interpreter, State } from "../model/interpret.ts";
import type { Property } from "../model/model.ts";

export type StateProperty = Exclude<Property, { kind: "ltl" | "never" | "unsupported" }>;

export function isStateProperty(property: Property): property is StateProperty {
  return property.kind !== "ltl" && property.kind !== "never" && property.kind !== "unsupported";
}

/** Whether the state violates an invariant or freedom from deadlock, or meets a condition that is to be reached. */
export function decides(interpreter: Interpreter, property: StateProperty, state: State): boolean {
  switch (property.kind) {
    case "invariant":
      return interpreter.holds(property.condition, state) === false;
    case "reachable":
      return interpreter.holds(property.condition, state) === true;
    case "deadlock": {
      const [step] = interpreter.steps(state);
      return (
        step === undefined && (property.except === undefined || interpreter.holds(property.except, state) === false)
      );
    }
  }
}
