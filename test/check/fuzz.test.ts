/** Examples with small changes: every result that is still a model is checked to a verdict, and no engine fails. */

import { readdirSync, readFileSync } from "node:fs";
import fc from "fast-check";
import { expect, test } from "vitest";
import { check } from "../../src/check/check.ts";
import { parse } from "../../src/languages/parse.ts";
import { expected, times } from "../support/random-runs.ts";

const examples = readdirSync("examples/seq").map((file) => readFileSync(`examples/seq/${file}`, "utf8"));

/** Words and signs that can replace each other. */
const exchanges = [
  ["+", "-", "*", "/", "%"],
  ["==", "!=", "<", "<=", ">", ">="],
  ["&&", "||", "->"],
  ["0", "1", "2", "3", "N", "N-1"],
  ["forall", "exists"],
  ["count", "sum"],
  ["true", "false", "*"],
] as const;

const mutation = fc.record({ at: fc.nat(), into: fc.nat() });

function mutate(text: string, { at, into }: { readonly at: number; readonly into: number }): string {
  const tokens = Array.from(text.matchAll(/[A-Za-z_]\w*|\d+|&&|\|\||->|[<>=!]=|[-+*/%<>]/g));
  const start = text.indexOf("\nconst") + 1;
  const eligible = tokens.filter(
    ({ 0: token, index }) => index >= start && exchanges.some((set) => set.includes(token as never)),
  );
  const chosen = eligible[at % Math.max(1, eligible.length)];
  if (!chosen) return text;
  const set = exchanges.find((candidates) => candidates.includes(chosen[0] as never))!;
  return text.slice(0, chosen.index) + set[into % set.length]! + text.slice(chosen.index + chosen[0].length);
}

test("examples with a few operators and constants exchanged are checked, or refused with a place", async () => {
  let checked = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...examples),
      fc.array(mutation, { minLength: 1, maxLength: 3 }),
      async (text, mutations) => {
        const { model, diagnostics } = parse(mutations.reduce(mutate, text), { defines: { N: "2" } });
        if (!model) {
          expect(diagnostics.length).toBeGreaterThan(0);
          return;
        }
        checked++;
        const result = await check(model, { maxStates: 3000, symmetry: "on" });
        const decided = result.verdict === "undecided" ? result.limit !== undefined : true;
        expect(decided).toBe(true);
      },
    ),
    { numRuns: times(400) },
  );
  expect(checked).toBeGreaterThan(expected(50));
});
