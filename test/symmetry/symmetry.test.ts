import fc from "fast-check";
import { expect, test } from "vitest";
import { elements } from "../../src/group/elements.ts";
import { facts } from "../../src/model/facts.ts";
import { parseModel } from "../../src/model/text/parse.ts";
import { containsSymmetry, symmetryGroup, symmetryOf } from "../../src/symmetry/symmetry-group.ts";
import {
  composeSymmetries,
  formatSymmetry,
  identitySymmetry,
  imageOfState,
  inverseSymmetry,
  isIdentitySymmetry,
} from "../../src/symmetry/symmetry.ts";
import type { Symmetry } from "../../src/symmetry/symmetry.ts";

const { model } = parseModel(
  { name: "test.seq", text: "var a: array [0..2] of 0..2 = 0 var own: 0..3 = 3 transition t when true { own := 0; }" },
  { defines: {} },
);
const { slots } = facts(model!);
const domains = [0, 1, 2].map(() => ({ low: 0, high: 2 })).concat([{ low: 0, high: 3 }]);

/** Exchanges processes i and j, and their numbers in `own`. */
function exchange(i: number, j: number): Symmetry {
  const at = [0, 1, 2, 3];
  [at[i], at[j]] = [j, i];
  return { slots: Int32Array.from(at), values: new Map([[3, new Map([[i, j], [j, i]])]]) }; // prettier-ignore
}

const symmetry = fc
  .array(fc.tuple(fc.nat(2), fc.nat(2)), { maxLength: 4 })
  .map((pairs) =>
    pairs
      .filter(([i, j]) => i !== j)
      .reduce((product, [i, j]) => composeSymmetries(product, exchange(i, j)), identitySymmetry(4)),
  );
const state = fc.tuple(fc.nat(2), fc.nat(2), fc.nat(2), fc.nat(3));

test("symmetries act on states as a group does", () => {
  fc.assert(
    fc.property(symmetry, symmetry, state, (p, q, s) => {
      expect(imageOfState(composeSymmetries(p, q), s)).toEqual(imageOfState(q, imageOfState(p, s)));
      expect(imageOfState(inverseSymmetry(p), imageOfState(p, s))).toEqual([...s]);
      expect(isIdentitySymmetry(composeSymmetries(p, inverseSymmetry(p)))).toBe(true);
    }),
  );
});

test("a symmetry is written in cycles of slots, and of literals where values change", () => {
  expect(formatSymmetry(exchange(0, 2), slots)).toBe("(a[0] a[2]) (own=0 own=2)");
  expect(formatSymmetry(composeSymmetries(exchange(0, 1), exchange(1, 2)), slots)).toBe(
    "(a[0] a[2] a[1]) (own=0 own=2 own=1)",
  );
  expect(formatSymmetry(identitySymmetry(4), slots)).toBe("()");
  const flip: Symmetry = {
    slots: Int32Array.of(1, 0, 2, 3),
    values: new Map([0, 1].map((slot) => [slot, new Map([[0, 2], [2, 0]])])), // prettier-ignore
  };
  expect(formatSymmetry(flip, slots)).toBe("(a[0]=0 a[1]=2) (a[0]=2 a[1]=0)");
});

test("the group has the elements that its generators generate, and knows them", () => {
  const group = symmetryGroup([exchange(0, 1), exchange(1, 2)], domains);
  expect(group.group.order).toBe(6n);
  const seen = new Set([...elements(group.group)].map((p) => formatSymmetry(symmetryOf(group, p), slots)));
  expect(seen.size).toBe(6);
  expect(containsSymmetry(group, exchange(0, 2))).toBe(true);
  const slotsOnly: Symmetry = { slots: Int32Array.of(1, 0, 2, 3), values: new Map() };
  expect(containsSymmetry(group, slotsOnly)).toBe(false);
  expect(containsSymmetry(symmetryGroup([slotsOnly], domains), exchange(0, 1))).toBe(false);
});
