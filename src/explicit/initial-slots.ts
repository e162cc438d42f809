/** The initial values of a model by slot: which are given, and which are arbitrary. */

import type { Initial, Model, Type } from "../model/model.ts";
import { boundsOf, paddingOf, sizeOf } from "../model/slots.ts";

/** A slot without a given value. */
export interface ArbitrarySlot {
  readonly slot: number;
  readonly low: number;
  readonly high: number;
}

function visitInitial(
  type: Type,
  initial: Initial,
  offset: number,
  visit: { value(slot: number, value: number): void; any(type: Type, offset: number): void },
): void {
  if (initial.kind === "value") visit.value(offset, initial.value);
  else if (initial.kind === "any") visit.any(type, offset);
  else if (type.kind === "queue") {
    visit.value(offset, initial.items.length);
    const size = sizeOf(type.element);
    const padding = paddingOf(type.element);
    for (let i = 0; i < type.capacity; i++) {
      const item = initial.items[i];
      if (item) visitInitial(type.element, item, offset + 1 + i * size, visit);
      else padding.forEach((value, k) => visit.value(offset + 1 + i * size + k, value));
    }
  } else {
    for (const [i, item] of initial.items.entries()) {
      const part = type.kind === "array" ? type.element : type.kind === "record" ? type.fields[i]!.type : type;
      visitInitial(part, item, offset, visit);
      offset += sizeOf(part);
    }
  }
}

/** Per slot, its initial value where that is given. */
export function givenSlots(model: Model, offsets: ReadonlyMap<string, number>): number[] {
  const given: number[] = [];
  for (const { name, type, initial } of model.variables) {
    visitInitial(type, initial, offsets.get(name)!, { value: (slot, value) => (given[slot] = value), any: () => {} });
  }
  return given;
}

/** The slots without a given initial value. */
export function arbitrarySlots(model: Model, offsets: ReadonlyMap<string, number>): ArbitrarySlot[] {
  const slots: ArbitrarySlot[] = [];
  for (const { name, type, initial } of model.variables) {
    visitInitial(type, initial, offsets.get(name)!, {
      value: () => {},
      any(part, offset) {
        const { low, high } = boundsOf(part);
        low.forEach((bound, i) => slots.push({ slot: offset + i, low: bound, high: high[i]! }));
      },
    });
  }
  return slots;
}

/** The queues among them, with the offset of their first slot. */
export function visitArbitraryQueues(
  model: Model,
  offsets: ReadonlyMap<string, number>,
  visit: (offset: number, capacity: number, element: Type) => void,
): void {
  const inside = (type: Type, offset: number): void => {
    if (type.kind === "queue") visit(offset, type.capacity, type.element);
    else if (type.kind === "array") {
      const size = sizeOf(type.element);
      for (let i = 0; i < sizeOf(type) / size; i++) inside(type.element, offset + i * size);
    } else if (type.kind === "record") {
      for (const field of type.fields) {
        inside(field.type, offset);
        offset += sizeOf(field.type);
      }
    }
  };
  for (const { name, type, initial } of model.variables) {
    visitInitial(type, initial, offsets.get(name)!, { value: () => {}, any: inside });
  }
}
