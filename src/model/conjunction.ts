/** Conditions as conjunctions. */

import type { Expression } from "./model.ts";
import { highOf, lengthOf, lowOf } from "./slots.ts";
import { substitute } from "./substitute.ts";

/** The conjuncts of a condition, in the order of their evaluation. */
export function flattenConjunction(e: Expression): readonly Expression[] {
  return e.kind === "binary" && e.op === "&&" ? [...flattenConjunction(e.left), ...flattenConjunction(e.right)] : [e];
}

/** The most values over which a quantifier is written out. */
const mostValues = 64;

/** The conjuncts of a condition, also those of negations and of quantifiers over few values, in the same order. */
export function unfoldConjunction(e: Expression, holds = true): readonly Expression[] {
  if (e.kind === "unary" && e.op === "!") return unfoldConjunction(e.operand, !holds);
  if (e.kind === "binary" && (holds ? e.op === "&&" : e.op === "||" || e.op === "->")) {
    return [...unfoldConjunction(e.left, e.op === "->" || holds), ...unfoldConjunction(e.right, holds)];
  }
  const isEach = e.kind === "quantified" && e.op === (holds ? "forall" : "exists") && lengthOf(e.type) <= mostValues;
  if (!isEach) return [holds ? e : { kind: "unary", op: "!", operand: e }];
  const [low, high] = [lowOf(e.type), highOf(e.type)];
  const found: Expression[] = [];
  for (let value = low; value <= high; value++) {
    found.push(...unfoldConjunction(substitute(e.body, e.name, value), holds));
  }
  return found;
}
