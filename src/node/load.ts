/** Loads models from files. */

import { languageOf } from "../languages/catalog.ts";
import type { LanguageOptions } from "../languages/language.ts";
import { languages } from "../languages/languages.ts";
import { loadModelIn } from "./load-in.ts";
import type { Loaded } from "./load-in.ts";

/**
 * Reads and parses a file. Every error is a diagnostic, including a missing file and one that is not text. Included
 * files must be below the folder of the file or one of `includeFolders`. `options` are for some languages.
 */
export function loadModel(
  path: string,
  defines: Readonly<Record<string, string>>,
  includeFolders: readonly string[] = [],
  options: LanguageOptions = {},
): Loaded {
  return loadModelIn(languageOf(path, languages), path, defines, includeFolders, options);
}
