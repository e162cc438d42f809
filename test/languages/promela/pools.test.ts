/** Room for processes: as much as a text needs, up to SPIN's 255 at a time. */
import { expect, test } from "vitest";
import { check } from "../../../src/check/check.ts";
import { checkEnlarging } from "../../../src/check/enlarge.ts";
import { parsePromela } from "../../../src/languages/promela/parse.ts";

const starts = (most: number): string => `byte n;
proctype W() { end: n == 99 }
active proctype M() { byte i; do :: i < ${most} -> if :: i++ :: i = i + 2 fi; run W() :: i >= ${most} -> break od }`;

// Nine processes were a failing assertion of the model, and an index out of range.
test("more processes than there is room for at first are no violation, and the limit is named", async () => {
  const { model, enlarged } = parsePromela({ name: "m.pml", text: starts(12) });
  const small = await check(model!);
  const limit = "there is room for 8 processes `W` at a time (NOETHER_POOL)";
  expect([small.verdict, small.modelLimit, small.complete]).toEqual(["undecided", limit, false]);
  expect(small.properties.find(({ name }) => name === "endstates")).toMatchObject({
    verdict: "undecided",
    reason: `a limit of the model was met: ${limit}`,
  });
  for (const engine of ["explicit", "symbolic"] as const) {
    const result = await checkEnlarging(model!, enlarged, { properties: [], symmetry: "off", engine });
    // As SPIN counts them.
    expect([result.verdict, Number(result.states), result.complete]).toEqual(["holds", 158, true]);
  }
});

test("formulas are checked with as much room as they need", async () => {
  const { model, enlarged } = parsePromela({ name: "m.pml", text: `${starts(12)}\nltl l { [] (n == 0) }` });
  const small = await check(model!, { properties: ["l"] });
  expect([small.verdict, small.modelLimit]).toEqual([
    "undecided",
    "there is room for 8 processes `W` at a time (NOETHER_POOL)",
  ]);
  expect((await checkEnlarging(model!, enlarged, { properties: ["l"] })).verdict).toBe("holds");
});

test("room that NOETHER_POOL gives is not enlarged", () => {
  const { enlarged } = parsePromela({ name: "m.pml", text: starts(12) }, { defines: { NOETHER_POOL: "3" } });
  expect(enlarged).toBeUndefined();
  expect(parsePromela({ name: "m.pml", text: "active proctype P() { skip }" }).enlarged).toBeUndefined();
});

// `pan` ends with "too many processes" there.
test("the 256th process at a time is an error, as in SPIN", async () => {
  const text = `byte n;
proctype W() { n == 99 }
active proctype M() { do :: run W() od }`;
  const { model, enlarged } = parsePromela({ name: "m.pml", text });
  const { properties } = await checkEnlarging(model!, enlarged, { properties: ["assertions"], symmetry: "off" });
  expect(properties.find(({ name }) => name === "assertions")).toMatchObject({
    verdict: "violated",
    reason: "there are too many processes: SPIN has room for 255 at a time",
  });
});
