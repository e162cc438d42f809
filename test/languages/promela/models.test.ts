/** Small models, one per construct: their state counts, which SPIN confirms where it is installed. */
import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { parsePromela } from "../../../src/languages/promela/parse.ts";
import { parseModel } from "../../../src/model/text/parse.ts";
import { printModel } from "../../../src/model/text/print.ts";
import { onlyInLongRun } from "../../support/random-runs.ts";
import { countStates, explore } from "./count-states.ts";
import { spinFindings, withoutSpin } from "./spin.ts";

const folder = new URL("models/", import.meta.url).pathname;
const models = readdirSync(folder).map((file): [string, string, number] => {
  const text = readFileSync(folder + file, "utf8");
  return [file, text, Number(/^\/\/ expect: states (\d+)/.exec(text)?.[1])];
});

test.each(models)("%s has as many states as it says", (name, text, states) => {
  const { model, diagnostics } = parsePromela({ name, text });
  expect(diagnostics).toEqual([]);
  expect(countStates(model!)).toBe(states);
});

test.each(models)("%s is printed as a sequential model and read back", (name, text) => {
  const printed = printModel(parsePromela({ name, text }).model!);
  const { model, diagnostics } = parseModel({ name: "printed.seq", text: printed });
  expect(diagnostics).toEqual([]);
  expect(printModel(model!)).toBe(printed);
});

test.skipIf(withoutSpin || onlyInLongRun()).each(models)(
  "SPIN counts the states of %s alike, and finds the same wrong",
  (name, text, states) => {
    const { states: ours, ...safety } = explore(parsePromela({ name, text }).model!, 500_000)!;
    expect(ours).toBe(states);
    // SPIN ends at a message to a channel that was never made.
    const isApart = name === "channel-variables.pml";
    expect(spinFindings(name, folder)).toEqual({ states, safety: isApart ? undefined : safety });
  },
);
