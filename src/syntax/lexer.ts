/**
 * Cuts a text into tokens by the tables of its language, one token at a time. Any text takes linear time, and no token
 * is kept. An error is reported and becomes a token of kind `invalid`, which the parser does not report again.
 */

import { look } from "../util/limits.ts";
import type { Collector } from "./collector.ts";
import { excerpt } from "./excerpt.ts";
import type { Lexicon, Problem, Quote, Tables, Token } from "./lexicon.ts";
import type { Place, Source } from "./source.ts";

const defaultComments = [
  ["//", "\n"],
  ["/*", "*/"],
] as const;
/** These patterns are sticky: they match at `lastIndex` only. */
const plainName = /[A-Za-z_]\w*/y;
const digits = /\w+/y;
const letters = /[\p{L}\p{N}\p{M}_$]*/uy;
const lineJoin = /\\[ \t]*\r?\n/y;

const quoteNames: Readonly<Record<string, string>> = {
  '"': "a double quote",
  "'": "a single quote",
  "`": "a backquote",
};

export class Lexer<Kind extends string> {
  readonly #lexicon: Lexicon<Kind>;
  readonly #tables: Tables;
  readonly #collector: Collector;
  readonly #source: Source;
  readonly #text: string;
  #at = 0;
  #first = true;

  /** Reads the text of the collector, or that of another source, or the part of it at a place. */
  constructor(lexicon: Lexicon<Kind>, collector: Collector, source: Source = collector.source, place?: Place) {
    this.#lexicon = lexicon;
    this.#tables = lexicon.tables;
    this.#collector = collector;
    this.#source = source;
    this.#text = place ? source.text.slice(0, place.end) : source.text;
    this.#at = place?.start ?? 0;
  }

