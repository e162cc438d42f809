/**
 * The tables of a language, by which a lexer cuts a text into tokens and a cursor names them in messages.
 *
 * Signs and reserved words are the words of one string. So the lists stay short, and the compiler knows each of them:
 * `type Kind = Words<typeof signs | typeof words>`.
 */

import type { Span } from "./source.ts";

/** The words of a text with blanks between them, as a type. */
export type Words<S extends string> = S extends `${infer First} ${infer Rest}` ? First | Words<Rest> : S;

/**
 * The kinds of tokens that every language has. All other kinds are signs and reserved words, each a kind of its own.
 */
export type CommonKind = "name" | "number" | "string" | "end" | "invalid";

export interface Token<Kind extends string = string> extends Span {
  readonly kind: Kind | CommonKind;
  /** The text as written. For a quotation, its content with escapes replaced. */
  readonly text: string;
  /** The value of a number or of a character. */
  readonly value?: number | undefined;
  /** Whether the token is a quotation. A quoted name is never a word of the language. */
  readonly quoted?: boolean | undefined;
  /** The closing quote is missing, so the text after the token may be part of it. */
  readonly unclosed?: boolean | undefined;
  /** Whether the token is the first of its line. */
  readonly first?: boolean | undefined;
}

/** An error: the second part of a slug, and a message. */
export type Problem = readonly [slug: string, message: string];

/** Numbers begin with a digit. */
export interface NumberRule {
  /** A sticky pattern. By default a word of letters and digits, so that `3x` is one malformed number. */
  readonly pattern?: RegExp | undefined;
  readonly value: (text: string) => number | Problem;
}

export interface Quote {
  /** The meaning of the quoted text: a string, a name, or a character that stands for its code. */
  readonly kind: "string" | "name" | "character";
  /** The meaning and the length of an escape that begins with a backslash. Without this, a backslash is a character. */
  readonly escape?: ((text: string, at: number) => readonly [meaning: string, length: number] | undefined) | undefined;
  /** Continues "expected ..., found another escape". */
  readonly escapes?: string | undefined;
}

export interface Tables {
  /** The first part of slugs. */
  readonly language: string;
  /** The signs, separated by blanks, in any order. The lexer takes the longest match. */
  readonly signs: string;
  /** Reserved words, separated by blanks. */
  readonly words?: string | undefined;
  /** A sticky pattern. By default letters, digits and `_`. */
  readonly name?: RegExp | undefined;
  readonly number?: NumberRule | undefined;
  readonly quotes?: Readonly<Record<string, Quote>> | undefined;
  /** The delimiters of comments; `//` and `/*` by default. */
  readonly comments?: readonly (readonly [open: string, close: string])[] | undefined;
  /** A backslash at the end of a line joins it with the next one. */
  readonly joinsLines?: boolean | undefined;
  /** Continues "expected ..." in the message about an unknown character; "a name, a number or a sign" by default. */
  readonly expected?: string | undefined;
  /** What to write instead of unknown characters and signs of other languages. */
  readonly hints?: Readonly<Record<string, string>> | undefined;
  /** What to write instead of words and signs that are often in the wrong place. */
  readonly advice?: Readonly<Record<string, string>> | undefined;
  /** The closing signs of openings other than `(`, `[` and `{`, each with the slug of the error that it is missing. */
  readonly closers?: Readonly<Record<string, readonly [close: string, slug: string]>> | undefined;
  /** The greatest depth of nesting. */
  readonly deepest: number;
}

/** The tables of a language whose signs and reserved words are `Kind`. */
export class Lexicon<Kind extends string> {
  readonly tables: Tables;
  readonly #reserved: ReadonlySet<string>;
  /** The signs by their first character, longest first. Signs of other languages that have a hint are among them. */
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

  /** The longest sign at a place of a text: one of this language, or one that has a hint. */
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

/** Decimal integers up to a greatest one. `size` continues "expected a number ...". */
export function decimalNumber(most: number, size: string): NumberRule {
  return {
    value: (text) => {
      if (/\D/.test(text)) return ["malformed-number", "expected a decimal number or a name, found both in one word"];
      const value = text.length > 400 ? Infinity : Number(text);
      return value <= most ? value : ["literal-too-large", `expected a number ${size}, found a larger one`];
    },
  };
}

/** Strings between double quotes on one line, without escapes. */
export const plainText: Readonly<Record<string, Quote>> = { '"': { kind: "string" } };
