/** The automaton whose accepted runs a check searches for. */

import type { RunQuestion } from "../model/question.ts";
import type { Automaton } from "./automaton.ts";
import { automatonOfClaim } from "./claim.ts";
import { automatonOfLtl } from "./ltl.ts";

/** Accepts the runs that the question looks for. Throws `AutomatonTooLarge`. */
export function automatonOfQuestion({ wanted }: RunQuestion): Automaton {
  switch (wanted.kind) {
    case "violates":
      return automatonOfLtl(wanted.formula, { negate: true });
    case "accepted":
      return automatonOfClaim(wanted.claim);
  }
}
