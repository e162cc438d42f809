/** Operations on the sets of domain inference, next to lists of their members. */

import fc from "fast-check";
import { expect, test } from "vitest";
import type { BinaryOperator } from "../../src/model/model.ts";
import { SlotSets } from "../../src/model/slot-sets.ts";
import { applyBinary, constant, contains, empty, interval, union } from "../../src/model/value-set.ts";
import type { ValueSet } from "../../src/model/value-set.ts";
import { calculate, exactArithmetic } from "../../src/syntax/constant.ts";

function membersOf({ low, high, values }: ValueSet): number[] {
  return [...(values ?? Array.from({ length: Math.max(0, high - low + 1) }, (_, i) => low + i))];
}

const ascending = (values: Iterable<number>): number[] => [...new Set(values)].sort((a, b) => a - b);

const arbitrarySet: fc.Arbitrary<ValueSet> = fc.oneof(
  fc.constant(empty),
  fc.integer({ min: -5, max: 12 }).map(constant),
  fc.tuple(fc.integer({ min: -5, max: 9 }), fc.integer({ min: 0, max: 9 })).map(([low, n]) => interval(low, low + n)),
  fc
    .array(fc.integer({ min: -5, max: 12 }), { maxLength: 6 })
    .map((values) => values.map(constant).reduce(union, empty)),
);

test("a union has the members of both, and is the first set itself if that has them all", () => {
  fc.assert(
    fc.property(arbitrarySet, arbitrarySet, (a, b) => {
      const joined = union(a, b);
      expect(membersOf(joined)).toEqual(ascending([...membersOf(a), ...membersOf(b)]));
      if (membersOf(joined).length === membersOf(a).length) expect(joined).toEqual(a);
    }),
  );
});

const operators: readonly BinaryOperator[] = ["+", "-", "*", "/", "%", "<", "<=", ">", ">=", "==", "!="];

test.each(operators)("%s gives all results, and no others", (op) => {
  fc.assert(
    fc.property(arbitrarySet, arbitrarySet, (a, b) => {
      const results = membersOf(a).flatMap((x) => membersOf(b).map((y) => calculate(op, x, y, exactArithmetic)));
      expect(membersOf(applyBinary(op, a, b))).toEqual(ascending(results.filter((result) => result !== undefined)));
    }),
  );
});

test("sets too large to list have bounds that are not exceeded", () => {
  const large = interval(-3000, 5000);
  expect(applyBinary("+", large, interval(0, 9))).toEqual(interval(-3000, 5009));
  expect(applyBinary("-", interval(0, 9), large)).toEqual(interval(-5000, 3009));
  expect(applyBinary("<", large, constant(-3000))).toEqual(constant(0));
  expect(applyBinary("==", large, interval(6000, 9000))).toEqual(constant(0));
  expect(applyBinary("!=", large, constant(7))).toEqual(interval(0, 1));
  expect(contains(applyBinary("*", large, interval(2, 3)), 15_000)).toBe(true);
});

test("a computation is due again when a slot that it read has grown, by itself too", () => {
  const sets = new SlotSets([constant(0), constant(0), constant(0)]);
  const isDue = sets.observe(() => sets.add(1, sets.read(0)));
  const growsItself = sets.observe(() => sets.add(2, applyBinary("+", sets.read(2), constant(1))));
  expect([isDue(), growsItself()]).toEqual([false, true]);
  const began = sets.now;
  sets.add(1, constant(5));
  sets.add(0, constant(0));
  expect(isDue()).toBe(false);
  sets.add(0, constant(7));
  expect(isDue()).toBe(true);
  expect(sets.grownSince(began)).toEqual([0, 1]);
  expect(sets.all.map(membersOf)).toEqual([
    [0, 7],
    [0, 5],
    [0, 1],
  ]);
});
