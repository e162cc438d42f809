/** Threads get the states of a search only if its levels are wide enough, not if one of them is. */

import { expect, test } from "vitest";
import { compile } from "../../src/explicit/compile.ts";
import type { Exploration } from "../../src/explicit/exploration.ts";
import { localMembers } from "../../src/explicit/local-members.ts";
import { search } from "../../src/explicit/search.ts";
import type { Model } from "../../src/model/model.ts";
import { Watch } from "../../src/util/limits.ts";
import { modelOf } from "../support/symmetries.ts";

/** Whether the states were divided, if levels must have so many states. */
async function isDivided(model: Model, fewestAhead: number): Promise<boolean> {
  const watch = new Watch({});
  const explored: Exploration = await search(compile(model, [], { fingerprints: false }), {
    watch,
    isDecided: () => false,
    spreads: [
      {
        ...{ fromStates: 600, fewestAhead, shardCount: 2, shardBytes: 2 ** 30 },
        start: (onTurn) => localMembers({ memberCount: 1, watch, onTurn }),
      },
    ],
  });
  expect(explored.complete).toBe(true);
  const { isSpread } = explored;
  explored.release();
  return isSpread;
}

/** Levels of one state, and now and then one of 100. */
const narrow = modelOf(`
  var step: 0..999 = 0
  var side: 0..99 = 0
  transition next when step < 999 && side == 0 { step := step + 1; }
  transition aside(i: 1..99) when step % 100 == 50 && side == 0 { side := i; }`);

const wide = modelOf(`
  var x: array [3] of 0..19 = 0
  transition next(i: 0..2) when x[i] < 19 { x[i] := x[i] + 1; }`);

test("one wide level among narrow ones does not divide a search", async () => {
  expect(await isDivided(narrow, 50)).toBe(false);
  expect(await isDivided(narrow, 1)).toBe(true);
  expect(await isDivided(wide, 50)).toBe(true);
});
