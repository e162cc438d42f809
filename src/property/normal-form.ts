/** Translation from the LTL of models to negation normal form. */

import type { Ltl } from "../model/model.ts";
import { AutomatonTooLarge } from "./automaton.ts";
import type { Formula, Formulas } from "./formula.ts";
import type { Propositions } from "./propositions.ts";

/** The following code is recursive. Nobody writes deeper formulas, and a deeper one has no small automaton anyway. */
const depthLimit = 500;

export function normalForm(formula: Ltl, table: Formulas, propositions: Propositions): Formula {
  const visit = (formula: Ltl, depth: number): Formula => {
    if (depth > depthLimit) throw new AutomatonTooLarge(`the formula is nested more than ${depthLimit} deep`);
    if (formula.kind === "state") {
      const literal = propositions.literal(formula.condition);
      if (typeof literal === "boolean") return literal ? table.true : table.false;
      return table.literal(literal.proposition, literal.positive);
    }
    if (formula.kind === "unary") {
      const f = visit(formula.operand, depth + 1);
      switch (formula.op) {
        case "!":
          return table.negation(f);
        case "X":
          return table.next(f);
        case "[]":
          return table.release(table.false, f);
        case "<>":
          return table.until(table.true, f);
      }
    }
    const f = visit(formula.left, depth + 1);
    const g = visit(formula.right, depth + 1);
    switch (formula.op) {
      case "&&":
        return table.and([f, g]);
      case "||":
        return table.or([f, g]);
      case "->":
        return table.or([table.negation(f), g]);
      case "<->":
        return table.or([table.and([f, g]), table.and([table.negation(f), table.negation(g)])]);
      case "U":
        return table.until(f, g);
      case "W":
        return table.release(g, table.or([f, g]));
      case "R":
        return table.release(f, g);
    }
  };
  return visit(formula, 0);
}
