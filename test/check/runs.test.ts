import fc from "fast-check";
import { expect, test } from "vitest";
import { check } from "../../src/check/check.ts";
import { InputError } from "../../src/check/request-error.ts";
import type { Fairness } from "../../src/engine/engine.ts";
import type { Model, Property } from "../../src/model/model.ts";
import { runQuestions } from "../../src/model/question.ts";
import type { RunQuestion } from "../../src/model/question.ts";
import { printModel } from "../../src/model/text/print.ts";
import { automatonOfQuestion } from "../../src/property/automaton-of-question.ts";
import { AutomatonTooLarge } from "../../src/property/automaton.ts";
import type { Automaton } from "../../src/property/automaton.ts";
import { arbitrarySymmetricModelWithFormula } from "../support/arbitrary-symmetric-model.ts";
import { hasInitialState } from "../support/initial-states.ts";
import { expected, times } from "../support/random-runs.ts";
import { hasAcceptedRun } from "../support/reference-runs.ts";

const kinds: readonly Fairness[] = ["none", "weak", "strong", "global"];

/** Undefined for the rare formula whose automaton is too large. It is undecided, so there is nothing to compare. */
function automatonOf(question: RunQuestion): Automaton | undefined {
  try {
    return automatonOfQuestion(question);
  } catch (error) {
    if (error instanceof AutomatonTooLarge) return undefined;
    throw error;
  }
}

function plainVerdict(model: Model, property: Property, fairness: Fairness): "holds" | "violated" | undefined {
  const [question] = runQuestions([property]);
  if (!question) throw new Error("not about runs");
  const automaton = automatonOf(question);
  if (!automaton) return undefined;
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
          const hasStart = hasInitialState(model);
          if (hasStart) seen[expected]++;
          for (const symmetry of ["off", "on"] as const) {
            const options = { properties: [property.name], symmetry, fairness };
            if (!hasStart) {
              await expect(check(model, options), printModel(model)).rejects.toThrow(InputError);
              continue;
            }
            const { properties } = await check(model, options);
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
