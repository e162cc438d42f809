/** Reads a model from text. docs/guide/seq.md describes the language. */

import { Collector } from "../../syntax/collector.ts";
import type { Defines } from "../../syntax/definitions.ts";
import type { Diagnostic } from "../../syntax/diagnostic.ts";
import { baseName } from "../../syntax/source.ts";
import type { Source } from "../../syntax/source.ts";
import type { Model } from "../model.ts";
import { elaborate } from "./elaborate.ts";
import { parseDeclarations } from "./parse-declaration.ts";

export interface ParseOptions {
  /** Values for constants by name, as in `-D NAME=VALUE`. */
  readonly defines?: Defines | undefined;
}

export interface ParseResult {
  /** Present if and only if there are no diagnostics. */
  readonly model?: Model | undefined;
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Parses and elaborates a model. It never throws, takes time linear in the text, and reports a limited number of
 * errors. After a syntax error it reports only syntax errors, since other errors in an incomplete tree mean little.
 */
export function parseModel(source: Source, options: ParseOptions = {}): ParseResult {
  const collector = new Collector(source);
  const declarations = parseDeclarations(collector);
  if (!collector.empty) return { diagnostics: collector.sorted() };
  const model = elaborate(collector, declarations, options.defines ?? {}, baseName(source.name));
  return collector.empty ? { model, diagnostics: [] } : { diagnostics: collector.sorted() };
}
