/** The position of a parser in a text: the current token, lookahead, and recovery from errors. */

import { look } from "../util/limits.ts";
import type { Collector } from "./collector.ts";
import { excerpt } from "./excerpt.ts";
import type { CommonKind, Lexicon, Tables, Token } from "./lexicon.ts";
import { Refused, attempt } from "./refused.ts";
import { locate, positionAt } from "./source.ts";
import type { Place, Source, Span } from "./source.ts";

/** A source of tokens: a lexer, or a preprocessor. After the last token it returns the end token forever. */
export interface Tokens<Kind extends string> {
  next: () => Token<Kind>;
}

/** A name in a text. It serves trees that keep places and trees that keep spans. */
export interface Name extends Place {
  readonly text: string;
  readonly span: Span;
}

/** A language extends this class with the state of its parser. */
export class Cursor<Kind extends string> {
  readonly collector: Collector;
  readonly #tables: Tables;
  readonly #lexicon: Lexicon<Kind>;
  readonly #tokens: Tokens<Kind>;
  /** Tokens that were looked up in advance or put back. Those before `#at` have been read. */
  #ahead: Token<Kind>[] = [];
  #at = 0;
  #nesting = 0;
  #missedEnd = false;
  #isLost = false;
  /** The current token. */
  token: Token<Kind>;
  /** The last token that was read. */
  previous: Token<Kind> | undefined;

  constructor(lexicon: Lexicon<Kind>, collector: Collector, tokens: Tokens<Kind>) {
    this.collector = collector;
    this.#lexicon = lexicon;
    this.#tables = lexicon.tables;
    this.#tokens = tokens;
    this.token = tokens.next();
  }

  // ---------------------------------------------------------------- tokens

  get previousEnd(): number {
    return this.previous?.end ?? 0;
  }

  /** Moves on and returns the token that was current. At the end it stays there. */
  advance(): Token<Kind> {
    look();
    const { token } = this;
    if (token.kind === "end") return token;
    this.#isLost ||= token.unclosed === true;
    this.previous = token;
    this.token = this.#next();
    return token;
  }

