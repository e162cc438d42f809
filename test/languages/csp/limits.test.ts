/**
 * Bounds of Noether that PAT does not have are not errors of a text.
 *
 * A counter that reached 40000 was a value out of range, and a loop of 1500 rounds a run-time error: violations that
 * PAT does not have. Conditions that double at each definition used up all memory, and took seconds beyond the time
 * limit.
 */

import { expect, test } from "vitest";
import { check, formatDiagnostic, parse } from "../../../src/index.ts";
import type { CheckResult } from "../../../src/index.ts";

async function checked(text: string): Promise<CheckResult> {
  const { model, diagnostics } = parse(text, { name: "model.csp" });
  expect(diagnostics.map(formatDiagnostic)).toEqual([]);
  return check(model!);
}

test("an integer without a range has 32 bits", async () => {
  const counter = (step: number, most: number): string =>
    `var x = 0; P() = [x < ${most}] inc{x = x + ${step};} -> P() [] [x >= ${most}] tick -> P(); #assert P() deadlockfree;`;
  expect((await checked(counter(100, 40_000))).verdict).toBe("holds");
  expect((await checked(counter(100_000_000, 2_000_000_000))).verdict).toBe("holds");
  const { verdict, properties } = await checked(counter(100_000_000, 2_147_483_647));
  expect([verdict, properties.at(-1)!.name, properties.at(-1)!.verdict]).toEqual(["violated", "ranges", "violated"]);
});

test.each([
  ["x * y", 26],
  ["x * y + y * x", 26],
  ["x * y * x", 16],
  ["x * 2 + y", 32],
])("where %s is computed, it has as many bits as leave 53 for that", (product, bits) => {
  const text = (after: string): string => `var x = 1; var y = 1; P() = a -> P(); ${after}`;
  for (const use of [
    `#define c ${product} > 1; #assert P() reaches c;`,
    `#assert P() deadlockfree; Q() = [${product} > 1] b -> Q();`,
  ]) {
    const { model, diagnostics } = parse(text(use).replace("a -> P()", use.includes("Q()") ? "a -> Q()" : "a -> P()"), { name: "model.csp" }); // prettier-ignore
    expect(diagnostics.map(formatDiagnostic)).toEqual([]);
    expect(model!.variables[0]!.type).toMatchObject({ low: -(2 ** (bits - 1)), high: 2 ** (bits - 1) - 1 });
  }
});

// It was violated: PAT's integers have 32 bits, and 43046721 is one of them.
test("an integer that takes more bits than there are beside products is undecided, and says so", async () => {
  const { verdict, modelLimit } = await checked(`var x = 3; P() = a{x = x * x} -> P(); #assert P() deadlockfree;`);
  expect([verdict, modelLimit]).toEqual(["undecided", "an integer takes more than 26 bits, in a text that multiplies"]);
});

test("a loop of more rounds than Noether takes is undecided, and says so", async () => {
  const loop = (rounds: number): string =>
    `var x = 0; P() = go{var i = 0; while (i < ${rounds}) { i++; } x = i;} -> Q(); Q() = tick -> Q(); #assert P() deadlockfree;`;
  expect((await checked(loop(1000))).verdict).toBe("holds");
  const { verdict, modelLimit, properties } = await checked(loop(1001));
  expect([verdict, modelLimit]).toEqual(["undecided", "a loop goes on for more than 1000 rounds"]);
  expect(properties.map((each) => each.verdict)).toEqual(["undecided", "undecided"]);
});

test("conditions that double are refused", () => {
  const doubling = (levels: number): string => {
    const lines = Array.from({ length: levels }, (_, i) => `#define c${i + 1} c${i} && c${i};\n`);
    return `var x = 0;\n#define c0 x == 0;\n${lines.join("")}P() = [c${levels}] a -> P();\n#assert P() reaches c${levels};`;
  };
  expect(parse(doubling(5), { name: "model.csp" }).diagnostics).toEqual([]);
  const { model, diagnostics } = parse(doubling(40), { name: "model.csp" });
  expect([model, ...diagnostics.map(({ code }) => code)]).toEqual([undefined, "csp/definitions-too-long"]);
});
