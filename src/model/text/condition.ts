/** Reads a condition on the states of a model, in the notation of `.seq`, from someone who looks at a run. */

import type { Diagnostic } from "../../syntax/diagnostic.ts";
import type { Source } from "../../syntax/source.ts";
import type { Expression, Model } from "../model.ts";
import { writeName } from "./lexicon.ts";
import { parseModel } from "./parse.ts";
import { printModel } from "./print.ts";

export type ParsedCondition =
  | { readonly condition: Expression; readonly diagnostics?: undefined }
  | { readonly condition?: undefined; readonly diagnostics: readonly Diagnostic[] };

/**
 * The condition is elaborated as one more predicate of the declarations of the model, printed and read again: so it may
 * mention all that a predicate may. The condition may be the name of an invariant or of a reachable condition too.
 */
export function parseCondition(model: Model, source: Source): ParsedCondition {
  const named = model.properties.find(({ name }) => name === source.text.trim());
  if (named && "condition" in named) return { condition: named.condition };
  const name = freeName(model);
  const declarations = printModel({ ...model, initialCondition: undefined, transient: undefined, transitions: [], properties: [] }); // prettier-ignore
  const before = `${declarations}\npredicate ${writeName(name)} = (`;
  const parsed = parseModel({ name: source.name, text: `${before}${source.text}\n)\n` });
  const predicate = parsed.model?.predicates.find((each) => each.name === name);
  if (predicate) return { condition: predicate.condition };
  const moved = (offset: number): number => Math.max(0, Math.min(source.text.length, offset - before.length));
  const diagnostics = parsed.diagnostics.map(({ code, message, span }) => ({
    code,
    message,
    span: { source, start: moved(span.start), end: moved(span.end) },
  }));
  return { diagnostics };
}

function freeName({ constants, types, variables, predicates }: Model): string {
  const members = types.flatMap(({ type }) => (type.kind === "enum" ? type.members : []));
  const names = new Set([...constants, ...types, ...variables, ...predicates].map((each) => each.name).concat(members));
  let name = "condition";
  while (names.has(name)) name += "'";
  return name;
}
