/** Where the parser is in a text: the current token, what may follow, and how to go on after an error. */

import type { Collector } from "../../../syntax/collector.ts";
import { positionAt } from "../../../syntax/source.ts";
import { look } from "../../../util/limits.ts";
import { isKeyword, tokenize } from "./lexer.ts";
import type { Token, TokenKind } from "./lexer.ts";
import { deepest } from "./syntax-tree.ts";
import type { Name, Place } from "./syntax-tree.ts";

/** Thrown after a syntax error was reported; caught where the parser can go on. */
class Abandoned extends Error {}

const closers = {
  "(": { close: ")", code: "csp/unclosed-parenthesis" },
  "[": { close: "]", code: "csp/unclosed-bracket" },
  "{": { close: "}", code: "csp/unclosed-brace" },
} as const;

type Opening = keyof typeof closers;

export class Cursor {
  readonly collector: Collector;
  readonly #tokens: readonly Token[];
  #at = 0;
  #nesting = 0;
  #nextId = 0;

  /** Reads the whole text, or the part of it at a place. */
  constructor(collector: Collector, place?: Place) {
    this.collector = collector;
    this.#tokens = tokenize(collector, place);
  }

  get token(): Token {
    return this.#tokens[this.#at]!;
  }

  /** The token some places further on. */
  peek(distance = 1): Token {
    return this.#tokens[Math.min(this.#at + distance, this.#tokens.length - 1)]!;
  }

  get previousEnd(): number {
    return this.#at === 0 ? 0 : this.#tokens[this.#at - 1]!.end;
  }

  /** A number for the next process of the text. */
  nextId(): number {
    return this.#nextId++;
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

  /** `purpose` continues the sentence "expected `->` ...". */
  expect(kind: TokenKind, purpose: string): void {
    if (!this.accept(kind)) this.fail("csp/unexpected-token", `\`${kind}\` ${purpose}`);
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
    const { line, column } = positionAt(this.collector.source, start);
    this.fail(code, `\`${close}\` to close the \`${opening}\` at ${line}:${column}`);
  }

  name(what: string): Name {
    const { kind, text, start, end } = this.token;
    if (kind === "name") {
      this.advance();
      return { text, start, end };
    }
    return this.fail(isKeyword(kind) ? "csp/reserved-word" : "csp/unexpected-token", what);
  }

  /** Reports "expected WHAT, found the current token" and gives up. */
  fail(code: string, what: string): never {
    return this.failWith(code, `expected ${what}, found ${this.found()}`);
  }

  failWith(code: string, message: string, place: Place = this.token): never {
    // An invalid token has been reported by the lexer.
    if (!this.at("invalid")) this.collector.report(code, message, place.start, place.end);
    throw new Abandoned();
  }

  /** Runs a part of the parser one level deeper. */
  nested<T>(parse: () => T): T {
    if (this.#nesting >= deepest) {
      const message = `expected at most ${deepest} levels of nesting, found more here`;
      this.collector.report("csp/nested-too-deeply", message, this.token.start, this.token.end);
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

  /** Adds to a new node the place from `start` to the end of the last token. */
  since<const T extends object>(start: number, node: T): T & Place {
    return Object.assign(node, { start, end: this.previousEnd });
  }

  /** The current token, as messages call it. */
  found(): string {
    const { kind, text } = this.token;
    if (kind === "end") return "the end of the text";
    const shown = text.length > 40 ? `${text.slice(0, 37)}...` : text;
    return isKeyword(kind) ? `the word \`${kind}\`` : `\`${shown}\``;
  }
}
