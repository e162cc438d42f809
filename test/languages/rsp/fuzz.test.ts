/** The parser returns for every text, and its diagnostics point into the text. */

import { testHostileTexts } from "../../support/hostile-texts.ts";

testHostileTexts("patterns", {
  language: "rsp",
  ending: ".rsp",
  pieces: [..."-> | + id _ accepting".split(" "), "alphabet {", "transition x:", "automaton m {", "(a, #)", "let x ="],
  runs: 1000,
});
