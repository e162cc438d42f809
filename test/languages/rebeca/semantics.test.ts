/** Lowered models have the states of the semantics of the paper, computed directly; engines and symmetry agree. */

import fc from "fast-check";
import { expect, test } from "vitest";
import { check, formatDiagnostic, parse } from "../../../src/index.ts";
import type { Model } from "../../../src/index.ts";
import { facts } from "../../../src/model/facts.ts";
import { parseModel } from "../../../src/model/text/parse.ts";
import { printModel } from "../../../src/model/text/print.ts";
import { reachableStates } from "../../support/automorphism.ts";
import { expected, times } from "../../support/random-runs.ts";
import { withoutSpans } from "../../support/without-spans.ts";
import { explore, textOf } from "./actor-system.ts";
import type { System } from "./actor-system.ts";
import { arbitrarySystem } from "./arbitrary-system.ts";

const most = 1500;

function read(system: System): Model {
  const text = textOf(system);
  const defines: Record<string, string> = system.pool > 0 ? { NOETHER_POOL: String(system.pool) } : {};
  const { model, diagnostics } = parse(text, { name: "model.rebeca", defines });
  if (!model) throw new Error(`${text}\n${diagnostics.map(formatDiagnostic).join("\n")}`);
  return model;
}

test("random systems have as many states and deadlocks as the paper's semantics gives them", () => {
  let compared = 0;
  let created = 0;
  fc.assert(
    fc.property(arbitrarySystem, (system) => {
      const expected = explore(system, most);
      if (!expected) return;
      const model = read(system);
      const { states } = reachableStates(model, most)!;
      const reference = facts(model).interpreter;
      const steps = states.map((state) => [...reference.steps(state)]);
      const found = {
        states: states.length,
        deadlocks: steps.filter((list) => list.length === 0).length,
        fails: steps.flat().some(({ error, failed }) => error !== undefined || failed !== undefined),
      };
      expect(found).toEqual(expected);
      compared++;
      if (system.pool > 0) created++;
    }),
    { numRuns: times(400) },
  );
  expect(compared).toBeGreaterThan(expected(200));
  expect(created).toBeGreaterThan(expected(20));
});

test("the model of a random system can be printed and read again", () => {
  fc.assert(
    fc.property(arbitrarySystem, (system) => {
      const { hints, ...model } = read(system);
      expect(hints).toBeDefined();
      const { model: again, diagnostics } = parseModel({ name: `${model.name}.seq`, text: printModel(model) });
      expect(diagnostics).toEqual([]);
      expect(withoutSpans(again)).toEqual(withoutSpans(model));
    }),
    { numRuns: times(50) },
  );
});

test("verdicts and numbers of states are the same with symmetry and without", async () => {
  let reduced = 0;
  await fc.assert(
    fc.asyncProperty(arbitrarySystem, async (system) => {
      const expected = explore(system, most);
      if (!expected) return;
      const model = read(system);
      const plain = await check(model, { symmetry: "off", properties: [] });
      const small = await check(model, { symmetry: "actors", properties: [] });
      expect(plain.states).toBe(expected.states);
      expect(small.unreducedStates).toBe(BigInt(plain.states));
      if (small.states < plain.states) reduced++;
      const [with_, without] = [await check(model, { symmetry: "actors" }), await check(model, { symmetry: "off" })];
      const verdicts = (result: typeof with_): string[] => result.properties.map((p) => `${p.name} ${p.verdict}`);
      expect(verdicts(with_)).toEqual(verdicts(without));
    }),
    { numRuns: times(60) },
  );
  expect(reduced).toBeGreaterThan(expected(3));
});
