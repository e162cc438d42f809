/** Which slots tell the owner of a state. Whatever they are, a search finds the same (`partitions.test.ts`). */

import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { compile } from "../../src/explicit/compile.ts";
import type { Compiled } from "../../src/explicit/compile.ts";
import { Exploration } from "../../src/explicit/exploration.ts";
import { pack, unpack } from "../../src/explicit/layout.ts";
import { Shard } from "../../src/explicit/shard.ts";
import { sampleSize, territoryOf } from "../../src/explicit/territory.ts";
import { facts } from "../../src/model/facts.ts";
import { modelOf } from "../support/symmetries.ts";

async function sampled(name: string, N: string): Promise<{ compiled: Compiled; sample: Int32Array[] }> {
  const model = modelOf(readFileSync(`examples/seq/${name}.seq`, "utf8"), { N });
  const compiled = compile(model, [], { fingerprints: false });
  const exploration = new Exploration(compiled);
  while (exploration.storedStates < 20_000 && exploration.step());
  const states = await exploration.sampleAhead(sampleSize);
  return { compiled, sample: states.map((state) => Int32Array.from(pack(compiled.program.layout, state))) };
}

test.each([
  ["peterson", "5"],
  ["dining-philosophers", "10"],
])("%s: few steps change the owner, and two shards get about the same", async (name, N) => {
  const { compiled, sample } = await sampled(name, N);
  const { program, model } = compiled;
  const module = new WebAssembly.Module(program.bytes);
  const mask = territoryOf(program, module, sample, 2)!;
  expect(mask.some((word) => word !== 0)).toBe(true);
  const shard = new Shard(program, module);
  shard.words.set(mask, program.exchange!.mask / 4);
  const ownerOf = (words: ArrayLike<number>): number => shard.exports.partitionOf!(shard.put(words)) % 2;
  const owners = sample.map(ownerOf);
  const first = owners.filter((owner) => owner === 0).length / owners.length;
  expect(Math.abs(first - 0.5)).toBeLessThan(0.1);
  // All bits would change half of the owners.
  const { interpreter } = facts(model);
  let [steps, changes] = [0, 0];
  for (const words of sample.slice(0, 100)) {
    for (const { target } of interpreter.steps(unpack(program.layout, words))) {
      steps++;
      if (target && ownerOf(pack(program.layout, target)) !== ownerOf(words)) changes++;
    }
  }
  expect(changes / steps).toBeLessThan(0.35);
});

test("a few states tell nothing: then all bits tell the owner", async () => {
  const { compiled, sample } = await sampled("peterson", "5");
  const module = new WebAssembly.Module(compiled.program.bytes);
  expect(territoryOf(compiled.program, module, sample.slice(0, 100), 2)).toBe(undefined);
});
