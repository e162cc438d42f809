/** Steps that several processes take together, and fairness to each of them. */

import fc from "fast-check";
import { expect, test } from "vitest";
import { check } from "../../src/check/check.ts";
import type { Fairness } from "../../src/engine/engine.ts";
import { formatDiagnostic, parse } from "../../src/index.ts";
import type { Model } from "../../src/model/model.ts";
import { printModel } from "../../src/model/text/print.ts";
import { automatonOfLtl } from "../../src/property/ltl.ts";
import { arbitrarySymmetricModelWithFormula } from "../support/arbitrary-symmetric-model.ts";
import { hasInitialState } from "../support/initial-states.ts";
import { expected, times } from "../support/random-runs.ts";
import { hasAcceptedRun } from "../support/reference-runs.ts";

const kinds: readonly Fairness[] = ["none", "weak", "strong", "global"];

function read(text: string, name: string): Model {
  const { model, diagnostics } = parse(text, { name });
  if (!model) throw new Error(diagnostics.map(formatDiagnostic).join("\n"));
  return model;
}

async function verdicts(model: Model, property: string): Promise<string[]> {
  const found: string[] = [];
  for (const fairness of kinds) {
    for (const symmetry of ["on", "off"] as const) {
      const { verdict } = await check(model, { properties: [property], fairness, symmetry });
      if (symmetry === "on") found.push(verdict);
      else expect(verdict, fairness).toBe(found.at(-1));
    }
  }
  return found;
}

test("a process has moved where it took part", async () => {
  // q can always step aside; if `meet` were a step of p alone, q would have to.
  const text = (by: string): string => `
    var aside: bool = false
    transition meet by ${by} when !aside { }
    transition leave by q when !aside { aside := true; }
    property gone: ltl <> aside`;
  expect(await verdicts(read(text("p"), "alone.seq"), "gone")).toEqual(["violated", "holds", "holds", "holds"]);
  expect(await verdicts(read(text("p, q"), "both.seq"), "gone")).toEqual(["violated", "violated", "violated", "holds"]);
});

test("a process can move where it could take part", async () => {
  // r goes on without the other two, who could meet all the time.
  const text = (by: string): string => `
    var met: bool = false
    transition meet by ${by} when !met { met := true; }
    transition work by r { }
    property done: ltl <> met`;
  expect(await verdicts(read(text("p, q"), "both.seq"), "done")).toEqual(["violated", "holds", "holds", "holds"]);
  expect(await verdicts(read(text("r, q"), "both.seq"), "done")).toEqual(["violated", "holds", "holds", "holds"]);
  expect(await verdicts(read(text("r"), "alone.seq"), "done")).toEqual(["violated", "violated", "violated", "holds"]);
});

test("verdicts are those of the plain product where processes have partners", async () => {
  const seen = { partners: 0, reduced: 0 };
  await fc.assert(
    fc.asyncProperty(arbitrarySymmetricModelWithFormula(), async (model) => {
      if (!model.transitions.some(({ partners }) => partners)) return;
      const property = model.properties.find(({ name }) => name === "l")!;
      if (property.kind !== "ltl") throw new Error("not a formula");
      if (!hasInitialState(model)) return;
      const automaton = automatonOfLtl(property.formula, { negate: true });
      for (const fairness of ["weak", "strong", "global"] as const) {
        const isAccepted = hasAcceptedRun(model, automaton, fairness, 300);
        if (isAccepted === undefined) return;
        const { properties } = await check(model, { properties: ["l"], fairness, symmetry: "on" });
        expect(properties[0]!.verdict, `${fairness}\n${printModel(model)}`).toBe(isAccepted ? "violated" : "holds");
        seen.partners++;
        if (properties[0]!.runs!.symmetry.order > 1n) seen.reduced++;
      }
    }),
    { numRuns: times(200), endOnFailure: true },
  );
  expect(Math.min(seen.partners, seen.reduced)).toBeGreaterThan(expected(15));
});

test("partners are printed and read again", () => {
  const text =
    "type P = 0..1\ntransition t(i: P, j: P) by a[i], b[j], c { }\nproperty p: deadlock-free\nvar x: bool = false";
  const { transitions } = read(text, "model.seq");
  expect(printModel(read(text, "model.seq"))).toContain("transition t(i: P, j: P) by a[i], b[j], c { }");
  expect(transitions[0]!.partners!.map(({ process }) => process)).toEqual(["b", "c"]);
});
