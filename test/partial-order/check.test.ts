/** Checks with partial-order reduction, alone and with symmetries, in every language: the verdicts are those of full searches. */

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { check, parse, printModel } from "../../src/index.ts";
import type { CheckOptions } from "../../src/index.ts";
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

test("a condition may look at the slot that tells when atomic steps are under way", async () => {
  const { model } = parse(
    `var pc: array [2] of 0..1 = 0
    var turn: 0..1 = 0
    transient where turn != 0
    transition first when pc[0] == 0 && turn == 0 { pc[0] := 1; }
    transition second when pc[1] == 0 && turn == 0 { pc[1] := 1; turn := 1; }
    transition release when turn == 1 { turn := 0; }
    property early: invariant !(pc[0] == 0 && turn == 1)
    property inside: invariant turn == 0`,
    { name: "model.seq" },
  );
  for (const partialOrder of ["on", "off"] as const) {
    const { properties } = await check(model!, { partialOrder, symmetry: "off", engine: "explicit" });
    const invariants = properties.filter(({ kind }) => kind === "invariant");
    expect(invariants.map(({ verdict }) => verdict)).toEqual(["violated", "violated"]);
  }
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
  const model = parse(text, { name: "model.seq" }).model!;
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
