/** The cursor of the parser of CSP#. */

import type { Collector } from "../../../syntax/collector.ts";
import { Cursor as TokenCursor } from "../../../syntax/cursor.ts";
import { Lexer } from "../../../syntax/lexer.ts";
import type { Place } from "../../../syntax/source.ts";
import { lexicon } from "./lexicon.ts";
import type { Kind } from "./lexicon.ts";

export class Cursor extends TokenCursor<Kind> {
  #nextId = 0;

  /** Reads the whole text, or the part of it at a place. */
  constructor(collector: Collector, place?: Place) {
    super(lexicon, collector, new Lexer(lexicon, collector, collector.source, place));
  }

  /** A node with the number of a process, counted in the order of the text. */
  process<const T extends object>(start: number, node: T): T & Place & { readonly id: number } {
    return Object.assign(this.since(start, node), { id: this.#nextId++ });
  }
}
