/**
 * Hidden variables that nothing depends on.
 *
 * SPIN leaves `hidden` variables out of the state, read or not, and may miss states then. Here they are left out if no expression of
 * the text mentions their name: what is assigned to them, received into them or printed makes no difference to any run.
 */

import type { Unit } from "../syntax/syntax-tree.ts";
import type { VariableSymbol } from "./symbols.ts";

/** Of the global variables; single values only, since an index may be out of bounds. */
export function unreadVariables(variables: readonly VariableSymbol[], units: readonly Unit[]): Set<VariableSymbol> {
  const hidden = variables.filter(
    ({ isHidden, size, type }) => isHidden && size === undefined && type.kind === "scalar",
  );
  if (hidden.length === 0) return new Set();
  const read = new Set<string>();
  for (const unit of units) collect(unit, read);
  return new Set(hidden.filter(({ name }) => !read.has(name)));
}

/** The names that nodes of a syntax tree mention, other than to write to them or to print them. */
function collect(node: unknown, into: Set<string>): void {
  if (Array.isArray(node)) for (const part of node) collect(part, into);
  if (typeof node !== "object" || node === null || Array.isArray(node)) return;
  const { kind, text } = node as { kind?: unknown; text?: unknown };
  if (kind === "print") return;
  if (typeof text === "string") into.add(text);
  for (const [key, value] of Object.entries(node)) {
    if (key === "span") continue;
    if (key === "target" && kind === "assign") collectIndices(value, into);
    else if (key === "pattern" && kind === "receive") {
      for (const part of value as readonly { kind: string; reference?: unknown }[]) {
        if (part.kind === "reference") collectIndices(part.reference, into);
        else collect(part, into);
      }
    } else if (key === "variables") {
      for (const { size, initial } of value as readonly { size?: unknown; initial?: unknown }[]) {
        collect([size, initial], into);
      }
    } else collect(value, into);
  }
}

/** A reference that is written to reads its indices. */
function collectIndices(reference: unknown, into: Set<string>): void {
  const { parts } = reference as { parts: readonly { index?: unknown }[] };
  for (const { index } of parts) collect(index, into);
}
