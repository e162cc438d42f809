import { expect, test } from "vitest";
import { formatDiagnostic } from "../../src/syntax/diagnostic.ts";
import { lineText, locate, positionAt } from "../../src/syntax/source.ts";

const source = { name: "model.seq", text: "first line\r\nsecond\tline\n\nlast" };

test("positions count lines and columns from 1", () => {
  expect(positionAt(source, 0)).toEqual({ line: 1, column: 1 });
  expect(positionAt(source, 12)).toEqual({ line: 2, column: 1 });
  expect(positionAt(source, 24)).toEqual({ line: 3, column: 1 });
  expect(positionAt(source, source.text.length)).toEqual({ line: 4, column: 5 });
  expect(locate({ source, start: 19, end: 23 })).toBe("model.seq:2:8");
});

test("lines are given without their line breaks", () => {
  expect([1, 2, 3, 4, 5].map((line) => lineText(source, line))).toEqual(["first line", "second\tline", "", "last", ""]);
});

test("a diagnostic shows its line, with carets below the place", () => {
  const diagnostic = {
    code: "seq/type-mismatch",
    message: "expected this, found that",
    span: { source, start: 19, end: 23 },
  };
  expect(formatDiagnostic(diagnostic).split("\n")).toEqual([
    "model.seq:2:8: error: expected this, found that [seq/type-mismatch]",
    "  2 | second line",
    "    |        ^^^^",
  ]);
});

test("a diagnostic at the end of the text has one caret", () => {
  const end = source.text.length;
  const diagnostic = { code: "a/b", message: "m", span: { source, start: end, end } };
  expect(formatDiagnostic(diagnostic).split("\n").slice(1)).toEqual(["  4 | last", "    |     ^"]);
});

test("of a very long line only the part around the place is shown", () => {
  const long = { name: "long", text: `${"a".repeat(100_000)}b${"c".repeat(100_000)}` };
  const diagnostic = { code: "a/b", message: "m", span: { source: long, start: 100_000, end: 200_000 } };
  const [, excerpt, carets] = formatDiagnostic(diagnostic).split("\n");
  expect(excerpt!.length).toBeLessThan(120);
  expect(carets!.length).toBeLessThan(120);
  expect(excerpt![carets!.indexOf("^")]).toBe("b");
});

// Controls were shown as one replacement character each, C1 controls and overrides of direction as they are.
test("controls in names, messages and excerpts are shown as escapes, and the carets stay below the place", () => {
  const hostile = { name: "m\u001b.seq", text: "a\u001b[31m\u202e bad\u009bword end" };
  const diagnostic = { code: "a/b", message: "found `x\ny`", span: { source: hostile, start: 8, end: 16 } };
  expect(formatDiagnostic(diagnostic).split("\n")).toEqual([
    "m\\u{1b}.seq:1:9: error: found `x\\u{a}y` [a/b]",
    "  1 | a\\u{1b}[31m\\u{202e} bad\\u{9b}word end",
    "    |                     ^^^^^^^^^^^^^",
  ]);
});
