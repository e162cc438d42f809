/** Prints types. */

import type { RecordType, ScalarType, Type } from "../model.ts";
import { writeName } from "./lexicon.ts";

/** Prints a type by its declared name, if it has one. */
export function printType(type: Type): string {
  return type.name === undefined ? printStructure(type) : writeName(type.name);
}

/** Prints the structure of a type, without its name: the right side of its declaration. */
export function printStructure(type: Type): string {
  switch (type.kind) {
    case "bool":
      return "bool";
    case "range":
      return `${type.low}..${type.high}`;
    case "enum":
      return `enum { ${type.members.map(writeName).join(", ")} }`;
    case "array":
      return `array [${printIndex(type.index)}] of ${printType(type.element)}`;
    case "queue":
      return `queue [${type.capacity}] of ${printType(type.element)}`;
    case "record":
      if (isTuple(type)) return `(${type.fields.map((field) => printType(field.type)).join(", ")})`;
      return `record { ${type.fields.map(({ name, type }) => `${writeName(name)}: ${printType(type)}`).join(", ")} }`;
  }
}

/** Whether the record is printed with parentheses. A single field `0` needs a record, because `(T)` is `T`. */
export function isTuple(type: RecordType): boolean {
  return type.fields.length > 1 && type.fields.every((field, i) => field.name === String(i));
}

function printIndex(type: ScalarType): string {
  if (type.kind === "range" && type.name === undefined && type.low === 0) return String(type.high + 1);
  return printType(type);
}
