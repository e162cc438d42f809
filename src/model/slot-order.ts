/** An order of slots that keeps related slots together: process by process. */

import { getOrAdd } from "../util/numbering.ts";
import type { Model, ScalarType } from "./model.ts";
import { highOf, lengthOf, lowOf, sizeOf } from "./slots.ts";

/** All slots: first those outside arrays, then, for each index type, those of all arrays over it, row by row. */
export function processMajor(model: Model, offsets: ReadonlyMap<string, number>): number[] {
  const single: number[] = [];
  const families = new Map<string, number[][]>();
  for (const { name, type } of model.variables) {
    const offset = offsets.get(name)!;
    if (type.kind !== "array") {
      for (let i = 0; i < sizeOf(type); i++) single.push(offset + i);
      continue;
    }
    const key = indexKey(type.index);
    const rows = getOrAdd(families, key, () => Array.from({ length: lengthOf(type.index) }, () => []));
    const size = sizeOf(type.element);
    rows.forEach((row, i) => {
      for (let k = 0; k < size; k++) row.push(offset + i * size + k);
    });
  }
  return [...single, ...[...families.values()].flat(2)];
}

function indexKey(type: ScalarType): string {
  return type.kind === "enum" ? type.name : `${lowOf(type)}..${highOf(type)}`;
}
