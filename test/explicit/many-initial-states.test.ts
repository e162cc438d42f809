/** Symmetries are looked for while initial states are being found, if there are many of them. */

import { expect, test } from "vitest";
import { compile } from "../../src/explicit/compile.ts";
import type { Change } from "../../src/explicit/pauses.ts";
import { search } from "../../src/explicit/search.ts";
import { findSymmetries } from "../../src/symmetry/find.ts";
import { modelOf } from "../support/symmetries.ts";

const ring = modelOf(`
  const N = 9 type P = 0..N-1
  var a: array [P] of 0..2 = *
  transition t(i: P) when a[i] != a[(i + 1) % N] { a[i] := a[(i + 1) % N]; }
`);

test("the search begins again with symmetries before all initial states are stored, and others wait for the first level", async () => {
  const { group } = findSymmetries(ring);
  const seen: { name: string; stored: number; isBeginning: boolean }[] = [];
  const change: Change = { compiled: compile(ring, [], { fingerprints: false, symmetry: group }), again: false };
  const exploration = await search(compile(ring, [], { fingerprints: false }), {
    isDecided: () => false,
    turns: [
      {
        fromStates: 100,
        compile: ({ storedStates: stored, isBeginning }) => {
          seen.push({ name: "between levels", stored, isBeginning });
          return Promise.resolve(undefined);
        },
      },
      {
        fromStates: 1000,
        isEarly: true,
        compile: ({ storedStates: stored, isBeginning }) => {
          seen.push({ name: "early", stored, isBeginning });
          return Promise.resolve(change);
        },
      },
    ],
  });
  expect(seen.map(({ name, isBeginning }) => [name, isBeginning])).toEqual([
    ["early", true],
    ["between levels", false],
  ]);
  expect(seen[0]!.stored).toBeLessThan(3 ** 9);
  expect(exploration.complete).toBe(true);
  expect(exploration.unreducedStates).toBe(3n ** 9n);
  expect(exploration.states).toBeLessThan(3 ** 9 / 9 + 1000);
});
