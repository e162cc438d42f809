/** The cursor and the climber, by a toy grammar of sums, comparisons and `if ... fi`. */

import { describe, expect, test } from "vitest";
import { Collector } from "../../src/syntax/collector.ts";
import { Cursor } from "../../src/syntax/cursor.ts";
import { formatDiagnostic } from "../../src/syntax/diagnostic.ts";
import { Lexer } from "../../src/syntax/lexer.ts";
import { Lexicon, decimalNumber } from "../../src/syntax/lexicon.ts";
import { climb, operatorTable } from "../../src/syntax/operators.ts";
import type { Grammar } from "../../src/syntax/operators.ts";

type Kind = "if" | "fi" | "(" | ")" | "," | ";" | "+" | "-" | "->" | "<" | "?";

const lexicon = new Lexicon<Kind>({
  language: "toy",
  signs: "( ) , ; + - -> < ?",
  words: "if fi",
  number: decimalNumber(99, "of two digits"),
  quotes: { "`": { kind: "name" }, '"': { kind: "string" } },
  closers: { if: ["fi", "unclosed-if"] },
  advice: { plus: "write `+`" },
  deepest: 20,
});

function start(text: string): Cursor<Kind> {
  const collector = new Collector({ name: "m.toy", text });
  return new Cursor(lexicon, collector, new Lexer(lexicon, collector));
}

interface Tree {
  readonly shown: string;
}

const grammar: Grammar<Cursor<Kind>, string, Tree> = {
  operators: operatorTable([{ right: "-> then" }, { none: "<" }, { chain: "+", left: "-" }], 1, { implies: "->" }),
  operand: (cursor) =>
    cursor.at("(") ? cursor.enclosed("(", "", () => climb(cursor, grammar)) : { shown: cursor.name("an operand").text },
  join: (op, left, right) => ({ shown: `(${left.shown}${op}${right.shown})` }),
  suffix: (cursor, left) => (cursor.accept("?") ? { shown: `${left.shown}?` } : undefined),
};

function parse(text: string): { shown: string | undefined; problems: string[] } {
  const cursor = start(text);
  const tree = cursor.recover(
    () => {
      const parsed = climb(cursor, grammar);
      if (!cursor.at("end")) cursor.fail("toy/unexpected-token", "the end");
      return parsed;
    },
    () => undefined,
  );
  return { shown: tree?.shown, problems: cursor.collector.sorted().map(({ code }) => code) };
}

describe("operators", () => {
  test.each([
    ["a - b - c", "((a-b)-c)"],
    ["a -> b -> c", "(a->(b->c))"],
    ["a then b implies c", "(athen(b->c))"],
    ["a + b < c - d -> e", "(((a+b)<(c-d))->e)"],
    ["a - (b + c)", "(a-(b+c))"],
    ["a ? + b ? ?", "(a?+b??)"],
    ["a - b + c + d - e", "((((a-b)+c)+d)-e)"],
    ["`then` then b", "(thenthenb)"],
  ])("%s", (text, shown) => {
    expect(parse(text)).toEqual({ shown, problems: [] });
  });

  test("comparisons in a row are refused", () => {
    expect(parse("a < b < c").problems).toEqual(["toy/chained-comparison"]);
    expect(parse("(a < b) < c").problems).toEqual([]);
  });

  test("a long chain is halved, another long row and deep nesting are refused", () => {
    expect(parse(Array.from({ length: 5000 }, () => "a").join(" + ")).problems).toEqual([]);
    expect(parse(Array.from({ length: 50 }, () => "a").join(" - ")).problems).toEqual(["toy/nested-too-deeply"]);
    expect(parse("(".repeat(50)).problems).toEqual(["toy/nested-too-deeply"]);
    expect(parse(Array.from({ length: 50 }, () => "a").join(" -> ")).problems).toEqual(["toy/nested-too-deeply"]);
  });

  test("a quoted name is no operator", () => {
    expect(parse("a `then` b").problems).toEqual(["toy/unexpected-token"]);
  });
});

