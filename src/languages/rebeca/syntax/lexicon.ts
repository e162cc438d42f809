/** The words and signs of Rebeca. */

import { Lexicon, decimalNumber, plainText } from "../../../syntax/lexicon.ts";
import type { Words } from "../../../syntax/lexicon.ts";

const signs =
  "<<= >>= <-> || && -> == != <= >= << >> ++ -- += -= *= /= %= &= |= ^= < > + - * / % ! ~ & | ^ ? : ; , . ( ) [ ] { } = @";
const words1 = "abstract break case continue default else env extends false for if implements instanceof interface";
const words2 =
  "knownobjects knownrebecs main msgsrv new null reactiveclass return self sender statevars switch true while";

export type Kind = Words<typeof signs | typeof words1 | typeof words2>;

const whole = decimalNumber(2 ** 31, "within 32 bits");

export const lexicon: Lexicon<Kind> = new Lexicon({
  language: "rebeca",
  signs,
  words: `${words1} ${words2}`,
  name: /[A-Za-z_$][\w$]*/y,
  number: {
    pattern: /\w+(?:\.\d\w*)?/y,
    value: (text) =>
      text.includes(".")
        ? ["unsupported", `expected a whole number, found \`${text}\`: fractions are not supported`]
        : whole.value(text),
  },
  quotes: plainText,
  deepest: 200,
});
