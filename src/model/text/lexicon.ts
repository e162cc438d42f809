/** The words, signs and names of the `.seq` language. */

import { Lexicon, decimalNumber } from "../../syntax/lexicon.ts";
import type { Words } from "../../syntax/lexicon.ts";
import { isUnprintable } from "../../util/printable.ts";

const signs = "<-> := [] .. == != <= >= <> -> && || < > + - * / % ! ? : ; , . ( ) [ ] { } =";
const words1 =
  "array assert bool bound by const count deadlock else empty enum except exists false for forall full if init";
const words2 =
  "invariant len ltl of pop predicate property push queue reachable record sum transient transition true type";
const words3 = "var when where while";

export type Kind = Words<typeof signs | typeof words1 | typeof words2 | typeof words3>;

/** The escapes are `\n`, `\u{1f600}`, and escaped quotes and backslashes. */
function escape(text: string, at: number): readonly [string, number] | undefined {
  const match = /\\(?:([`"\\n])|u\{([0-9a-fA-F]{1,6})\})/y;
  match.lastIndex = at;
  const [all, plain, hex] = match.exec(text) ?? [];
  const code = hex === undefined ? 0 : Number.parseInt(hex, 16);
  if (all === undefined || code > 0x10ffff) return undefined;
  return [plain === undefined ? String.fromCodePoint(code) : plain === "n" ? "\n" : plain, all.length];
}

const quote = { escape, escapes: '\\\\, \\`, \\", \\n or \\u{hex digits} after a backslash' };

export const lexicon: Lexicon<Kind> = new Lexicon({
  language: "seq",
  signs,
  words: `${words1} ${words2} ${words3}`,
  number: decimalNumber(Number.MAX_SAFE_INTEGER, "below 2^53"),
  quotes: { "`": { kind: "name", ...quote }, '"': { kind: "string", ...quote } },
  hints: {
    "=>": "implication is `->`, at least is `>=`",
    "&": "conjunction is `&&`",
    "|": "disjunction is `||`",
    "~": "negation is `!`",
    "'": "texts stand between double quotes, unusual names between backquotes, and `x := e` gives `x` a new value",
    "#": "comments begin with `//`",
    "∧": "conjunction is `&&`",
    "∨": "disjunction is `||`",
    "¬": "negation is `!`",
    "→": "implication is `->`",
    "≤": "at most is `<=`",
    "≥": "at least is `>=`",
    "≠": "unequal is `!=`",
    "∀": "write `forall`",
    "∃": "write `exists`",
  },
  advice: {
    "=": "`==` compares, `:=` assigns",
    and: "write `&&`",
    or: "write `||`",
    not: "write `!`",
    implies: "write `->`",
    iff: "write `<->`",
    mod: "write `%`",
    div: "write `/`",
  },
  deepest: 500,
});

/** A name in the notation of a model, with backquotes if it needs them. */
export function writeName(name: string): string {
  return /^[A-Za-z_][A-Za-z0-9_]*$/.test(name) && !lexicon.isReserved(name) ? name : `\`${escaped(name, "`")}\``;
}

/** A string between double quotes. */
export function writeString(text: string): string {
  return `"${escaped(text, '"')}"`;
}

/**
 * Escapes the quote, the backslash, and characters that a text file does not keep or show: controls and lone
 * surrogates.
 */
function escaped(text: string, quote: string): string {
  let result = "";
  for (const c of text) {
    const code = c.codePointAt(0)!;
    if (c === quote || c === "\\") result += `\\${c}`;
    else if (c === "\n") result += "\\n";
    else if (isUnprintable(code) || (code >= 0xd800 && code < 0xe000) || code === 0xfffd) {
      result += `\\u{${code.toString(16)}}`;
    } else result += c;
  }
  return result;
}
