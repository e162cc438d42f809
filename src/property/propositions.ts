/** The conditions on states in a formula or a claim, numbered in order of appearance. */

import type { Expression } from "../model/model.ts";
import { printExpression } from "../model/text/print.ts";

/** A condition as a literal: a constant, or a proposition or its negation. */
export type Literal = boolean | { readonly proposition: number; readonly positive: boolean };

export class Propositions {
  readonly expressions: Expression[] = [];
  readonly #numbers = new Map<string, number>();

  /** The literal of a condition. `!p` and `p` share a proposition, and so do `a != b` and `a == b`. */
  literal(condition: Expression): Literal {
    let positive = true;
    let inner = condition;
    while (inner.kind === "unary" && inner.op === "!") {
      inner = inner.operand;
      positive = !positive;
    }
    if (inner.kind === "boolean") return inner.value === positive;
    if (inner.kind === "binary" && inner.op === "!=") {
      inner = { ...inner, op: "==" };
      positive = !positive;
    }
    const text = printExpression(inner);
    let proposition = this.#numbers.get(text);
    if (proposition === undefined) {
      proposition = this.expressions.length;
      this.expressions.push(inner);
      this.#numbers.set(text, proposition);
    }
    return { proposition, positive };
  }
}
