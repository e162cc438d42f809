/** The automaton of a never claim. It has the same states, and all edges of accepting states are marked. */

import type { Claim, ClaimEdge } from "../model/model.ts";
import type { Automaton, Cube } from "./automaton.ts";
import { DecisionDiagrams } from "./decision-diagrams.ts";
import { plain } from "./labeled-automaton.ts";
import type { LabeledEdge } from "./labeled-automaton.ts";
import { Propositions } from "./propositions.ts";

/**
 * Conditions become propositions. Edges that differ only in the condition are joined. May throw `AutomatonTooLarge`.
 */
export function automatonOfClaim(claim: Claim): Automaton {
  const propositions = new Propositions();
  const diagrams = new DecisionDiagrams();
  const cube = ({ condition }: ClaimEdge): Cube | undefined => {
    const literal = propositions.literal(condition);
    if (typeof literal === "boolean") return literal ? { positive: [], negative: [] } : undefined;
    const { proposition, positive } = literal;
    return positive ? { positive: [proposition], negative: [] } : { positive: [], negative: [proposition] };
  };
  const states = claim.states.map(({ accepting, edges }) =>
    edges.flatMap((edge): LabeledEdge[] => {
      const guard = cube(edge);
      return guard ? [{ label: diagrams.ofCube(guard), target: edge.target, marks: accepting ? 1 : 0 }] : [];
    }),
  );
  return plain({ diagrams, acceptanceCount: 1, initial: 0, states }, propositions.expressions);
}
