/** Searches in real threads, which share memory or send messages, find what one thread finds. */

import { describe, expect, test } from "vitest";
import { check } from "../../dist/index.js";
import type { CheckOptions, CheckResult } from "../../dist/index.js";
import { loadModel, threads } from "../../dist/node/index.js";

/** Everything that must not depend on threads. */
function told({ verdict, states, transitions, depth, properties }: CheckResult): unknown {
  const traces = properties.map(({ name, verdict: own, trace }) => {
    const steps = trace?.steps.map(({ transition, choice }) => `${transition.name} ${String(choice)}`);
    return { name, own, steps };
  });
  return { verdict, states, transitions, depth, traces };
}

const modelOf = (file: string, defines: Readonly<Record<string, string>>) => loadModel(file, { defines }).model!;

const cases: readonly [file: string, defines: Readonly<Record<string, string>>, options: CheckOptions][] = [
  ["examples/seq/german.seq", { N: "4" }, { symmetry: "off", partialOrder: "off" }],
  ["examples/seq/german.seq", { N: "4" }, { symmetry: "off", partialOrder: "on" }],
  ["examples/seq/bug-invariant.seq", { N: "7" }, { symmetry: "off", partialOrder: "off" }],
  ["examples/seq/peterson.seq", { N: "8" }, { symmetry: "on" }],
];

describe.each(cases)("%s %o %o", (file, defines, options) => {
  test("is the same with threads that share memory, and with others", async () => {
    const model = modelOf(file, defines);
    const one = told(await check(model, options));
    for (const [count, sharesMemory] of [
      [2, true],
      [2, false],
      [3, false],
    ] as const) {
      const own = threads(count, { sharesMemory });
      let opened = 0;
      const open: typeof own.open = (listener) => {
        opened++;
        return own.open(listener);
      };
      expect(told(await check(model, { ...options, threads: { ...own, open } }))).toEqual(one);
      expect(opened).toBe(count);
    }
  });
});

test.each([true, false])("a signal ends threads soon, with shared memory %o", async (sharesMemory) => {
  const model = modelOf("examples/seq/dining-philosophers.seq", { N: "15" });
  const cancel = new AbortController();
  let aborted = 0;
  const result = await check(model, {
    symmetry: "off",
    properties: [],
    signal: cancel.signal,
    threads: threads(2, { sharesMemory }),
    onProgress: ({ states }) => {
      if (states < 1_000_000 || aborted > 0) return;
      aborted = states;
      cancel.abort();
    },
  });
  expect(result).toMatchObject({ verdict: "undecided", limit: "cancelled" });
  // What follows until then is far less than the 66 million states of the model.
  expect(result.states).toBeLessThan(10_000_000);
});
