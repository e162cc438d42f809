/**
 * Symmetry patterns with a stack: Theorem 6 of the paper, for height-unambiguous pushdown automata that keep lengths.
 *
 * The pattern must be a total function from configurations to configurations. That is undecidable in general, so it is
 * declared, like height-unambiguity. It is decided whether the pattern is a simulation.
 */

import { pushdownWords } from "../automata/pushdown.ts";
import type { PushdownAutomaton } from "../automata/pushdown.ts";
import { complementRelation } from "../automata/relation.ts";
import type { ParameterizedSystem } from "./system.ts";
import type { Failure } from "./verify.ts";

/** Shortest words that show that the function of a pushdown automaton is not a simulation; `undefined` if it is one. */
export function pushdownFailure(system: ParameterizedSystem, pushdown: PushdownAutomaton): Failure | undefined {
  const { steps, letters } = system;
  const words = pushdownWords({
    alphabetSize: letters.length,
    tapeCount: 4,
    pushdowns: [
      { pushdown, tapes: [0, 2] },
      { pushdown, tapes: [1, 3] },
    ],
    atoms: [
      { nfa: steps.nfa, tapes: [0, 1] },
      { nfa: complementRelation(steps).nfa, tapes: [2, 3] },
    ],
  });
  if (!words) return undefined;
  const [from, to, imageOfFrom, imageOfTo] = words;
  return { law: "simulation", from: from!, to: to!, imageOfFrom: imageOfFrom!, imageOfTo: imageOfTo! };
}
