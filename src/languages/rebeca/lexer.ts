/** Cuts a Rebeca text, or a property file, into tokens. */

import type { Collector } from "../../syntax/collector.ts";
import type { Source } from "../../syntax/source.ts";

export type TokenKind = "name" | "number" | "string" | "end" | "invalid" | Sign | Keyword;
export type Sign = (typeof signs)[number];
export type Keyword = (typeof keywords)[number];

export interface Token {
  readonly kind: TokenKind;
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** Longest first where one begins another. */
const signs = [
  "<<=",
  ">>=",
  "<->",
  "||",
  "&&",
  "->",
  "==",
  "!=",
  "<=",
  ">=",
  "<<",
  ">>",
  "++",
  "--",
  "+=",
  "-=",
  "*=",
  "/=",
  "%=",
  "&=",
  "|=",
  "^=",
  "<",
  ">",
  "+",
  "-",
  "*",
  "/",
  "%",
  "!",
  "~",
  "&",
  "|",
  "^",
  "?",
  ":",
  ";",
  ",",
  ".",
  "(",
  ")",
  "[",
  "]",
  "{",
  "}",
  "=",
  "@",
] as const;

const keywords = [
  "abstract",
  "break",
  "case",
  "continue",
  "default",
  "else",
  "env",
  "extends",
  "false",
  "for",
  "if",
  "implements",
  "instanceof",
  "interface",
  "knownobjects",
  "knownrebecs",
  "main",
  "msgsrv",
  "new",
  "null",
  "reactiveclass",
  "return",
  "self",
  "sender",
  "statevars",
  "switch",
  "true",
  "while",
] as const;

const keywordSet: ReadonlySet<string> = new Set(keywords);

export function isKeyword(word: string): word is Keyword {
  return keywordSet.has(word);
}

/** All tokens, and one of kind `end`; what is wrong is reported and left as `invalid`. */
export function tokenize(source: Source, collector: Collector): Token[] {
  return new Lexer(source, collector).run();
}

class Lexer {
  readonly #source: Source;
  readonly #collector: Collector;
  readonly #tokens: Token[] = [];
  #at: number;

  constructor(source: Source, collector: Collector) {
    this.#source = source;
    this.#collector = collector;
    this.#at = source.text.startsWith("\ufeff") ? 1 : 0;
  }

  run(): Token[] {
    const { text } = this.#source;
    while (this.#at < text.length && !this.#collector.full) this.#next(text);
    this.#tokens.push({ kind: "end", text: "", start: text.length, end: text.length });
    return this.#tokens;
  }

  #next(text: string): void {
    const at = this.#at;
    const c = text[at]!;
    if (/[\s\u00a0]/.test(c)) this.#at++;
    else if (text.startsWith("//", at)) {
      const end = text.indexOf("\n", at);
      this.#at = end < 0 ? text.length : end;
    } else if (text.startsWith("/*", at)) this.#comment(text);
    else if (/[A-Za-z_$]/.test(c)) {
      const end = endOf(/[\w$]+/y, text, at);
      const word = text.slice(at, end);
      this.#push(isKeyword(word) ? word : "name", end);
    } else if (/\d/.test(c)) this.#number(text);
    else if (c === '"') this.#string(text);
    else {
      const sign = signs.find((s) => text.startsWith(s, at));
      if (sign) this.#push(sign, at + sign.length);
      else this.#unknown(text);
    }
  }

  #comment(text: string): void {
    const end = text.indexOf("*/", this.#at + 2);
    if (end < 0) {
      const message = "expected `*/` to close this comment, found the end of the text";
      this.#report("rebeca/unclosed-comment", message, this.#at + 2);
      this.#collector.stop();
    }
    this.#at = end < 0 ? text.length : end + 2;
  }

  #number(text: string): void {
    const end = endOf(/\w+(?:\.\d\w*)?/y, text, this.#at);
    const digits = text.slice(this.#at, end);
    if (digits.includes(".")) {
      this.#report(
        "rebeca/unsupported",
        `expected a whole number, found \`${digits}\`: fractions are not supported`,
        end,
      );
      this.#push("invalid", end);
    } else if (/\D/.test(digits)) {
      this.#report("rebeca/malformed-number", "expected a decimal number or a name, found both in one word", end);
      this.#push("invalid", end);
    } else if (digits.length > 10 || Number(digits) > 2 ** 31) {
      this.#report("rebeca/literal-too-large", "expected a number within 32 bits, found a larger one", end);
      this.#push("invalid", end);
    } else this.#push("number", end);
  }

  #string(text: string): void {
    const end = text.indexOf('"', this.#at + 1);
    const line = text.indexOf("\n", this.#at);
    if (end < 0 || (line >= 0 && line < end)) {
      const message = "expected a double quote to close this text, found the end of the line";
      this.#report("rebeca/unclosed-string", message, this.#at + 1);
      this.#push("invalid", line < 0 ? text.length : line);
    } else this.#push("string", end + 1);
  }

  #unknown(text: string): void {
    const code = text.codePointAt(this.#at)!;
    const width = code > 0xffff ? 2 : 1;
    const control = code < 0x20 || (code >= 0x7f && code < 0xa0) || code === 0xfffd;
    const hex = code.toString(16).toUpperCase().padStart(4, "0");
    const shown = control ? `the character U+${hex}` : `\`${String.fromCodePoint(code)}\``;
    const slug = control ? "rebeca/not-text" : "rebeca/unexpected-character";
    this.#report(slug, `expected a name, a number or a sign, found ${shown}`, this.#at + width);
    if (control) this.#collector.stop();
    this.#push("invalid", this.#at + width);
  }

  #push(kind: TokenKind, end: number): void {
    this.#tokens.push({ kind, text: this.#source.text.slice(this.#at, end), start: this.#at, end });
    this.#at = end;
  }

  #report(code: string, message: string, end: number): void {
    this.#collector.reportAt(code, message, { source: this.#source, start: this.#at, end });
  }
}

function endOf(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return at + (pattern.exec(text)?.[0].length ?? 0);
}
