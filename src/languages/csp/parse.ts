/** Reads a model in CSP#, the language of the PAT model checker. docs/guide/csp.md describes it. */

import { Collector } from "../../syntax/collector.ts";
import type { Defines } from "../../syntax/definitions.ts";
import { attempt } from "../../syntax/refused.ts";
import { baseName } from "../../syntax/source.ts";
import type { Source } from "../../syntax/source.ts";
import { catalog } from "../catalog.ts";
import type { Language, Parsed } from "../language.ts";
import { lowerSystems } from "./lowering/systems.ts";
import { checkNames } from "./names/check-names.ts";
import { declare } from "./names/declare.ts";
import { Globals, integerWidths } from "./names/globals.ts";
import { Cursor } from "./syntax/cursor.ts";
import { parseDeclarations } from "./syntax/parse-declaration.ts";
import type { Declaration } from "./syntax/syntax-tree.ts";

export const csp: Language = { ...catalog.csp, parse: (source, { defines }) => parseCsp(source, defines) };

/** Never throws. Syntax errors are reported first, then errors in names, then all others. */
export function parseCsp(source: Source, defines: Defines = {}): Parsed {
  const collector = new Collector(source);
  const declarations = parseDeclarations(new Cursor(collector));
  if (!collector.empty) return { diagnostics: collector.sorted() };
  let read: Parsed = { diagnostics: [] };
  for (const bits of integerWidths) {
    read = lowered(new Globals(new Collector(source), bits), declarations, defines);
    if (!read.diagnostics.some(({ code }) => code === "csp/too-large")) break;
  }
  return read;
}

function lowered(g: Globals, declarations: readonly Declaration[], defines: Defines): Parsed {
  const { collector } = g;
  const read = (into: Globals): boolean => {
    declare(into, declarations, defines);
    checkNames(into, declarations);
    return into.collector.empty;
  };
  const again = (bits: number): Globals => {
    const other = new Globals(new Collector(collector.source), bits);
    read(other);
    return other;
  };
  const model = attempt(() =>
    read(g) ? lowerSystems(g, declarations, baseName(collector.source.name), again) : undefined,
  );
  return model && collector.empty ? { model, diagnostics: [] } : { diagnostics: collector.sorted() };
}
