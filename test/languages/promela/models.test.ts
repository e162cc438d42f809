/**
 * Small models, one per construct: their state counts, which SPIN confirms where it is installed, with all of its
 * rewritings, without merging (`-o3`), and without any (`-o2 -o3`).
 */
import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { parsePromela } from "../../../src/languages/promela/parse.ts";
import { parseModel } from "../../../src/model/text/parse.ts";
import { printModel } from "../../../src/model/text/print.ts";
import { onlyInLongRun } from "../../support/random-runs.ts";
import { countStates, explore } from "./count-states.ts";
import { spinFindings, withoutSpin } from "./spin.ts";

const folder = new URL("models/", import.meta.url).pathname;
const texts = readdirSync(folder).map((file): [string, string] => [file, readFileSync(folder + file, "utf8")]);

/** A model, the rewritings that are turned off, and the number of states. A single number is for all of them. */
const models = texts.flatMap(([file, text]): [string, string[], number, string][] => {
  const [, ...given] = /^\/\/ expect: states (\d+)(?:, (\d+) with -o3, (\d+) with -o2 -o3)?/.exec(text) ?? [];
  return [[], ["3"], ["2", "3"]].map((off, k) => [file, off, Number(given[k] ?? given[0]), text]);
});

test.each(models)("%s without %j has %i states", (name, off, states, text) => {
  const { model, diagnostics } = parsePromela({ name, text }, { off });
  expect(diagnostics).toEqual([]);
  expect(countStates(model!)).toBe(states);
});

test.each(texts)("%s is printed as a sequential model and read back", (name, text) => {
  const printed = printModel(parsePromela({ name, text }).model!);
  const { model, diagnostics } = parseModel({ name: "printed.seq", text: printed });
  expect(diagnostics).toEqual([]);
  expect(printModel(model!)).toBe(printed);
});

test.skipIf(withoutSpin || onlyInLongRun()).each(models)(
  "SPIN counts the states of %s without %j alike, and finds the same wrong",
  (name, off, states, text) => {
    const { states: ours, ...safety } = explore(parsePromela({ name, text }, { off }).model!, 500_000)!;
    expect(ours).toBe(states);
    // SPIN ends at a message to a channel that was never made.
    const isApart = name === "channel-variables.pml";
    expect(spinFindings(name, folder, off)).toEqual({ states, safety: isApart ? undefined : safety });
  },
);
