/** Loads models from files. */

import { catalog, languageOf } from "../languages/catalog.ts";
import type { LanguageId } from "../languages/catalog.ts";
import type { LanguageOptions } from "../languages/language.ts";
import { languages } from "../languages/languages.ts";
import { loadModelIn } from "./load-in.ts";
import type { Loaded } from "./load-in.ts";

export interface LoadOptions extends LanguageOptions {
  /** Values for constants of the model, from `-D NAME=VALUE`. */
  readonly defines?: Readonly<Record<string, string>> | undefined;
  /** Included files must be below the folder of the model or one of these. */
  readonly includeFolders?: readonly string[] | undefined;
  /** The language, if the ending of the path does not tell it. */
  readonly language?: LanguageId | undefined;
}

/** Reads and parses a file. Every error is a diagnostic, including a missing file and one that is not text. */
export function loadModel(path: string, options: LoadOptions = {}): Loaded {
  const { defines = {}, includeFolders, language: id, ...rest } = options;
  const language = id ? languages.find(({ name }) => name === catalog[id].name) : languageOf(path, languages);
  return loadModelIn(language, path, defines, includeFolders, rest);
}
