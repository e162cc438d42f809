/** The words and signs of LoLA's nets. */

import { Lexicon } from "../../syntax/lexicon.ts";
import type { Words } from "../../syntax/lexicon.ts";

const signs = ", ; : ( ) }";
const words = "PLACE MARKING TRANSITION CONSUME PRODUCE SAFE STRONG WEAK FAIR";

export type Kind = Words<typeof signs | typeof words>;

export const lexicon: Lexicon<Kind> = new Lexicon({
  language: "lola",
  signs,
  words,
  name: /[^\s,;:{}()\p{Cc}\ufff0-\uffff]+/uy,
  comments: [
    ["//", "\n"],
    ["{", "}"],
  ],
  deepest: 1,
});
