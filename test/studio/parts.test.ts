/** Parts of the page that need no browser: colors of texts, and layouts. */

import { readdirSync, readFileSync } from "node:fs";
import fc from "fast-check";
import { expect, test } from "vitest";
import { namesIn, tokenizerOf } from "../../web/src/editor/tokens.ts";
import type { LineState } from "../../web/src/editor/tokens.ts";
import { layered } from "../../web/src/engine/layout.ts";

function tokensOf(language: Parameters<typeof tokenizerOf>[0], text: string): [string, string | undefined][] {
  const next = tokenizerOf(language);
  const state: LineState = { close: undefined };
  return text.split("\n").flatMap((line) => {
    const tokens: [string, string | undefined][] = [];
    for (let at = 0; at < line.length;) {
      const { end, kind } = next(line, at, state);
      if (kind !== undefined) tokens.push([line.slice(at, end), kind]);
      at = Math.max(end, at + 1);
    }
    return tokens;
  });
}

test("words, numbers, texts, comments and directives have their colors", () => {
  expect(
    tokensOf("promela", '#define N 3\nactive proctype P() { /* a\nb */ byte x = 0x1F; printf("a // b\\n") }'),
  ).toEqual([
    ["#define", "directive"],
    ["N", "constant"],
    ["3", "number"],
    ["active", "keyword"],
    ["proctype", "keyword"],
    ["P", "constant"],
    ["(", "sign"],
    [")", "sign"],
    ["{", "sign"],
    ["/* a", "comment"],
    ["b */", "comment"],
    ["byte", "type"],
    ["x", "name"],
    ["=", "sign"],
    ["0x1F", "number"],
    [";", "sign"],
    ["printf", "keyword"],
    ["(", "sign"],
    ['"a // b\\n"', "string"],
    [")", "sign"],
    ["}", "sign"],
  ]);
  expect(tokensOf("murphi", "RULE -- x\nVar y: Boolean;").map(([, kind]) => kind)).toEqual(["keyword", "comment", "keyword", "name", "sign", "type", "sign"]); // prettier-ignore
  expect(tokensOf("pnml", '<place id="p"><!-- <a> --> 3').map(([, kind]) => kind)).toEqual(["keyword", "name", "sign", "string", "sign", "comment", "number"]); // prettier-ignore
});

const folders = { seq: "seq", promela: "promela", csp: "csp", rebeca: "rebeca", murphi: "murphi", petri: "pnml", patterns: "family" } as const; // prettier-ignore

test.each(Object.entries(folders))(
  "the examples of %s are cut without a rest, and their names are at their places",
  (folder, language) => {
    for (const file of readdirSync(`examples/${folder}`).filter((name) => !/\.(?:ts|expect|property)$/.test(name))) {
      const text = readFileSync(`examples/${folder}/${file}`, "utf8");
      const names = [...namesIn(language, text)];
      expect(names.length).toBeGreaterThan(3);
      for (const { from, to, word } of names) expect(text.slice(from, to)).toBe(word);
    }
  },
);

test("any text is cut into tokens that advance", () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...Object.values(folders), "lola" as const),
      fc.string({ unit: "binary" }),
      (language, text) => {
        for (const { from, to, word } of namesIn(language, text)) expect(text.slice(from, to)).toBe(word);
      },
    ),
  );
});

test("states of a layer are apart, and deeper states are lower", () => {
  const graph = fc
    .integer({ min: 1, max: 60 })
    .chain((count) =>
      fc.tuple(fc.constant(count), fc.array(fc.tuple(fc.nat(count - 1), fc.nat(count - 1)), { maxLength: 150 })),
    );
  fc.assert(
    fc.property(graph, ([count, arrows]) => {
      const from = Uint32Array.from(arrows, ([a]) => a);
      const to = Uint32Array.from(arrows, ([, b]) => b);
      const { x, y, width, height } = layered(count, 1, from, to);
      const places = new Set(Array.from(x, (at, i) => `${at.toFixed(3)} ${y[i]!.toFixed(3)}`));
      expect(places.size).toBe(count);
      expect(Math.min(...x)).toBeGreaterThanOrEqual(0);
      expect(Math.max(...x)).toBeLessThanOrEqual(width);
      expect(Math.max(...y)).toBeLessThanOrEqual(height);
    }),
  );
});
