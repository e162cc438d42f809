/** The lexer: the effect of each table, and the diagnostics for characters that fit none. */

import { describe, expect, test } from "vitest";
import { Collector } from "../../src/syntax/collector.ts";
import { Lexer } from "../../src/syntax/lexer.ts";
import { Lexicon, decimalNumber } from "../../src/syntax/lexicon.ts";
import type { Tables } from "../../src/syntax/lexicon.ts";

const tables: Tables = {
  language: "toy",
  signs: "< <= <=> ( )",
  words: "if fi",
  number: decimalNumber(99, "of two digits"),
  quotes: {
    '"': { kind: "string" },
    "`": { kind: "name", escape: (text, at) => (text[at + 1] === "`" ? ["`", 2] : undefined), escapes: "\\`" },
    "'": { kind: "character" },
  },
  hints: { "=>": "at least is `>=`", "&": "write `and`" },
  deepest: 3,
};

function read(text: string, more: Partial<Tables> = {}): { tokens: string[]; problems: string[] } {
  const collector = new Collector({ name: "t", text });
  const tokens = new Lexer(new Lexicon({ ...tables, ...more }), collector).rest();
  return {
    tokens: tokens.map(({ kind, text: found, value }) => `${kind}:${value ?? found}`),
    problems: collector.sorted().map(({ code, message, span }) => `${span.start}-${span.end} ${code}: ${message}`),
  };
}

test("the longest sign that fits is taken, whatever the order of the list", () => {
  expect(read("<=><=<(")).toEqual({ tokens: ["<=>:<=>", "<=:<=", "<:<", "(:(", "end:"], problems: [] });
});

test("reserved words are kinds of their own, other words are names", () => {
  expect(read("if fif fi_ If").tokens).toEqual(["if:if", "name:fif", "name:fi_", "name:If", "end:"]);
});

test("quotes make texts, names that are never words, and numbers of characters", () => {
  expect(read("\"a b\" `if` `a\\`b` 'x'").tokens).toEqual(["string:a b", "name:if", "name:a`b", "number:120", "end:"]);
  const [name] = new Lexer(new Lexicon(tables), new Collector({ name: "t", text: "`if`" })).rest();
  expect(name).toMatchObject({ kind: "name", quoted: true, start: 0, end: 4 });
});

test("comments, a byte order mark and odd blanks are skipped", () => {
  expect(read("\ufeffa // b\n/* c\nd */ e\u00a0f").tokens).toEqual(["name:a", "name:e", "name:f", "end:"]);
  expect(read("a { b } c", { comments: [["{", "}"]] }).tokens).toEqual(["name:a", "name:c", "end:"]);
});

test("tokens know whether they begin a line, and lines can be joined", () => {
  const first = (text: string): string[] =>
    new Lexer(new Lexicon({ ...tables, joinsLines: true }), new Collector({ name: "t", text }))
      .rest()
      .filter((token) => token.first)
      .map((token) => token.text);
  expect(first("a b\n/* c\n*/ d e\nf \\\ng // h \\\ni\nj")).toEqual(["a", "d", "f", "j"]);
});

test("part of a text can be read, with its places in the whole", () => {
  const collector = new Collector({ name: "t", text: '"if x"' });
  const tokens = new Lexer(new Lexicon(tables), collector, collector.source, { start: 1, end: 5 }).rest();
  expect(tokens.map(({ kind, start, end }) => [kind, start, end])).toEqual([
    ["if", 1, 3],
    ["name", 4, 5],
    ["end", 5, 5],
  ]);
});

describe("what is wrong is said once, and the token is invalid", () => {
  test.each([
    ["a 3x", "2-4 toy/malformed-number: expected a decimal number or a name, found both in one word"],
    ["100", "0-3 toy/literal-too-large: expected a number of two digits, found a larger one"],
    ['"a\nb', "0-1 toy/unclosed-string: expected a double quote to close this text, found the end of the line"],
    ["`a", "0-1 toy/unclosed-name: expected a backquote to close this name, found the end of the line"],
    ["``", "0-2 toy/empty-name: expected a name between the quotes, found nothing"],
    ["`a\\b`", "2-4 toy/unknown-escape: expected \\`"],
    ["'ab'", "0-4 toy/malformed-character: expected one character between single quotes, found `ab`"],
    ["a § b", "2-3 toy/unexpected-character: expected a name, a number or a sign, found `§`"],
    ["a => b", "2-4 toy/unexpected-character: expected a name, a number or a sign, found `=>`; at least is `>=`"],
    [
      "größe",
      "0-5 toy/unexpected-character: expected letters a to z, digits and _ in a name, found `größe`; others need backquotes",
    ],
    ["a /* b", "2-4 toy/unclosed-comment: expected `*/` to close this comment, found the end of the text"],
    [
      "a \u0007 §",
      "2-3 toy/not-text: expected a model written as text, found the character U+0007: is this a binary file?",
    ],
  ])("%j", (text, problem) => {
    const { tokens, problems } = read(text);
    expect(problems).toEqual([problem]);
    expect(tokens.at(-1)).toBe("end:");
  });
});
