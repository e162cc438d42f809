/** Expressions with a value in place of a name. */

import type { Expression } from "./model.ts";

/** Puts a number in place of a parameter or quantified name; names do not hide each other, so there is nothing to watch. */
export function substitute(e: Expression, name: string, value: number): Expression {
  const inside = (part: Expression): Expression => substitute(part, name, value);
  switch (e.kind) {
    case "local":
      return e.name === name ? { kind: "integer", value, span: e.span } : e;
    case "integer":
    case "boolean":
    case "member":
    case "constant":
    case "variable":
    case "predicate":
      return e;
    case "index":
      return { ...e, base: inside(e.base), index: inside(e.index) };
    case "field":
      return { ...e, base: inside(e.base) };
    case "unary":
      return { ...e, operand: inside(e.operand) };
    case "binary":
      return { ...e, left: inside(e.left), right: inside(e.right) };
    case "conditional":
      return { ...e, test: inside(e.test), then: inside(e.then), else: inside(e.else) };
    case "quantified":
      return { ...e, body: inside(e.body) };
    case "queue":
      return { ...e, queue: inside(e.queue) };
    case "aggregate":
      return { ...e, items: e.items.map(inside) };
  }
}
