/** The cells of a variable of a record type: each scalar or channel in it, with its place. */

import type { RecordField, ValueType } from "./symbols.ts";

export interface RecordCell {
  /** Indices and names of fields, from the variable inwards. */
  readonly path: readonly (number | string)[];
  readonly field: RecordField;
  /** The key of the field, the same in all variables (`resolve.ts`). */
  readonly key: string;
  /** The index in the field, if it is an array. */
  readonly at: number;
}

export function recordCells(type: ValueType, size?: number): RecordCell[] {
  const cells: RecordCell[] = [];
  const visit = (
    part: ValueType,
    count: number | undefined,
    path: RecordCell["path"],
    self?: Partial<RecordCell>,
  ): void => {
    if (count !== undefined) {
      for (let at = 0; at < count; at++) visit(part, undefined, [...path, at], { ...self, at });
    } else if (part.kind === "record") {
      for (const field of part.fields) {
        visit(field.type, field.size, [...path, field.name], { field, key: `${part.name}.${field.name}`, at: 0 });
      }
    } else if (self?.field) cells.push({ path, field: self.field, key: self.key!, at: self.at! });
  };
  visit(type, size, []);
  return cells;
}

/** `[2].c`, as it is written after the name of the variable. */
export function pathText(path: RecordCell["path"]): string {
  return path.map((step) => (typeof step === "number" ? `[${step}]` : `.${step}`)).join("");
}
