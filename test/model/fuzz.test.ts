/** The parser returns for every text, and its diagnostics point into the text. */

import { testHostileTexts } from "../support/hostile-texts.ts";

testHostileTexts("seq", {
  language: "seq",
  ending: ".seq",
  pieces: [":=", "..", "[]", "<>", "->", "transition", "var", "ltl", "0", "forall i: 0..1 ."],
  runs: 2000,
});
