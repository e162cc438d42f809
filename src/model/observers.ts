/**
 * Observers: variables that serve properties only (`Variable.observer`).
 *
 * They do not change the behavior of a model, but increase the number of states and reduce the symmetries. So every
 * property is checked in the model with only those observers that it reads.
 */

import { facts } from "./facts.ts";
import type { Expression, Model, Property } from "./model.ts";
import { stateFormulas, variablesRead } from "./traverse.ts";

/** The model with only those of its observers that the properties read. Properties that read others are left out. */
export function withObserversOf(model: Model, properties: readonly Property[]): Model {
  const observers = model.variables.filter(({ observer }) => observer);
  if (observers.length === 0) return model;
  const { predicates } = facts(model);
  const read = new Set<string>();
  for (const condition of properties.flatMap(stateFormulas)) variablesRead(condition, predicates, read);
  for (const property of properties) if ("events" in property) read.add(property.events.variable);
  return withoutObservers(model, new Set(observers.map(({ name }) => name).filter((name) => !read.has(name))));
}

/** The model without these observers, and without the properties that read them. */
export function withoutObservers(model: Model, dropped: ReadonlySet<string>): Model {
  if (dropped.size === 0) return model;
  const { predicates } = facts(model);
  const isKept = (e: Expression): boolean => ![...variablesRead(e, predicates)].some((name) => dropped.has(name));
  return {
    ...model,
    variables: model.variables.filter(({ name }) => !dropped.has(name)),
    predicates: model.predicates.filter(({ condition }) => isKept(condition)),
    transitions: model.transitions
      .filter(({ guard }) => isKept(guard))
      .map((transition) => ({
        ...transition,
        body: transition.body.filter(
          (s) => s.kind !== "assign" || s.target.kind !== "variable" || !dropped.has(s.target.name),
        ),
      })),
    properties: model.properties.filter(
      (property) =>
        stateFormulas(property).every(isKept) && !("events" in property && dropped.has(property.events.variable)),
    ),
  };
}
