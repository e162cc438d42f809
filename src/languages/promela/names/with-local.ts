/** Adds a local variable to a process, before all others. */

import type { BasicType, Expression, Name, ProcessDefinition, Statement } from "../syntax/syntax-tree.ts";

export function withLocal(
  unit: ProcessDefinition,
  text: string,
  type: BasicType,
  value: Expression,
): ProcessDefinition {
  const { span } = unit.name;
  const name: Name = { text, span };
  const initial = { kind: "value", value } as const;
  const declaration: Statement = {
    kind: "declaration",
    declaration: { type: { kind: type, span }, variables: [{ name, initial, span }], span },
    span,
  };
  return { ...unit, body: [declaration, ...unit.body] };
}
