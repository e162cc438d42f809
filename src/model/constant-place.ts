/** What a text says by itself, without a state: constants, and places with constant indices. */

import type { Expression, Type } from "./model.ts";
import { fieldOf, highOf, lowOf, sizeOf } from "./slots.ts";
import type { Scope } from "./typing.ts";

/** What the names of a model stand for. */
export interface NamesInScope extends Scope {
  readonly predicates: ReadonlyMap<string, Expression>;
  readonly constantValues: ReadonlyMap<string, number>;
  /** Where the slots of each variable begin. */
  readonly offsets: ReadonlyMap<string, number>;
}

export function constantOf(e: Expression, { constantValues }: NamesInScope): number | undefined {
  switch (e.kind) {
    case "integer":
      return e.value;
    case "boolean":
      return Number(e.value);
    case "member":
      return e.type.members.indexOf(e.name);
    case "constant":
      return constantValues.get(e.name);
    default:
      return undefined;
  }
}

/** The slots of a place whose indices are constants within bounds; none are elements of queues. */
export function constantPlace(
  e: Expression,
  names: NamesInScope,
): { readonly offset: number; readonly type: Type } | undefined {
  switch (e.kind) {
    case "variable":
      return { offset: names.offsets.get(e.name)!, type: names.variables.get(e.name)! };
    case "field": {
      const base = constantPlace(e.base, names);
      if (base?.type.kind !== "record") return undefined;
      const field = fieldOf(base.type, e.field);
      return { offset: base.offset + field.offset, type: field.type };
    }
    case "index": {
      const index = constantOf(e.index, names);
      const base = index === undefined ? undefined : constantPlace(e.base, names);
      if (base?.type.kind !== "array") return undefined;
      const [low, high] = [lowOf(base.type.index), highOf(base.type.index)];
      if (index! < low || index! > high) return undefined;
      return { offset: base.offset + (index! - low) * sizeOf(base.type.element), type: base.type.element };
    }
    default:
      return undefined;
  }
}
