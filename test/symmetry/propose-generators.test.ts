/** Many generators are proved by few, and a wrong one among them spoils nothing. */

import { expect, test } from "vitest";
import { findSymmetries } from "../../src/index.ts";
import type { Detector, Model } from "../../src/index.ts";
import { proposeGenerators } from "../../src/symmetry/propose-generators.ts";
import type { Symmetry } from "../../src/symmetry/symmetry.ts";
import { modelOf } from "../support/symmetries.ts";

/** Proposes these exchanges of two slots. */
function exchanging(...pairs: readonly (readonly [number, number])[]): Detector {
  const exchange = (slotCount: number, a: number, b: number): Symmetry => ({
    slots: Int32Array.from({ length: slotCount }, (_, i) => (i === a ? b : i === b ? a : i)),
    values: new Map(),
  });
  return {
    name: "pairs",
    description: "exchanges pairs",
    tier: "cheap",
    whyNot: () => undefined,
    propose: (search) => {
      const { length } = pairs;
      const slotCount = length + 1;
      const areValid = proposeGenerators(
        search,
        pairs.map(([a, b]) => exchange(slotCount, a, b)),
      );
      return { note: areValid ? "all valid" : "not all valid" };
    },
  };
}

function found(model: Model, detector: Detector): { order: bigint; accepted: number; rejected: number; note: string } {
  const { group, accepted, rejected, notes } = findSymmetries(model, { method: "pairs", detectors: [detector] });
  return { order: group.group.order, accepted: accepted.length, rejected: rejected.length, note: notes[0]! };
}

const neighbors = Array.from({ length: 7 }, (_, i) => [i, i + 1] as const);
const alike = modelOf("var a: array [8] of 0..2 = 0\ntransition t(i: 0..7) when a[i] < 2 { a[i] := a[i] + 1; }");

test("exchanges of neighbors are proved by a cycle and one of them", () => {
  expect(found(alike, exchanging(...neighbors))).toEqual({
    order: 40320n,
    accepted: 2,
    rejected: 0,
    note: "pairs all valid",
  });
});

test("if one generator is no symmetry, the others are proposed alone, and only the wrong one is refused", () => {
  const firstDiffers = modelOf(`
    var a: array [8] of 0..2 = 0
    transition t(i: 1..7) when a[i] < 2 { a[i] := a[i] + 1; }
    transition first when a[0] < 1 { a[0] := a[0] + 1; }
  `);
  expect(found(firstDiffers, exchanging(...neighbors))).toEqual({
    order: 5040n,
    accepted: 6,
    rejected: 1,
    note: "pairs not all valid",
  });
});

test("generators that few of them do not generate are all proposed", () => {
  // Four exchanges that have no slot in common, three of them twice: each is needed.
  const pairs = [[0, 1], [2, 3], [4, 5], [6, 7], [0, 1], [2, 3], [4, 5]] as const; // prettier-ignore
  expect(found(alike, exchanging(...pairs))).toMatchObject({ order: 16n, accepted: 7, note: "pairs all valid" });
});

test("proposals that take a slot to values that it never has are refused one by one", () => {
  const lastIsSmall = modelOf(`
    var a: array [7] of 0..2 = 0
    var b: 0..1 = 0
    transition t(i: 0..6) when a[i] < 2 { a[i] := a[i] + 1; }
    transition last when b < 1 { b := b + 1; }
  `);
  const mirrored = new Map([0, 1, 2].map((value) => [value, 2 - value]));
  const mirrors = neighbors.map(([a, b]): Symmetry => ({
    slots: Int32Array.from({ length: 8 }, (_, i) => (i === a ? b : i === b ? a : i)),
    values: new Map([a, b].map((slot) => [slot, mirrored])),
  }));
  const detector: Detector = {
    ...exchanging(),
    propose: (search) => ({ note: proposeGenerators(search, mirrors) ? "all valid" : "not all valid" }),
  };
  expect(found(lastIsSmall, detector)).toMatchObject({ order: 1n, rejected: 7, note: "pairs not all valid" });
});
