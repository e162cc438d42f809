/** The two ways to the largest valid subgroup agree: the search in the channel diagram's group, and the program's graph. */

import fc from "fast-check";
import { expect, test } from "vitest";
import { parse } from "../../../src/languages/parse.ts";
import { findSymmetries } from "../../../src/symmetry/find.ts";
import { containsSymmetry } from "../../../src/symmetry/symmetry-group.ts";
import { network } from "./arbitrary-network.ts";

test("the program's graph has the symmetries of the channel diagram that are valid", { timeout: 120_000 }, () => {
  const orders = new Set<bigint>();
  fc.assert(
    fc.property(network, ({ text }) => {
      const { model, diagnostics } = parse(text, { name: "network.pml" });
      expect(diagnostics).toEqual([]);
      expect(model!.components!.objections).toEqual([]);
      const program = findSymmetries(model!, { method: "program" });
      const channels = findSymmetries(model!, { method: "channels" });
      expect(program.rejected).toEqual([]);
      expect(program.group.group.order).toBe(channels.group.group.order);
      for (const g of program.group.generators) expect(containsSymmetry(channels.group, g)).toBe(true);
      orders.add(program.group.group.order);
    }),
    { numRuns: 60 },
  );
  // All of them without symmetries would not say much.
  expect(orders.size).toBeGreaterThan(2);
});
