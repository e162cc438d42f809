/**
 * The state of a model as a vector: every variable is flattened to scalar slots.
 *
 * A scalar takes one slot. Arrays and records take the slots of their parts in order. A queue takes one slot for its
 * length and then those of `capacity` elements. Variables follow each other in the order of declaration.
 */

import { look } from "../util/limits.ts";
import type { Expression, Model, RecordType, ScalarType, Type, Variable } from "./model.ts";

export interface Slot {
  /** The name in the notation of the user: `token[2]`, `net[0].src`, `len(net)`. */
  readonly name: string;
  readonly variable: Variable;
  /** Absent for the length of a queue. */
  readonly type?: ScalarType | undefined;
  /**
   * The lowest value. In a cell of a queue it is the padding of unused cells, one less than the lowest value of its
   * type.
   */
  readonly low: number;
  readonly high: number;
  /** The position in a queue, for a cell of a queue. */
  readonly cell?: QueueCell | undefined;
}

export interface QueueCell {
  /** The slot of the length of the queue. */
  readonly lengthSlot: number;
  /** The index of its element in the queue, from the head. */
  readonly position: number;
}

/** The least value of a scalar type. */
export function lowOf(type: ScalarType): number {
  return type.kind === "range" ? type.low : 0;
}

/** The greatest value of a scalar type. */
export function highOf(type: ScalarType): number {
  switch (type.kind) {
    case "bool":
      return 1;
    case "range":
      return type.high;
    case "enum":
      return type.members.length - 1;
  }
}

export function isScalar(type: Type): type is ScalarType {
  return type.kind === "bool" || type.kind === "range" || type.kind === "enum";
}

/** The number of slots of a value of the type. */
export function sizeOf(type: Type): number {
  switch (type.kind) {
    case "bool":
    case "range":
    case "enum":
      return 1;
    case "array":
      return lengthOf(type.index) * sizeOf(type.element);
    case "record":
      return type.fields.reduce((size, field) => size + sizeOf(field.type), 0);
    case "queue":
      return 1 + type.capacity * sizeOf(type.element);
  }
}

/** The number of values of a scalar type. */
export function lengthOf(type: ScalarType): number {
  return highOf(type) - lowOf(type) + 1;
}

/** The type of a field and the number of slots before it. */
export function fieldOf(type: RecordType, name: string): { readonly type: Type; readonly offset: number } {
  let offset = 0;
  for (const field of type.fields) {
    if (field.name === name) return { type: field.type, offset };
    offset += sizeOf(field.type);
  }
  throw new RangeError(`no field ${name}`);
}

/** A scalar value in the notation of the user. */
export function showValue(type: ScalarType | undefined, value: number): string {
  switch (type?.kind) {
    case undefined:
      return String(value);
    case "range":
      return type.words?.[value] ?? String(value);
    case "bool":
      return value === 0 ? "false" : "true";
    case "enum":
      return type.members[value] ?? String(value);
  }
}

/** The padding of an unused cell of a queue, for all slots of an element. No element has these values. */
export function paddingOf(element: Type): number[] {
  return boundsOf(element).low.map((low) => low - 1);
}

/** The bounds of each slot of a type, in order. Cells of queues include their padding. */
export function boundsOf(type: Type): { readonly low: number[]; readonly high: number[] } {
  const low: number[] = [];
  const high: number[] = [];
  visitSlots(type, "", (_, slotLow, slotHigh) => {
    low.push(slotLow);
    high.push(slotHigh);
  });
  return { low, high };
}

/** All slots of a model, and the first slot of each variable. */
export interface Slots {
  readonly slots: readonly Slot[];
  readonly offsets: ReadonlyMap<string, number>;
}

/** The meanings of the names of a model, and the initial values of its slots. */
export interface Meanings extends Slots {
  readonly initialValues: readonly (number | undefined)[];
  readonly constants: ReadonlyMap<string, number>;
  readonly types: ReadonlyMap<string, Type>;
  readonly predicates: ReadonlyMap<string, Expression>;
}

/** Computes the slots anew. `facts` keeps them. */
export function slotsOf(model: Model): Slots {
  const slots: Slot[] = [];
  const offsets = new Map<string, number>();
  for (const variable of model.variables) {
    look();
    offsets.set(variable.name, slots.length);
    let lengthSlot = -1;
    visitSlots(variable.type, variable.name, (name, low, high, type, position) => {
      if (!type) lengthSlot = slots.length;
      const cell = position === undefined ? undefined : { lengthSlot, position };
      slots.push({ name, variable, type, low, high, cell });
    });
  }
  return { slots, offsets };
}

/**
 * Calls `visit` for each slot of a type in order. Names are derived from `name`, and positions are those of cells in
 * their queues.
 */
export function visitSlots(
  type: Type,
  name: string,
  visit: (name: string, low: number, high: number, type?: ScalarType, position?: number) => void,
): void {
  switch (type.kind) {
    case "bool":
    case "range":
    case "enum":
      visit(name, lowOf(type), highOf(type), type);
      return;
    case "array":
      for (let i = lowOf(type.index); i <= highOf(type.index); i++) {
        look();
        visitSlots(type.element, `${name}[${showValue(type.index, i)}]`, visit);
      }
      return;
    case "record":
      for (const field of type.fields) visitSlots(field.type, `${name}.${field.name}`, visit);
      return;
    case "queue":
      visit(`len(${name})`, 0, type.capacity);
      for (let i = 0; i < type.capacity; i++) {
        look();
        visitSlots(type.element, `${name}[${i}]`, (cell, low, high, cellType) =>
          visit(cell, low - 1, high, cellType, i),
        );
      }
      return;
  }
}
