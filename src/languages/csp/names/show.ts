/** Expressions as text, for comparing residuals and naming steps. */

import type { Expression } from "../../../model/model.ts";
import { partsOf } from "../../../model/traverse.ts";

/** Equal expressions have equal texts, in whatever notation they were written. */
export function showExpression(e: Expression): string {
  switch (e.kind) {
    case "integer":
    case "boolean":
      return String(e.value);
    case "variable":
    case "local":
    case "constant":
    case "predicate":
    case "member":
      return e.name;
    case "index":
      return `${showExpression(e.base)}[${showExpression(e.index)}]`;
    case "field":
      return `${showExpression(e.base)}.${e.field}`;
    case "unary":
      return `${e.op}${showExpression(e.operand)}`;
    case "binary":
      return `(${showExpression(e.left)} ${e.op} ${showExpression(e.right)})`;
    case "queue":
      return `${e.op}(${showExpression(e.queue)})`;
    default:
      return `${e.kind}(${partsOf(e).map(showExpression).join()})`;
  }
}
