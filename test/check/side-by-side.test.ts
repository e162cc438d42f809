/** Formulas in threads of their own say what they say in one thread, and small ones start no thread. */

import { expect, test } from "vitest";
import { threads } from "../../dist/node/index.js";
import { check } from "../../src/index.ts";
import type { CheckResult } from "../../src/index.ts";
import { modelOf } from "../support/symmetries.ts";

/** Two counters that are not independent, with as many states as wanted. */
const counters = (most: number): string => `
  var a: 0..${most} = 1
  var b: 0..${most} = 1
  transition first { a := (a + b) % ${most + 1}; }
  transition second { b := (b + a + 1) % ${most + 1}; }
  property returns: ltl [] <> (a == 1)
  property leaves: ltl [] (a == 1 -> <> a != 1)
  property high: ltl [] (a != ${most} || b != ${most})
  property meets: ltl <> (a == b + 1)`;

function told({ properties }: CheckResult): unknown {
  return properties.map(({ name, verdict, reason, trace, runs }) => {
    const steps = trace?.steps.map(({ transition, choice }) => `${transition.name} ${String(choice)}`);
    return { name, verdict, reason, steps, states: runs?.states };
  });
}

test.each([
  [9, 0],
  [511, 2],
])("formulas about counters up to %s start %s threads or more", async (most, fewest) => {
  const model = modelOf(counters(most));
  const one = await check(model);
  for (const count of [2, 3]) {
    const own = threads(count);
    let opened = 0;
    const open: typeof own.open = (listener) => {
      opened++;
      return own.open(listener);
    };
    expect(told(await check(model, { threads: { ...own, open } }))).toEqual(told(one));
    if (fewest === 0) expect(opened).toBe(0);
    else expect(opened).toBeGreaterThanOrEqual(fewest);
  }
});
