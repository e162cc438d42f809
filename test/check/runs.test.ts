import fc from "fast-check";
import { expect, test } from "vitest";
import { check } from "../../src/check/check.ts";
import type { Fairness } from "../../src/explicit/fairness.ts";
import type { Model, Property } from "../../src/model/model.ts";
import { printModel } from "../../src/model/text/print.ts";
import { automatonOfClaim } from "../../src/property/claim.ts";
import { automatonOfLtl } from "../../src/property/ltl.ts";
import { arbitrarySymmetricModelWithFormula } from "../support/arbitrary-symmetric-model.ts";
import { expected, times } from "../support/random-runs.ts";
import { hasAcceptedRun } from "../support/reference-runs.ts";

const kinds: readonly Fairness[] = ["none", "weak", "strong", "global"];

function plainVerdict(model: Model, property: Property, fairness: Fairness): "holds" | "violated" | undefined {
  if (property.kind !== "ltl" && property.kind !== "never") throw new Error("not about runs");
  const automaton =
    property.kind === "ltl" ? automatonOfLtl(property.formula, { negate: true }) : automatonOfClaim(property.claim);
  const accepted = hasAcceptedRun(model, automaton, fairness, 400);
  return accepted === undefined ? undefined : accepted ? "violated" : "holds";
}

test("verdicts on runs are those of the plain product, with and without symmetry, for every fairness", async () => {
  const seen = { holds: 0, violated: 0, reduced: 0 };
  await fc.assert(
    fc.asyncProperty(arbitrarySymmetricModelWithFormula(), async (model) => {
      for (const property of model.properties.slice(1)) {
        for (const fairness of kinds) {
          const expected = plainVerdict(model, property, fairness);
          if (expected === undefined) return;
          seen[expected]++;
          for (const symmetry of ["off", "auto"] as const) {
            const { properties } = await check(model, { properties: [property.name], symmetry, fairness });
            const [result] = properties;
            expect(result!.verdict, `${property.name} ${fairness} ${symmetry}\n${printModel(model)}`).toBe(expected);
            if (result!.runs && result!.runs.symmetry.order > 1n) seen.reduced++;
          }
        }
      }
    }),
    // Shrinking takes longer than looking at a model of this size.
    { numRuns: times(200), endOnFailure: true },
  );
  expect(seen.holds + seen.violated).toBeGreaterThan(expected(4 * 300));
  expect(Math.min(seen.holds, seen.violated, seen.reduced)).toBeGreaterThan(expected(300));
});
