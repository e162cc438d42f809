/**
 * The initial states of a model as a condition: the initial values of each slot; for queues of arbitrary contents, that
 * exactly the cells up to their length are used; and the initial condition of the model.
 *
 * The states in which the initial condition cannot be evaluated are a second set, which a symmetry must preserve as
 * well.
 */

import { facts } from "../../model/facts.ts";
import type { Model } from "../../model/model.ts";
import { markOf } from "./cells.ts";
import type { Ranges } from "./cells.ts";
import { conditionOf } from "./condition.ts";
import type { Condition } from "./condition.ts";
import type { SymbolicExpressions } from "./symbolic-expression.ts";
import type { Term, Values } from "./term.ts";

export interface InitialStates {
  readonly states: Condition;
  /** States that agree with the initial values of the variables, but in which the condition cannot be evaluated. */
  readonly errors: Condition;
}

export function initialStates(model: Model, expressions: SymbolicExpressions, ranges: Ranges): InitialStates {
  const { terms } = expressions;
  const { slots, initialValues } = facts(model);
  const fixed = new Map<number, Values>();
  const arbitraryQueueCells: number[] = [];
  const heldCells: number[] = [];
  slots.forEach(({ cell }, slot) => {
    const value = initialValues[slot];
    if (value !== undefined) fixed.set(slot, terms.values([value]));
    else if (cell) (initialValues[cell.lengthSlot] === undefined ? arbitraryQueueCells : heldCells).push(slot);
  });
  const structure = ranges.restrict(fixed);
  const evaluate = (within: Ranges): { readonly conjuncts: readonly Term[]; readonly error: Term } => {
    const context = { read: (slot: number) => within.term(slot), locals: new Map<string, never>() };
    const errors: Term[] = [];
    const { initialCondition } = model;
    const conjuncts = initialCondition ? expressions.conjuncts(initialCondition, context, errors) : [];
    return { conjuncts, error: terms.or([terms.zero, ...errors]) };
  };
  const queues = (within: Ranges): readonly Term[] => {
    const holds = (slot: number): Term =>
      terms.not(terms.equal(within.term(slot), terms.constant(markOf(slots[slot]!))));
    const arbitrary = arbitraryQueueCells.map((slot) => {
      const { position, lengthSlot } = slots[slot]!.cell!;
      const used = terms.less(terms.constant(position), within.term(lengthSlot));
      return terms.equal(used, holds(slot));
    });
    return [...heldCells.map(holds), ...arbitrary];
  };
  const states = conditionOf(terms, structure, (within) => {
    const { conjuncts, error } = evaluate(within);
    return [...queues(within), ...conjuncts, terms.not(error)];
  });
  const errors = conditionOf(terms, structure, (within) => [...queues(within), evaluate(within).error]);
  return { states: states.condition, errors: errors.condition };
}
