/** Terms that are literals, or similar. */

import { InternalError } from "../../util/internal-error.ts";
import type { ProblemOperation, ProblemTerm } from "./problem-term.ts";
import type { ProblemLiteral } from "./problem.ts";

/** Whether the term is a choice between variables and constants by a literal: its gadget is smaller than any table. */
export function isSimpleChoice(term: ProblemTerm & { readonly kind: "operation" }): boolean {
  const [test, ...values] = term.operands as [ProblemTerm, ...ProblemTerm[]];
  if (term.leaves?.length === 1) return false;
  return term.op === "if" && literalOf(test) !== undefined && values.every(({ kind }) => kind !== "operation");
}

export function isFailure(term: ProblemTerm): boolean {
  return term.kind === "constant" && Number.isNaN(term.value);
}

export function isTruthValue(term: ProblemTerm): boolean {
  return term.kind === "operation" && truthOperations.has(term.op);
}

const truthOperations: ReadonlySet<ProblemOperation> = new Set(["and", "or", "not", "==", "<", "<="]);

/** The literal of a term, if it is one: a comparison of a variable with a constant, or its negation. */
export function literalOf(term: ProblemTerm): ProblemLiteral | undefined {
  if (term.kind !== "operation") return undefined;
  if (term.op === "not") {
    const inner = literalOf(term.operands[0]!);
    return inner && opposite(inner);
  }
  if (term.op !== "==") return undefined;
  const [left, right] = term.operands as [ProblemTerm, ProblemTerm];
  if (left.kind !== "variable" || right.kind !== "constant" || !left.variable.values?.includes(right.value)) {
    return undefined;
  }
  return { variable: left.variable, value: right.value };
}

/** The literal of a test from `defineTest`. */
export function testLiteral(term: ProblemTerm): ProblemLiteral {
  const literal = term.kind === "variable" ? { variable: term.variable, value: 1 } : literalOf(term);
  if (!literal) throw new InternalError("a test that is no literal");
  return literal;
}

export function opposite({ variable, value, negated }: ProblemLiteral): ProblemLiteral {
  // The negation of a truth value is a literal too.
  const { values } = variable;
  if (values?.length === 2 && values[0] === 0 && values[1] === 1) return { variable, value: 1 - value, negated };
  return { variable, value, negated: !negated };
}
