/** Reads a model in any language, by the ending of the file name. */

import type { Source } from "../syntax/source.ts";
import { catalog, languageOf } from "./catalog.ts";
import type { LanguageId } from "./catalog.ts";
import type { Language, Parsed } from "./language.ts";
import { languages } from "./languages.ts";
import { parseIn, unknownLanguage } from "./parse-in.ts";
import type { ParseInOptions } from "./parse-in.ts";

export interface ParseOptions extends ParseInOptions {
  /** The name to show in messages. Its ending selects the language. `model.seq` by default. */
  readonly name?: string | undefined;
  /** The language, if the ending of the name does not tell it. */
  readonly language?: LanguageId | undefined;
  /** The languages to choose from. All languages of Noether by default. */
  readonly languages?: readonly Language[] | undefined;
}

/** Reads a model from its text. */
export function parse(text: string, options: ParseOptions = {}): Parsed {
  const source: Source = { name: options.name ?? "model.seq", text };
  const known = options.languages ?? languages;
  const wanted = options.language;
  const language = wanted ? known.find(({ name }) => name === catalog[wanted].name) : languageOf(source.name, known);
  return language ? parseIn(language, source, options) : unknownLanguage(source, known);
}
