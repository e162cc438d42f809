/** The automaton that a check searches for runs of: what must not happen. */

import type { Property } from "../model/model.ts";
import type { Automaton } from "./automaton.ts";
import { automatonOfClaim } from "./claim.ts";
import { automatonOfLtl } from "./ltl.ts";

/** A property of whole runs. */
export type RunProperty = Extract<Property, { kind: "ltl" | "never" }>;

export function isRunProperty(property: Property): property is RunProperty {
  return property.kind === "ltl" || property.kind === "never";
}

/** Accepts the runs that violate the property. Throws `AutomatonTooLarge`. */
export function automatonOfViolations(property: RunProperty): Automaton {
  return property.kind === "never"
    ? automatonOfClaim(property.claim)
    : automatonOfLtl(property.formula, { negate: true });
}
