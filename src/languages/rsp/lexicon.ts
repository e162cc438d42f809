/** The words and signs of families of systems. */

import { Lexicon } from "../../syntax/lexicon.ts";
import type { Words } from "../../syntax/lexicon.ts";

const signs = "-> ( ) { } , | * + ? : = #";
export const keywords = "alphabet let automaton configurations transition initial bad pattern mirror pushdown given";
const otherWords = "accepting id _";

export type Kind = Words<typeof signs | typeof keywords | typeof otherWords>;

/** A name may contain any character that is neither a sign nor a blank. */
export const lexicon: Lexicon<Kind> = new Lexicon({
  language: "rsp",
  signs,
  words: `${keywords} ${otherWords}`,
  name: /[^\s\p{Cc}\ufff0-\uffff(){},|*+?:=#\-/<>[\]!&"'`\\;.]+/uy,
  comments: [["//", "\n"]],
  expected: "a letter, a name or one of ( ) { } , | * + ? : = # ->",
  hints: {
    ".": "any letter is `_`",
    "[": "one of several letters is `{a, b}`",
    "/": "a letter that changes is a pair, `(a, b)`",
    ";": "nothing stands at the end of an item",
    "!": "there is no complement",
  },
  deepest: 200,
});
