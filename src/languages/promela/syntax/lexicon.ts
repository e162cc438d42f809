/**
 * The signs and words of Promela.
 *
 * Words are reserved only after the preprocessor: a macro may have any name. So there are two lexicons, and in the
 * first all words are names.
 */

import { Lexicon } from "../../../syntax/lexicon.ts";
import type { Quote, Tables, Token as AnyToken, Words } from "../../../syntax/lexicon.ts";

const signs =
  "... ## -> :: !! ?? ++ -- << >> && || /\\ \\/ <= >= == != .. [] <> <-> ! ? < > = + - * / % & | ^ ~ . , : ; ( ) [ ] { } @ #";
const types = "bit bool byte short int unsigned pid mtype chan";
const visibilities = "hidden show local";
const units = "active proctype D_proctype init inline typedef never ltl trace notrace of priority provided";
const statements =
  "assert atomic break d_step do else fi for goto if od printf printm return select set_priority unless xr xs";
const operands = "empty enabled eval false full get_priority len nempty nfull np_ pc_value run skip timeout true";
const embedded = "c_code c_decl c_expr c_state c_track";

export type Kind = Words<
  | typeof signs
  | typeof types
  | typeof visibilities
  | typeof units
  | typeof statements
  | typeof operands
  | typeof embedded
>;

export interface Token extends AnyToken<Kind> {
  /** Macros that must not be expanded here, since the token comes from their expansion. */
  readonly hidden?: ReadonlySet<string> | undefined;
}

const escapes: Readonly<Record<string, string>> = { n: "\n", t: "\t", r: "\r", b: "\b", f: "\f", "0": "\0" };

function quote(kind: Quote["kind"]): Quote {
  return { kind, escape: (text, at) => [escapes[text[at + 1] ?? ""] ?? text[at + 1] ?? "", 2] };
}

const tables: Tables = {
  language: "promela",
  signs,
  number: {
    value: (text) => {
      const value = /^(?:0[xX][\da-fA-F]+|\d+)$/.test(text) ? Number(text) : Number.NaN;
      if (Number.isNaN(value)) return ["malformed-number", `expected a number, found \`${text}\``];
      if (value > 4294967295) return ["number-too-large", `expected a number of 32 bits, found \`${text}\``];
      return value | 0;
    },
  },
  quotes: { '"': quote("string"), "'": quote("character") },
  joinsLines: true,
  closers: { if: ["fi", "unclosed-if"], do: ["od", "unclosed-do"], "<": [">", "unclosed-angle"] },
  deepest: 200,
};

/** The lexicon of the preprocessor. */
export const plainLexicon: Lexicon<Kind> = new Lexicon(tables);

export const lexicon: Lexicon<Kind> = new Lexicon({
  ...tables,
  words: [types, visibilities, units, statements, operands, embedded].join(" "),
});

/** Words that begin a declaration of variables, besides the names of record types. */
export const typeWords: ReadonlySet<string> = new Set(types.split(" "));

export const visibilityWords: ReadonlySet<string> = new Set(visibilities.split(" "));

/** A name or a reserved word. */
export function isWord({ kind }: AnyToken<Kind>): boolean {
  return kind === "name" || lexicon.isReserved(kind);
}
