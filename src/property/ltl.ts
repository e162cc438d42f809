/**
 * Linear temporal logic to small automata: normal form, rewriting, translation, reduction. See docs/internals/ltl.md.
 */

import type { Ltl } from "../model/model.ts";
import { AutomatonTooLarge } from "./automaton.ts";
import type { Automaton } from "./automaton.ts";
import { DecisionDiagrams } from "./decision-diagrams.ts";
import { Formulas } from "./formula.ts";
import type { Formula } from "./formula.ts";
import { plain } from "./labeled-automaton.ts";
import { Propositions } from "./propositions.ts";
import { reduce } from "./reduce.ts";
import { rewrite } from "./rewrite.ts";
import { translate } from "./translate.ts";

export interface LtlOptions {
  /** Whether the automaton accepts the runs that violate the formula. */
  readonly negate?: boolean;
  /** Whether to simplify the formula first. True by default. */
  readonly rewrite?: boolean;
  /** Whether to reduce the automaton. True by default. */
  readonly reduce?: boolean;
  /** The most states before reduction. Beyond it, `AutomatonTooLarge` is thrown. */
  readonly stateLimit?: number;
}

const defaultStateLimit = 3000;

/** An automaton that accepts the runs that satisfy the formula. May throw `AutomatonTooLarge`. */
export function automatonOfLtl(formula: Ltl, options: LtlOptions = {}): Automaton {
  const propositions = new Propositions();
  const table = new Formulas();
  const positive = normalForm(formula, table, propositions);
  const normal = options.negate ? table.negation(positive) : positive;
  const rewritten = (options.rewrite ?? true) ? rewrite(normal, table) : normal;
  const states = options.stateLimit ?? defaultStateLimit;
  const limits = { states, edges: 20 * states };
  const automaton = translate(rewritten, propositions.expressions.length, new DecisionDiagrams(), limits);
  return plain((options.reduce ?? true) ? reduce(automaton) : automaton, propositions.expressions);
}

/**
 * Whether the formula is known to be stutter-invariant: it cannot distinguish runs that differ only in repetitions of a
 * state. It has an equivalent without X. May throw `AutomatonTooLarge`.
 */
export function isStutterInvariant(formula: Ltl): boolean {
  const table = new Formulas();
  return !hasNext(rewrite(normalForm(formula, table, new Propositions()), table), new Set());
}

function hasNext(f: Formula, seen: Set<Formula>): boolean {
  if (seen.has(f)) return false;
  seen.add(f);
  switch (f.kind) {
    case "true":
    case "false":
    case "literal":
      return false;
    case "and":
    case "or":
      return f.operands.some((part) => hasNext(part, seen));
    case "X":
      return true;
    case "U":
    case "R":
      return hasNext(f.left, seen) || hasNext(f.right, seen);
  }
}

// ---------------------------------------------------------------- normal form

/** The following code is recursive. Nobody writes deeper formulas, and a deeper one has no small automaton anyway. */
const depthLimit = 500;

function normalForm(formula: Ltl, table: Formulas, propositions: Propositions): Formula {
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
