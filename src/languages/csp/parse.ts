/** Reads a CSP# model, the language of the PAT model checker. It is described in docs/guide/csp.md. */

import { Collector } from "../../syntax/collector.ts";
import type { Source } from "../../syntax/source.ts";
import type { Language, Parsed } from "../language.ts";
import { checkNames } from "./check.ts";
import { Cursor } from "./cursor.ts";
import { declare } from "./declare.ts";
import type { Defines } from "./define.ts";
import { Globals } from "./globals.ts";
import { lowerModel } from "./lower.ts";
import { parseDeclarations } from "./parse-declaration.ts";
import { Refused } from "./refused.ts";
import { systemOf } from "./system.ts";

export const csp: Language = {
  name: "CSP#",
  endings: [".csp"],
  description: "processes and events, the language of PAT",
  parse: (source, { defines }) => parseCsp(source, defines),
};

/** Never throws. Problems of grammar are reported first, then those of names, then all others. */
export function parseCsp(source: Source, defines: Defines = {}): Parsed {
  const collector = new Collector(source);
  const declarations = parseDeclarations(new Cursor(collector));
  if (!collector.empty) return { diagnostics: collector.sorted() };
  const g = new Globals(collector);
  try {
    declare(g, declarations, defines);
    checkNames(g, declarations);
    const system = collector.empty ? systemOf(g, declarations) : undefined;
    const model = system && collector.empty ? lowerModel(g, declarations, system, baseName(source.name)) : undefined;
    if (model && collector.empty) return { model, diagnostics: [] };
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
  }
  return { diagnostics: collector.sorted() };
}

/** The file name without folder and ending. */
function baseName(name: string): string {
  const file = name.replace(/^.*[/\\]/s, "");
  return file.replace(/(?<=.)\.[^.]*$/, "");
}
