/** Loads families of systems, and patterns for them, from files. */

import type { ParameterizedSystem } from "../family/system.ts";
import { parsePatterns, parseSystem } from "../languages/rsp/parse.ts";
import type { ParsedSystem } from "../languages/rsp/parse.ts";
import { readSource } from "./source-file.ts";

/** Reads a family of systems. */
export function loadSystem(path: string): ParsedSystem {
  const { source, diagnostics } = readSource(path);
  return source ? parseSystem(source.text, source) : { diagnostics };
}

/** Reads patterns for a family of systems. */
export function loadPatterns(path: string, system: ParameterizedSystem): ReturnType<typeof parsePatterns> {
  const { source, diagnostics } = readSource(path);
  return source ? parsePatterns(source.text, system, source) : { patterns: [], diagnostics };
}
