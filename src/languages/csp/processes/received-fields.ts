/** The fields of `c?x.1.y`: new names, or required values. */

import type { Env } from "../names/expression.ts";
import type { Globals } from "../names/globals.ts";
import type { ExpressionNode, ProcessOf } from "../syntax/syntax-tree.ts";

export type ReceivedField =
  | { readonly kind: "input"; readonly name: string }
  | { readonly kind: "match"; readonly value: ExpressionNode };

/** A name that is neither a constant nor a parameter or index is new. It may hide an earlier input. */
export function receivedFields(g: Globals, node: ProcessOf<"receive">, env: Env): ReceivedField[] {
  return node.fields.map((field) => {
    if (field.kind !== "name" || g.symbols.has(field.name)) return { kind: "match", value: field };
    const binding = env.get(field.name);
    const known = binding !== undefined && !(binding.kind === "local" && binding.local.input);
    return known ? { kind: "match", value: field } : { kind: "input", name: field.name };
  });
}
