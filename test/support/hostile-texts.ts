/** The law of every front end: for any text, the parser returns, and its diagnostics point into the text. */

import { readdirSync, readFileSync } from "node:fs";
import fc from "fast-check";
import { expect, test } from "vitest";
import { formatDiagnostic, parse } from "../../src/index.ts";
import { times } from "./random-runs.ts";

export interface Hostility {
  /** The first part of slugs. */
  readonly language: string;
  /** The ending, including the dot. */
  readonly ending: string;
  /** Initial texts, besides the examples of the guide and of the folder. */
  readonly texts?: readonly string[] | undefined;
  /** Makes the models of the texts smaller, since the text is tested and not the size of its model. */
  readonly small?: ((text: string) => string) | undefined;
  /** Words and signs that are likely to matter, besides single characters. */
  readonly pieces: readonly string[];
  readonly runs: number;
}

/** Checks the law for one text. */
function expectReturns(text: string, { language, ending }: Hostility): void {
  const { model, diagnostics } = parse(text, { name: `model${ending}` });
  expect(model === undefined).toBe(diagnostics.length > 0);
  expect(diagnostics.length).toBeLessThanOrEqual(20);
  for (const diagnostic of diagnostics) {
    const { source, start, end } = diagnostic.span;
    expect(source.text).toBe(text);
    expect(start).toBeGreaterThanOrEqual(0);
    expect(end).toBeGreaterThanOrEqual(start);
    expect(end).toBeLessThanOrEqual(text.length);
    expect(diagnostic.code.startsWith(`${language}/`)).toBe(true);
    expect(diagnostic.code).toMatch(/^[a-z]+\/[a-z-]+$/);
    expect(diagnostic.message).toMatch(/^[^\n]+[^.\n]$/);
    expect(diagnostic.message.length).toBeLessThan(400);
    expect(formatDiagnostic(diagnostic).split("\n")).toHaveLength(text === "" ? 1 : 3);
  }
}

/** A change to a text, by positions as fractions of its length. */
interface Mutation {
  readonly from: number;
  readonly length: number;
  readonly to: number;
  readonly kind: "delete" | "insert" | "replace" | "duplicate" | "cut";
  readonly piece: string;
}

function mutation(pieces: readonly string[]): fc.Arbitrary<Mutation> {
  return fc.record({
    from: fc.double({ min: 0, max: 1, noNaN: true }),
    length: fc.nat({ max: 20 }),
    to: fc.double({ min: 0, max: 1, noNaN: true }),
    kind: fc.constantFrom("delete", "insert", "replace", "duplicate", "cut"),
    piece: fc.oneof(fc.constantFrom(...pieces), fc.string({ maxLength: 3, unit: "binary" })),
  });
}

function mutate(text: string, { from, length, to, kind, piece }: Mutation): string {
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
    case "cut":
      return text.slice(0, start);
  }
}

/** Tests the law on the examples of the guide and of the folder, on texts with small changes, and on random pieces. */
export function testHostileTexts(folder: string, hostility: Hostility): void {
  const { small = (text) => text, runs } = hostility;
  const guide = readFileSync(`docs/guide/${folder}.md`, "utf8");
  const examples = Array.from(guide.matchAll(/^```\n(.*?)^```/gms), (match) => match[1]!);
  const files = readdirSync(`examples/${folder}`)
    .filter((file) => file.endsWith(hostility.ending))
    .map((file) => small(readFileSync(`examples/${folder}/${file}`, "utf8")));
  const texts = [...examples, examples.join("\n"), ...files, ...(hostility.texts ?? [])];
  const pieces = [...Array.from("{}()[];:,.*=!?`\"\\'/@#é\u0000"), "9".repeat(30), "/*", ...hostility.pieces];

  test("the guide and the folder have examples to start from", () => {
    expect(examples.length).toBeGreaterThan(2);
    expect(files.length).toBeGreaterThan(1);
    for (const text of texts) expectReturns(text, hostility);
  });

  test("a text with small changes never makes the parser throw", () => {
    const changed = fc.tuple(fc.constantFrom(...texts), fc.array(mutation(pieces), { minLength: 1, maxLength: 5 }));
    fc.assert(
      fc.property(changed, ([text, mutations]) => expectReturns(mutations.reduce(mutate, text), hostility)),
      { numRuns: times(runs) },
    );
  });

  test("a text of random pieces never makes the parser throw", () => {
    const words = [...examples, ...(hostility.texts ?? [])].join(" ").split(/\b/);
    const random = fc.array(fc.constantFrom(...words, ...pieces), { maxLength: 60 });
    fc.assert(
      fc.property(random, (parts) => expectReturns(parts.join(" "), hostility)),
      { numRuns: times(runs) },
    );
  });
}
