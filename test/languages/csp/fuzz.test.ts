/** The parser returns for every text, and its diagnostics point into the text. */

import { testHostileTexts } from "../../support/hostile-texts.ts";

testHostileTexts("csp", {
  language: "csp",
  ending: ".csp",
  small: (text) => text.replace(/#define N \d+/, "#define N 3"),
  pieces: [
    ..."-> || ||| [] <> [*] .. interrupt atomic{ #assert Skip".split(" "),
    "channel c 0;",
    "var x = 1;",
    "P() = ",
    "|| i:{0..1} @",
  ],
  runs: 1500,
});
