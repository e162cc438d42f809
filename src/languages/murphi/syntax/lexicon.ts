/** The words and signs of Murphi. */

import { Lexicon, decimalNumber } from "../../../syntax/lexicon.ts";
import type { Quote, Words } from "../../../syntax/lexicon.ts";

const signs1 = "==> := .. >= <= != == >> << -> && || ^ & ! | : = > < - % + ; { } , [ ] . ( ) / * ? ~";
const signs2 = "≔ ≥ ≤ ≠ → ⇒ ¬ ∧ ∨ ∀ ∃ × ÷ −";
const words1 = "alias array assert assume begin boolean by case choose clear const cover do else elsif END endalias";
const words2 = "endchoose endexists endfor endforall endfunction endif endprocedure endrecord endrule endruleset";
const words3 = "endstartstate endswitch endwhile enum error exists externfun externproc for forall function if import";
const words4 = "invariant ismember isundefined liveness multiset multisetadd multisetcount multisetremove";
const words5 = "multisetremovepred of procedure put real record return rule ruleset scalarset simplerule startstate";
const words6 = "switch then to type undefine union var while";
const words = [words1, words2, words3, words4, words5, words6].join(" ");

export type Kind = Words<
  | typeof signs1
  | typeof signs2
  | typeof words1
  | typeof words2
  | typeof words3
  | typeof words4
  | typeof words5
  | typeof words6
>;

const whole = decimalNumber(2 ** 31, "within 32 bits");

/** Texts between double quotes. A backslash keeps the character after it. */
const text: Quote = {
  kind: "string",
  escape: (source, at) => [source.slice(at + 1, at + 2), 2],
};

export const lexicon: Lexicon<Kind> = new Lexicon({
  language: "murphi",
  signs: `${signs1} ${signs2}`,
  words,
  number: {
    pattern: /\w+(?:\.\d\w*)?/y,
    value: (digits) => {
      if (digits.includes(".")) {
        return ["unsupported", `expected a whole number, found \`${digits}\`: real numbers are not supported`];
      }
      if (!/^0x[\da-f]+$/i.test(digits)) return whole.value(digits);
      const value = Number(digits);
      return value <= 2 ** 31 ? value : ["literal-too-large", "expected a number within 32 bits, found a larger one"];
    },
  },
  quotes: { '"': text },
  comments: [
    ["--", "\n"],
    ["/*", "*/"],
  ],
  hints: {
    "#": "there is no preprocessor: `-D NAME=VALUE` gives a constant another value",
    "//": "a comment begins with `--`",
  },
  advice: { and: "write `&`", or: "write `|`", not: "write `!`", mod: "write `%`", endfun: "write `end`" },
  deepest: 200,
});
