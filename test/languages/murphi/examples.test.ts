/** The examples have the states, the rules fired, the orbits and the verdicts that Rumur gives them. */

import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { forRumur } from "../../../bench/peers/rumur-text.ts";
import { check, parse } from "../../../src/index.ts";
import { rumur, withoutRumur } from "./rumur.ts";

const folder = "examples/murphi";
const files = readdirSync(folder);

describe.skipIf(withoutRumur).each(files)("%s", (file) => {
  const text = readFileSync(`${folder}/${file}`, "utf8");
  const { model } = parse(text, { name: file });

  test("has as many states and rules fired", async () => {
    const { states, transitions } = await check(model!, { symmetry: "off", properties: [] });
    expect({ states, rules: transitions }).toEqual(await rumur(forRumur(text), { deadlocks: "off" }));
  }, 120_000);

  test("has at most as many orbits, and the same verdict", async () => {
    const reduced = await check(model!, { symmetry: "on", representatives: "unique" });
    const exhaustive = await rumur(forRumur(text), { symmetry: "exhaustive", deadlocks: "off" });
    expect(reduced.states).toBeLessThanOrEqual(exhaustive.states);
    expect(reduced.verdict === "violated").toBe((await rumur(forRumur(text))).error !== undefined);
  }, 120_000);
});
