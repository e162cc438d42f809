/** The types of the model, and values of them that Murphi has words for: undefined, and the least ones. */

import { boolean, integer } from "../../../model/build.ts";
import type { Expression, Initial, ScalarType, Type } from "../../../model/model.ts";
import { boundsOf, isSimple, undefinedOf, wordsOf } from "../names/murphi-type.ts";
import type { Cell, MurphiType, SimpleType } from "../names/murphi-type.ts";
import { leavesOf } from "./leaves.ts";

/** Whether places of a cell have a value for undefined. */
export type IsOpen = (cell: Cell) => boolean;

/** The type of values that are defined. */
export function scalarType(type: SimpleType): ScalarType {
  if (type.kind === "boolean") return { kind: "bool" };
  const words = type.kind === "range" ? undefined : wordsOf(type);
  return { kind: "range", ...boundsOf(type), words };
}

/** The type of values that may be undefined. */
export function openType(type: SimpleType): ScalarType {
  const { low, high } = boundsOf(type);
  return { kind: "range", low: low - 1, high, words: { ...wordsOf(type), [low - 1]: "Undefined" } };
}

/** The type of indices. Truth values are numbers there. */
export function indexType(type: SimpleType, mayBeUndefined = false): ScalarType {
  if (mayBeUndefined) return openType(type);
  return type.kind === "boolean" ? { kind: "range", low: 0, high: 1, words: wordsOf(type) } : scalarType(type);
}

export function modelType(type: MurphiType, cell: Cell, isOpen: IsOpen): Type {
  switch (type.kind) {
    case "record":
      return {
        kind: "record",
        fields: type.fields.map((field) => ({ name: field.name, type: modelType(field.type, field.cell, isOpen) })),
      };
    case "array":
      return { kind: "array", index: indexType(type.index), element: modelType(type.element, type.cell, isOpen) };
    case "multiset": {
      const number: Type = { kind: "range", low: 0, high: type.capacity };
      const count = leavesOf(type.element, type.cell).reduceRight<Type>(
        (element, leaf) => ({ kind: "array", index: indexType(leaf.type, isOpen(leaf.cell)), element }),
        number,
      );
      return {
        kind: "record",
        isMultiset: true,
        fields: [
          { name: "size", type: number },
          { name: "count", type: count },
        ],
      };
    }
    default:
      return isOpen(cell) ? openType(type) : scalarType(type);
  }
}

/** The number that a place of a simple type holds, as an expression of its type in the model. */
export function stored(value: number, type: SimpleType, isOpenPlace: boolean): Expression {
  return type.kind === "boolean" && !isOpenPlace ? boolean(value !== 0) : integer(value);
}

/** A whole value in which every place is undefined, or the least value of its type. */
export function filled(type: MurphiType, cell: Cell, isOpen: IsOpen, how: "undefined" | "least"): Expression {
  if (isSimple(type)) {
    return stored(how === "least" ? boundsOf(type).low : undefinedOf(type), type, isOpen(cell));
  }
  const model = modelType(type, cell, isOpen);
  return fill(model, how, type, isOpen);
}

function fill(model: Type, how: "undefined" | "least", type: MurphiType, isOpen: IsOpen): Expression {
  if (type.kind === "record" && model.kind === "record") {
    const items = type.fields.map((field) => filled(field.type, field.cell, isOpen, how));
    return { kind: "aggregate", type: model, items };
  }
  if (type.kind === "array" && model.kind === "array") {
    const item = filled(type.element, type.cell, isOpen, how);
    const { low, high } = boundsOf(type.index);
    return { kind: "aggregate", type: model, items: Array.from({ length: high - low + 1 }, () => item) };
  }
  return zeros(model);
}

/** An empty multiset. */
function zeros(type: Type): Expression {
  if (type.kind === "array" && type.index.kind === "range") {
    const item = zeros(type.element);
    const items = Array.from({ length: type.index.high - type.index.low + 1 }, () => item);
    return { kind: "aggregate", type, items };
  }
  if (type.kind === "record") return { kind: "aggregate", type, items: type.fields.map((field) => zeros(field.type)) };
  return integer(0);
}

/** The same as an initial value: undefined everywhere. Multisets are empty. */
export function undefinedInitial(type: MurphiType, cell: Cell, isOpen: IsOpen): Initial {
  switch (type.kind) {
    case "record":
      return { kind: "items", items: type.fields.map((field) => undefinedInitial(field.type, field.cell, isOpen)) };
    case "array": {
      const { low, high } = boundsOf(type.index);
      const item = undefinedInitial(type.element, type.cell, isOpen);
      return { kind: "items", items: Array.from({ length: high - low + 1 }, () => item) };
    }
    case "multiset":
      return zeroInitial(modelType(type, cell, isOpen));
    default:
      return { kind: "value", value: undefinedOf(type) };
  }
}

function zeroInitial(type: Type): Initial {
  if (type.kind === "record") return { kind: "items", items: type.fields.map((field) => zeroInitial(field.type)) };
  if (type.kind !== "array" || type.index.kind !== "range") return { kind: "value", value: 0 };
  const item = zeroInitial(type.element);
  return { kind: "items", items: Array.from({ length: type.index.high - type.index.low + 1 }, () => item) };
}
