/** The order of levels that is taken by itself. */

import { expect, test } from "vitest";
import { nets, writePnml } from "../../examples/petri/generate.ts";
import { check, parse } from "../../src/index.ts";

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
