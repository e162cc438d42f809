/** Where the parser is in a text: the current token, what may follow, and how to go on after an error. */

import type { Collector } from "../../syntax/collector.ts";
import { positionAt } from "../../syntax/source.ts";
import type { Source, Span } from "../../syntax/source.ts";
import { look } from "../../util/limits.ts";
import { isKeyword, tokenize } from "./lexer.ts";
import type { Token, TokenKind } from "./lexer.ts";
import { deepest } from "./syntax-tree.ts";
import type { Name } from "./syntax-tree.ts";

/** Thrown after a syntax error was reported; caught where the parser can go on. */
class Abandoned extends Error {}

const closers = {
  "(": { close: ")", code: "rebeca/unclosed-parenthesis" },
  "[": { close: "]", code: "rebeca/unclosed-bracket" },
  "{": { close: "}", code: "rebeca/unclosed-brace" },
} as const;

type Opening = keyof typeof closers;

export class Cursor {
  readonly source: Source;
  readonly collector: Collector;
  readonly #tokens: readonly Token[];
  #at = 0;
  #nesting = 0;

  constructor(source: Source, collector: Collector) {
    this.source = source;
    this.collector = collector;
    this.#tokens = tokenize(source, collector);
  }

  get token(): Token {
    return this.#tokens[this.#at]!;
  }

  /** The token some places further on. */
  peek(distance = 1): Token {
    return this.#tokens[Math.min(this.#at + distance, this.#tokens.length - 1)]!;
  }

  advance(): Token {
    look();
    const { token } = this;
    if (token.kind !== "end") this.#at++;
    return token;
  }

  at(kind: TokenKind): boolean {
    return this.token.kind === kind;
  }

  atWord(word: string): boolean {
    return this.token.kind === "name" && this.token.text === word;
  }

  accept(kind: TokenKind): boolean {
    if (!this.at(kind)) return false;
    this.advance();
    return true;
  }

  acceptWord(word: string): boolean {
    if (!this.atWord(word)) return false;
    this.advance();
    return true;
  }

  /** `purpose` continues the sentence "expected `;` ...". */
  expect(kind: TokenKind, purpose: string): void {
    if (!this.accept(kind)) this.fail("rebeca/unexpected-token", `\`${kind}\` ${purpose}`);
  }

  /** Skips an opening sign and returns its place, for `close`. */
  open(kind: Opening, purpose: string): number {
    const { start } = this.token;
    this.expect(kind, purpose);
    return start;
  }

  close(opening: Opening, start: number): void {
    const { close, code } = closers[opening];
    if (this.accept(close)) return;
    const { line, column } = positionAt(this.source, start);
    this.fail(code, `\`${close}\` to close the \`${opening}\` at ${line}:${column}`);
  }

  name(what: string): Name {
    const { kind, text, start, end } = this.token;
    if (kind === "name") {
      this.advance();
      return { text, span: this.span(start, end) };
    }
    return this.fail(isKeyword(kind) ? "rebeca/reserved-word" : "rebeca/unexpected-token", what);
  }

  /** Reports "expected WHAT, found the current token" and gives up. */
  fail(code: string, what: string): never {
    return this.failWith(code, `expected ${what}, found ${this.found()}`);
  }

  failWith(code: string, message: string, span: Span = this.span(this.token.start, this.token.end)): never {
    // An invalid token has been reported by the lexer.
    if (!this.at("invalid")) this.collector.reportAt(code, message, span);
    throw new Abandoned();
  }

  /** Runs a part of the parser one level deeper. */
  nested<T>(parse: () => T): T {
    if (this.#nesting >= deepest) {
      const message = `expected at most ${deepest} levels of nesting, found more here`;
      this.collector.reportAt("rebeca/nested-too-deeply", message, this.span(this.token.start, this.token.end));
      this.collector.stop();
      throw new Abandoned();
    }
    this.#nesting++;
    const result = parse();
    this.#nesting--;
    return result;
  }

  /** Runs a part of the parser; after a syntax error in it, skips what `skip` skips, and returns `undefined`. */
  recover<T>(parse: () => T, skip: () => void): T | undefined {
    const nesting = this.#nesting;
    try {
      return parse();
    } catch (error) {
      if (!(error instanceof Abandoned)) throw error;
      this.#nesting = nesting;
      skip();
      return undefined;
    }
  }

  /** Skips to the next of these tokens at the same level of braces, or to the brace that closes it. */
  skipTo(isStop: (token: Token) => boolean): void {
    for (let depth = 0; !this.at("end"); this.advance()) {
      if (depth === 0 && (this.at("}") || isStop(this.token))) return;
      if (this.at("{")) depth++;
      else if (this.at("}")) depth--;
    }
  }

  span(start: number, end: number): Span {
    return { source: this.source, start, end };
  }

  /** From `start` to the end of the last token. */
  since(start: number): Span {
    return this.span(start, Math.max(start, this.#at === 0 ? 0 : this.#tokens[this.#at - 1]!.end));
  }

  /** The current token, as messages call it. */
  found(): string {
    const { kind, text } = this.token;
    if (kind === "end") return "the end of the text";
    const shown = text.length > 40 ? `${text.slice(0, 37)}...` : text;
    return isKeyword(kind) ? `the word \`${kind}\`` : `\`${shown}\``;
  }
}
