/** Prints initial values: the part of a declaration after `=`. */

import type { Initial, Type } from "../model.ts";
import { showValue } from "../slots.ts";
import { emptyQueues } from "./elaborate-initial.ts";
import { writeName } from "./lexicon.ts";
import { isTuple } from "./print-type.ts";

/** Prints an initial value as short as possible: one value for equal elements, `*` for arbitrary ones. */
export function printInitial(type: Type, initial: Initial): string {
  switch (type.kind) {
    case "bool":
      return initial.kind === "value" ? showValue(type, initial.value) : "*";
    case "range":
      return initial.kind === "value" ? String(initial.value) : "*";
    case "enum":
      return initial.kind === "value" ? writeName(type.members[initial.value] ?? "") : "*";
    case "queue":
      return initial.kind === "any" ? "*" : `[${printItems(initial, () => type.element).join(", ")}]`;
    case "array": {
      const items = printItems(initial, () => type.element);
      const first = items[0] ?? "*";
      // The parser would read a list as the list of elements of this array.
      if (!first.startsWith("[") && items.every((item) => item === first)) return first;
      return `[${items.join(", ")}]`;
    }
    case "record": {
      const items = printItems(initial, (i) => type.fields[i]!.type);
      if (items.every((item) => item === "*")) return "*";
      if (isTuple(type)) return `(${items.join(", ")})`;
      return `{ ${items.map((item, i) => `${writeName(type.fields[i]!.name)}: ${item}`).join(", ")} }`;
    }
  }
}

/** Whether the declaration may omit the initial value: the type has only queues, all of them empty. */
export function isImplicit(type: Type, initial: Initial): boolean {
  return emptyQueues(type) !== undefined && isEmpty(type, initial);
}

function isEmpty(type: Type, initial: Initial): boolean {
  if (initial.kind !== "items") return false;
  if (type.kind === "queue") return initial.items.length === 0;
  return initial.items.every((item, i) => {
    const part = type.kind === "array" ? type.element : type.kind === "record" ? type.fields[i]!.type : undefined;
    return part !== undefined && isEmpty(part, item);
  });
}

/** Equal items are often one object, which is printed once. */
function printItems(initial: Initial, typeAt: (i: number) => Type): string[] {
  if (initial.kind !== "items") return [];
  let previous: Initial | undefined;
  let text = "";
  return initial.items.map((item, i) => {
    const type = typeAt(i);
    if (item !== previous || i === 0 || type !== typeAt(i - 1)) text = printInitial(type, item);
    previous = item;
    return text;
  });
}
