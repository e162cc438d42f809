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
