import fc from "fast-check";
import { expect, test } from "vitest";
import { jsonAt, parseJson, plainJson } from "../../src/syntax/json.ts";

const read = (text: string): ReturnType<typeof parseJson> => parseJson({ name: "x.json", text });

test("a text is read as JSON.parse reads it", () => {
  fc.assert(
    fc.property(fc.json(), fc.constantFrom(undefined, 2), (text, indent) => {
      const value: unknown = JSON.parse(text);
      expect(plainJson(read(JSON.stringify(value, undefined, indent)).json!)).toEqual(value);
    }),
  );
});

test("a text that JSON.parse refuses is refused, at a place in it", () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...'{}[]",:1-.e\\tn '.split("")) }), (text) => {
      const { json, diagnostics } = read(text);
      let isJson = true;
      try {
        JSON.parse(text);
      } catch {
        isJson = false;
      }
      // A name that occurs twice is refused here.
      if (diagnostics[0]?.message.includes("twice")) return;
      expect(json !== undefined).toBe(isJson);
      if (!isJson) expect(diagnostics[0]!.span.start).toBeLessThanOrEqual(text.length);
    }),
  );
});

test("values know their places", () => {
  const text = '{ "a": [1, { "b": true }] }';
  const { json } = read(text);
  const { start, end } = jsonAt(json!, ["a", 1, "b"]);
  expect(text.slice(start, end)).toBe("true");
  expect(jsonAt(json!, ["a", 7, "b"])).toBe(jsonAt(json!, ["a"]));
});

test.each([
  ['{ "a": 1 "b": 2 }', 'expected `,`, found `"`', 9],
  ['{ "a": 1, "a": 2 }', 'the name "a" occurs twice', 13],
  ["[1, 2", "expected `,`, found the end of the text", 5],
  ["[1] x", "expected the end of the document, found `x`", 4],
  ["[".repeat(300), "values are nested more than 200 deep", 201],
  ['["\\q"]', 'expected a value, found "\\q"', 1],
  ["", "expected a value, found the end of the text", 0],
])("%j is refused", (text, message, start) => {
  expect(read(text).diagnostics).toMatchObject([{ code: "json/syntax", message, span: { start } }]);
});