  /** The token at a distance from the current one. */
  peek(distance = 1): Token<Kind> {
    while (this.#ahead.length - this.#at < distance) this.#ahead.push(this.#tokens.next());
    return distance === 0 ? this.token : this.#ahead[this.#at + distance - 1]!;
  }

  /** Puts tokens before the current one. */
  putBack(tokens: readonly Token<Kind>[]): void {
    const [first, ...rest] = [...tokens, this.token];
    this.#ahead = [...rest, ...this.#ahead.slice(this.#at)];
    this.#at = 0;
    this.token = first!;
  }

  #next(): Token<Kind> {
    if (this.collector.full) {
      const { source } = this.token;
      return { kind: "end", text: "", source, start: source.text.length, end: source.text.length };
    }
    if (this.#at === this.#ahead.length) return this.#tokens.next();
    const token = this.#ahead[this.#at++]!;
    if (this.#at === this.#ahead.length) {
      this.#ahead = [];
      this.#at = 0;
    }
    return token;
  }

  at(kind: Kind | CommonKind): boolean {
    return this.token.kind === kind;
  }

  /** Whether the current token is this word, which is not reserved. */
  atWord(word: string): boolean {
    const { kind, text, quoted } = this.token;
    return kind === "name" && text === word && !quoted;
  }

  accept(kind: Kind | CommonKind): boolean {
    if (this.token.kind !== kind) return false;
    this.advance();
    return true;
  }

  acceptWord(word: string): boolean {
    if (!this.atWord(word)) return false;
    this.advance();
    return true;
  }

  /** `purpose` continues the sentence "expected `;` ...". */
  expect(kind: Kind | CommonKind, purpose: string): void {
    if (!this.accept(kind)) this.#missing(kind, purpose);
  }

  expectWord(word: string, purpose: string): void {
    if (!this.acceptWord(word)) this.#missing(word, purpose);
  }

  /** `what` continues the sentence "expected ...". */
  name(what: string): Name {
    if (this.at("name")) {
      const { text, source, start, end } = this.advance();
      return { text, start, end, span: { source, start, end } };
    }
    if (!this.#lexicon.isReserved(this.token.kind)) return this.fail(this.slug("unexpected-token"), what);
    const isQuotable = Object.values(this.#tables.quotes ?? {}).some(({ kind }) => kind === "name");
    const remedy = isQuotable ? "; between backquotes it is a name" : "";
    return this.failWith(this.slug("reserved-word"), `expected ${what}, found ${this.found()}${remedy}`);
  }

  /** Skips an opening sign and returns it for `close`. */
  open(kind: Kind, purpose: string): Token<Kind> {
    const { token } = this;
    this.expect(kind, purpose);
    return token;
  }

  close(opening: Kind, { source, start }: Span): void {
    const [close, slug] = this.#lexicon.closers[opening]!;
    if (this.token.kind === close) {
      this.advance();
      return;
    }
    // The closing sign may be part of an unclosed quotation.
    if (this.at("end") && this.#isLost) throw new Refused();
    const { line, column } = positionAt(source, start);
    const place = source === this.token.source ? `${line}:${column}` : locate({ source, start, end: start });
    this.fail(this.slug(slug), `\`${close}\` to close the \`${opening}\` at ${place}`);
  }

  // ---------------------------------------------------------------- phrases

  /** Parses a phrase between an opening sign and its closing sign. */
  enclosed<T>(opening: Kind, purpose: string, parse: () => T): T {
    const token = this.open(opening, purpose);
    const result = parse();
    this.close(opening, token);
    return result;
  }

  /** Parses one or more phrases with separators between them. */
  list<T>(separator: Kind, parse: () => T): T[] {
    const items = [parse()];
    while (this.accept(separator)) items.push(parse());
    return items;
  }

  /** Parses any number of phrases, with separators, between an opening sign and its closing sign. */
  enclosedList<T>(opening: Kind, purpose: string, separator: Kind, parse: () => T): T[] {
    const close = this.#lexicon.closers[opening]![0];
    return this.enclosed(opening, purpose, () => (this.token.kind === close ? [] : this.list(separator, parse)));
  }

  /**
   * Parses phrases until `isEnd` or the end of the text. After a syntax error in one of them, `skip` goes to the next.
   * `isStuck` says whether the phrase ended before its first token.
   */
  phrases<T extends object>(isEnd: () => boolean, parse: () => T | undefined, skip: (isStuck: boolean) => void): T[] {
    const phrases: T[] = [];
    while (!this.at("end") && !isEnd() && !this.collector.full) {
      const { token } = this;
      const phrase = this.recover(parse, () => skip(this.token === token));
      if (phrase) phrases.push(phrase);
    }
    return phrases;
  }

  // ---------------------------------------------------------------- places

  /** Adds to a new node the place from `start` to the end of the last token. */
  since<const T extends object>(start: number, node: T): T & Place {
    return Object.assign(node, { start, end: this.previousEnd });
  }

  /** The span from a token or node, or from a place in the current source, to the end of the last token. */
  spanSince(from: number | Span): Span {
    const { source, start, end } = typeof from === "number" ? this.span(from, from) : from;
    const last = this.previous;
    return { source, start, end: last?.source === source && last.end >= end ? last.end : end };
  }

  span(start: number, end: number, source: Source = this.token.source): Span {
    return { source, start, end };
  }

  // ---------------------------------------------------------------- errors

  /** Reports "expected WHAT, found the current token" and gives up. */
  fail(code: string, what: string): never {
    return this.failWith(code, `expected ${what}, found ${this.found()}`);
  }

  failWith(code: string, message: string, place: Place & { readonly source?: Source } = this.token): never {
    // The lexer has reported an invalid token, and the end of the text is reported once.
    if (!this.at("invalid") && !(this.at("end") && this.#missedEnd)) {
      this.collector.reportAt(code, message, this.span(place.start, place.end, place.source));
    }
    this.#missedEnd ||= this.at("end");
    throw new Refused();
  }

  /** Ends parsing. The rest of such a text cannot be parsed. */
  failTooDeep(place: Place & { readonly source?: Source } = this.token): never {
    const { start, end } = place;
    const message = `expected at most ${this.#tables.deepest} levels of nesting, found more here`;
    const span = this.span(start, Math.min(end, start + 1), place.source);
    this.collector.reportAt(this.slug("nested-too-deeply"), message, span);
    this.collector.stop();
    throw new Refused();
  }

  /** Runs a part of the parser one level deeper. */
  nested<T>(parse: () => T): T {
    this.checkDepth(this.#nesting);
    this.#nesting++;
    const result = parse();
    this.#nesting--;
    return result;
  }

  /** Checks a depth that grows without nesting, as in a row of operators. */
  checkDepth(depth: number, place?: Place): void {
    if (depth >= this.#tables.deepest) this.failTooDeep(place);
  }

  /** Runs a part of the parser. After a syntax error in it, calls `skip` and returns `undefined`. */
  recover<T extends object | undefined | void>(parse: () => T, skip: () => void): T | undefined {
    const nesting = this.#nesting;
    let isDone = false;
    const result = attempt(() => {
      const parsed = parse();
      isDone = true;
      return parsed;
    });
    if (isDone) return result;
    this.#nesting = nesting;
    skip();
    return undefined;
  }

  /** The current token in the words of a message. */
  found(): string {
    const { kind, text, quoted } = this.token;
    if (kind === "end") return "the end of the text";
    if (kind === "string") return `"${excerpt(text)}"`;
    const { advice } = this.#tables;
    const instead = advice && !quoted && Object.hasOwn(advice, text) ? `; ${advice[text]}` : "";
    const what = this.#lexicon.isReserved(kind) ? "the reserved word " : "";
    return `${what}\`${excerpt(text)}\`${instead}`;
  }

  /** The slug `language/what`. */
  slug(what: string): string {
    return `${this.#tables.language}/${what}`;
  }

  #missing(kind: string, purpose: string): never {
    const what = Object.hasOwn(kindNames, kind) ? kindNames[kind]! : `\`${kind}\``;
    return this.fail(this.slug("unexpected-token"), `${what}${purpose === "" ? "" : ` ${purpose}`}`);
  }
}

const kindNames: Readonly<Record<string, string>> = {
  name: "a name",
  number: "a number",
  string: "a text between quotes",
  end: "the end of the text",
};
