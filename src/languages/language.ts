/** The interface of a language: a value that reads texts. All languages are in `languages.ts`. */

import type { Model } from "../model/model.ts";
import type { Diagnostic } from "../syntax/diagnostic.ts";
import type { Source } from "../syntax/source.ts";

/** What is known of a language without its parser. */
export interface LanguageCard {
  readonly name: string;
  /** The endings of its files, including the dot. The first is the usual one. */
  readonly endings: readonly string[];
  /** A few words for people. */
  readonly description: string;
  /** Whether a file that is not UTF-8 is read byte by byte, as Latin-1. */
  readonly latin1?: boolean | undefined;
}

export interface Language extends LanguageCard {
  /** Never throws for an incorrect text: its errors are diagnostics. */
  readonly parse: (source: Source, options: ReadOptions) => Parsed;
}

/** Options that only some languages know. */
export interface LanguageOptions {
  /**
   * For Promela: the rewritings of SPIN to turn off, by their numbers. `["3"]` is its option `-o3`: statements are not
   * merged.
   */
  readonly off?: readonly string[] | undefined;
  /** For Rebeca: whether constructors run at once, in the order of `main`, or are first messages. */
  readonly constructors?: "queued" | "immediate" | undefined;
  /**
   * For Promela: the order in which processes die. `spin`, the default, is SPIN's. With `any`, they are gone when they
   * reach their ends, where nothing in the text looks at the order.
   */
  readonly endOrder?: "spin" | "any" | undefined;
}

export interface ReadOptions extends LanguageOptions {
  /** Values for constants of the model, from `-D NAME=VALUE`. */
  readonly defines: Readonly<Record<string, string>>;
  /** A file that the model includes, or that belongs to it; `outside` if it exists but must not be read. */
  readonly include: (name: string) => Source | "outside" | undefined;
}

/** Either a model or the errors in the text; never both, never neither. */
export interface Parsed {
  readonly model?: Model | undefined;
  readonly diagnostics: readonly Diagnostic[];
  /**
   * Reads the text again, with larger bounds for objects created at run time. Absent if no larger bounds are possible.
   */
  readonly enlarged?: (() => Parsed) | undefined;
}
