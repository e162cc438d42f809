/** A formula as the conjunction of simpler formulas. */

import type { Ltl } from "../model/model.ts";

/** Splits conjunctions, also below `[]` and `X`, which distribute over conjunction. */
export function conjunctsOf(formula: Ltl): readonly Ltl[] {
  if (formula.kind === "binary" && formula.op === "&&") {
    return [...conjunctsOf(formula.left), ...conjunctsOf(formula.right)];
  }
  if (formula.kind === "unary" && (formula.op === "[]" || formula.op === "X")) {
    return conjunctsOf(formula.operand).map((operand) => ({ ...formula, operand }));
  }
  return [formula];
}
