/** Reads a model in Murphi, the language of CMurphi and Rumur. docs/guide/murphi.md describes it. */

import { Collector } from "../../syntax/collector.ts";
import { Definitions } from "../../syntax/definitions.ts";
import { baseName } from "../../syntax/source.ts";
import type { Source } from "../../syntax/source.ts";
import { catalog } from "../catalog.ts";
import type { Language, Parsed, ReadOptions } from "../language.ts";
import { lowerModel } from "./lower.ts";
import { parseProgram } from "./syntax/parse-program.ts";

export const murphi: Language = { ...catalog.murphi, parse: parseMurphi };

/** Never throws. Syntax errors are reported first, then all others. */
export function parseMurphi(source: Source, options: Partial<ReadOptions> = {}): Parsed {
  const collector = new Collector(source);
  const definitions = new Definitions("murphi", collector, options.defines ?? {});
  const program = parseProgram(collector);
  if (!collector.empty) return { diagnostics: collector.sorted() };
  const model = lowerModel(program, collector, definitions, baseName(source.name));
  return model && collector.empty ? { model, diagnostics: [] } : { diagnostics: collector.sorted() };
}
