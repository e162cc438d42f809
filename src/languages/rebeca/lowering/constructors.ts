/**
 * Constructors that run at once, in the order of `main`, before anything else happens.
 *
 * They are run while the text is read, and the model begins in the result. If one of them chooses or fails, they are
 * steps instead, which come before all others: their states are transient, so that they are not counted.
 */

import { all, any, binary, equals, integer, not, variable } from "../../../model/build.ts";
import { facts } from "../../../model/facts.ts";
import type { Initial, Model, Property, Transition, Type, Variable } from "../../../model/model.ts";
import { highOf, isScalar, lowOf } from "../../../model/slots.ts";
import { isImmediate } from "../actors/actor-system.ts";
import type { ActorSystem } from "../actors/actor-system.ts";
import { lowerConstructor } from "./server.ts";

/** The model after all constructors of `main`. The given one begins before them. */
export function afterConstructors(system: ActorSystem, model: Model): Model {
  const constructors = system.rebecs
    .filter(({ symbol, isPooled }) => !isPooled && isImmediate(system, symbol))
    .map((rebec) => lowerConstructor(system, rebec, rebec.symbol.first!));
  if (constructors.length === 0 || !system.collector.empty) return model;
  let state = [...facts(model).interpreter.initialStates()][0] as readonly number[];
  for (const constructor of constructors) {
    const steps = [...facts({ ...model, transitions: [constructor] }).interpreter.steps(state)];
    const [step] = steps;
    if (steps.length !== 1 || !step!.target || step!.error || step!.failed) {
      return withSteps(model, constructors, system.newName("constructed"));
    }
    state = step!.target;
  }
  const cells = state.values();
  return { ...model, variables: model.variables.map((own) => ({ ...own, initial: initialOf(own.type, cells) })) };
}

/** The slots of a value as an initial value. */
function initialOf(type: Type, cells: Iterator<number>): Initial {
  if (isScalar(type)) return { kind: "value", value: cells.next().value as number };
  if (type.kind === "record") {
    return { kind: "items", items: type.fields.map((field) => initialOf(field.type, cells)) };
  }
  if (type.kind === "array") {
    const length = highOf(type.index) - lowOf(type.index) + 1;
    return { kind: "items", items: Array.from({ length }, () => initialOf(type.element, cells)) };
  }
  const length = cells.next().value as number;
  const items = Array.from({ length: type.capacity }, () => initialOf(type.element, cells));
  return { kind: "items", items: items.slice(0, length) };
}

function withSteps(model: Model, constructors: readonly Transition[], name: string): Model {
  const done = variable(name);
  const count = constructors.length;
  const isDone = equals(done, count);
  const first = constructors.map((transition, i): Transition => ({
    ...transition,
    guard: all([equals(done, i), transition.guard]),
    body: [...transition.body, { kind: "assign", target: done, value: binary("+", done, integer(1)) }],
  }));
  const counter: Variable = {
    name,
    type: { kind: "range", low: 0, high: count },
    initial: { kind: "value", value: 0 },
  };
  return {
    ...model,
    variables: [...model.variables, counter],
    transient: not(isDone),
    transitions: [...first, ...model.transitions.map((own) => ({ ...own, guard: all([isDone, own.guard]) }))],
    properties: model.properties.map((property): Property =>
      property.kind === "invariant" ? { ...property, condition: any([not(isDone), property.condition]) } : property,
    ),
  };
}
