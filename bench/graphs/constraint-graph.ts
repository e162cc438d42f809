/**
 * The graph that constraint-based detection builds for processes that update each other (Zhang and others 2013, with
 * the pre/post links that soundness needs). It has vertices for variables before and after a step, for their literals,
 * and for every allowed assignment of a constrained pair. Links connect the literals of a variable before and after. An
 * assignment is connected to each of its four literals through a vertex that marks the role.
 */

import { GraphBuilder } from "../../src/graph/index.ts";
import type { ColoredGraph } from "../../src/graph/index.ts";

const color = {
  before: 0,
  after: 1,
  literalBefore: 2,
  literalAfter: 3,
  constraint: 4,
  assignment: 5,
  role: 6,
} as const;

/**
 * If the initiator and the responder of a pair have the same value, that of the responder is incremented, modulo
 * `domain`.
 */
export function constraintGraph(
  processes: number,
  domain: number,
  pairs: readonly (readonly [number, number])[],
): ColoredGraph {
  const builder = new GraphBuilder();
  const literals = (variableColor: number, literalColor: number): number[][] =>
    Array.from({ length: processes }, () => {
      const variable = builder.vertex(variableColor);
      return Array.from({ length: domain }, () => {
        const literal = builder.vertex(literalColor);
        builder.edge(variable, literal);
        return literal;
      });
    });
  const before = literals(color.before, color.literalBefore);
  const after = literals(color.after, color.literalAfter);
  for (const [i, row] of before.entries()) {
    for (const [a, literal] of row.entries()) builder.edge(literal, after[i]![a]!);
  }
  for (const [i, k] of pairs) {
    const constraint = builder.vertex(color.constraint);
    for (let a = 0; a < domain; a++) {
      for (let b = 0; b < domain; b++) {
        const assignment = builder.vertex(color.assignment);
        builder.edge(constraint, assignment);
        const changed = a === b ? (b + 1) % domain : b;
        const operands = [before[i]![a]!, before[k]![b]!, after[i]![a]!, after[k]![changed]!];
        for (const [position, operand] of operands.entries()) {
          const role = builder.vertex(color.role + position);
          builder.edge(assignment, role);
          builder.edge(role, operand);
        }
      }
    }
  }
  return builder.build();
}

export function allPairs(n: number): (readonly [number, number])[] {
  const pairs: (readonly [number, number])[] = [];
  for (let i = 0; i < n; i++) for (let k = 0; k < n; k++) if (i !== k) pairs.push([i, k]);
  return pairs;
}

export function ringPairs(n: number): (readonly [number, number])[] {
  return Array.from({ length: n }, (_, i) => [i, (i + 1) % n] as const);
}
