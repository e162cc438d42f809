/** Reads a model in any language, by the ending of the file name. */

import type { Source } from "../syntax/source.ts";
import type { Language, Parsed } from "./language.ts";
import { languageOf, languages } from "./languages.ts";

export interface ParseOptions {
  /** The name to show in messages. Its ending selects the language. `model.seq` by default. */
  readonly name?: string | undefined;
  /** Values for constants of the model, from `-D NAME=VALUE`. */
  readonly defines?: Readonly<Record<string, string>> | undefined;
  /**
   * The text of a file that the model includes, or that belongs to it, by name; `undefined` if there is none. The
   * result is `outside` if the file exists but must not be read, because it lies outside the folders of the model.
   */
  readonly include?: ((name: string) => string | { readonly outside: true } | undefined) | undefined;
  /** The languages to choose from. All languages of Noether by default. */
  readonly languages?: readonly Language[] | undefined;
}

/** Reads a model from its text. */
export function parse(text: string, options: ParseOptions = {}): Parsed {
  const source: Source = { name: options.name ?? "model.seq", text };
  const known = options.languages ?? languages;
  const language = languageOf(source.name, known);
  if (!language) {
    const endings = known.flatMap((each) => each.endings);
    const message = `unknown kind of model; the name must end in ${endings.join(" or ")}`;
    return { diagnostics: [{ code: "noether/unknown-language", message, span: { source, start: 0, end: 0 } }] };
  }
  const include = (name: string): Source | "outside" | undefined => {
    const included = options.include?.(name);
    if (included === undefined) return undefined;
    return typeof included === "string" ? { name, text: included } : "outside";
  };
  return language.parse(source, { defines: options.defines ?? {}, include });
}
