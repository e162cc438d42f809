/**
 * A random initial state. Initial states are drawn, not listed: a model may have more of them than one can list.
 */

import { facts } from "../model/facts.ts";
import { isRuntimeError } from "../model/interpret.ts";
import type { RuntimeError, State } from "../model/interpret.ts";
import type { Initial, Model, QueueType, Type } from "../model/model.ts";
import { highOf, lengthOf, lowOf, paddingOf } from "../model/slots.ts";
import { look } from "../util/limits.ts";
import type { Random } from "../util/random.ts";

/** How often a state is drawn that the initial condition refuses, before the initial states are listed. */
const mostDraws = 1000;

/** An initial state; the error if the initial condition fails to evaluate, and `undefined` if there is no such state. */
export function randomInitial(model: Model, random: Random): State | RuntimeError | undefined {
  const { interpreter } = facts(model);
  const { initialCondition, variables } = model;
  for (let draw = 0; draw < mostDraws; draw++) {
    look();
    const state = variables.flatMap(({ type, initial }) => drawn(type, initial, random));
    const meets = initialCondition === undefined || interpreter.holds(initialCondition, state);
    if (isRuntimeError(meets)) return meets;
    if (meets) return state;
  }
  for (const state of interpreter.initialStates()) return state;
  return undefined;
}

const any: Initial = { kind: "any" };

/** The slots of one of the initial values of a type. */
function drawn(type: Type, initial: Initial, random: Random): number[] {
  if (initial.kind === "value") return [initial.value];
  const items = initial.kind === "items" ? initial.items : undefined;
  switch (type.kind) {
    case "bool":
    case "range":
    case "enum":
      return [lowOf(type) + random.below(highOf(type) - lowOf(type) + 1)];
    case "array":
      return Array.from({ length: lengthOf(type.index) }, (_, i) =>
        drawn(type.element, items?.[i] ?? any, random),
      ).flat();
    case "record":
      return type.fields.flatMap((field, i) => drawn(field.type, items?.[i] ?? any, random));
    case "queue":
      return drawnQueue(type, items ?? Array.from({ length: random.below(type.capacity + 1) }, () => any), random);
  }
}

function drawnQueue({ capacity, element }: QueueType, items: readonly Initial[], random: Random): number[] {
  const held = items.map((item) => drawn(element, item, random));
  const unused = Array.from({ length: capacity - items.length }, () => paddingOf(element));
  return [items.length, ...held.flat(), ...unused.flat()];
}
