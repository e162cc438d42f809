/** Reads parameterized systems and patterns from `.rsp` texts. docs/guide/patterns.md describes the language. */

import type { ParameterizedSystem, Pattern } from "../../family/system.ts";
import { Collector } from "../../syntax/collector.ts";
import type { Diagnostic } from "../../syntax/diagnostic.ts";
import { baseName } from "../../syntax/source.ts";
import type { Source } from "../../syntax/source.ts";
import { elaboratePatterns, elaborateSystem } from "./elaborate.ts";
import { parseItems } from "./parse-tree.ts";

export interface ParsedSystem {
  /** Present if and only if there are no diagnostics. */
  readonly system?: ParameterizedSystem | undefined;
  readonly diagnostics: readonly Diagnostic[];
}

/** The name is shown in messages, and names the system. */
export function parseSystem(text: string, { name = "system.rsp" }: { readonly name?: string } = {}): ParsedSystem {
  const source: Source = { name, text };
  const collector = new Collector(source);
  const items = parseItems(collector);
  const system = collector.empty ? elaborateSystem(collector, items, baseName(source.name)) : undefined;
  return collector.empty ? { system, diagnostics: [] } : { diagnostics: collector.sorted() };
}

/** Reads patterns from a separate file, for a system that has been read before. */
export function parsePatterns(
  text: string,
  system: ParameterizedSystem,
  { name = "patterns.rsp" }: { readonly name?: string } = {},
): { readonly patterns: readonly Pattern[]; readonly diagnostics: readonly Diagnostic[] } {
  const collector = new Collector({ name, text });
  const items = parseItems(collector);
  const patterns = collector.empty ? elaboratePatterns(collector, items, system.letters) : [];
  return { patterns, diagnostics: collector.sorted() };
}
