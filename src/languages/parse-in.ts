/** Reads a model in a language that is known, or says that there is none. */

import type { Source } from "../syntax/source.ts";
import type { Language, LanguageCard, LanguageOptions, Parsed } from "./language.ts";

export interface ParseInOptions extends LanguageOptions {
  /** Values for constants of the model, from `-D NAME=VALUE`. */
  readonly defines?: Readonly<Record<string, string>> | undefined;
  /**
   * The text of a file that the model includes, or that belongs to it, by name; `undefined` if there is none. The
   * result is `outside` if the file exists but must not be read, because it lies outside the folders of the model.
   */
  readonly include?: ((name: string) => string | { readonly outside: true } | undefined) | undefined;
}

export function parseIn(language: Language, source: Source, options: ParseInOptions): Parsed {
  const include = (name: string): Source | "outside" | undefined => {
    const included = options.include?.(name);
    if (included === undefined) return undefined;
    return typeof included === "string" ? { name, text: included } : "outside";
  };
  return language.parse(source, { ...options, defines: options.defines ?? {}, include });
}

/** The result for a file of none of the known languages. */
export function unknownLanguage(source: Source, known: readonly LanguageCard[]): Parsed {
  const endings = known.flatMap((each) => each.endings);
  const message = `unknown kind of model; the name must end in ${endings.join(" or ")}, unless the language is named`;
  return { diagnostics: [{ code: "noether/unknown-language", message, span: { source, start: 0, end: 0 } }] };
}
