/**
 * Places that are single slots, and variables that the text mentions slot by slot only.
 *
 * The slots of such a variable have nothing to do with each other: a symmetry may treat each as it likes. Of other variables the
 * text mentions elements by a computed index, or wholes, so that their slots must go to the slots of one variable.
 */

import { facts } from "../../model/facts.ts";
import type { Expression, Model, Property, Type } from "../../model/model.ts";
import { fieldOf, highOf, isScalar, lowOf, sizeOf } from "../../model/slots.ts";
import { partsOf, statementParts, stateFormulas, visitStatements } from "../../model/traverse.ts";

export class SingleSlots {
  readonly #variables: ReadonlyMap<string, { readonly type: Type; readonly offset: number }>;
  readonly #constants: ReadonlyMap<string, number>;

  constructor(model: Model) {
    const { offsets, constants } = facts(model);
    this.#variables = new Map(model.variables.map(({ name, type }) => [name, { type, offset: offsets.get(name)! }]));
    this.#constants = constants;
  }

  /** The slots of a place whose indices are constants within bounds, outside queues. */
  of(e: Expression): { readonly offset: number; readonly type: Type } | undefined {
    switch (e.kind) {
      case "variable":
        return this.#variables.get(e.name)!;
      case "field": {
        const base = this.of(e.base);
        if (base?.type.kind !== "record") return undefined;
        const field = fieldOf(base.type, e.field);
        return { offset: base.offset + field.offset, type: field.type };
      }
      case "index": {
        const index = this.constant(e.index);
        const base = index === undefined ? undefined : this.of(e.base);
        if (base?.type.kind !== "array") return undefined;
        const [low, high] = [lowOf(base.type.index), highOf(base.type.index)];
        if (index! < low || index! > high) return undefined;
        return { offset: base.offset + (index! - low) * sizeOf(base.type.element), type: base.type.element };
      }
      default:
        return undefined;
    }
  }

  constant(e: Expression): number | undefined {
    switch (e.kind) {
      case "integer":
        return e.value;
      case "boolean":
        return Number(e.value);
      case "member":
        return e.type.members.indexOf(e.name);
      case "constant":
        return this.#constants.get(e.name);
      default:
        return undefined;
    }
  }

  /** The variables of which the text mentions more than single slots. */
  composite(model: Model, properties: readonly Property[]): Set<string> {
    const composite = new Set(model.variables.filter(({ type }) => hasQueue(type)).map(({ name }) => name));
    const visit = (e: Expression): void => {
      const slot = this.of(e);
      if (slot && isScalar(slot.type)) return;
      if (e.kind === "variable") composite.add(e.name);
      partsOf(e).forEach(visit);
    };
    const { transitions, predicates, initialCondition } = model;
    for (const { guard, body } of transitions) {
      visit(guard);
      visitStatements(body, (s) => statementParts(s).expressions.forEach(visit));
    }
    for (const { condition } of predicates) visit(condition);
    if (initialCondition) visit(initialCondition);
    properties.flatMap(stateFormulas).forEach(visit);
    return composite;
  }
}

function hasQueue(type: Type): boolean {
  if (type.kind === "array") return hasQueue(type.element);
  if (type.kind === "record") return type.fields.some((field) => hasQueue(field.type));
  return type.kind === "queue";
}
