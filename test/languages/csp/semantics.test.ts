/** Lowered models have the states and steps that the rewriting of terms has. */

import fc from "fast-check";
import { expect, test } from "vitest";
import { check, formatDiagnostic, parse } from "../../../src/index.ts";
import type { Model } from "../../../src/index.ts";
import { parseModel } from "../../../src/model/text/parse.ts";
import { printModel } from "../../../src/model/text/print.ts";
import { expected, times } from "../../support/random-runs.ts";
import { withoutSpans } from "../../support/without-spans.ts";
import { arbitrarySystem } from "./arbitrary-process.ts";
import { exploreModel } from "./explore-model.ts";
import { explore, print, printDefinitions } from "./term-semantics.ts";
import type { Definitions, Process } from "./term-semantics.ts";

const most = 400;

function textOf(definitions: Definitions, system: Process): string {
  return [
    "var x:{0..1} = 0;",
    "channel c 1;",
    "channel s 0;",
    ...printDefinitions(definitions),
    `System() = ${print(system)};`,
    "#assert System() deadlockfree;",
  ].join("\n");
}

function read(text: string): Model {
  const { model, diagnostics } = parse(text, { name: "model.csp" });
  if (!model) throw new Error(diagnostics.map(formatDiagnostic).join("\n"));
  return model;
}

test("random systems refine themselves, and choices of them", async () => {
  let compared = 0;
  const property = fc.asyncProperty(arbitrarySystem, async ({ definitions, system }) => {
    if (!explore(definitions, system, most)) return;
    const asserts = ["refines<FD> System()", "refines<F> Perhaps()", "refines<FD> Perhaps()", "refines Either()"];
    const text = [
      textOf(definitions, system),
      "Perhaps() = System() <> (a -> Stop);",
      "Either() = System() [] (a -> Stop);",
      ...asserts.map((claim) => `#assert System() ${claim};`),
    ].join("\n");
    const { properties } = await check(read(text));
    const found = properties.slice(1, 1 + asserts.length);
    expect(found.map(({ verdict }) => verdict)).toEqual(["holds", "holds", "holds", "holds"]);
    compared++;
  });
  await fc.assert(property, { numRuns: times(150) });
  expect(compared).toBeGreaterThan(expected(40));
});

test("random systems have as many states, edges and deadlocks as their terms", () => {
  let compared = 0;
  fc.assert(
    fc.property(arbitrarySystem, ({ definitions, system }) => {
      const expected = explore(definitions, system, most);
      if (!expected) return;
      compared++;
      const model = read(textOf(definitions, system));
      expect(exploreModel(model)).toEqual(expected);
      const reread = parseModel({ name: "model.seq", text: printModel(model) });
      expect(reread.diagnostics).toEqual([]);
      expect(withoutSpans(reread.model!)).toEqual(withoutSpans(model));
    }),
    { numRuns: times(1500) },
  );
  expect(compared).toBeGreaterThan(expected(500));
});
