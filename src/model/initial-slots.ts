/** The slots of a type with its initial value: the one walk that says which slot begins with what, and where queues are. */

import type { Initial, QueueType, Type } from "./model.ts";
import { lengthOf, paddingOf, sizeOf } from "./slots.ts";

export interface InitialVisitor {
  /** A slot that begins with one value: a scalar, the length of a queue, or the padding of a cell that is not in use. */
  value(slot: number, value: number, isPadding: boolean): void;
  /** A part that begins with any value of its type; its slots begin at `offset`. */
  any(type: Type, offset: number): void;
}

/** The slots come in order; the first one is `offset`. */
export function visitInitial(type: Type, initial: Initial, offset: number, visit: InitialVisitor): void {
  if (initial.kind === "value") visit.value(offset, initial.value, false);
  else if (initial.kind === "any") visit.any(type, offset);
  else if (type.kind === "queue") {
    visit.value(offset++, initial.items.length, false);
    const padding = paddingOf(type.element);
    for (let i = 0; i < type.capacity; i++) {
      const item = initial.items[i];
      if (item) visitInitial(type.element, item, offset, visit);
      else padding.forEach((value, k) => visit.value(offset + k, value, true));
      offset += padding.length;
    }
  } else {
    for (const [i, item] of initial.items.entries()) {
      const part = type.kind === "array" ? type.element : type.kind === "record" ? type.fields[i]!.type : type;
      visitInitial(part, item, offset, visit);
      offset += sizeOf(part);
    }
  }
}

/** Calls `visit` for each queue of a type; its length is the slot `offset`, and its cells follow. */
export function visitQueues(type: Type, offset: number, visit: (queue: QueueType, offset: number) => void): void {
  if (type.kind === "queue") visit(type, offset);
  else if (type.kind === "array") {
    if (!holdsQueue(type.element)) return;
    const size = sizeOf(type.element);
    for (let i = 0; i < lengthOf(type.index); i++) visitQueues(type.element, offset + i * size, visit);
  } else if (type.kind === "record") {
    for (const field of type.fields) {
      visitQueues(field.type, offset, visit);
      offset += sizeOf(field.type);
    }
  }
}

function holdsQueue(type: Type): boolean {
  if (type.kind === "array") return holdsQueue(type.element);
  return type.kind === "queue" || (type.kind === "record" && type.fields.some((field) => holdsQueue(field.type)));
}
