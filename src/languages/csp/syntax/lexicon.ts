/** The words and signs of CSP#. */

import { Lexicon, decimalNumber, plainText } from "../../../syntax/lexicon.ts";
import type { Words } from "../../../syntax/lexicon.ts";

const signs =
  "||| <-> [*] [] || && |= -> <> == != <= >= ++ -- += -= .. /\\ \\/ < > + - * / % ! ? : ; , . ( ) [ ] { } = @ \\ #";
const words =
  "Skip Stop assert atomic call case channel default else enum false hvar if ifa ifb interrupt new tau true var while xor";

export type Kind = Words<typeof signs | typeof words>;

export const lexicon: Lexicon<Kind> = new Lexicon({
  language: "csp",
  signs,
  words,
  number: decimalNumber(2 ** 31, "within 32 bits"),
  quotes: plainText,
  hints: { "&": "conjunction is `&&`", "|": "disjunction is `||`", $: "C# objects are not supported" },
  deepest: 300,
});
