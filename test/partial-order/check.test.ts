/** Checks with partial-order reduction, alone and with symmetries, in every language: the verdicts are those of full searches. */

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { printModel } from "../../src/index.ts";
import { expected, times } from "../support/random-runs.ts";
import { compare, kinds } from "./comparison.ts";

describe.each(kinds)("$name", ({ models, share }) => {
  test("have the verdicts of full searches", async () => {
    const count = Math.round(200 * share);
    let [reduced, compared] = [0, 0];
    await fc.assert(
      fc.asyncProperty(models, async (model) => {
        const found = model && (await compare(model));
        if (!found) return;
        expect(found.problems, printModel(model)).toEqual([]);
        reduced += found.reducedStates;
        compared += found.checks;
      }),
      { numRuns: times(count) },
    );
    expect(compared).toBeGreaterThan(expected(count / 4));
    expect(reduced).toBeGreaterThan(expected(count / 20));
  });
});

test("a search for a run goes on in full where three of four steps are taken, unless reduction was asked for", async () => {
  const text = [
    "var at: array [0..4] of 0..7 = 0",
    "var turn: bool = false",
    "transition go(i: 0..4) by worker[i] when at[i] < 7 && turn { at[i] := at[i] + 1; turn := false; }",
    "transition skip(i: 0..4) by worker[i] when at[i] < 7 && !turn { at[i] := at[i] + 1; turn := true; }",
    "transition back(i: 0..4) by worker[i] when at[i] == 7 { at[i] := 0; }",
    "property often: ltl [] <> turn",
  ].join("\n");
  const model = read(text, "model.seq")!;
  const runsOf = async (partialOrder: CheckOptions["partialOrder"]) => {
    const { verdict, properties } = await check(model, { symmetry: "off", partialOrder });
    expect(verdict).toBe("holds");
    return properties[0]!.runs!;
  };
  const [auto, on, off] = [await runsOf("auto"), await runsOf("on"), await runsOf("off")];
  expect(off.partialOrder).toBeUndefined();
  expect(on.partialOrder?.ended).toBe(false);
  expect(on.transitions).toBeLessThan(off.transitions);
  expect(auto.partialOrder?.ended).toBe(true);
  expect(auto.transitions).toBeGreaterThan(on.transitions);
});
