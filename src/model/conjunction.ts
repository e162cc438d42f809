import type { Expression } from "./model.ts";

/** The conjuncts of a condition, in the order of their evaluation. */
export function flattenConjunction(e: Expression): readonly Expression[] {
  return e.kind === "binary" && e.op === "&&" ? [...flattenConjunction(e.left), ...flattenConjunction(e.right)] : [e];
}
