/** The position of the parser in a `.seq` text, and its modes. */

import type { Collector } from "../../syntax/collector.ts";
import { Cursor as TokenCursor } from "../../syntax/cursor.ts";
import { Lexer } from "../../syntax/lexer.ts";
import { lexicon } from "./lexicon.ts";
import type { Kind } from "./lexicon.ts";

export class Cursor extends TokenCursor<Kind> {
  /** Whether the parser is inside an LTL formula, where `X`, `U`, `W`, `R`, `[]` and `<>` are operators. */
  temporal = false;
  /**
   * Whether the parser is inside the bounds of a range, where a dot ends the expression, as in `forall i: 0..N . e`.
   */
  bounds = false;

  constructor(collector: Collector) {
    super(lexicon, collector, new Lexer(lexicon, collector));
  }

  /** Runs a part of the parser with the given values of `bounds` and `temporal`. */
  within<T>(mode: { readonly bounds?: boolean; readonly temporal?: boolean }, parse: () => T): T {
    const { temporal, bounds } = this;
    Object.assign(this, mode);
    try {
      return parse();
    } finally {
      this.temporal = temporal;
      this.bounds = bounds;
    }
  }
}
