/**
 * Cuts a `.seq` text into tokens, one at a time: nothing is stored but the current token, so any text is read in linear
 * time and constant memory.
 */

import type { Collector } from "../../syntax/collector.ts";
import { look } from "../../util/limits.ts";
import { isReserved, signs } from "./tokens.ts";
import type { Sign, TokenKind } from "./tokens.ts";

export class Lexer {
  readonly #text: string;
  readonly #collector: Collector;
  #at = 0;

  kind: TokenKind = "end";
  start = 0;
  end = 0;
  /** Where the token before this one ended. */
  previousEnd = 0;
  /** The value of a number. */
  value = 0;
  /** The name without its quotes, the contents of a string, or the digits of a number. */
  content = "";
  /** Whether a name stood between backquotes. */
  quoted = false;
  /** After an unclosed quote: braces that look unclosed may have stood behind it. */
  lost = false;

  constructor(collector: Collector) {
    this.#collector = collector;
    this.#text = collector.source.text;
    if (this.#text.startsWith("\ufeff")) this.#at = 1;
    this.advance();
  }

  /** Moves to the next token; at the end, and after a hopeless text, stays at `end`. */
  advance(): void {
    look();
    this.previousEnd = this.end;
    if (this.#collector.full) this.#at = this.#text.length;
    this.#skipBlanks();
    this.start = this.#at;
    this.kind = this.#read();
    this.end = this.#at;
  }

  /** The kind of the token after this one, or of the one after that. */
  peek(distance = 1): TokenKind {
    const { kind, start, end, previousEnd, value, content, quoted } = this;
    for (let i = 0; i < distance; i++) this.advance();
    const next = this.kind;
    Object.assign(this, { kind, start, end, previousEnd, value, content, quoted });
    this.#at = end;
    return next;
  }

  /** The text of the current token. */
  get text(): string {
    return this.#text.slice(this.start, this.end);
  }

  #skipBlanks(): void {
    const text = this.#text;
    while (this.#at < text.length) {
      const c = text.charCodeAt(this.#at);
      if (c === 0x20 || (c >= 0x09 && c <= 0x0d) || c === 0xa0) this.#at++;
      else if (c === 0x2f && text.charCodeAt(this.#at + 1) === 0x2f) {
        const end = text.indexOf("\n", this.#at);
        this.#at = end < 0 ? text.length : end;
      } else if (c === 0x2f && text.charCodeAt(this.#at + 1) === 0x2a) {
        const end = text.indexOf("*/", this.#at + 2);
        if (end < 0) {
          const message = "expected `*/` to close this comment, found the end of the text";
          this.#collector.reportOnly("seq/unclosed-comment", message, this.#at, this.#at + 2);
        }
        this.#at = end < 0 ? text.length : end + 2;
      } else return;
    }
  }

  #read(): TokenKind {
    if (this.#at >= this.#text.length) return "end";
    const c = this.#text.charCodeAt(this.#at);
    if (isLetter(c)) return this.#readWord();
    if (isDigit(c)) return this.#readNumber();
    if (c === 0x60 || c === 0x22) return this.#readQuoted(c);
    const sign = signsByFirst.get(c)?.find((s) => this.#text.startsWith(s, this.#at));
    return sign === undefined ? this.#readUnknown(c) : this.#readSign(sign);
  }

  #readWord(): TokenKind {
    this.#skipWord();
    if (this.#text.charCodeAt(this.#at) > 0x7f) {
      this.#skipLetters();
      return this.#foreignWord();
    }
    this.content = this.#text.slice(this.start, this.#at);
    this.quoted = false;
    return isReserved(this.content) ? this.content : "name";
  }

  #readNumber(): TokenKind {
    while (isDigit(this.#text.charCodeAt(this.#at))) this.#at++;
    this.content = this.#text.slice(this.start, this.#at);
    if (isLetter(this.#text.charCodeAt(this.#at))) {
      this.#skipWord();
      return this.#invalid("seq/malformed-number", "expected a decimal number or a name, found both in one word");
    }
    this.value = this.content.length > 400 ? Infinity : Number(this.content);
    if (this.value > Number.MAX_SAFE_INTEGER) {
      return this.#invalid("seq/literal-too-large", "expected a number below 2^53, found a larger one");
    }
    return "number";
  }

  #readSign(sign: Sign): TokenKind {
    this.#at += sign.length;
    if (sign === "=" && this.#text[this.#at] === ">") {
      this.#at++;
      return this.#invalid("seq/unexpected-character", "found `=>`; implication is `->`, at least is `>=`");
    }
    return sign;
  }

  #readQuoted(quote: number): TokenKind {
    const isName = quote === 0x60;
    const text = this.#text;
    const pieces: string[] = [];
    let valid = true;
    let from = ++this.#at;
    for (;;) {
      const c = text.charCodeAt(this.#at);
      if (c === quote) break;
      if (Number.isNaN(c) || c === 0x0a) {
        const what = isName ? "a backquote to close this name" : "a double quote to close this text";
        this.lost = true;
        const code = isName ? "seq/unclosed-name" : "seq/unclosed-string";
        return this.#invalid(code, `expected ${what}, found the end of the line`, this.start + 1);
      }
      if (c !== 0x5c) {
        this.#at++;
        continue;
      }
      pieces.push(text.slice(from, this.#at));
      const escaped = this.#readEscape();
      if (escaped === undefined) valid = false;
      pieces.push(escaped ?? "");
      from = this.#at;
    }
    pieces.push(text.slice(from, this.#at));
    this.#at++;
    this.content = pieces.join("");
    this.quoted = true;
    if (!valid) return "invalid";
    if (isName && this.content === "") return this.#invalid("seq/empty-name", "expected a name between the backquotes");
    return isName ? "name" : "string";
  }

  /** Reads the escape at a backslash; `undefined` after reporting a wrong one. */
  #readEscape(): string | undefined {
    const start = this.#at;
    const match = /\\(?:([`"\\n])|u\{([0-9a-fA-F]{1,6})\})/y;
    match.lastIndex = start;
    const [all, plain, hex] = match.exec(this.#text) ?? [];
    const code = hex === undefined ? 0 : Number.parseInt(hex, 16);
    if (all === undefined || code > 0x10ffff) {
      const message = 'expected \\\\, \\`, \\", \\n or \\u{hex digits} after a backslash';
      this.#collector.report("seq/unknown-escape", message, start, Math.min(start + 2, this.#text.length));
      this.#at = Math.min(start + 2, this.#text.length);
      return undefined;
    }
    this.#at += all.length;
    if (plain !== undefined) return plain === "n" ? "\n" : plain;
    return String.fromCodePoint(code);
  }

  #readUnknown(c: number): TokenKind {
    if (isControl(c)) {
      const code = c.toString(16).toUpperCase().padStart(4, "0");
      const message = `expected a model written as text, found the character U+${code}: is this a binary file?`;
      this.#at = this.#text.length;
      this.#collector.reportOnly("seq/not-text", message, this.start, this.start + 1);
      return "end";
    }
    this.#skipLetters();
    if (this.#at > this.start) return this.#foreignWord();
    const run = /[^\s\w`"<>:.=!&|+\-*/%?;,()[\]{}]+|./uy;
    run.lastIndex = this.#at;
    const characters = run.exec(this.#text)?.[0] ?? this.#text.charAt(this.#at);
    this.#at += characters.length;
    const hint = hints[characters] ?? "";
    const message = `found \`${excerpt(characters)}\`, which means nothing here${hint}`;
    return this.#invalid("seq/unexpected-character", message);
  }

  #foreignWord(): TokenKind {
    const word = excerpt(this.#text.slice(this.start, this.#at));
    const message = `expected letters a to z, digits and _ in a name; others need backquotes: \`${word}\``;
    return this.#invalid("seq/unexpected-character", message);
  }

  #skipLetters(): void {
    const letters = /[\p{L}\p{N}\p{M}_]*/uy;
    letters.lastIndex = this.#at;
    this.#at += letters.exec(this.#text)?.[0].length ?? 0;
  }

  #skipWord(): void {
    while (isLetter(this.#text.charCodeAt(this.#at)) || isDigit(this.#text.charCodeAt(this.#at))) this.#at++;
  }

  #invalid(code: string, message: string, end = this.#at): TokenKind {
    this.#collector.report(code, message, this.start, end);
    return "invalid";
  }
}

const signsByFirst = new Map<number, Sign[]>();
for (const sign of signs) {
  const first = sign.charCodeAt(0);
  signsByFirst.set(first, [...(signsByFirst.get(first) ?? []), sign]);
}

const hints: Readonly<Record<string, string>> = {
  "&": "; conjunction is `&&`",
  "|": "; disjunction is `||`",
  "~": "; negation is `!`",
  "'": "; texts stand between double quotes, unusual names between backquotes, and `x := e` gives `x` a new value",
  "#": "; comments begin with `//`",
  "∧": "; conjunction is `&&`",
  "∨": "; disjunction is `||`",
  "¬": "; negation is `!`",
  "→": "; implication is `->`",
  "≤": "; at most is `<=`",
  "≥": "; at least is `>=`",
  "≠": "; unequal is `!=`",
  "∀": "; write `forall`",
  "∃": "; write `exists`",
};

/** A piece of the user's text, short enough for a message. */
export function excerpt(text: string): string {
  const line = text.slice(0, 200).replaceAll(/\s+/g, " ");
  return line.length > 40 ? `${line.slice(0, 37)}...` : line;
}

function isLetter(c: number): boolean {
  return (c >= 0x61 && c <= 0x7a) || (c >= 0x41 && c <= 0x5a) || c === 0x5f;
}

function isDigit(c: number): boolean {
  return c >= 0x30 && c <= 0x39;
}

function isControl(c: number): boolean {
  return c < 0x20 || (c >= 0x7f && c < 0xa0) || c === 0xfffd || (c >= 0xfff0 && c <= 0xffff);
}
