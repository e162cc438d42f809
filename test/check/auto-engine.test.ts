/** The engine that chooses. */

import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { check, parse } from "../../src/index.ts";
import type { Model } from "../../src/index.ts";

/** Places in a row; tokens move from each to the next and back. */
function row(places: number, tokens: number): Model {
  const names = Array.from({ length: places }, (_, p) => `p${p}`);
  const moves = names
    .slice(1)
    .flatMap((to, p) => [
      `TRANSITION up${p} CONSUME p${p}: 1; PRODUCE ${to}: 1;`,
      `TRANSITION down${p} CONSUME ${to}: 1; PRODUCE p${p}: 1;`,
    ]);
  const text = `PLACE ${names.join(", ")}; MARKING p0: ${tokens};\n${moves.join("\n")}`;
  return parse(text, { name: "net.lola" }).model!;
}

test("a small net is explored state by state", async () => {
  const result = await check(row(5, 4), { engine: "auto" });
  expect(result).toMatchObject({ engine: "explicit", verdict: "holds", states: 70, depth: 16 });
});

test("a large net is explored as sets if these stay small, and the report says so", async () => {
  const model = row(8, 20);
  const attempts = new Set<string | undefined>();
  const onProgress = ({ attempt }: { attempt?: string | undefined }): unknown => attempts.add(attempt);
  const result = await check(model, { engine: "auto", onProgress });
  // Numbers begin at 0 again, so progress says of what they are.
  expect([...attempts]).toEqual(["state by state", "as a set"]);
  // 20 tokens in 8 places.
  expect(result).toMatchObject({ engine: "symbolic", verdict: "holds", states: 888_030, complete: true });
  expect(result.symmetry.skipped).toBe("the set of all states was small without them");
  const explicit = await check(model, { symmetry: "off" });
  expect([explicit.verdict, explicit.states]).toEqual([result.verdict, result.states]);
});

test("a net of thousands of transitions is explored as sets before it is compiled", async () => {
  const result = await check(row(2100, 1), { engine: "auto" });
  expect(result).toMatchObject({ engine: "symbolic", verdict: "holds", states: 2100 });
});

test("orbits are counted if there are too many states even for sets", async () => {
  // m of 12 clients share five gifts in 1, 15, 55, 55, 15 or 1 ways, and each of the others is in one of three places.
  const text = readFileSync("test/check/models/sale-store-12.pnml", "utf8");
  const result = await check(parse(text, { name: "net.pnml" }).model!, { engine: "auto", properties: [] });
  expect(result).toMatchObject({ engine: "symbolic", complete: true, states: 736, unreducedStates: 3_267_122_121n });
});

test("other models are explored state by state, whatever their size", async () => {
  const text = "var x: 0..99999 = 0 transition up when x < 99999 { x := x + 1; } property p: invariant x >= 0";
  const model = parse(text, { name: "up.seq" }).model!;
  expect(await check(model, { engine: "auto" })).toMatchObject({ engine: "explicit", states: 100_000 });
});

test("the user's own limit is one", async () => {
  const result = await check(row(8, 20), { engine: "auto", maxStates: 1000 });
  expect(result).toMatchObject({ engine: "explicit", verdict: "undecided", limit: "states" });
});
