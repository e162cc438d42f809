import fc from "fast-check";
import { expect, test } from "vitest";
import { check } from "../../src/check/check.ts";
import type { Fairness } from "../../src/explicit/fairness.ts";
import type { Model } from "../../src/model/model.ts";
import { printModel } from "../../src/model/text/print.ts";
import { automatonOfLtl } from "../../src/property/ltl.ts";
import { arbitrarySymmetricModelWithFormula } from "../support/arbitrary-symmetric-model.ts";
import { hasAcceptedRun } from "../support/reference-runs.ts";

const kinds: readonly Fairness[] = ["none", "weak", "strong", "global"];

function plainVerdict(model: Model, fairness: Fairness): "holds" | "violated" | undefined {
  const property = model.properties.find(({ name }) => name === "l")!;
  if (property.kind !== "ltl") throw new Error("not a formula");
  const accepted = hasAcceptedRun(model, automatonOfLtl(property.formula, { negate: true }), fairness, 400);
  return accepted === undefined ? undefined : accepted ? "violated" : "holds";
}

test("verdicts on runs are those of the plain product, with and without symmetry, for every fairness", async () => {
  const seen = { holds: 0, violated: 0, reduced: 0 };
  await fc.assert(
    fc.asyncProperty(arbitrarySymmetricModelWithFormula(), async (model) => {
      for (const fairness of kinds) {
        const expected = plainVerdict(model, fairness);
        if (expected === undefined) return;
        seen[expected]++;
        for (const symmetry of ["off", "auto"] as const) {
          const { properties } = await check(model, { properties: ["l"], symmetry, fairness });
          const [l] = properties;
          expect(l!.verdict, `${fairness} ${symmetry}\n${printModel(model)}`).toBe(expected);
          if (l!.runs!.symmetry.order > 1n) seen.reduced++;
        }
      }
    }),
    // Shrinking takes longer than looking at a model of this size.
    { numRuns: 120, endOnFailure: true },
  );
  expect(Math.min(seen.holds, seen.violated, seen.reduced)).toBeGreaterThan(60);
}, 240_000);
