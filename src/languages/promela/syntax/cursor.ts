/** Where the parser is in the tokens of a model: the current one, what may follow, and how to go on after an error. */

import type { Collector } from "../../../syntax/collector.ts";
import { locate, positionAt } from "../../../syntax/source.ts";
import type { Span } from "../../../syntax/source.ts";
import { look } from "../../../util/limits.ts";
import type { Token } from "./lexer.ts";
import { isReserved } from "./reserved.ts";
import type { Name, Unit } from "./syntax-tree.ts";

/** Thrown after a syntax error was reported; caught where the parser can go on. */
class Abandoned extends Error {}

/** Thrown where a property has something that is not supported; caught where the property is read. */
class Refused extends Error {
  readonly span: Span;

  constructor(message: string, span: Span) {
    super(message);
    this.span = span;
  }
}

/** How deeply expressions and statements may nest. */
const deepest = 200;

const closers = {
  "(": { close: ")", code: "promela/unclosed-parenthesis" },
  "[": { close: "]", code: "promela/unclosed-bracket" },
  "{": { close: "}", code: "promela/unclosed-brace" },
  if: { close: "fi", code: "promela/unclosed-if" },
  do: { close: "od", code: "promela/unclosed-do" },
  "<": { close: ">", code: "promela/unclosed-angle" },
} as const;

type Opening = keyof typeof closers;

/** An inline definition: parameters and the tokens of its body, braces included. */
export interface Inline {
  readonly name: Name;
  readonly parameters: readonly string[];
  readonly body: readonly Token[];
}

export class Cursor {
  readonly collector: Collector;
  readonly inlines: Map<string, Inline> = new Map();
  /** Inline definitions whose text is being read. */
  readonly expanding: Set<string> = new Set();
  /** Names of record types, which begin declarations. */
  readonly records: Set<string> = new Set();
  #tokens: Token[];
  #at = 0;
  #nesting = 0;
  #expanded = 0;
  #inProperty = false;

  constructor(collector: Collector, tokens: Token[]) {
    this.collector = collector;
    this.#tokens = tokens;
  }

  get token(): Token {
    return this.#tokens[this.#at]!;
  }

  peek(distance = 1): Token {
    return this.#tokens[Math.min(this.#at + distance, this.#tokens.length - 1)]!;
  }

  get previous(): Token | undefined {
    return this.#tokens[this.#at - 1];
  }

  get atEnd(): boolean {
    return this.token.kind === "end";
  }

  advance(): Token {
    look();
    const { token } = this;
    if (token.kind !== "end") this.#at++;
    return token;
  }

  /** At a sign or a reserved word. */
  at(text: string): boolean {
    const { kind, text: found } = this.token;
    return found === text && (kind === "sign" || kind === "name");
  }

  atName(): boolean {
    return this.token.kind === "name" && !isReserved(this.token.text);
  }

  accept(text: string): boolean {
    if (!this.at(text)) return false;
    this.advance();
    return true;
  }

  /** Two signs without a space between them, where the lexer does not know that they are one. */
  atPair(first: string, second: string): boolean {
    if (!this.at(first)) return false;
    const { text, span } = this.peek();
    const here = this.token.span;
    return text === second && (span.start === here.end || span.start === here.start) && span.source === here.source;
  }

  /** `purpose` continues the sentence "expected `(` ...". */
  expect(text: string, purpose: string): void {
    if (!this.accept(text)) this.fail("promela/unexpected-token", `\`${text}\` ${purpose}`);
  }

  /** Skips an opening sign and returns it, for `close`. */
  open(text: Opening, purpose: string): Token {
    const { token } = this;
    this.expect(text, purpose);
    return token;
  }

  close(opening: Opening, token: Token): void {
    const { close, code } = closers[opening];
    if (this.accept(close)) return;
    const { span } = token;
    const { line, column } = positionAt(span.source, span.start);
    const place = span.source === this.token.span.source ? `${line}:${column}` : locate(span);
    this.fail(code, `\`${close}\` to close the \`${opening}\` at ${place}`);
  }

  name(what: string): Name {
    const { kind, text, span } = this.token;
    if (kind === "name" && !isReserved(text)) {
      this.advance();
      return { text, span };
    }
    return this.fail(kind === "name" ? "promela/reserved-word" : "promela/unexpected-token", what);
  }

  /** Reports "expected WHAT, found the current token" and gives up. */
  fail(code: string, what: string): never {
    return this.failWith(code, `expected ${what}, found ${this.found()}`, this.token.span);
  }

  failWith(code: string, message: string, span: Span): never {
    // An invalid token has been reported by the lexer.
    if (this.token.kind !== "invalid") this.collector.reportAt(code, message, span);
    throw new Abandoned();
  }

  unsupported(what: string, span: Span = this.token.span): never {
    if (this.#inProperty) throw new Refused(`${what} not supported`, span);
    return this.failWith("promela/unsupported", `${what} not supported`, span);
  }

  /** Reads a property that ends with the brace that closes the next one. What is not supported in it concerns nothing else. */
  property(name: string, parse: () => Unit): Unit {
    const after = this.#tokens.length - this.#closing();
    const nesting = this.#nesting;
    const { token } = this;
    this.#inProperty = true;
    try {
      return parse();
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      this.#nesting = nesting;
      // Calls of inline definitions may have been replaced, but only before.
      this.#at = this.#tokens.length - after;
      this.close("{", token);
      return { kind: "unsupported", name, reason: error.message, span: error.span };
    } finally {
      this.#inProperty = false;
    }
  }

  /** Where the brace that is open here is closed, or the end. */
  #closing(): number {
    for (let at = this.#at, depth = 0; at < this.#tokens.length; at++) {
      const { kind, text } = this.#tokens[at]!;
      if (kind !== "sign") continue;
      if (text === "{") depth++;
      if (text === "}" && --depth <= 0) return at;
    }
    return this.#tokens.length - 1;
  }

  /** Runs a part of the parser one level deeper. */
  nested<T>(parse: () => T): T {
    if (this.#nesting >= deepest) {
      const message = `expected at most ${deepest} levels of nesting, found more here`;
      this.collector.reportAt("promela/nested-too-deeply", message, this.token.span);
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

  /** Puts tokens before the current one, in place of what was read last: an inline definition's body. */
  splice(tokens: readonly Token[]): void {
    this.#expanded += tokens.length;
    if (this.#expanded > 500_000) {
      this.collector.reportAt(
        "promela/recursive-inline",
        "expected inlines that come to an end, found too many",
        this.token.span,
      );
      this.collector.stop();
      throw new Abandoned();
    }
    this.#tokens = [...tokens, ...this.#tokens.slice(this.#at)];
    this.#at = 0;
  }

  /** From a token or node to the last token read. */
  since(from: { readonly span: Span }): Span {
    const { span } = from;
    const end = this.previous?.span ?? span;
    return end.source === span.source && end.end >= span.end ? { ...span, end: end.end } : span;
  }

  /** The current token, as messages call it. */
  found(): string {
    const { kind, text } = this.token;
    if (kind === "end") return "the end of the text";
    const shown = text.length > 40 ? `${text.slice(0, 37)}...` : text;
    return kind === "name" && isReserved(text) ? `the word \`${text}\`` : `\`${shown}\``;
  }
}
