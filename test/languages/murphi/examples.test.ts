/** The examples have the states, the rules fired, the orbits and the verdicts that Rumur gives them. */

import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { check, parse } from "../../../src/index.ts";
import { rumur, withoutRumur } from "./rumur.ts";

const folder = "examples/murphi";
/** Rumur reads no multisets. The figures of this one are those of a translation to counters. */
const files = readdirSync(folder).filter((file) => file !== "mesi.m");

describe.skipIf(withoutRumur).each(files)("%s", (file) => {
  const text = readFileSync(`${folder}/${file}`, "utf8");
  const { model } = parse(text, { name: file });

  test("has as many states and rules fired", async () => {
    const { states, transitions } = await check(model!, { symmetry: "off", properties: [] });
    expect({ states, rules: transitions }).toEqual(rumur(text, { deadlocks: "off" }));
  }, 120_000);

  test("has at most as many orbits, and the same verdict", async () => {
    const reduced = await check(model!, { symmetry: "on", representatives: "unique" });
    const exhaustive = rumur(text, { symmetry: "exhaustive", deadlocks: "off" });
    expect(reduced.states).toBeLessThanOrEqual(exhaustive.states);
    expect(reduced.verdict === "violated").toBe(rumur(text).error !== undefined);
  }, 120_000);
});
