/** Where the parser is in a text: the current token, what may follow, and how to go on after an error. */

import type { Collector } from "../../syntax/collector.ts";
import { positionAt } from "../../syntax/source.ts";
import { Lexer, excerpt } from "./lexer.ts";
import { deepest } from "./syntax-tree.ts";
import type { Name, Place } from "./syntax-tree.ts";
import { isReserved } from "./tokens.ts";
import type { TokenKind } from "./tokens.ts";

/** Thrown after a syntax error was reported; caught where the parser can go on. */
class Abandoned extends Error {}

const closers = {
  "(": { close: ")", code: "seq/unclosed-parenthesis" },
  "[": { close: "]", code: "seq/unclosed-bracket" },
  "{": { close: "}", code: "seq/unclosed-brace" },
} as const;

/** Words of other languages, and what they are here. */
const foreignWords: Readonly<Record<string, string>> = {
  and: "&&",
  or: "||",
  not: "!",
  implies: "->",
  iff: "<->",
  mod: "%",
  div: "/",
};

export class Cursor {
  readonly lexer: Lexer;
  readonly collector: Collector;
  /** Inside an LTL formula: `X`, `U`, `W`, `R`, `[]` and `<>` are operators. */
  temporal = false;
  /** Inside the bounds of a range: a dot ends the expression, as in `forall i: 0..N . e`. */
  bounds = false;
  #nesting = 0;
  #missedEnd = false;

  constructor(collector: Collector) {
    this.collector = collector;
    this.lexer = new Lexer(collector);
  }

  at(kind: TokenKind): boolean {
    return this.lexer.kind === kind;
  }

  /** Whether the current token is this word and not reserved, quoted or anything else. */
  atWord(word: string): boolean {
    return this.lexer.kind === "name" && !this.lexer.quoted && this.lexer.content === word;
  }

  accept(kind: TokenKind): boolean {
    if (this.lexer.kind !== kind) return false;
    this.lexer.advance();
    return true;
  }

  /** `purpose` continues the sentence "expected `:=` ...". */
  expect(kind: TokenKind, purpose: string): void {
    if (!this.accept(kind)) this.fail("seq/unexpected-token", `\`${kind}\` ${purpose}`);
  }

  /** Skips a word that is not reserved; `purpose` continues the sentence "expected `free` ...". */
  expectWord(word: string, purpose: string): void {
    if (!this.atWord(word)) this.fail("seq/unexpected-token", `\`${word}\` ${purpose}`);
    this.lexer.advance();
  }

  /** Skips an opening sign and returns its place, for `close`. */
  open(kind: "(" | "[" | "{", purpose: string): number {
    const { start } = this.lexer;
    this.expect(kind, purpose);
    return start;
  }

  close(opening: "(" | "[" | "{", start: number): void {
    const { close, code } = closers[opening];
    if (this.accept(close)) return;
    if (this.at("end") && this.lexer.lost) throw new Abandoned();
    const { line, column } = positionAt(this.collector.source, start);
    this.fail(code, `\`${close}\` to close the \`${opening}\` at ${line}:${column}`);
  }

  /** `what` continues the sentence "expected ...". */
  name(what: string): Name {
    const { kind, content, start, end } = this.lexer;
    if (kind === "name") {
      this.lexer.advance();
      return { text: content, start, end };
    }
    if (!isReserved(kind)) return this.fail("seq/unexpected-token", what);
    const message = `expected ${what}, found the reserved word \`${kind}\`; between backquotes it is a name`;
    return this.failWith("seq/reserved-word", message);
  }

  /** Reports "expected WHAT, found the current token" and gives up. */
  fail(code: string, what: string): never {
    return this.failWith(code, `expected ${what}, found ${this.found()}`);
  }

  failWith(code: string, message: string, place: Place = this.lexer): never {
    // An invalid token has been reported by the lexer, and the end of the text is missed once.
    if (!this.at("invalid") && !(this.at("end") && this.#missedEnd)) {
      this.collector.report(code, message, place.start, place.end);
    }
    this.#missedEnd ||= this.at("end");
    throw new Abandoned();
  }

  /** The parser goes one level deeper: expressions, blocks and types count together. */
  enter(): void {
    if (this.#nesting >= deepest) this.failTooDeep(this.lexer);
    this.#nesting++;
  }

  leave(): void {
    this.#nesting--;
  }

  /** Ends the parsing: what is left of such a text cannot be told apart. */
  failTooDeep(place: Place): never {
    const message = `expected at most ${deepest} levels of nesting, found more here`;
    this.collector.report("seq/nested-too-deeply", message, place.start, Math.min(place.end, place.start + 1));
    this.collector.stop();
    throw new Abandoned();
  }

  /** Runs a part of the parser; after a syntax error in it, skips what `skip` skips, and returns `undefined`. */
  recover<T>(parse: () => T, skip: () => void): T | undefined {
    const { temporal, bounds } = this;
    const nesting = this.#nesting;
    try {
      return parse();
    } catch (error) {
      if (!(error instanceof Abandoned)) throw error;
      this.temporal = temporal;
      this.bounds = bounds;
      this.#nesting = nesting;
      skip();
      return undefined;
    }
  }

  /** Runs a part of the parser with `bounds` or `temporal` set as given. */
  within<T>(mode: { readonly bounds?: boolean; readonly temporal?: boolean }, parse: () => T): T {
    const { temporal, bounds } = this;
    Object.assign(this, mode);
    const result = parse();
    this.temporal = temporal;
    this.bounds = bounds;
    return result;
  }

  /** Adds to a new node the place from `start` to the end of the last token. */
  since<const T extends object>(start: number, node: T): T & Place {
    const placed = node as T & { start: number; end: number };
    placed.start = start;
    placed.end = this.lexer.previousEnd;
    return placed;
  }

  /** The current token, as messages call it. */
  found(): string {
    const { kind, text } = this.lexer;
    if (kind === "end") return "the end of the text";
    if (kind === "=") return "`=`; `==` compares, `:=` assigns";
    if (kind === "string" || text.startsWith("`")) return excerpt(text);
    if (kind === "name" && Object.hasOwn(foreignWords, text)) return `\`${text}\`; write \`${foreignWords[text]}\``;
    return isReserved(kind) ? `the reserved word \`${kind}\`` : `\`${excerpt(text)}\``;
  }
}
