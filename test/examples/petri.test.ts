/** The nets of examples/petri: the output of the script, and known results at other sizes. */

import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { nets, writePnml } from "../../examples/petri/generate.ts";
import { check, parse } from "../../src/index.ts";
import type { Model } from "../../src/index.ts";
import { onlyInLongRun } from "../support/random-runs.ts";

const write = (name: string, n: number): string => writePnml(`${name}-${n}`, nets[name]!.make(n));

function read(name: string, n: number): Model {
  const { model, diagnostics } = parse(write(name, n), { name: `${name}.pnml` });
  expect(diagnostics).toEqual([]);
  return model!;
}

test("the files are what the script writes", () => {
  const files = readdirSync("examples/petri").filter((file) => file.endsWith(".pnml"));
  expect(files).toHaveLength(Object.keys(nets).length);
  for (const file of files) {
    const [, name, n] = /^(.*)-(\d+)\.pnml$/.exec(file)!;
    expect(readFileSync(`examples/petri/${file}`, "utf8")).toBe(write(name!, Number(n)));
  }
});

const figures: readonly (readonly [name: string, n: number, orbits: number, states: bigint])[] = [
  ["sale-store", 10, 496, 184_554_369n],
  ["sale-store", 15, 1186, 207_629_747_172n],
  ["clients-servers", 6, 281, 11_368_449n],
  ["clients-servers", 7, 530, 157_169_826n],
  ["clients-servers", 8, 955, 2_130_740_721n],
  ["product-line", 40, 6 * 41, 2n ** 45n],
];

test.each(figures)("%s of size %i has the figures of the paper", async (name, n, orbits, states) => {
  const result = await check(read(name, n), { properties: [], symmetry: "on" });
  expect([result.states, result.unreducedStates]).toEqual([orbits, states]);
});

test.skipIf(onlyInLongRun())("the product line of 160 features has as many orbits as the paper says", async () => {
  expect((await check(read("product-line", 160), { properties: [], symmetry: "on" })).states).toBe(966);
});

test("philosophers have 3^n states and the token ring (1 + 3 n / 2) 2^n", async () => {
  for (const n of [3, 6, 8]) {
    expect((await check(read("philosophers", n), { properties: [], symmetry: "on" })).unreducedStates).toBe(
      3n ** BigInt(n),
    );
    const states = BigInt(2 ** n + 3 * n * 2 ** (n - 1));
    expect((await check(read("token-ring", n), { properties: [], symmetry: "on" })).unreducedStates).toBe(states);
  }
});
