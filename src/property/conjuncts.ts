/** A formula as formulas that all hold exactly if it does. */

import type { Ltl } from "../model/model.ts";

/** Conjunctions are taken apart, also below `[]` and `X`, which hold of a conjunction exactly if they hold of its parts. */
export function conjunctsOf(formula: Ltl): readonly Ltl[] {
  if (formula.kind === "binary" && formula.op === "&&") {
    return [...conjunctsOf(formula.left), ...conjunctsOf(formula.right)];
  }
  if (formula.kind === "unary" && (formula.op === "[]" || formula.op === "X")) {
    return conjunctsOf(formula.operand).map((operand) => ({ ...formula, operand }));
  }
  return [formula];
}
