/** The words and signs of Rebeca, and the cursor of its parser. */

import type { Collector } from "../../../syntax/collector.ts";
import { Cursor as TokenCursor } from "../../../syntax/cursor.ts";
import { Lexer } from "../../../syntax/lexer.ts";
import { Lexicon, decimalNumber, plainText } from "../../../syntax/lexicon.ts";
import type { Token, Words } from "../../../syntax/lexicon.ts";
import type { Source } from "../../../syntax/source.ts";

const signs =
  "<<= >>= <-> || && -> == != <= >= << >> ++ -- += -= *= /= %= &= |= ^= < > + - * / % ! ~ & | ^ ? : ; , . ( ) [ ] { } = @";
const words1 = "abstract break case continue default else env extends false for if implements instanceof interface";
const words2 =
  "knownobjects knownrebecs main msgsrv new null reactiveclass return self sender statevars switch true while";

export type Kind = Words<typeof signs | typeof words1 | typeof words2>;

const whole = decimalNumber(2 ** 31, "within 32 bits");

const lexicon: Lexicon<Kind> = new Lexicon({
  language: "rebeca",
  signs,
  words: `${words1} ${words2}`,
  name: /[A-Za-z_$][\w$]*/y,
  number: {
    pattern: /\w+(?:\.\d\w*)?/y,
    value: (text) =>
      text.includes(".")
        ? ["unsupported", `expected a whole number, found \`${text}\`: fractions are not supported`]
        : whole.value(text),
  },
  quotes: plainText,
  deepest: 200,
});

/** A cursor in a model or in the property file beside it. */
export class Cursor extends TokenCursor<Kind> {
  /** Whether the parser is inside a property: no assignments and casts, but `->`, `<->` and temporal operators. */
  isFormula = false;

  constructor(source: Source, collector: Collector) {
    super(lexicon, collector, new Lexer(lexicon, collector, source));
  }

  /** Parses phrases that end with `;`, up to the closing brace. */
  lines<T extends object>(parse: () => T, isEnd: () => boolean = () => this.at("}")): T[] {
    return this.phrases(isEnd, parse, () => {
      this.skipTo(({ kind }) => kind === ";");
      this.accept(";");
    });
  }

  /** Skips to the next of these tokens at the same level of braces, or to the closing brace of the level. */
  skipTo(isStop: (token: Token<Kind>) => boolean): void {
    for (let depth = 0; !this.at("end"); this.advance()) {
      if (depth === 0 && (this.at("}") || isStop(this.token))) return;
      if (this.at("{")) depth++;
      else if (this.at("}")) depth--;
    }
  }
}
