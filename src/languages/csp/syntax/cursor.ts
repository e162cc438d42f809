/** The words and signs of CSP#, and the cursor of its parser. */

import type { Collector } from "../../../syntax/collector.ts";
import { Cursor as TokenCursor } from "../../../syntax/cursor.ts";
import { Lexer } from "../../../syntax/lexer.ts";
import { Lexicon, decimalNumber, plainText } from "../../../syntax/lexicon.ts";
import type { Words } from "../../../syntax/lexicon.ts";
import type { Place } from "../../../syntax/source.ts";

const signs =
  "||| <-> [*] [] || && |= -> <> == != <= >= ++ -- += -= .. /\\ \\/ < > + - * / % ! ? : ; , . ( ) [ ] { } = @ \\ #";
const words =
  "Skip Stop assert atomic call case channel default else enum false hvar if ifa ifb interrupt new tau true var while xor";

export type Kind = Words<typeof signs | typeof words>;

const lexicon: Lexicon<Kind> = new Lexicon({
  language: "csp",
  signs,
  words,
  number: decimalNumber(2 ** 31, "within 32 bits"),
  quotes: plainText,
  hints: { "&": "conjunction is `&&`", "|": "disjunction is `||`", $: "C# objects are not supported" },
  deepest: 300,
});

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
