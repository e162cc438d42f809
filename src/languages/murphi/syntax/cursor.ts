/** The cursor of the parser of Murphi. */

import type { Collector } from "../../../syntax/collector.ts";
import { Cursor as TokenCursor } from "../../../syntax/cursor.ts";
import type { Tokens } from "../../../syntax/cursor.ts";
import { Lexer } from "../../../syntax/lexer.ts";
import type { Token } from "../../../syntax/lexicon.ts";
import { positionAt } from "../../../syntax/source.ts";
import { lexicon } from "./lexicon.ts";
import type { Kind } from "./lexicon.ts";

/** The signs of mathematics that Rumur reads, and what they stand for. */
const spellings: Readonly<Record<string, Kind>> = {
  "≔": ":=",
  "≥": ">=",
  "≤": "<=",
  "≠": "!=",
  "→": "->",
  "⇒": "==>",
  "¬": "!",
  "∧": "&",
  "∨": "|",
  "∀": "forall",
  "∃": "exists",
  "×": "*",
  "÷": "/",
  "−": "-",
  simplerule: "rule",
};

/** Reserved words count in any case, names do not. */
class PlainTokens implements Tokens<Kind> {
  readonly #lexer: Lexer<Kind>;

  constructor(lexer: Lexer<Kind>) {
    this.#lexer = lexer;
  }

  next(): Token<Kind> {
    const token = this.#lexer.next();
    const { kind, quoted } = token;
    if (quoted) return token;
    if (Object.hasOwn(spellings, kind)) return { ...token, kind: spellings[kind]! };
    if (kind !== "name") return token;
    const word = token.text.toLowerCase();
    // The kind `end` is that of the end of the text.
    if (word === "end") return { ...token, kind: "END" };
    return lexicon.isReserved(word) ? { ...token, kind: spellings[word] ?? word } : token;
  }
}

export class Cursor extends TokenCursor<Kind> {
  constructor(collector: Collector) {
    super(lexicon, collector, new PlainTokens(new Lexer(lexicon, collector)));
  }

  /** Whether the current token is one of these. */
  atAny(...kinds: readonly Kind[]): boolean {
    return kinds.some((kind) => this.at(kind));
  }

  /** Skips semicolons. */
  skipSemicolons(): void {
    while (this.accept(";"));
  }

  /** Expects `do`, for which CMurphi also reads a colon. */
  expectDo(what: string): void {
    if (!this.accept(":")) this.expect("do", what);
  }

  /** Skips the end of a block: `end`, or the longer word. */
  closeBlock(word: Kind, opening: Token<Kind>): void {
    if (this.accept("END") || this.accept(word)) return;
    const { line, column } = positionAt(opening.source, opening.start);
    const what = `\`${opening.text.toLowerCase()}\` at ${line}:${column}`;
    this.fail("murphi/unclosed-block", `\`end\` or \`${word}\` to close the ${what}`);
  }
}
