/** Where the parser of a `.seq` text is, and which of its modes it is in. */

import type { Collector } from "../../syntax/collector.ts";
import { Cursor as TokenCursor } from "../../syntax/cursor.ts";
import { Lexer } from "../../syntax/lexer.ts";
import { lexicon } from "./lexicon.ts";
import type { Kind } from "./lexicon.ts";

export class Cursor extends TokenCursor<Kind> {
  /** Inside an LTL formula: `X`, `U`, `W`, `R`, `[]` and `<>` are operators. */
  temporal = false;
  /** Inside the bounds of a range: a dot ends the expression, as in `forall i: 0..N . e`. */
  bounds = false;

  constructor(collector: Collector) {
    super(lexicon, collector, new Lexer(lexicon, collector));
  }

  /** Runs a part of the parser with `bounds` or `temporal` set as given. */
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
