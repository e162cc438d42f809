/** What a language is to the rest of Noether: a value that reads texts. All of them are in `languages.ts`. */

import type { Model } from "../model/model.ts";
import type { Diagnostic } from "../syntax/diagnostic.ts";
import type { Source } from "../syntax/source.ts";

export interface Language {
  readonly name: string;
  /** The endings of its files, with the dot; the first is the usual one. */
  readonly endings: readonly string[];
  /** In a few words, for people. */
  readonly description: string;
  /** Never throws for a text that is wrong: that is what diagnostics are for. */
  readonly parse: (source: Source, options: ReadOptions) => Parsed;
}

export interface ReadOptions {
  /** Values for constants of the model, as `-D NAME=VALUE` gives them. */
  readonly defines: Readonly<Record<string, string>>;
  /** A file that the model includes, or that belongs to it; `outside` if it is there but must not be read. */
  readonly include: (name: string) => Source | "outside" | undefined;
}

/** A model, or all that is wrong with the text; never both, never neither. */
export interface Parsed {
  readonly model?: Model | undefined;
  readonly diagnostics: readonly Diagnostic[];
  /** Reads the text again, with more room for what it makes at run time; absent if there is no more to be had. */
  readonly enlarged?: (() => Parsed) | undefined;
}
