/** The words and signs of the `.seq` language, and how names are written in it. */

import { isUnprintable } from "../../util/printable.ts";

export type TokenKind = "name" | "number" | "string" | "end" | "invalid" | Sign | ReservedWord;

export type Sign = (typeof signs)[number];
export type ReservedWord = (typeof reservedWords)[number];

/** Longest first where one begins another, for the lexer takes the first that fits. */
export const signs = [
  "<->",
  ":=",
  "..",
  "==",
  "!=",
  "<=",
  ">=",
  "<>",
  "->",
  "&&",
  "||",
  "<",
  ">",
  "+",
  "-",
  "*",
  "/",
  "%",
  "!",
  "?",
  ":",
  ";",
  ",",
  ".",
  "(",
  ")",
  "[",
  "]",
  "{",
  "}",
  "=",
] as const;

const reservedWords = [
  "array",
  "assert",
  "bool",
  "bound",
  "by",
  "const",
  "count",
  "deadlock",
  "else",
  "empty",
  "enum",
  "except",
  "exists",
  "false",
  "for",
  "forall",
  "full",
  "if",
  "init",
  "invariant",
  "len",
  "ltl",
  "of",
  "pop",
  "predicate",
  "property",
  "push",
  "queue",
  "reachable",
  "record",
  "sum",
  "transient",
  "transition",
  "true",
  "type",
  "var",
  "when",
  "where",
  "while",
] as const;

const reserved: ReadonlySet<string> = new Set(reservedWords);

export function isReserved(word: string): word is ReservedWord {
  return reserved.has(word);
}

/** A name as it is written in a model: between backquotes where it must be. */
export function writeName(name: string): string {
  return /^[A-Za-z_][A-Za-z0-9_]*$/.test(name) && !isReserved(name) ? name : `\`${escape(name, "`")}\``;
}

/** A text between double quotes. */
export function writeString(text: string): string {
  return `"${escape(text, '"')}"`;
}

/** Escapes the quote, the backslash, and what would not survive in a text file or be shown: controls and lone surrogates. */
function escape(text: string, quote: string): string {
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
