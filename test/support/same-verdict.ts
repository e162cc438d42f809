/** A law for engines: properties that two of them decide have the same verdict, with traces of the same length. */

import { expect } from "vitest";
import { check, InputError, printModel, questionOf } from "../../src/index.ts";
import type { CheckOptions, CheckResult, Engine, Model } from "../../src/index.ts";

export async function expectSameVerdict(
  model: Model,
  a: Engine,
  b: Engine,
  options: Omit<CheckOptions, "engine" | "engines"> = {},
): Promise<void> {
  const questions = model.properties.map(questionOf).filter((question) => a.answers(question) && b.answers(question));
  const properties = [...questions.map(({ name }) => name), "assertions", "ranges"];
  const [one, other] = [await outcome(a), await outcome(b)];
  const shown = `${a.name} and ${b.name} differ on\n${printModel(model)}`;
  expect(one === undefined, shown).toBe(other === undefined);
  if (!one || !other) return;
  expect(one.verdict, shown).toBe(other.verdict);
  // An engine that ends early leaves properties open that another one decides.
  const both = [...decided(one).keys()].filter((name) => decided(other).has(name));
  for (const name of both) expect([name, decided(one).get(name)], shown).toEqual([name, decided(other).get(name)]);
  if (one.complete && other.complete && options.symmetry === "off") expect(one.states, shown).toBe(other.states);

  /** The result; `undefined` for a model without initial states. */
  async function outcome(engine: Engine): Promise<CheckResult | undefined> {
    try {
      return await check(model, { properties, symmetry: "on", ...options, engine: engine.name, engines: [engine] });
    } catch (error) {
      if (error instanceof InputError) return undefined;
      throw error;
    }
  }
}

function decided({ properties }: CheckResult): Map<string, string> {
  const known = properties.filter(({ verdict }) => verdict !== "undecided");
  return new Map(known.map(({ name, verdict, trace }) => [name, `${verdict} after ${trace?.steps.length} steps`]));
}
