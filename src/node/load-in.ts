/** Loads a model from a file in a language that is known. */

import { dirname } from "node:path";
import { catalog } from "../languages/catalog.ts";
import type { Language, LanguageOptions, Parsed } from "../languages/language.ts";
import { parseIn, unknownLanguage } from "../languages/parse-in.ts";
import { readIncluded, readSource } from "./source-file.ts";
import type { Included } from "./source-file.ts";

export interface Loaded extends Parsed {
  /** The paths of all files that were read: the model and its included files. */
  readonly files: readonly string[];
}

/** Like `loadModel`. The language is `undefined` if the name of the file belongs to none. */
export function loadModelIn(
  language: Language | undefined,
  path: string,
  defines: Readonly<Record<string, string>>,
  includeFolders: readonly string[] = [],
  options: LanguageOptions = {},
): Loaded {
  const { source, diagnostics } = readSource(path, language?.latin1);
  const files = [path];
  if (!source) return { diagnostics, files };
  if (!language) return { ...unknownLanguage(source, Object.values(catalog)), files };
  const folders = [dirname(path), ...includeFolders];
  const include = (name: string): Included => {
    const included = readIncluded(folders, name, language.latin1);
    if (included && "path" in included) files.push(included.path);
    return included && ("path" in included ? included.text : included);
  };
  return { ...parseIn(language, source, { ...options, defines, include }), files };
}
