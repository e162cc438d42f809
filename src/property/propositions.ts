/** The conditions on states that a formula or a claim mentions, numbered as they come. */

import type { Expression } from "../model/model.ts";
import { printExpression } from "../model/text/print.ts";

/** A condition as an automaton sees it: a constant, or a proposition that holds or does not. */
export type Literal = boolean | { readonly proposition: number; readonly positive: boolean };

export class Propositions {
  readonly expressions: Expression[] = [];
  readonly #numbers = new Map<string, number>();

  /** `!p` and `p`, and `a != b` and `a == b`, are one proposition. */
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
