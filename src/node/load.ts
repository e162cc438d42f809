/** Loads models from files. */

import { languageOf } from "../languages/catalog.ts";
import { languages } from "../languages/languages.ts";
import { loadModelIn } from "./load-in.ts";
import type { Loaded } from "./load-in.ts";

/**
 * Reads and parses a file. Every error is a diagnostic, including a missing file and one that is not text. Included
 * files must be below the folder of the file or one of `includeFolders`. `off` is for Promela (`ParseOptions`).
 */
export function loadModel(
  path: string,
  defines: Readonly<Record<string, string>>,
  includeFolders: readonly string[] = [],
  off?: readonly string[],
): Loaded {
  return loadModelIn(languageOf(path, languages), path, defines, includeFolders, off);
}
