/** Cuts a text in LoLA's format into words, numbers and signs, one at a time. Comments are `{ ... }` and `// ...`. */

import type { Collector } from "../../syntax/collector.ts";
import { Refused } from "../pnml/refused.ts";

export class Lexer {
  readonly #collector: Collector;
  readonly #text: string;
  #at = 0;
  /** The current token; empty at the end. */
  text = "";
  start = 0;
  end = 0;

  constructor(collector: Collector) {
    this.#collector = collector;
    this.#text = collector.source.text;
    if (this.#text.startsWith("\ufeff")) this.#at = 1;
    this.advance();
  }

  advance(): void {
    this.#skipBlanks();
    const token = /[,;:]|[^\s,;:{}()]+|./suy;
    token.lastIndex = this.#at;
    this.start = this.#at;
    this.text = token.exec(this.#text)?.[0] ?? "";
    this.#at += this.text.length;
    this.end = this.#at;
  }

  is(token: string): boolean {
    return this.text === token;
  }

  refuse(code: string, message: string): never {
    this.#collector.report(`lola/${code}`, message, this.start, this.end);
    throw new Refused();
  }

  /** The current token for a message. */
  found(): string {
    return this.text === "" ? "the end of the file" : `\`${this.text.slice(0, 40)}\``;
  }

  #skipBlanks(): void {
    const blank = /(?:\s+|\/\/[^\n]*|\{[^}]*\})+/y;
    blank.lastIndex = this.#at;
    this.#at += blank.exec(this.#text)?.[0].length ?? 0;
    if (this.#text[this.#at] !== "{") return;
    this.#collector.report(
      "lola/unclosed-comment",
      "expected `}` to close the comment, found none",
      this.#at,
      this.#at + 1,
    );
    throw new Refused();
  }
}