/** The diagnostics if `read` gives up. */
function complaint(text: string, read: (cursor: Cursor<Kind>) => unknown): string {
  const cursor = start(text);
  cursor.recover(
    () => void read(cursor),
    () => undefined,
  );
  return cursor.collector.sorted().map(formatDiagnostic).join("\n").split("\n  ", 1)[0]!;
}

describe("messages", () => {
  const toFi = (cursor: Cursor<Kind>): void => {
    const opening = cursor.open("if", "");
    cursor.name("a name");
    cursor.close("if", opening);
  };
  test.each<[string, string, (cursor: Cursor<Kind>) => unknown]>([
    ["if x\n x", "2:2: error: expected `fi` to close the `if` at 1:1, found `x` [toy/unclosed-if]", toFi],
    ["if x", "1:5: error: expected `fi` to close the `if` at 1:1, found the end of the text [toy/unclosed-if]", toFi],
    ["x", "1:1: error: expected `;` after it, found `x` [toy/unexpected-token]", (c) => c.expect(";", "after it")],
    [
      "plus",
      "1:1: error: expected `;` at last, found `plus`; write `+` [toy/unexpected-token]",
      (c) => c.expect(";", "at last"),
    ],
    [
      "if",
      "1:1: error: expected a name, found the reserved word `if`; between backquotes it is a name [toy/reserved-word]",
      (c) => c.name("a name"),
    ],
    ['"a  b"', '1:1: error: expected a name, found "a b" [toy/unexpected-token]', (c) => c.name("a name")],
    ["y", "1:1: error: expected `x` here, found `y` [toy/unexpected-token]", (c) => c.expectWord("x", "here")],
  ])("%j: %s", (text, expected, read) => {
    expect(complaint(text, read)).toBe(`m.toy:${expected}`);
  });

  test("an invalid token is complained about by the lexer alone, and the end once", () => {
    expect(complaint("§", (cursor) => cursor.name("a name"))).toMatch(/unexpected-character/);
    const cursor = start("if x");
    for (let i = 0; i < 2; i++) {
      cursor.recover(
        () => toFi(cursor),
        () => cursor.advance(),
      );
    }
    expect(cursor.collector.sorted()).toHaveLength(1);
  });

  test("what a quote without end may have swallowed is not missed", () => {
    expect(complaint('( "a )', (cursor) => cursor.enclosed("(", "", () => cursor.advance()))).toMatch(
      /unclosed-string/,
    );
  });
});

test("tokens can be looked at ahead, and put back", () => {
  const cursor = start("a ( b )");
  expect([cursor.peek(0).text, cursor.peek(3).text, cursor.peek(9).kind]).toEqual(["a", ")", "end"]);
  const opening = cursor.advance();
  cursor.putBack([opening, cursor.token]);
  const texts: string[] = [];
  while (!cursor.at("end")) texts.push(cursor.advance().text);
  expect(texts).toEqual(["a", "(", "(", "b", ")"]);
  expect(cursor.previousEnd).toBe(7);
});

test("lists and what encloses them", () => {
  const cursor = start("(a, b) () x, y");
  const names = (): string => cursor.name("a name").text;
  expect(cursor.enclosedList("(", "", ",", names)).toEqual(["a", "b"]);
  expect(cursor.enclosedList("(", "", ",", names)).toEqual([]);
  expect(cursor.list(",", names)).toEqual(["x", "y"]);
});

test("nodes know their places", () => {
  const cursor = start("a bc d");
  const first = cursor.advance();
  cursor.advance();
  expect(cursor.since(first.start, { kind: "pair" })).toEqual({ kind: "pair", start: 0, end: 4 });
  expect(cursor.spanSince(first)).toEqual({ source: first.source, start: 0, end: 4 });
  expect(cursor.name("a name")).toEqual({ text: "d", start: 5, end: 6, span: cursor.span(5, 6) });
});

test("after too many problems there is nothing left to read", () => {
  const cursor = start("§ ".repeat(30) + "a b c");
  let count = 0;
  while (!cursor.at("end")) {
    cursor.advance();
    count++;
  }
  expect(count).toBe(20);
  expect(cursor.collector.sorted()).toHaveLength(20);
});
