/** Texts of expressions, by which terms are compared and steps are named. */

import type { Expression } from "../../model/model.ts";
import { partsOf } from "../../model/traverse.ts";

/** Equal expressions have equal texts, whatever they were written like. */
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

/** The expression with some of its names replaced. */
export function replace(e: Expression, find: (e: Expression) => Expression | undefined): Expression {
  const found = find(e);
  if (found) return found;
  switch (e.kind) {
    case "index":
      return { ...e, base: replace(e.base, find), index: replace(e.index, find) };
    case "field":
      return { ...e, base: replace(e.base, find) };
    case "unary":
      return { ...e, operand: replace(e.operand, find) };
    case "binary":
      return { ...e, left: replace(e.left, find), right: replace(e.right, find) };
    case "queue":
      return { ...e, queue: replace(e.queue, find) };
    case "conditional":
      return { ...e, test: replace(e.test, find), then: replace(e.then, find), else: replace(e.else, find) };
    case "aggregate":
      return { ...e, items: e.items.map((item) => replace(item, find)) };
    default:
      return e;
  }
}
