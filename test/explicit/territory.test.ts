/** Which slots tell the owner of a state. Whatever they are, a search finds the same (`partitions.test.ts`). */

import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { compile } from "../../src/explicit/compile.ts";
import type { Compiled } from "../../src/explicit/compile.ts";
import { Exploration } from "../../src/explicit/exploration.ts";
import { pack, unpack } from "../../src/explicit/layout.ts";
import { ownersOf } from "../../src/explicit/partition.ts";
import { Shard } from "../../src/explicit/shard.ts";
import { sampleSize, territoryOf } from "../../src/explicit/territory.ts";
import type { Territory } from "../../src/explicit/territory.ts";
import { facts } from "../../src/model/facts.ts";
import { modelOf } from "../support/symmetries.ts";

/** Each step counts a clock, so that all states of a level have the same one; the rest spreads. */
const counting = `
var clock: 0..255 = 0
var cell: array[6] of 0..7 = 0
transition tick(i: 0..5) when clock < 255 { clock := clock + 1; cell[i] := (cell[i] + 1) % 8; }
`;

/** A search of some size, and samples of its last level and of an earlier one. */
async function sampled(name: string, N: string): Promise<{ compiled: Compiled; samples: Int32Array[][] }> {
  const text = name === "counting" ? counting : readFileSync(`examples/seq/${name}.seq`, "utf8");
  const model = modelOf(text, name === "counting" ? {} : { N });
  const compiled = compile(model, [], { fingerprints: false });
  const exploration = new Exploration(compiled);
  while (exploration.storedStates < 20_000 && exploration.step());
  const { crew } = exploration;
  const samples = [await crew.sample(sampleSize), await crew.sample(sampleSize, Math.floor(0.8 * crew.depth))];
  return { compiled, samples: samples.map((states) => states.map((words) => words.slice())) };
}

/** The share of the busiest of so many shards, compared with the average, and of the steps that change the owner. */
function measured(
  { program, model }: Compiled,
  { mask, weights }: Territory,
  states: readonly Int32Array[],
  shardCount: number,
): { readonly uneven: number; readonly crossed: number } {
  const shard = new Shard(program, new WebAssembly.Module(program.bytes));
  shard.words.set(mask, program.exchange!.mask / 4);
  const owners = ownersOf(shardCount, weights);
  const ownerOf = (words: ArrayLike<number>): number => owners[shard.exports.partitionOf!(shard.put(words))]!;
  const owned = new Array<number>(shardCount).fill(0);
  for (const words of states) owned[ownerOf(words)]!++;
  const { interpreter } = facts(model);
  let [steps, changes] = [0, 0];
  for (const words of states.slice(0, 100)) {
    for (const { target } of interpreter.steps(unpack(program.layout, words))) {
      steps++;
      if (target && ownerOf(pack(program.layout, target)) !== ownerOf(words)) changes++;
    }
  }
  return { uneven: (Math.max(...owned) * shardCount) / states.length, crossed: changes / steps };
}

test.each([
  ["peterson", "5", 2, 0.2],
  ["peterson", "5", 4, 0.4],
  ["dining-philosophers", "10", 2, 0.2],
  ["dining-philosophers", "10", 3, 0.4],
  // The data tell the owner of most states, and hardly change.
  ["german", "3", 2, 0.1],
])("%s %s: few steps change the owner, and %d shards get about the same", async (name, N, shardCount, most) => {
  const { compiled, samples } = await sampled(name, N);
  const { program } = compiled;
  const territory = territoryOf(program, new WebAssembly.Module(program.bytes), samples, shardCount)!;
  const all = measured(compiled, territory, samples.flat(), shardCount);
  expect(all.uneven).toBeLessThan(1.2);
  // All bits would change the owner in half of the steps, or more.
  expect(all.crossed).toBeLessThan(most);
});

test("a slot that tells how far a search has come tells no owner by itself", async () => {
  const { compiled, samples } = await sampled("counting", "0");
  const { program } = compiled;
  const territory = territoryOf(program, new WebAssembly.Module(program.bytes), samples, 2);
  const unevens = samples.map((states) => (territory ? measured(compiled, territory, states, 2).uneven : 1));
  expect(Math.max(...unevens)).toBeLessThan(1.5);
});

test("a few states tell nothing: then all bits tell the owner", async () => {
  const { compiled, samples } = await sampled("peterson", "5");
  const module = new WebAssembly.Module(compiled.program.bytes);
  const few = samples.map((states) => states.slice(0, 100));
  expect(territoryOf(compiled.program, module, few, 2)).toBe(undefined);
});

test("owners have about the same weight, and what no sample has seen is dealt out", () => {
  const weights = Int32Array.of(9, 1, 0, 5, 0, 4, 0, 0);
  const owners = ownersOf(2, weights);
  const of = (owner: number): number => weights.reduce((sum, weight, p) => sum + (owners[p] === owner ? weight : 0), 0);
  expect(of(0)).toBe(10);
  expect(of(1)).toBe(9);
  const unseen = [...weights.keys()].filter((p) => weights[p] === 0).map((p) => owners[p]!);
  expect(unseen.toSorted((a, b) => a - b)).toEqual([0, 0, 1, 1]);
});
