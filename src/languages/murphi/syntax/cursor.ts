/** The words and signs of Murphi, and the cursor of its parser. */

import type { Collector } from "../../../syntax/collector.ts";
import { Cursor as TokenCursor } from "../../../syntax/cursor.ts";
import type { Tokens } from "../../../syntax/cursor.ts";
import { Lexer } from "../../../syntax/lexer.ts";
import { Lexicon, decimalNumber } from "../../../syntax/lexicon.ts";
import type { Quote, Token, Words } from "../../../syntax/lexicon.ts";
import { positionAt } from "../../../syntax/source.ts";

const signs1 = "==> := .. >= <= != == >> << -> && || ^ & ! | : = > < - % + ; { } , [ ] . ( ) / * ? ~";
const signs2 = "≔ ≥ ≤ ≠ → ⇒ ¬ ∧ ∨ ∀ ∃ × ÷ −";
const words1 = "alias array assert assume begin boolean by case choose clear const cover do else elsif END endalias";
const words2 = "endchoose endexists endfor endforall endfunction endif endprocedure endrecord endrule endruleset";
const words3 = "endstartstate endswitch endwhile enum error exists externfun externproc for forall function if import";
const words4 = "invariant ismember isundefined liveness multiset multisetadd multisetcount multisetremove";
const words5 = "multisetremovepred of procedure put real record return rule ruleset scalarset simplerule startstate";
const words6 = "switch then to type undefine union var while";
const words = [words1, words2, words3, words4, words5, words6].join(" ");

export type Kind = Words<
  | typeof signs1
  | typeof signs2
  | typeof words1
  | typeof words2
  | typeof words3
  | typeof words4
  | typeof words5
  | typeof words6
>;

const whole = decimalNumber(2 ** 31, "within 32 bits");

/** Texts between double quotes. A backslash keeps the character after it. */
const text: Quote = {
  kind: "string",
  escape: (source, at) => [source.slice(at + 1, at + 2), 2],
};

const lexicon: Lexicon<Kind> = new Lexicon({
  language: "murphi",
  signs: `${signs1} ${signs2}`,
  words,
  number: {
    pattern: /\w+(?:\.\d\w*)?/y,
    value: (digits) => {
      if (digits.includes(".")) {
        return ["unsupported", `expected a whole number, found \`${digits}\`: real numbers are not supported`];
      }
      if (!/^0x[\da-f]+$/i.test(digits)) return whole.value(digits);
      const value = Number(digits);
      return value <= 2 ** 31 ? value : ["literal-too-large", "expected a number within 32 bits, found a larger one"];
    },
  },
  quotes: { '"': text },
  comments: [
    ["--", "\n"],
    ["/*", "*/"],
  ],
  hints: {
    "#": "there is no preprocessor: `-D NAME=VALUE` gives a constant another value",
    "//": "a comment begins with `--`",
  },
  advice: { and: "write `&`", or: "write `|`", not: "write `!`", mod: "write `%`", endfun: "write `end`" },
  deepest: 200,
});

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
