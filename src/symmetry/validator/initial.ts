/**
 * The initial states of a model as a condition: per slot the values it may begin with, for queues of arbitrary contents
 * that exactly the cells up to their length are used, and the model's initial condition.
 *
 * Where the initial condition cannot be evaluated is a second set of states, which a symmetry must preserve as well.
 */

import type { Initial, Model, Type } from "../../model/model.ts";
import { sizeOf } from "../../model/slots.ts";
import { markOf } from "./cells.ts";
import type { Cells, Ranges } from "./cells.ts";
import { conditionOf } from "./condition.ts";
import type { Condition } from "./condition.ts";
import type { SymbolicExpressions } from "./symbolic-expression.ts";
import type { Term, Values } from "./term.ts";

export interface InitialStates {
  readonly states: Condition;
  /** States that agree with the variables' initial values, but for which the condition fails at run time. */
  readonly errors: Condition;
}

export function initialStates(
  model: Model,
  expressions: SymbolicExpressions,
  cells: Cells,
  ranges: Ranges,
): InitialStates {
  const { terms } = expressions;
  const fixed = new Map<number, Values>();
  const arbitraryQueueCells: number[] = [];
  const heldCells: number[] = [];
  const visit = (type: Type, initial: Initial, offset: number): void => {
    if (initial.kind === "value") fixed.set(offset, terms.values([initial.value]));
    else if (initial.kind === "any") {
      for (let slot = offset; slot < offset + sizeOf(type); slot++) {
        if (cells.lengthSlot[slot] !== -1 && cells.lengthSlot[slot]! >= offset) arbitraryQueueCells.push(slot);
        else if (cells.lengthSlot[slot] !== -1) heldCells.push(slot);
      }
    } else if (type.kind === "queue") {
      const size = sizeOf(type.element);
      fixed.set(offset, terms.values([initial.items.length]));
      initial.items.forEach((item, i) => visit(type.element, item, offset + 1 + i * size));
      for (let slot = offset + 1 + initial.items.length * size; slot < offset + sizeOf(type); slot++) {
        fixed.set(slot, terms.values([markOf(cells.slots[slot]!)]));
      }
    } else {
      initial.items.forEach((item, i) => {
        const part = type.kind === "array" ? type.element : type.kind === "record" ? type.fields[i]!.type : type;
        visit(part, item, offset);
        offset += sizeOf(part);
      });
    }
  };
  for (const { name, type, initial } of model.variables) visit(type, initial, cells.offsets.get(name)!);

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
      terms.not(terms.equal(within.term(slot), terms.constant(markOf(cells.slots[slot]!))));
    const arbitrary = arbitraryQueueCells.map((slot) => {
      const used = terms.less(terms.constant(cells.position[slot]!), within.term(cells.lengthSlot[slot]!));
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
