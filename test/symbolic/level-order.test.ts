/** The order of levels that is taken by itself. */

import { expect, test } from "vitest";
import { nets, writePnml } from "../../examples/petri/generate.ts";
import { check, parse } from "../../src/index.ts";
import { searchSymbolically } from "../../src/symbolic/search.ts";

/** Spans alone put what all clients share in the middle: both took more than a million nodes and had no end. */
test.each([
  ["clients-servers", 8, 2_130_740_721n],
  ["sale-store", 15, 207_629_747_172n],
] as const)("the diagram of %s, %i, stays small without symmetry", async (name, n, states) => {
  const { model } = parse(writePnml(name, nets[name]!.make(n)), { name: "net.pnml" });
  const found = await check(model!, { engine: "symbolic", symmetry: "off", properties: [] });
  expect([found.complete, BigInt(found.states)]).toEqual([true, states]);
  expect(found.peakNodes).toBeLessThan(50_000);
});

test("a search is not begun if transitions span more levels than the work that is allowed", async () => {
  const { model } = parse(writePnml("token-ring", nets["token-ring"]!.make(12)), { name: "net.pnml" });
  const none = await searchSymbolically(model!, [], { maxWork: 0 });
  expect([none.complete, none.reason]).toEqual([false, "transitions span too many levels"]);
  const all = await searchSymbolically(model!, [], { maxWork: 512 });
  expect([all.complete, all.reason]).toEqual([true, undefined]);
});
