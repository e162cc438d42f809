/**
 * The analysis of a model for the validator, computed once: the normal forms of its initial states, of its ground
 * transitions and of the properties to preserve, and the index of the slots that they mention.
 */

import { facts } from "../../model/facts.ts";
import type { Model, Property } from "../../model/model.ts";
import type { Slot } from "../../model/slots.ts";
import { stateFormulas } from "../../model/traverse.ts";
import { Ranges } from "./cells.ts";
import { groundCount, groundTransitions, keyOf, mentionedSlots } from "./ground.ts";
import type { GroundTransition } from "./ground.ts";
import { initialStates } from "./initial.ts";
import type { InitialStates } from "./initial.ts";
import { Terms } from "./operators.ts";
import { SymbolicExpressions } from "./symbolic-expression.ts";
import type { Term } from "./term.ts";

export interface Analysis {
  readonly terms: Terms;
  readonly slots: readonly Slot[];
  readonly ranges: Ranges;
  readonly initial: InitialStates;
  readonly ground: readonly GroundTransition[];
  /** The first ground transition with each key. */
  readonly byKey: ReadonlyMap<string, number>;
  /** For each slot, the ground transitions that mention it, ascending. */
  readonly mentioning: readonly (readonly number[])[];
  readonly neverTaken: number;
  readonly properties: readonly PropertyCondition[];
}

/** One state formula of a property: where it holds, and where it cannot be evaluated. */
export interface PropertyCondition {
  readonly property: Property;
  readonly conjuncts: readonly Term[];
  readonly holds: Term;
  readonly error: Term;
}

export interface AnalysisLimits {
  readonly tableLimit: number;
  readonly workLimit: number;
}

export function analyze(
  model: Model,
  properties: readonly Property[],
  { tableLimit, workLimit }: AnalysisLimits,
): Analysis {
  const terms = new Terms(tableLimit, workLimit);
  const { slots, domains } = facts(model);
  const ranges = Ranges.from(terms, slots, domains);
  const expressions = new SymbolicExpressions(model, terms);
  const ground = [...groundTransitions(model, expressions, ranges)];
  const byKey = new Map<string, number>();
  const mentioning = slots.map((): number[] => []);
  ground.forEach(({ effect }, i) => {
    const key = keyOf(effect);
    if (!byKey.has(key)) byKey.set(key, i);
    for (const slot of mentionedSlots(effect)) mentioning[slot]!.push(i);
  });
  return {
    terms,
    slots,
    ranges,
    initial: initialStates(model, expressions, ranges),
    ground,
    byKey,
    mentioning,
    neverTaken: groundCount(model) - ground.length,
    properties: properties.flatMap((property) =>
      stateFormulas(property).map((formula): PropertyCondition => {
        const context = { read: (slot: number) => ranges.term(slot), locals: new Map<string, never>() };
        const errors: Term[] = [];
        const conjuncts = expressions.conjuncts(formula, context, errors);
        const error = terms.or([terms.zero, ...errors]);
        const certain = error === terms.zero ? conjuncts : [...conjuncts, terms.not(error)];
        return { property, conjuncts: certain, holds: terms.and(certain), error };
      }),
    ),
  };
}
