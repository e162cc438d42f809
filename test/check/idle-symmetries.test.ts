/** Symmetries that cost more than they save are not used: those that change no state, and those that take long to find. */

import { expect, test } from "vitest";
import { check, findSymmetries } from "../../src/index.ts";
import { Detection } from "../../src/symmetry/find.ts";
import { modelOf } from "../support/symmetries.ts";

test("symmetries of parts that never get to do anything are not used", async () => {
  // Whether somebody starts depends on a product that is never 35.
  const model = modelOf(`
    var at: array [4] of 0..39 = 0
    var other: array [4] of 0..3 = 0
    transition first when at[0] < 39 { at[0] := at[0] + 1; }
    transition second when at[1] < at[0] { at[1] := at[1] + 1; }
    transition third when at[2] < at[1] { at[2] := at[2] + 1; }
    transition fourth when at[3] < 39 { at[3] := at[3] + 1; }
    transition start(p: 0..3) when at[0] < at[1] { other[p] := 1; }`);
  expect(findSymmetries(model).group.group.order).toBe(24n);
  const options = { properties: [], partialOrder: "off" } as const;
  const { states, symmetry, strategies } = await check(model, options);
  expect(states).toBe(11_480 * 40);
  expect([symmetry.order, symmetry.unused, strategies]).toEqual([
    1n,
    "in the states that were seen they cost more than they save",
    undefined,
  ]);
});

test("a graph that is too large for now is put off, and made when more is allowed", () => {
  const model = modelOf(`
    var x: array [3] of 0..5 = 0
    transition go(p: 0..2) when x[p] < 5 { x[p] := x[p] + 1; }`);

  const all = new Detection(model);
  const few = all.run("constraints", 10);
  expect([all.isPutOff, few.methods, few.group.group.order]).toEqual([true, [], 1n]);
  const enough = all.run("constraints", 10_000);
  expect([all.isPutOff, enough.methods, enough.group.group.order]).toEqual([false, ["constraints"], 6n]);
});
