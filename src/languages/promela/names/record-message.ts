/** Splits records in messages, which are sent and received field by field. */

import type { Basic, Expression, Part, Pattern, Reference } from "../syntax/syntax-tree.ts";
import type { Scope, ValueType } from "./symbols.ts";

/** The scalar fields of a field of a message. */
export function scalarsOf(type: ValueType, size?: number): ValueType[] {
  if (size !== undefined) return Array.from({ length: size }, () => scalarsOf(type)).flat();
  return type.kind === "record" ? type.fields.flatMap((field) => scalarsOf(field.type, field.size)) : [type];
}

/** The statement, with every record in a message replaced by its fields. */
export function withoutRecords(s: Basic, scope: Scope): Basic {
  if (s.kind === "send") {
    const values = s.values.flatMap((value): Expression[] => {
      if (value.kind !== "reference") return [value];
      return partsOf(value.reference, scope).map((reference) => ({ ...value, reference }));
    });
    return { ...s, values };
  }
  if (s.kind === "receive") {
    const pattern = s.pattern.flatMap((part): Pattern[] => {
      if (part.kind !== "reference") return [part];
      return partsOf(part.reference, scope).map((reference) => ({ ...part, reference }));
    });
    return { ...s, pattern };
  }
  return s;
}

function partsOf(reference: Reference, scope: Scope): Reference[] {
  const [first, ...more] = reference.parts;
  const symbol = scope.find(first!.name.text);
  if (symbol?.kind !== "variable") return [reference];
  let { type } = symbol;
  for (const { name } of more) {
    const field = type.kind === "record" ? type.fields.find((candidate) => candidate.name === name.text) : undefined;
    if (!field) return [reference];
    ({ type } = field);
  }
  return expand(reference, type);
}

function expand(reference: Reference, type: ValueType): Reference[] {
  if (type.kind !== "record") return [reference];
  const { span } = reference;
  return type.fields.flatMap((field) =>
    Array.from({ length: field.size ?? 1 }, (_, k) => {
      const index: Expression | undefined = field.size === undefined ? undefined : { kind: "number", value: k, span };
      const part: Part = { name: { text: field.name, span }, index };
      return expand({ parts: [...reference.parts, part], span }, field.type);
    }).flat(),
  );
}
