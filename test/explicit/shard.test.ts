/** The input of a search is plain data. */

import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { compile } from "../../src/explicit/compile.ts";
import { Exploration } from "../../src/explicit/exploration.ts";
import { status } from "../../src/explicit/heap.ts";
import type { Program } from "../../src/explicit/program.ts";
import { Shard } from "../../src/explicit/shard.ts";
import { StateSpace } from "../../src/explicit/state-space.ts";
import { parse } from "../../src/languages/parse.ts";
import { findSymmetries } from "../../src/symmetry/find.ts";

/** The levels of a search that a shard makes of a program, each as the states in the order they were found. */
function levelsOf(program: Program): string[][] {
  const shard = new Shard(program, new WebAssembly.Module(program.bytes));
  const space = new StateSpace(shard);
  const { exports } = shard;
  expect(exports.initialize(2 ** 20)).toBe(status.done);
  const levels: string[][] = [];
  for (let start = 0; start < exports.count.value;) {
    const end = exports.count.value;
    levels.push(
      shard
        .firstStates(end)
        .slice(start)
        .map((id) => space.stateAt(id).join()),
    );
    exports.levelEnd.value = end;
    while (exports.expand(7) === status.more);
    start = end;
  }
  return levels;
}

test.each([
  ["peterson", false],
  ["peterson", true],
  ["german", true],
  ["product-line", true],
])("a copy of the program of %s, with symmetries: %s, makes the same search", (name, isSymmetric) => {
  const { model } = parse(readFileSync(`examples/seq/${name}.seq`, "utf8"), { name: `${name}.seq` });
  const symmetry = isSymmetric ? findSymmetries(model!, { properties: [] }).group : undefined;
  const compiled = compile(model!, [], { fingerprints: false, symmetry });
  const exploration = new Exploration(compiled);
  while (exploration.step());
  expect(exploration.complete).toBe(true);
  const levels = levelsOf(structuredClone(compiled.program));
  expect(levels.flat().length).toBe(exploration.storedStates);
  expect(levels.length - 1).toBe(exploration.progress.depth);
  expect(levels).toEqual(levelsOf(compiled.program));
});
