/** Reads a model from its text. The language is described in docs/guide/seq.md. */

import { Collector } from "../../syntax/collector.ts";
import type { Defines } from "../../syntax/definitions.ts";
import type { Diagnostic } from "../../syntax/diagnostic.ts";
import { baseName } from "../../syntax/source.ts";
import type { Source } from "../../syntax/source.ts";
import type { Model } from "../model.ts";
import { elaborate } from "./elaborate.ts";
import { parseDeclarations } from "./parse-declaration.ts";

export interface ParseOptions {
  /** Values for constants, by name, as in `-D NAME=VALUE`. */
  readonly defines?: Defines | undefined;
}

export interface ParseResult {
  /** Present if and only if there are no diagnostics. */
  readonly model?: Model | undefined;
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Never throws, takes time linear in the text, and reports at most a handful of problems; those of grammar alone, if there
 * are any, for without a whole tree there would be more noise than sense in the others.
 */
export function parseModel(source: Source, options: ParseOptions = {}): ParseResult {
  const collector = new Collector(source);
  const declarations = parseDeclarations(collector);
  if (!collector.empty) return { diagnostics: collector.sorted() };
  const model = elaborate(collector, declarations, options.defines ?? {}, baseName(source.name));
  return collector.empty ? { model, diagnostics: [] } : { diagnostics: collector.sorted() };
}
