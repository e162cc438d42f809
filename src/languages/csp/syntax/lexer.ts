/** Cuts a CSP# text into tokens. The parser looks far ahead (is this `;` the end of a definition?), so all are kept. */

import type { Collector } from "../../../syntax/collector.ts";

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
  "|||",
  "<->",
  "[*]",
  "[]",
  "||",
  "&&",
  "|=",
  "->",
  "<>",
  "==",
  "!=",
  "<=",
  ">=",
  "++",
  "--",
  "+=",
  "-=",
  "..",
  "/\\",
  "\\/",
  "<",
  ">",
  "+",
  "-",
  "*",
  "/",
  "%",
  "!",
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
  "\\",
  "#",
] as const;

const keywords = [
  "Skip",
  "Stop",
  "assert",
  "atomic",
  "call",
  "case",
  "channel",
  "default",
  "else",
  "enum",
  "false",
  "if",
  "ifa",
  "ifb",
  "interrupt",
  "new",
  "tau",
  "true",
  "var",
  "while",
  "xor",
] as const;

const keywordSet: ReadonlySet<string> = new Set(keywords);

export function isKeyword(word: string): word is Keyword {
  return keywordSet.has(word);
}

/** All tokens, and one of kind `end`; what is wrong is reported and left as `invalid`. */
export function tokenize(collector: Collector, place?: { readonly start: number; readonly end: number }): Token[] {
  const text = place ? collector.source.text.slice(0, place.end) : collector.source.text;
  const tokens: Token[] = [];
  let at = place ? place.start : text.startsWith("\ufeff") ? 1 : 0;
  const push = (kind: TokenKind, end: number): void => {
    tokens.push({ kind, text: text.slice(at, end), start: at, end });
    at = end;
  };
  while (at < text.length && !collector.full) {
    const c = text[at]!;
    if (/[\s\u00a0]/.test(c)) at++;
    else if (text.startsWith("//", at)) {
      const end = text.indexOf("\n", at);
      at = end < 0 ? text.length : end;
    } else if (text.startsWith("/*", at)) {
      const end = text.indexOf("*/", at + 2);
      if (end < 0) {
        const message = "expected `*/` to close this comment, found the end of the text";
        collector.reportOnly("csp/unclosed-comment", message, at, at + 2);
      }
      at = end < 0 ? text.length : end + 2;
    } else if (/[A-Za-z_]/.test(c)) {
      const end = endOf(/\w+/y, text, at);
      const word = text.slice(at, end);
      push(isKeyword(word) ? word : "name", end);
    } else if (/\d/.test(c)) number(collector, text, at, push);
    else if (c === '"') {
      const end = text.indexOf('"', at + 1);
      const line = text.indexOf("\n", at);
      if (end < 0 || (line >= 0 && line < end)) {
        const message = "expected a double quote to close this text, found the end of the line";
        collector.report("csp/unclosed-string", message, at, at + 1);
        push("invalid", line < 0 ? text.length : line);
      } else push("string", end + 1);
    } else {
      const sign = signs.find((s) => text.startsWith(s, at));
      if (sign) push(sign, at + sign.length);
      else unknown(collector, text, at, push);
    }
  }
  tokens.push({ kind: "end", text: "", start: text.length, end: text.length });
  return tokens;
}

function number(collector: Collector, text: string, at: number, push: (kind: TokenKind, end: number) => void): void {
  const end = endOf(/\w+/y, text, at);
  const digits = text.slice(at, end);
  if (/\D/.test(digits)) {
    const message = "expected a decimal number or a name, found both in one word";
    collector.report("csp/malformed-number", message, at, end);
    push("invalid", end);
  } else if (digits.length > 10 || Number(digits) > 2 ** 31) {
    collector.report("csp/literal-too-large", "expected a number within 32 bits, found a larger one", at, end);
    push("invalid", end);
  } else push("number", end);
}

function unknown(collector: Collector, text: string, at: number, push: (kind: TokenKind, end: number) => void): void {
  const code = text.codePointAt(at)!;
  const width = code > 0xffff ? 2 : 1;
  const control = code < 0x20 || (code >= 0x7f && code < 0xa0) || code === 0xfffd;
  const hex = code.toString(16).toUpperCase().padStart(4, "0");
  const shown = control ? `the character U+${hex}` : `\`${String.fromCodePoint(code)}\``;
  const hint =
    code === 0x26
      ? "; conjunction is `&&`"
      : code === 0x7c
        ? "; disjunction is `||`"
        : code === 0x24
          ? "; C# objects are not supported"
          : "";
  const message = `expected a name, a number or a sign, found ${shown}${hint}`;
  if (control) collector.reportOnly("csp/not-text", message, at, at + width);
  else collector.report("csp/unexpected-character", message, at, at + width);
  push("invalid", at + width);
}

function endOf(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return at + (pattern.exec(text)?.[0].length ?? 0);
}