  /** The next token. It is the end token after the last one, and once the collector is full. */
  next(): Token<Kind> {
    look();
    this.#skipBlanks();
    const text = this.#text;
    if (this.#collector.full) this.#at = text.length;
    const at = this.#at;
    if (at >= text.length) return this.#token("end", "", at);
    const { name = plainName, number, quotes } = this.#tables;
    const c = text[at]!;
    if (quotes && Object.hasOwn(quotes, c)) return this.#quoted(c, quotes[c]!);
    const end = endOf(name, text, at);
    if (end > at) return this.#word(end);
    const numberEnd = number && c >= "0" && c <= "9" ? endOf(number.pattern ?? digits, text, at) : at;
    if (numberEnd > at) return this.#number(numberEnd);
    const sign = this.#lexicon.signAt(text, at);
    if (sign !== undefined && this.#lexicon.isSign(sign)) return this.#token(sign, sign, at + sign.length);
    return this.#unexpected(sign);
  }

  /** All remaining tokens, including the end token. */
  rest(): Token<Kind>[] {
    const tokens = [this.next()];
    while (tokens.at(-1)!.kind !== "end") tokens.push(this.next());
    return tokens;
  }

  /** Whether the next token is the first of its line, or the end. */
  get startsLine(): boolean {
    this.#skipBlanks();
    return this.#first || this.#at >= this.#text.length;
  }

  /** Passes over the rest of a line without reading it. Comments and quotations may hold line breaks and signs. */
  skipLine(): void {
    const text = this.#text;
    for (; !this.startsLine; this.#at++) {
      look();
      const c = text[this.#at]!;
      const isQuote = this.#tables.quotes !== undefined && Object.hasOwn(this.#tables.quotes, c);
      if (isQuote) this.#at = Math.max(this.#at, closingQuote(text, this.#at, c));
    }
  }

  /** Passes over lines without reading them, up to one that begins with a sign, or to the end. */
  skipLinesUntil(sign: string): void {
    while (this.startsLine && this.#at < this.#text.length && !this.#text.startsWith(sign, this.#at)) {
      this.#first = false;
      this.skipLine();
    }
  }

  #token(kind: Token<Kind>["kind"], text: string, end: number, value?: number): Token<Kind> {
    const start = this.#at;
    const first = this.#first;
    this.#at = end;
    this.#first = false;
    return { kind, text, source: this.#source, start, end, value, first };
  }

  #invalid([slug, message]: Problem, end: number, shownTo = end): Token<Kind> {
    const { language } = this.#tables;
    this.#collector.reportAt(`${language}/${slug}`, message, { source: this.#source, start: this.#at, end: shownTo });
    return this.#token("invalid", this.#text.slice(this.#at, end), end);
  }

  #skipBlanks(): void {
    const text = this.#text;
    for (; this.#at < text.length; this.#at++) {
      const c = text.charCodeAt(this.#at);
      if (c === 0x0a) this.#first = true;
      else if (isBlank(c) || (c === 0x5c && this.#tables.joinsLines && this.#joinLine())) continue;
      else if (!this.#skipComment()) return;
    }
  }

  /** Moves to the end of the line if only blanks follow the backslash. */
  #joinLine(): boolean {
    const end = endOf(lineJoin, this.#text, this.#at);
    if (end === this.#at) return false;
    this.#at = end - 1;
    return true;
  }

  /** Moves to the last character of the comment, if one begins here. */
  #skipComment(): boolean {
    const { comments = defaultComments, joinsLines, language } = this.#tables;
    const text = this.#text;
    const start = this.#at;
    const found = comments.find(([open]) => text.startsWith(open, start));
    if (!found) return false;
    const [open, close] = found;
    let end = text.indexOf(close, start + open.length);
    if (close === "\n") {
      const isJoined = (): boolean => joinsLines === true && end >= 0 && /\\\r?$/.test(text.slice(end - 2, end));
      while (isJoined()) end = text.indexOf(close, end + 1);
      // The line break belongs to the blanks after the comment.
      this.#at = (end < 0 ? text.length : end) - 1;
      return true;
    }
    if (end < 0) {
      const message = `expected \`${close}\` to close this comment, found the end of the text`;
      this.#collector.reportOnly(`${language}/unclosed-comment`, message, start, start + open.length, this.#source);
    }
    this.#at = end < 0 ? text.length : end + close.length - 1;
    return true;
  }

  #word(end: number): Token<Kind> {
    if (this.#text.charCodeAt(end) > 0x7f) {
      const further = endOf(letters, this.#text, end);
      if (further > end) return this.#foreignWord(further);
    }
    const word = this.#text.slice(this.#at, end);
    return this.#token(this.#lexicon.isReserved(word) ? word : "name", word, end);
  }

  #number(end: number): Token<Kind> {
    const text = this.#text.slice(this.#at, end);
    const value = this.#tables.number!.value(text);
    return typeof value === "number" ? this.#token("number", text, end, value) : this.#invalid(value, end);
  }

  #quoted(quote: string, rule: Quote): Token<Kind> {
    const text = this.#text;
    const pieces: string[] = [];
    let from = this.#at + 1;
    let at = from;
    let valid = true;
    for (;;) {
      const c = text[at];
      if (c === quote) break;
      if (c === undefined || c === "\n") return this.#unclosed(quote, rule, at);
      if (c !== "\\" || !rule.escape) {
        at++;
        continue;
      }
      const [meaning, length] = rule.escape(text, at) ?? [];
      if (meaning === undefined) {
        const span = { source: this.#source, start: at, end: Math.min(at + 2, text.length) };
        this.#collector.reportAt(`${this.#tables.language}/unknown-escape`, `expected ${rule.escapes}`, span);
        valid = false;
      }
      pieces.push(text.slice(from, at), meaning ?? "");
      at = Math.min(at + (length ?? 2), text.length);
      from = at;
    }
    pieces.push(text.slice(from, at));
    const content = pieces.join("");
    if (!valid) return this.#token("invalid", content, at + 1);
    if (rule.kind === "character") return this.#character(content, at + 1);
    if (rule.kind === "name" && content === "") {
      return this.#invalid(["empty-name", "expected a name between the quotes, found nothing"], at + 1);
    }
    return { ...this.#token(rule.kind, content, at + 1), quoted: true };
  }

  #unclosed(quote: string, { kind }: Quote, end: number): Token<Kind> {
    const what = kind === "string" ? "text" : kind;
    const message = `expected ${quoteNames[quote]} to close this ${what}, found the end of the line`;
    return { ...this.#invalid([`unclosed-${kind}`, message], end, this.#at + 1), unclosed: true };
  }

  #character(content: string, end: number): Token<Kind> {
    const [character, another] = content;
    if (character !== undefined && another === undefined) {
      return this.#token("number", content, end, character.codePointAt(0));
    }
    const message = `expected one character between single quotes, found \`${excerpt(content)}\``;
    return this.#invalid(["malformed-character", message], end);
  }

  #unexpected(sign: string | undefined): Token<Kind> {
    const { expected = "a name, a number or a sign", hints, language } = this.#tables;
    const code = this.#text.codePointAt(this.#at)!;
    const character = String.fromCodePoint(code);
    if (isControl(code)) {
      const hex = code.toString(16).toUpperCase().padStart(4, "0");
      const message = `expected a model written as text, found the character U+${hex}: is this a binary file?`;
      this.#collector.reportOnly(`${language}/not-text`, message, this.#at, this.#at + 1, this.#source);
      this.#at = this.#text.length;
      return this.#token("end", "", this.#at);
    }
    const word = endOf(letters, this.#text, this.#at);
    if (word > this.#at && sign === undefined) return this.#foreignWord(word);
    const found = sign ?? character;
    const hint = hints && Object.hasOwn(hints, found) ? `; ${hints[found]}` : "";
    const message = `expected ${expected}, found \`${found}\`${hint}`;
    return this.#invalid(["unexpected-character", message], this.#at + found.length);
  }

  #foreignWord(end: number): Token<Kind> {
    const word = excerpt(this.#text.slice(this.#at, end));
    const isQuotable = Object.values(this.#tables.quotes ?? {}).some(({ kind }) => kind === "name");
    const remedy = isQuotable ? "; others need backquotes" : "";
    const message = `expected letters a to z, digits and _ in a name, found \`${word}\`${remedy}`;
    return this.#invalid(["unexpected-character", message], end);
  }
}

/** The place of the quote that closes the one at a place, or -1 if its line has none. */
function closingQuote(text: string, start: number, quote: string): number {
  for (let at = start + 1; at < text.length && text[at] !== "\n"; at++) {
    if (text[at] === quote) return at;
    if (text[at] === "\\") at++;
  }
  return -1;
}

/** The end of the match of a sticky pattern at a place; the place itself if there is no match. */
function endOf(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : at;
}

function isBlank(c: number): boolean {
  return c === 0x20 || (c >= 0x09 && c <= 0x0d) || (c > 0x7f && /\s/.test(String.fromCharCode(c)));
}

function isControl(code: number): boolean {
  return code < 0x20 || (code >= 0x7f && code < 0xa0) || (code >= 0xfff0 && code <= 0xffff);
}
