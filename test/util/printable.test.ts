import fc from "fast-check";
import { expect, test } from "vitest";
import { printable, printableData, printableLines } from "../../src/util/printable.ts";

test("what does something instead of being shown becomes an escape", () => {
  expect(printable("\u001b[31mred\u0007\u007f\u009b\u2028\u202e\u2066")).toBe(
    "\\u{1b}[31mred\\u{7}\\u{7f}\\u{9b}\\u{2028}\\u{202e}\\u{2066}",
  );
  expect(printable("two\nlines\t")).toBe("two\\u{a}lines\\u{9}");
  expect(printableLines("two\nlines\u001b")).toBe("two\nlines\\u{1b}");
  expect(printableData({ a: ["\u001b", 1, undefined, null], b: { c: "ok" } })).toEqual({
    a: ["\\u{1b}", 1, undefined, null],
    b: { c: "ok" },
  });
});

test("other text stays as it is", () => {
  expect(printable("naïve café 数 🙂 \\u{1b}")).toBe("naïve café 数 🙂 \\u{1b}");
});

test("a printable text is its own printable text, and has nothing that is not shown", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      const shown = printable(text);
      expect(printable(shown)).toBe(shown);
      expect(shown).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u);
    }),
  );
});
