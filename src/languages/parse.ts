/** Any language Noether knows, by the ending of the file's name. */

import type { Model } from "../model/model.ts";
import { parseModel } from "../model/text/parse.ts";
import type { Diagnostic } from "../syntax/diagnostic.ts";
import type { Source } from "../syntax/source.ts";
import { parseCsp } from "./csp/parse.ts";
import { parseLola } from "./lola/parse.ts";
import { parsePnml } from "./pnml/parse.ts";
import { parsePromela } from "./promela/parse.ts";
import { parseRebeca } from "./rebeca/parse.ts";
import { parseInstance } from "./rsp/instance.ts";

export interface ParseOptions {
  /** The name to show in messages; its ending chooses the language. `model.seq` by default. */
  readonly name?: string | undefined;
  /** Values for constants of the model, as `-D NAME=VALUE` gives them. */
  readonly defines?: Readonly<Record<string, string>> | undefined;
  /**
   * The text of a file that the model includes, or that belongs to it, by its name; `undefined` if there is none. A file that is there but
   * must not be read, since it lies outside the folders of the model, is `outside`.
   */
  readonly include?: ((name: string) => string | { readonly outside: true } | undefined) | undefined;
}

/** A model, or all that is wrong with the text; never both, never neither. */
export interface Parsed {
  readonly model?: Model | undefined;
  readonly diagnostics: readonly Diagnostic[];
  /** Reads the text again, with more room for what it makes at run time; absent if there is no more to be had. */
  readonly enlarged?: (() => Parsed) | undefined;
}

/** The endings of files that `parse` reads. */
export const endings: readonly string[] = [
  ".seq",
  ".csp",
  ".pml",
  ".prom",
  ".promela",
  ".rebeca",
  ".pnml",
  ".lola",
  ".net",
  ".rsp",
];

/** Reads a model. */
export function parse(text: string, options: ParseOptions = {}): Parsed {
  const source: Source = { name: options.name ?? "model.seq", text };
  if (!endings.some((ending) => source.name.endsWith(ending))) {
    const message = `unknown kind of model; the name must end in ${endings.join(" or ")}`;
    return { diagnostics: [{ code: "noether/unknown-language", message, span: { source, start: 0, end: 0 } }] };
  }
  if (source.name.endsWith(".rsp")) return parseInstance(source, options.defines);
  if (source.name.endsWith(".csp")) return parseCsp(source, options.defines);
  if (source.name.endsWith(".pnml")) return parsePnml(source, options.defines);
  if (source.name.endsWith(".lola") || source.name.endsWith(".net")) return parseLola(source, options.defines);
  if (!source.name.endsWith(".seq")) {
    const include = (name: string): Source | "outside" | undefined => {
      const included = options.include?.(name);
      if (included === undefined) return undefined;
      return typeof included === "string" ? { name, text: included } : "outside";
    };
    const settings = { defines: options.defines, include };
    return source.name.endsWith(".rebeca") ? parseRebeca(source, settings) : parsePromela(source, settings);
  }
  return parseModel(source, { defines: options.defines ?? {} });
}
