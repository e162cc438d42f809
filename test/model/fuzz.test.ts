/** Whatever the text, the parser returns, and points into the text. */

import { readdirSync, readFileSync } from "node:fs";
import fc from "fast-check";
import { expect, test } from "vitest";
import { parseModel } from "../../src/model/text/parse.ts";
import { formatDiagnostic } from "../../src/syntax/diagnostic.ts";
import { times } from "../support/random-runs.ts";

const guide = readFileSync("docs/guide/seq.md", "utf8");
/** The examples of the guide, one by one and all together. */
const examples = Array.from(guide.matchAll(/^```\n(.*?)^```/gms), (match) => match[1]!);
const files = readdirSync("examples/seq").map((file) => readFileSync(`examples/seq/${file}`, "utf8"));
const texts = [...examples, examples.join("\n"), ...files];

/** Pieces that are likely to matter somewhere. */
const pieces = [
  ...Array.from("{}()[];:,.*=`\"\\'/@é\u0000"),
  ":=",
  "..",
  "[]",
  "<>",
  "->",
  "/*",
  "transition",
  "var",
  "ltl",
  "0",
  "9".repeat(30),
  "forall i: 0..1 .",
];

function expectReturns(text: string): void {
  const { model, diagnostics } = parseModel({ name: "model.seq", text });
  expect(model === undefined).toBe(diagnostics.length > 0);
  expect(diagnostics.length).toBeLessThanOrEqual(20);
  for (const diagnostic of diagnostics) {
    const { source, start, end } = diagnostic.span;
    expect(source.text).toBe(text);
    expect(start).toBeGreaterThanOrEqual(0);
    expect(end).toBeGreaterThanOrEqual(start);
    expect(end).toBeLessThanOrEqual(text.length);
    expect(diagnostic.code).toMatch(/^seq\/[a-z-]+$/);
    expect(diagnostic.message).toMatch(/^[^\n]+[^.\n]$/);
    expect(diagnostic.message.length).toBeLessThan(400);
    expect(formatDiagnostic(diagnostic).split("\n")).toHaveLength(3);
  }
}

/** A change to a text, by positions as fractions of its length. */
const mutation = fc.record({
  from: fc.double({ min: 0, max: 1, noNaN: true }),
  length: fc.nat({ max: 20 }),
  to: fc.double({ min: 0, max: 1, noNaN: true }),
  kind: fc.constantFrom("delete", "insert", "replace", "duplicate", "cut"),
  piece: fc.oneof(fc.constantFrom(...pieces), fc.string({ maxLength: 3, unit: "binary" })),
});

function mutate(
  text: string,
  { from, length, to, kind, piece }: typeof mutation extends fc.Arbitrary<infer M> ? M : never,
): string {
  const start = Math.floor(from * text.length);
  const end = Math.min(text.length, start + length);
  const target = Math.floor(to * text.length);
  switch (kind) {
    case "delete":
      return text.slice(0, start) + text.slice(end);
    case "insert":
      return text.slice(0, start) + piece + text.slice(start);
    case "replace":
      return text.slice(0, start) + piece + text.slice(end);
    case "duplicate":
      return text.slice(0, target) + text.slice(start, end) + text.slice(target);
    default:
      return text.slice(0, start);
  }
}

test("the guide has examples to start from", () => {
  expect(examples.length).toBeGreaterThan(4);
  for (const text of texts) expectReturns(text);
});

test("a text with small changes never makes the parser throw", () => {
  const changed = fc.tuple(fc.constantFrom(...texts), fc.array(mutation, { minLength: 1, maxLength: 5 }));
  fc.assert(
    fc.property(changed, ([text, mutations]) => expectReturns(mutations.reduce(mutate, text))),
    { numRuns: times(2000) },
  );
});

test("a text of random pieces never makes the parser throw", () => {
  const words = examples.join(" ").split(/\b/);
  const random = fc.array(fc.constantFrom(...words, ...pieces), { maxLength: 60 });
  fc.assert(
    fc.property(random, (parts) => expectReturns(parts.join(" "))),
    { numRuns: times(2000) },
  );
});
