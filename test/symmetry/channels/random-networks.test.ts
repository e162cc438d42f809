/**
 * Two ways to the largest valid subgroup agree: the search in the group of the channel diagram, and the graph of the
 * program.
 */

import fc from "fast-check";
import { expect, test } from "vitest";
import { programStructure } from "../../../src/hints/program-structure.ts";
import { parse } from "../../../src/languages/parse.ts";
import { findSymmetries } from "../../../src/symmetry/find.ts";
import { containsSymmetry } from "../../../src/symmetry/symmetry-group.ts";
import { expected, times } from "../../support/random-runs.ts";
import { network } from "./arbitrary-network.ts";

test("the program's graph has the symmetries of the channel diagram that are valid", () => {
  const orders = new Set<bigint>();
  fc.assert(
    fc.property(network, ({ text }) => {
      const { model, diagnostics } = parse(text, { name: "network.pml" });
      expect(diagnostics).toEqual([]);
      expect(programStructure.of(model!)!.objections).toEqual([]);
      const program = findSymmetries(model!, { method: "program" });
      const channels = findSymmetries(model!, { method: "channels" });
      expect(program.rejected).toEqual([]);
      expect(program.group.group.order).toBe(channels.group.group.order);
      for (const g of program.group.generators) expect(containsSymmetry(channels.group, g)).toBe(true);
      orders.add(program.group.group.order);
    }),
    { numRuns: times(60) },
  );
  // All of them without symmetries would not say much.
  expect(orders.size).toBeGreaterThan(expected(4));
});

test("control points that can be matched in several ways do not end the search", () => {
  // The exchange of clients 1 and 2 is valid, and so is that of 3 and 4. The validator refused the way in which the
  // server's steps are matched for both at once.
  const text = `
    chan box_1 = [1] of { pid, pid };
    chan box_2 = [1] of { pid, pid };
    chan box_3 = [1] of { pid, pid };
    chan box_4 = [1] of { pid, pid };
    chan net = [1] of { pid, pid };
    pid last = 0; bool flag[5];
    proctype client(chan in) {
      pid a, b;
      do :: if :: a = 1 :: a = 2 :: a = 3 :: a = 4 fi :: if :: b = 1 :: b = 2 :: b = 3 :: b = 4 fi
         :: in?a,b :: net!a,b :: flag[b] = true :: box_1?b,a :: box_2?b,a
      od
    }
    proctype server() {
      pid from, to;
      do :: net?from,to :: if :: last = 1 :: last = 2 :: last = 3 :: last = 4 fi :: flag[last] = false
         :: if :: flag[1] -> flag[1] = false :: flag[2] -> flag[2] = false
            :: flag[3] -> flag[3] = false :: flag[4] -> flag[4] = false fi
      od
    }
    init { atomic { run client(box_1); run client(box_2); run client(box_3); run client(box_4); run server() } }`;
  const { model } = parse(text, { name: "network.pml" });
  for (const method of ["program", "channels"] as const) {
    expect(findSymmetries(model!, { method }).group.group.order).toBe(4n);
  }
});
