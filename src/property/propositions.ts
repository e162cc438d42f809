/** The conditions on states in a formula or a claim, numbered in order of appearance. */

import type { Expression } from "../model/model.ts";
import { printExpression } from "../model/text/print.ts";
import { Numbering } from "../util/numbering.ts";

/** A condition as a literal: a constant, or a proposition or its negation. */
export type Literal = boolean | { readonly proposition: number; readonly positive: boolean };

export class Propositions {
  readonly #numbering = new Numbering<Expression>();

  get expressions(): readonly Expression[] {
    return this.#numbering.items;
  }

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
    return { proposition: this.#numbering.numberOf(inner, printExpression(inner)), positive };
  }
}
