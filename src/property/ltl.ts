/**
 * Linear temporal logic to small automata: normal form, rewriting, translation, reduction. See docs/internals/ltl.md.
 */

import type { Ltl } from "../model/model.ts";
import type { Automaton } from "./automaton.ts";
import { DecisionDiagrams } from "./decision-diagrams.ts";
import { Formulas } from "./formula.ts";
import type { Formula } from "./formula.ts";
import { plain } from "./labeled-automaton.ts";
import { normalForm } from "./normal-form.ts";
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
