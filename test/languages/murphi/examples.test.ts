/** The examples have the states, the rules fired, the orbits and the verdicts that Rumur gives them. */

import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { check, parse } from "../../../src/index.ts";
import { rumur, withoutRumur } from "./rumur.ts";

const folder = "examples/murphi";
const files = readdirSync(folder);

/** Rumur reads no multisets, so it is given counters instead: how many messages of each kind there are for each cache. */
function forRumur(text: string): string {
  if (!text.includes("multiset")) return text;
  const counters = text
    .replace("network: multiset [2 * N] of Message;", "network: array [Command] of array [Cache] of 0..2*N;")
    .replace(
      /var message: Message;\nbegin[^]*?multisetadd\(message, network\);/,
      "begin network[what][c] := network[what][c] + 1;",
    )
    .replace("undefine network;", "for k: Command do for c: Cache do network[k][c] := 0; end; end;")
    .replace(/choose m: network do\n.*\n/, "ruleset c: Cache; command: Command do alias here: network[command][c] do\n")
    .replaceAll("multisetremove(m, network);", "here := here - 1;")
    .replace(/invariant "room".*/, "");
  const [before, after] = counters.split(/(?=ruleset c: Cache; command)/) as [string, string];
  return before + after.replaceAll(/(rule ".*"\n)(.*)\n/g, "$1here > 0 & ($2)\n");
}

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
