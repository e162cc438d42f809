/** The simple values that make up an element of a multiset. */

import { isSimple } from "../names/murphi-type.ts";
import type { Cell, MurphiType, SimpleType } from "../names/murphi-type.ts";

export interface Leaf {
  /** The fields that lead to it. */
  readonly path: readonly string[];
  readonly type: SimpleType;
  readonly cell: Cell;
}

/** Without the parts that are arrays or multisets, which an element must not have. */
export function leavesOf(type: MurphiType, cell: Cell, path: readonly string[] = []): Leaf[] {
  if (isSimple(type)) return [{ path, type, cell }];
  if (type.kind !== "record") return [];
  return type.fields.flatMap((field) => leavesOf(field.type, field.cell, [...path, field.name]));
}

/** Whether the type consists of simple values and records of them. */
export function isFlat(type: MurphiType): boolean {
  if (type.kind === "record") return type.fields.every((field) => isFlat(field.type));
  return isSimple(type);
}
