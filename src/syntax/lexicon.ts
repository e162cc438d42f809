/**
 * The tables by which a lexer cuts a text of some language into tokens, and a cursor speaks about them.
 *
 * Signs and reserved words are written as the words of a text, so that the lists stay short and the compiler knows each of
 * them: `type Kind = Words<typeof signs | typeof words>`.
 */

import type { Span } from "./source.ts";

/** The words between the blanks of a text, as a type. */
export type Words<S extends string> = S extends `${infer First} ${infer Rest}` ? First | Words<Rest> : S;

/** Kinds of tokens that every language has. All others are signs and reserved words, each a kind of its own. */
export type CommonKind = "name" | "number" | "string" | "end" | "invalid";

export interface Token<Kind extends string = string> extends Span {
  readonly kind: Kind | CommonKind;
  /** As it was written; without quotes, and with what its escapes stand for. */
  readonly text: string;
  /** The value of a number or of a character. */
  readonly value?: number | undefined;
  /** A name between quotes is never a word of the language. */
  readonly quoted?: boolean | undefined;
  /** Its closing quote is missing: what stands behind it may be part of it. */
  readonly unclosed?: boolean | undefined;
  /** The first of its line. */
  readonly first?: boolean | undefined;
}

/** What is wrong: the second part of a slug, and a message. */
export type Problem = readonly [slug: string, message: string];

/** Numbers begin with a digit. */
export interface NumberRule {
  /** Sticky; a word of letters and digits by default, so that `3x` is one malformed number. */
  readonly pattern?: RegExp | undefined;
  readonly value: (text: string) => number | Problem;
}

export interface Quote {
  /** What is between two of these: a text, a name, or a character that stands for its number. */
  readonly kind: "string" | "name" | "character";
  /** What a backslash and the characters behind it stand for, and their length; without it, a backslash is a character. */
  readonly escape?: ((text: string, at: number) => readonly [meaning: string, length: number] | undefined) | undefined;
  /** Continues "expected ..., found another escape". */
  readonly escapes?: string | undefined;
}

export interface Tables {
  /** The first part of slugs. */
  readonly language: string;
  /** Separated by blanks, in any order: the longest that fits is taken. */
  readonly signs: string;
  /** Reserved words, separated by blanks. */
  readonly words?: string | undefined;
  /** Sticky; letters, digits and `_` by default. */
  readonly name?: RegExp | undefined;
  readonly number?: NumberRule | undefined;
  readonly quotes?: Readonly<Record<string, Quote>> | undefined;
  /** How comments begin and end; `//` and `/*` by default. */
  readonly comments?: readonly (readonly [open: string, close: string])[] | undefined;
  /** A backslash at the end of a line joins it with the next one. */
  readonly joinsLines?: boolean | undefined;
  /** What belongs in the place of a character that means nothing; "a name, a number or a sign" by default. */
  readonly expected?: string | undefined;
  /** For characters that mean nothing, and for signs of other languages: what to write instead. */
  readonly hints?: Readonly<Record<string, string>> | undefined;
  /** For words and signs that are often in the wrong place: what to write instead. */
  readonly advice?: Readonly<Record<string, string>> | undefined;
  /** What closes other openings than `(`, `[` and `{`, and the slug where that is missing. */
  readonly closers?: Readonly<Record<string, readonly [close: string, slug: string]>> | undefined;
  /** How deep a text may be nested. */
  readonly deepest: number;
}

/** The tables of a language whose signs and reserved words are `Kind`. */
export class Lexicon<Kind extends string> {
  readonly tables: Tables;
  readonly #reserved: ReadonlySet<string>;
  /** By the first character, longest first; signs of other languages among them. */
  readonly #signs: ReadonlyMap<number, readonly string[]>;
  readonly #known: ReadonlySet<string>;
  readonly closers: Readonly<Record<string, readonly [close: string, slug: string]>>;

  constructor(tables: Tables) {
    this.tables = tables;
    this.#reserved = new Set(tables.words?.split(" "));
    this.#known = new Set(tables.signs.split(" "));
    const signs = new Map<number, string[]>();
    for (const sign of [...this.#known, ...Object.keys(tables.hints ?? {})].sort((a, b) => b.length - a.length)) {
      signs.set(sign.charCodeAt(0), [...(signs.get(sign.charCodeAt(0)) ?? []), sign]);
    }
    this.#signs = signs;
    this.closers = { ...brackets, ...tables.closers };
  }

  isReserved(word: string): word is Kind {
    return this.#reserved.has(word);
  }

  /** The longest sign at a place of a text, be it of this language or one that there is a hint about. */
  signAt(text: string, at: number): string | undefined {
    return this.#signs.get(text.charCodeAt(at))?.find((sign) => text.startsWith(sign, at));
  }

  isSign(sign: string): sign is Kind {
    return this.#known.has(sign);
  }
}

const brackets = {
  "(": [")", "unclosed-parenthesis"],
  "[": ["]", "unclosed-bracket"],
  "{": ["}", "unclosed-brace"],
} as const;

/** Whole numbers in decimal digits, up to a greatest one; `size` continues "expected a number ...". */
export function decimalNumber(most: number, size: string): NumberRule {
  return {
    value: (text) => {
      if (/\D/.test(text)) return ["malformed-number", "expected a decimal number or a name, found both in one word"];
      const value = text.length > 400 ? Infinity : Number(text);
      return value <= most ? value : ["literal-too-large", `expected a number ${size}, found a larger one`];
    },
  };
}

/** Texts between double quotes on one line, without escapes. */
export const plainText: Readonly<Record<string, Quote>> = { '"': { kind: "string" } };
