/** Prints automata as never claims of SPIN and for Graphviz. */

import type { Expression } from "../model/model.ts";
import { printExpression } from "../model/text/print.ts";
import { withStateAcceptance } from "./automaton-operations.ts";
import type { Automaton, AutomatonEdge, Cube } from "./automaton.ts";

/** Prints a proposition as an operand of `&&` and `!`. */
export type NameOf = (proposition: Expression, index: number) => string;

/** Adds parentheses unless the proposition is a name or an element. */
const byExpression: NameOf = (proposition) => {
  const text = printExpression(proposition);
  return /^[\w.[\]]+$/.test(text) ? text : `(${text})`;
};

/** Prints a Buechi automaton with accepting states, converting the given one if needed. */
export function printNeverClaim(automaton: Automaton, nameOf: NameOf = byExpression): string {
  const { states, initial, propositions } = hasStateAcceptance(automaton) ? automaton : withStateAcceptance(automaton);
  const isAll = (state: number): boolean => {
    const [edge, ...others] = states[state]!.edges;
    return edge?.target === state && edge.marks === 1 && isTrue(edge.guard) && others.length === 0;
  };
  const label = (state: number): string => {
    if (isAll(state) && state !== initial) return "accept_all";
    const prefix = states[state]!.edges.some(({ marks }) => marks === 1) ? "accept" : "T0";
    return `${prefix}_${state === initial ? "init" : `S${state}`}`;
  };
  const order = [initial, ...states.keys()].filter((state, i) => i === 0 || state !== initial);
  const lines = order.flatMap((state) => {
    const { edges } = states[state]!;
    if (isAll(state) && state !== initial) return ["accept_all:", "  skip"];
    if (edges.length === 0) return [`${label(state)}:`, "  false;"];
    const options = edges.map((edge) => `  :: ${printGuard(edge, propositions, nameOf)} -> goto ${label(edge.target)}`);
    return [`${label(state)}:`, "  do", ...options, "  od;"];
  });
  return `${["never {", ...lines, "}"].join("\n")}\n`;
}

/** Prints acceptance sets as their numbers in braces. */
export function printAutomatonDot(automaton: Automaton, nameOf: NameOf = byExpression): string {
  const { states, initial, propositions, acceptanceCount } = automaton;
  const lines = ["digraph {", "  rankdir=LR;", '  start [shape=point, label=""];', `  start -> ${initial};`];
  states.forEach((_, state) => lines.push(`  ${state} [shape=circle];`));
  states.forEach(({ edges }, state) => {
    for (const edge of edges) {
      const sets = Array.from({ length: acceptanceCount }, (_, i) => i).filter((i) => edge.marks & (1 << i));
      const marks = sets.length > 0 ? `\\n{${sets.join(", ")}}` : "";
      const guard = printGuard(edge, propositions, nameOf).replace(/["\\]/g, "\\$&");
      lines.push(`  ${state} -> ${edge.target} [label="${guard}${marks}"];`);
    }
  });
  return `${[...lines, "}"].join("\n")}\n`;
}

/** Whether there is one acceptance set, which holds all edges of a state or none. */
export function hasStateAcceptance({ acceptanceCount, states }: Automaton): boolean {
  return acceptanceCount === 1 && states.every(({ edges }) => edges.every(({ marks }) => marks === edges[0]!.marks));
}

function isTrue(guard: readonly Cube[]): boolean {
  return guard.some(({ positive, negative }) => positive.length === 0 && negative.length === 0);
}

function printGuard({ guard }: AutomatonEdge, propositions: readonly Expression[], nameOf: NameOf): string {
  if (isTrue(guard)) return "true";
  const cubes = guard.map(({ positive, negative }) => {
    const literals = [...positive.map((p) => ({ p, sign: "" })), ...negative.map((p) => ({ p, sign: "!" }))].sort(
      (a, b) => a.p - b.p,
    );
    return literals.map(({ p, sign }) => sign + nameOf(propositions[p]!, p));
  });
  return cubes
    .map((parts) => (parts.length > 1 && cubes.length > 1 ? `(${parts.join(" && ")})` : parts.join(" && ")))
    .join(" || ");
}
