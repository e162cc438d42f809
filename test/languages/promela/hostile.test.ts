/** Texts that would keep a reader busy forever end in an error with its place. */
import { expect, test } from "vitest";
import { parsePromela } from "../../../src/languages/promela/parse.ts";
import { locate } from "../../../src/syntax/source.ts";
import { onlyInLongRun } from "../../support/random-runs.ts";

function complaints(text: string): string[] {
  return parsePromela({ name: "m.pml", text }).diagnostics.map(({ code, span }) => `${code} ${locate(span)}`);
}

/** Each macro is the one before it, twice. */
function doubling(base: string, use: string): string {
  const lines = Array.from({ length: 24 }, (_, i) => `#define A${i + 1} A${i} A${i}`);
  return [`#define A0 ${base}`, ...lines, use].join("\n");
}

// Only tokens that were left counted, so macros that come to nothing were expanded for minutes.
test.each([
  ["nothing", doubling("", "active proctype P() { A24 skip }"), "m.pml:26:23"],
  ["statements", doubling("skip;", "active proctype P() { A24 skip }"), "m.pml:26:23"],
  ["nothing, in a condition", doubling("", "#if A24\n#endif\nactive proctype P() { skip }"), "m.pml:26:5"],
  ["a sum, in a condition", doubling("+ 1", "#if 1 A24\n#endif\nactive proctype P() { skip }"), "m.pml:26:7"],
])("macros that double %s", (_, text, place) => {
  expect(complaints(text)).toEqual([`promela/macros-too-long ${place}`]);
});

test("arguments that double", () => {
  const text = `#define D(x) x x\nactive proctype P() { ${"D(".repeat(24)}${")".repeat(24)} skip }`;
  expect(complaints(text)).toHaveLength(1);
});

// There was no last token then, and the parser fell over it.
test.skipIf(onlyInLongRun())("a text of more than two million tokens", () => {
  const text = `byte x; active proctype P() { ${"x=1;".repeat(510_000)} }`;
  expect(complaints(text)).toHaveLength(1);
  expect(complaints(text)[0]).toContain("promela/text-too-long");
});
