/** Resolves references of the text. */

import type { Expression, Reference } from "../syntax/syntax-tree.ts";
import type { Names } from "./declare.ts";
import type { Scope, ValueType, VariableSymbol } from "./symbols.ts";

export interface Resolved {
  readonly symbol: VariableSymbol;
  /** The index of the variable itself, if it is an array. */
  readonly index?: Expression | undefined;
  readonly path: readonly { readonly field: string; readonly index?: Expression | undefined }[];
  readonly type: ValueType;
  /** Distinguishes channels: equal for all values that can be mixed up. */
  readonly key: VariableSymbol | string;
}

/** Names with a meaning in every process. */
const predefined: ReadonlySet<string> = new Set(["_pid", "_nr_pr", "_last", "_"]);

export function isPredefined(reference: Reference): string | undefined {
  const name = reference.parts[0]!.name.text;
  return reference.parts.length === 1 && predefined.has(name) ? name : undefined;
}

/** `undefined` after an error. */
export function resolve(names: Names, reference: Reference, scope: Scope): Resolved | undefined {
  const [first, ...more] = reference.parts;
  const symbol = scope.find(first!.name.text);
  if (symbol?.kind !== "variable") {
    if (symbol) {
      const what = symbol.kind === "process" ? "a process" : "a constant";
      names.report("not-a-variable", `expected a variable, found ${what}`, first!.name.span);
    } else names.unknown(first!.name, "a variable", scope.names());
    return undefined;
  }
  let { type, size } = symbol;
  let key: Resolved["key"] = symbol;
  const index = indexOf(names, size, first!.index, first!.name.text);
  const path = [];
  for (const { name, index: given } of more) {
    const field = type.kind === "record" ? type.fields.find((candidate) => candidate.name === name.text) : undefined;
    if (type.kind !== "record" || !field) {
      const what = type.kind === "record" ? `a field of \`${type.name}\`` : "no field of something that has none";
      names.report("unknown-field", `expected ${what}, found \`${name.text}\``, name.span);
      return undefined;
    }
    key = `${type.name}.${field.name}`;
    ({ type, size } = field);
    path.push({ field: field.name, index: indexOf(names, size, given, name.text) });
  }
  return { symbol, index, path, type, key };
}

/** An array without an index is its first element, as in SPIN. */
function indexOf(
  names: Names,
  size: number | undefined,
  given: Expression | undefined,
  name: string,
): Expression | undefined {
  if (size === undefined) {
    if (given && !(given.kind === "number" && given.value === 0)) {
      names.report("not-an-array", `expected no index after \`${name}\`, which is no array`, given.span);
    }
    return undefined;
  }
  return given ?? { kind: "number", value: 0, span: { source: names.collector.source, start: 0, end: 0 } };
}
