/** The cursor of the parser of Rebeca. */

import type { Collector } from "../../../syntax/collector.ts";
import { Cursor as TokenCursor } from "../../../syntax/cursor.ts";
import { Lexer } from "../../../syntax/lexer.ts";
import type { Token } from "../../../syntax/lexicon.ts";
import type { Source } from "../../../syntax/source.ts";
import { lexicon } from "./lexicon.ts";
import type { Kind } from "./lexicon.ts";

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
