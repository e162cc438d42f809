/** The initial values of the slots of a model, before its initial condition. */

import type { Initial, Model, Type } from "./model.ts";
import { paddingOf, sizeOf } from "./slots.ts";

/**
 * The initial value of each slot; `undefined` if it is arbitrary. Cells of a queue with arbitrary contents are
 * arbitrary too, and hold their padding exactly beyond its length. An arbitrary cell of a queue with a given length is
 * in use.
 */
export function initialValuesOf(model: Model): readonly (number | undefined)[] {
  return model.variables.flatMap(({ type, initial }) => initialValuesIn(type, initial));
}

/** The same for the slots of one variable. */
export function initialValuesIn(type: Type, initial: Initial): readonly (number | undefined)[] {
  if (initial.kind === "any") return new Array<undefined>(sizeOf(type)).fill(undefined);
  if (initial.kind === "value") return [initial.value];
  const { items } = initial;
  if (type.kind === "record") return items.flatMap((item, i) => initialValuesIn(type.fields[i]!.type, item));
  if (type.kind === "array") return items.flatMap((item) => initialValuesIn(type.element, item));
  if (type.kind !== "queue") throw new TypeError("a scalar has no items");
  const held = items.flatMap((item) => initialValuesIn(type.element, item));
  const unused = Array.from({ length: type.capacity - items.length }, () => paddingOf(type.element));
  return [items.length, ...held, ...unused.flat()];
}
