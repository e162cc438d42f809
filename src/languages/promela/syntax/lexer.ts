/**
 * Cuts one Promela text into tokens, before macros are expanded.
 *
 * Whether a word is reserved is decided after the preprocessor, so all words are names here. Every token knows whether it
 * begins a line, since directives do, and carries its own span, since tokens of several files end up in one list.
 */

import type { Collector } from "../../../syntax/collector.ts";
import type { Source, Span } from "../../../syntax/source.ts";

export type TokenKind = "name" | "number" | "string" | "sign" | "end" | "invalid";

export interface Token {
  readonly kind: TokenKind;
  readonly text: string;
  readonly span: Span;
  /** The value of a number or of a character. */
  readonly value?: number | undefined;
  /** The first of its line. */
  readonly first?: boolean | undefined;
  /** Macros that must not be expanded here, since the token comes from their expansion. */
  readonly hidden?: ReadonlySet<string> | undefined;
}

/** Longest first where one begins another. */
const signs = [
  "...",
  "##",
  "->",
  "::",
  "!!",
  "??",
  "++",
  "--",
  "<<",
  ">>",
  "&&",
  "||",
  "/\\",
  "\\/",
  "<=",
  ">=",
  "==",
  "!=",
  "..",
  ...Array.from("!?<>=+-*/%&|^~.,:;()[]{}@#"),
];

/** All tokens, and one of kind `end`; what is wrong is reported and left as `invalid`. */
export function tokenize(source: Source, collector: Collector): Token[] {
  const { text } = source;
  const tokens: Token[] = [];
  let at = text.startsWith("\ufeff") ? 1 : 0;
  let first = true;
  const push = (kind: TokenKind, end: number, value?: number): void => {
    tokens.push({ kind, text: text.slice(at, end), span: { source, start: at, end }, value, first });
    first = false;
    at = end;
  };
  const report = (code: string, message: string, width = 1): void =>
    collector.reportAt(code, message, { source, start: at, end: at + width });
  while (at < text.length && !collector.full) {
    const c = text[at]!;
    const continued = c === "\\" ? /\\[ \t]*\r?\n/y : undefined;
    if (continued) continued.lastIndex = at;
    const continuation = continued?.exec(text);
    if (continuation) at += continuation[0].length;
    else if (c === "\n") {
      first = true;
      at++;
    } else if (/[\s\u00a0]/.test(c)) at++;
    else if (text.startsWith("//", at)) at = endOf(/(?:\\\r?\n|[^\n])*/y, text, at);
    else if (text.startsWith("/*", at)) {
      const end = text.indexOf("*/", at + 2);
      if (end < 0) {
        report("promela/unclosed-comment", "expected `*/` to close this comment, found the end of the text", 2);
        at = text.length;
      } else at = end + 2;
    } else if (/[A-Za-z_]/.test(c)) push("name", endOf(/\w+/y, text, at));
    else if (/\d/.test(c)) number(text, at, push, report);
    else if (c === '"' || c === "'") quoted(c, text, at, push, report);
    else {
      const sign = signs.find((candidate) => text.startsWith(candidate, at));
      if (sign === undefined) unexpected(text, at, push, report);
      else push("sign", at + sign.length);
    }
  }
  at = text.length;
  tokens.push({ kind: "end", text: "", span: { source, start: at, end: at }, first: true });
  return tokens;
}

type Push = (kind: TokenKind, end: number, value?: number) => void;
type Report = (code: string, message: string, width?: number) => void;

function number(text: string, at: number, push: Push, report: Report): void {
  const end = endOf(/\w+/y, text, at);
  const digits = text.slice(at, end);
  const value = /^0[xX][\da-fA-F]+$/.test(digits) || /^\d+$/.test(digits) ? Number(digits) : Number.NaN;
  if (Number.isNaN(value)) {
    report("promela/malformed-number", `expected a number, found \`${digits}\``, end - at);
    push("invalid", end);
  } else if (value > 4294967295) {
    report("promela/number-too-large", `expected a number of 32 bits, found \`${digits}\``, end - at);
    push("invalid", end);
  } else push("number", end, value > 2147483647 ? value - 4294967296 : value);
}

const escapes: Readonly<Record<string, number>> = { n: 10, t: 9, r: 13, b: 8, f: 12, "0": 0 };

/** A text between double quotes, or a character between single ones. */
function quoted(quote: string, text: string, at: number, push: Push, report: Report): void {
  const end = endOf(quote === '"' ? /"(?:\\[^]|[^"\\\n])*/y : /'(?:\\[^]|[^'\\\n])*/y, text, at);
  if (text[end] !== quote) {
    const [what, code] =
      quote === '"' ? ["text", "promela/unclosed-string"] : ["character", "promela/unclosed-character"];
    report(code, `expected ${quote} to close this ${what}, found the end of the line`);
    push("invalid", Math.max(end, at + 1));
    return;
  }
  if (quote === '"') {
    push("string", end + 1);
    return;
  }
  const inner = text.slice(at + 1, end);
  const value = inner.startsWith("\\") ? (escapes[inner[1] ?? ""] ?? inner.codePointAt(1)) : inner.codePointAt(0);
  if (value === undefined || inner.length > (inner.startsWith("\\") ? 2 : 1)) {
    report(
      "promela/malformed-character",
      `expected one character between single quotes, found \`${inner}\``,
      end + 1 - at,
    );
    push("invalid", end + 1);
  } else push("number", end + 1, value);
}

function unexpected(text: string, at: number, push: Push, report: Report): void {
  const code = text.codePointAt(at)!;
  const width = code > 0xffff ? 2 : 1;
  const control = code < 32 || code === 127 || code === 0xfffd;
  const hex = code.toString(16).toUpperCase().padStart(4, "0");
  const shown = control ? `the character U+${hex}` : `\`${String.fromCodePoint(code)}\``;
  report("promela/unexpected-character", `expected a name, a number or a sign, found ${shown}`, width);
  push("invalid", at + width);
}

function endOf(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return at + (pattern.exec(text)?.[0].length ?? 0);
}
