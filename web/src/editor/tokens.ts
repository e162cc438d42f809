/**
 * Cuts a line of a model into tokens for colors, by the tables of its language. It knows words, names, numbers, texts
 * and comments, and no grammar, so it never fails.
 */

import { lexicons } from "noether";
import type { LanguageId, Tables } from "noether";

/** The kinds of tokens that have a color. */
export type TokenKind = "comment" | "string" | "number" | "keyword" | "type" | "directive" | "constant" | "process" | "name" | "sign"; // prettier-ignore

export interface LineToken {
  readonly end: number;
  readonly kind: TokenKind | undefined;
}

/** What a line leaves to the next one: the end of an open comment. */
export interface LineState {
  close: string | undefined;
}

export type Tokenizer = (line: string, at: number, state: LineState) => LineToken;

const typeWords = new Set(
  "array bit bool boolean byte chan enum int mtype multiset pid queue real record scalarset short union unsigned".split(
    " ",
  ),
);
const defaultComments = [
  ["//", "\n"],
  ["/*", "*/"],
] as const;

export function tokenizerOf(language: LanguageId | undefined): Tokenizer {
  if (language === undefined) return (line) => ({ end: line.length, kind: undefined });
  return language === "pnml" ? xmlToken : tokenizer(lexicons[language], language === "murphi");
}

function tokenizer(tables: Tables, ignoresCase: boolean): Tokenizer {
  const spelled = (word: string): string => (ignoresCase ? word.toLowerCase() : word);
  const words = new Set(tables.words?.split(" ").map(spelled));
  const { comments = defaultComments, quotes = {}, name = /[A-Za-z_]\w*/y } = tables;
  const kindOf = (word: string): TokenKind => {
    if (typeWords.has(spelled(word)) && words.has(spelled(word))) return "type";
    if (words.has(spelled(word))) return "keyword";
    if (/^[A-Z][A-Z0-9_]*$/.test(word)) return "constant";
    return /^[A-Z]/.test(word) ? "process" : "name";
  };
  return (line, at, state) => {
    if (state.close !== undefined) return closed(line, at, state);
    const blank = matched(/\s+/y, line, at);
    if (blank > at) return { end: blank, kind: undefined };
    const comment = comments.find(([open]) => line.startsWith(open, at));
    if (comment) {
      if (comment[1] === "\n") return { end: line.length, kind: "comment" };
      state.close = comment[1];
      return closed(line, at + comment[0].length, state);
    }
    if (line[at] === "#" && line.slice(0, at).trim() === "") {
      const directive = matched(/#\s*\w+/y, line, at);
      if (directive > at) return { end: directive, kind: "directive" };
    }
    if (Object.hasOwn(quotes, line[at]!)) return { end: quoted(line, at), kind: "string" };
    const number = matched(/\d[\w.]*?(?![\w])/y, line, at);
    if (number > at) return { end: number, kind: "number" };
    const end = matched(name, line, at);
    if (end > at) return { end, kind: kindOf(line.slice(at, end)) };
    return { end: at + 1, kind: "sign" };
  };
}

function closed(line: string, at: number, state: LineState): LineToken {
  const end = line.indexOf(state.close!, at);
  if (end < 0) return { end: line.length, kind: "comment" };
  const after = end + state.close!.length;
  state.close = undefined;
  return { end: after, kind: "comment" };
}

/** The end of a quotation that begins at a place; the end of the line if it is not closed. */
function quoted(line: string, at: number): number {
  for (let i = at + 1; i < line.length; i++) {
    if (line[i] === "\\") i++;
    else if (line[i] === line[at]) return i + 1;
  }
  return line.length;
}

function matched(pattern: RegExp, line: string, at: number): number {
  const sticky = pattern.sticky ? pattern : new RegExp(pattern.source, `${pattern.flags}y`);
  sticky.lastIndex = at;
  return sticky.test(line) ? sticky.lastIndex : at;
}

/** Elements, attributes, texts and comments of XML. */
function xmlToken(line: string, at: number, state: LineState): LineToken {
  if (state.close === "-->") return closed(line, at, state);
  if (line.startsWith("<!--", at)) {
    state.close = "-->";
    return closed(line, at + 4, state);
  }
  if (state.close === ">") {
    const blank = matched(/\s+/y, line, at);
    if (blank > at) return { end: blank, kind: undefined };
    if (line[at] === '"' || line[at] === "'") return { end: quoted(line, at), kind: "string" };
    const end = matched(/[\w:.-]+/y, line, at);
    if (end > at) return { end, kind: "name" };
    if (line[at] === ">") state.close = undefined;
    return { end: at + 1, kind: "sign" };
  }
  const tag = matched(/<[/?!]?[\w:.-]*/y, line, at);
  if (tag > at) {
    state.close = ">";
    return { end: tag, kind: "keyword" };
  }
  const next = line.indexOf("<", at);
  return { end: next < 0 ? line.length : next, kind: "number" };
}

/** The names in a text, with their places: outside comments and texts. */
export function* namesIn(
  language: LanguageId | undefined,
  text: string,
): Generator<{ from: number; to: number; word: string }> {
  const next = tokenizerOf(language);
  const state: LineState = { close: undefined };
  let start = 0;
  for (const line of text.split("\n")) {
    for (let at = 0; at < line.length;) {
      const { end, kind } = next(line, at, state);
      if (kind === "name" || kind === "constant" || kind === "process" || kind === "string") {
        const inside = kind === "string" ? 1 : 0;
        const word = line.slice(at + inside, end - inside);
        yield { from: start + at + inside, to: start + end - inside, word };
      }
      at = Math.max(end, at + 1);
    }
    start += line.length + 1;
  }
}
