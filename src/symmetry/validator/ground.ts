/**
 * Ground transitions: each transition with each choice of parameters, in normal form.
 *
 * The normal form of a ground transition says when it is enabled, where its guard fails to evaluate, where its body
 * fails, where an assertion fails, and the new value of each slot that changes. All of these are terms over the values
 * that domain inference leaves (`domains.ts`): no reachable state has others, and the proof of a symmetry
 * (`validator.ts`) concerns only reachable states. Two ground transitions with equal keys have the same effect on every
 * state.
 *
 * A ground transition that is never enabled, and whose guard never fails, is left out.
 */

import { choicesOf } from "../../model/interpret.ts";
import type { Model, Transition, Type } from "../../model/model.ts";
import { lengthOf } from "../../model/slots.ts";
import { look } from "../../util/limits.ts";
import type { Ranges } from "./cells.ts";
import { conditionOf } from "./condition.ts";
import type { Condition } from "./condition.ts";
import type { Local, SymbolicExpressions } from "./symbolic-expression.ts";
import { runBody } from "./symbolic-statement.ts";
import type { Term } from "./term.ts";

export interface GroundTransition {
  readonly transition: Transition;
  /** The slots of each parameter. */
  readonly choice: readonly (readonly number[])[];
  readonly effect: GroundEffect;
}

/** The effect of a ground transition on states. */
export interface GroundEffect {
  readonly guard: Condition;
  /** Where the guard cannot be evaluated, over all values of the slots. */
  readonly guardError: Term;
  /**
   * Where the body fails, if the guard holds. Like all further terms, it ranges over the values that the guard leaves.
   */
  readonly error: Term;
  readonly failed: Term;
  readonly updates: ReadonlyMap<number, Term>;
}

/** The number of ground transitions, before any is left out. */
export function groundCount(model: Model): number {
  return model.transitions.reduce(
    (sum, { parameters }) => sum + parameters.reduce((product, { type }) => product * valueCount(type), 1),
    0,
  );
}

export function* groundTransitions(
  model: Model,
  expressions: SymbolicExpressions,
  ranges: Ranges,
): Iterable<GroundTransition> {
  for (const transition of model.transitions) {
    for (const choice of choicesOf(transition)) {
      look();
      const effect = groundEffect(transition, choice, expressions, ranges);
      if (effect) yield { transition, choice, effect };
    }
  }
}

function groundEffect(
  { parameters, guard, body }: Transition,
  choice: readonly (readonly number[])[],
  expressions: SymbolicExpressions,
  all: Ranges,
): GroundEffect | undefined {
  const { terms } = expressions;
  const locals = new Map<string, Local>();
  parameters.forEach(({ name, type }, i) => {
    const cells = choice[i]!.map((cell) => terms.constant(cell));
    locals.set(name, { type, cells });
  });
  const evaluate = (within: Ranges): { readonly conjuncts: readonly Term[]; readonly error: Term } => {
    const errors: Term[] = [];
    const context = { read: (slot: number) => within.term(slot), locals: new Map(locals) };
    const conjuncts = expressions.conjuncts(guard, context, errors);
    return { conjuncts, error: terms.or([terms.zero, ...errors]) };
  };
  const first = evaluate(all);
  const guardError = first.error;
  const { condition, ranges } = conditionOf(terms, all, (within) => {
    const { conjuncts, error } = within === all ? first : evaluate(within);
    return error === terms.zero ? conjuncts : [...conjuncts, terms.not(error)];
  });
  if (condition.rest === terms.zero) {
    if (guardError === terms.zero) return undefined;
    return { guard: condition, guardError, error: terms.zero, failed: terms.zero, updates: new Map() };
  }
  const { written, error, failed } = runBody(expressions, body, (slot) => ranges.term(slot), locals);
  const updates = new Map<number, Term>();
  for (const [slot, term] of written) {
    const before = ranges.term(slot);
    // If the body fails, the written value does not matter. It is masked if that makes nothing larger.
    const mayMask = error.slots.every((other) => other === slot || term.slots.includes(other));
    const update = mayMask && terms.isSmall([error, term, before]) ? terms.if(error, before, term) : term;
    if (update !== before) updates.set(slot, update);
  }
  return { guard: condition, guardError, error, failed, updates };
}

/** A text that is equal for equal effects. */
export function keyOf({ guard, guardError, error, failed, updates }: GroundEffect): string {
  const written = [...updates].sort(([a], [b]) => a - b).map(([slot, term]) => `${slot}:${term.id}`);
  return `${keyOfCondition(guard)} ${guardError.id} ${error.id} ${failed.id} ${written.join()}`;
}

export function keyOfCondition({ where, rest }: Condition): string {
  const restricted = [...where].sort(([a], [b]) => a - b).map(([slot, { id }]) => `${slot}:${id}`);
  return `${restricted.join()} ${rest.id}`;
}

/** The terms of an effect, except those of its updates. */
export function conditionsOf({ guard, guardError, error, failed }: GroundEffect): readonly Term[] {
  return [guard.rest, guardError, error, failed];
}

/** All slots that an effect mentions. */
export function mentionedSlots(effect: GroundEffect): ReadonlySet<number> {
  const slots = new Set([...effect.guard.where.keys(), ...effect.updates.keys()]);
  for (const term of [...conditionsOf(effect), ...effect.updates.values()]) {
    for (const slot of term.slots) slots.add(slot);
  }
  return slots;
}

function valueCount(type: Type): number {
  switch (type.kind) {
    case "bool":
    case "range":
    case "enum":
      return lengthOf(type);
    case "array":
      return valueCount(type.element) ** lengthOf(type.index);
    case "record":
      return type.fields.reduce((product, field) => product * valueCount(field.type), 1);
    case "queue": {
      let count = 0;
      for (let length = 0; length <= type.capacity; length++) count += valueCount(type.element) ** length;
      return count;
    }
  }
}
