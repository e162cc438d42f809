/**
 * Exchanges: symmetries guessed from the types alone.
 *
 * For each index type of arrays, each index is exchanged with the next one, in all arrays over the type and in the
 * variables that hold indices. The choice of these variables is a guess too: those of the type's name, or also those of
 * a range with the same values and at most one more, for none. The validator accepts such a guess or gives the reason
 * for its refusal. A user who expected two processes to be symmetric wants to know that reason. As a detector it is the
 * last resort for models that are too large for others. The cost is linear in the slots, for each exchange.
 */

import type { Domain } from "../model/domains.ts";
import { facts } from "../model/facts.ts";
import type { Model, ScalarType, Type } from "../model/model.ts";
import { highOf, lengthOf, lowOf, sizeOf } from "../model/slots.ts";
import type { Detector } from "./detector.ts";
import type { Symmetry } from "./symmetry.ts";

/** The most values of a type of processes. */
const typeLimit = 256;

export const exchanges: Detector = {
  name: "exchanges",
  description: "guesses that neighbors in arrays can be exchanged",
  tier: "guess",
  whyNot: () => undefined,
  propose: (search) => {
    for (const guesses of neighborExchanges(search.model)) search.propose(...guesses);
    return {};
  },
};

/** The guesses for each exchange, with the one that changes the most values last. */
function neighborExchanges(model: Model): Symmetry[][] {
  const types = new Map<string, ScalarType>();
  for (const { type } of model.variables) collectIndexTypes(type, types);
  const result: Symmetry[][] = [];
  for (const [key, type] of types) {
    if (lengthOf(type) > typeLimit) continue;
    for (let a = lowOf(type); a < highOf(type); a++) {
      const named = (held: ScalarType): boolean => held.name !== undefined && keyOf(held) === key;
      const guesses = [named, (held: ScalarType) => named(held) || holdsIndices(held, type)];
      const symmetries = guesses.map((holds) => exchange(model, key, a, a + 1, holds));
      if (symmetries[0]!.slots.every((to, from) => to === from)) continue;
      result.push(changesSame(symmetries) ? [symmetries[0]!] : symmetries);
    }
  }
  return result;
}

function exchange(model: Model, key: string, a: number, b: number, holds: (type: ScalarType) => boolean): Symmetry {
  const { slots: all, offsets, domains } = facts(model);
  const slots = Int32Array.from(all, (_, i) => i);
  const values = new Map<number, Map<number, number>>();
  const visit = (type: Type, from: number, to: number): void => {
    switch (type.kind) {
      case "bool":
      case "range":
      case "enum":
        slots[from] = to;
        if (holds(type)) {
          values.set(from, new Map([[a, b], [b, a]])); // prettier-ignore
        }
        return;
      case "array": {
        const size = sizeOf(type.element);
        const isOver = keyOf(type.index) === key;
        const low = lowOf(type.index);
        for (let i = 0; i < lengthOf(type.index); i++) {
          const image = !isOver ? i : i === a - low ? b - low : i === b - low ? a - low : i;
          visit(type.element, from + i * size, to + image * size);
        }
        return;
      }
      case "record": {
        let inside = 0;
        for (const field of type.fields) {
          visit(field.type, from + inside, to + inside);
          inside += sizeOf(field.type);
        }
        return;
      }
      case "queue": {
        slots[from] = to;
        const size = sizeOf(type.element);
        for (let i = 0; i < type.capacity; i++) visit(type.element, from + 1 + i * size, to + 1 + i * size);
      }
    }
  };
  for (const { name, type } of model.variables) visit(type, offsets.get(name)!, offsets.get(name)!);
  // Slots that always hold the same value need not move, and values that never occur need no image.
  for (let slot = 0; slot < slots.length; slot++) {
    if (
      isFixed(domains[slot]!) &&
      isFixed(domains[slots[slot]!]!) &&
      domains[slot]!.low === domains[slots[slot]!]!.low
    ) {
      values.delete(slot);
    }
  }
  return { slots, values };
}

/** Whether a type has the values of an index type, and at most one more. */
function holdsIndices(type: ScalarType, index: ScalarType): boolean {
  if (type.kind !== "range" || index.kind !== "range") return false;
  const extra = lengthOf(type) - lengthOf(index);
  return lowOf(type) <= lowOf(index) && highOf(type) >= highOf(index) && extra >= 0 && extra <= 1;
}

function changesSame([first, second]: readonly Symmetry[]): boolean {
  return first!.values.size === second!.values.size;
}

function isFixed({ low, high }: Domain): boolean {
  return low === high;
}

function collectIndexTypes(type: Type, into: Map<string, ScalarType>): void {
  switch (type.kind) {
    case "bool":
    case "range":
    case "enum":
      return;
    case "array":
      if (!into.has(keyOf(type.index))) into.set(keyOf(type.index), type.index);
      collectIndexTypes(type.element, into);
      return;
    case "record":
      for (const field of type.fields) collectIndexTypes(field.type, into);
      return;
    case "queue":
      collectIndexTypes(type.element, into);
  }
}

/** The name of a type. */
function keyOf(type: ScalarType): string {
  return type.name ?? (type.kind === "bool" ? "bool" : `${lowOf(type)}..${highOf(type)}`);
}
