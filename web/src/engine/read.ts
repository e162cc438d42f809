/** Reads the text of a model, and remembers the last one. */

import {
  catalog,
  containsAssertion,
  loadLanguage,
  locate,
  parseIn,
  positionAt,
  unknownLanguage,
  Watch,
  watched,
} from "noether";
import type { Diagnostic, Model, Parsed, Span } from "noether";
import type { Mark, ModelCard, ModelText, ReadAnswer } from "./protocol.ts";

/** The longest time for reading a text: one that takes longer expands without end. */
const longestMs = 20_000;

interface Read {
  readonly key: string;
  readonly parsed: Parsed;
  readonly missing: readonly string[];
}

let last: Read | undefined;

async function reading(text: ModelText): Promise<Read> {
  const key = JSON.stringify(text);
  if (last?.key === key) return last;
  const missing = new Set<string>();
  const include = (name: string): string | undefined => {
    if (Object.hasOwn(text.files, name)) return text.files[name];
    missing.add(name);
    return undefined;
  };
  const defines = Object.fromEntries(Object.entries(text.defines).filter(([, value]) => value.trim() !== ""));
  const language = await loadLanguage(text.name);
  const source = { name: text.name, text: text.text };
  const parsed = watched(new Watch({ timeoutMs: longestMs }), () =>
    language ? parseIn(language, source, { defines, include }) : unknownLanguage(source, Object.values(catalog)),
  );
  return (last = { key, parsed, missing: [...missing] });
}

/** The text has errors, so there is no model. */
export class Unreadable extends Error {}

export async function modelOf(text: ModelText): Promise<Parsed & { readonly model: Model }> {
  const { parsed } = await reading(text);
  if (parsed.model) return { ...parsed, model: parsed.model };
  const [first] = parsed.diagnostics;
  throw new Unreadable(first ? `${locate(first.span)}: ${first.message}` : "the model cannot be read");
}

export async function read(text: ModelText): Promise<ReadAnswer> {
  const { parsed, missing } = await reading(text);
  const card = parsed.model && cardOf(parsed.model, text.name);
  return { marks: parsed.diagnostics.map((diagnostic) => markOf(diagnostic, text)), card, missing };
}

/** The lines of a span in the text of the model. */
export function linesOf(span: Span | undefined, name: string): readonly [number, number] | undefined {
  if (!span || span.source.name !== name) return undefined;
  const from = positionAt(span.source, span.start).line;
  return [from, positionAt(span.source, Math.max(span.start, span.end - 1)).line];
}

function markOf({ span, message, code }: Diagnostic, { name }: ModelText): Mark {
  const { line, column } = positionAt(span.source, span.start);
  const elsewhere = span.source.name === name ? undefined : span.source.name;
  return { from: span.start, to: Math.max(span.end, span.start + 1), line, column, message, code, elsewhere };
}

function cardOf(model: Model, name: string): ModelCard {
  const { variables, transitions, properties } = model;
  return {
    variables: variables.length,
    transitions: transitions.length,
    properties: properties.map((property) => ({
      name: property.name,
      kind: property.kind,
      line: linesOf(property.span, name)?.[0],
    })),
    hasAssertions: containsAssertion(model),
  };
}
