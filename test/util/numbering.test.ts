/** Tables that grow as they are asked. */
import { expect, test } from "vitest";
import { Numbering, getOrAdd, grouped } from "../../src/util/numbering.ts";

test("items are numbered in the order of their first occurrence", () => {
  const numbering = new Numbering<string>();
  expect(["b", "a", "b", "c"].map((item) => numbering.numberOf(item))).toEqual([0, 1, 0, 2]);
  expect(numbering.items).toEqual(["b", "a", "c"]);
});

test("items with equal keys have one number, and the first of them is kept", () => {
  const numbering = new Numbering<readonly number[]>();
  expect([[1], [2], [1]].map((item) => numbering.numberOf(item, item.join()))).toEqual([0, 1, 0]);
  expect(numbering.items).toEqual([[1], [2]]);
});

test("the list of items can be walked while it grows", () => {
  const numbering = new Numbering<number>();
  numbering.numberOf(1);
  for (const item of numbering.items) if (item < 10) numbering.numberOf(2 * item);
  expect(numbering.items).toEqual([1, 2, 4, 8, 16]);
});

test("a value is made once for each key, even if it is false or zero", () => {
  const made: string[] = [];
  const known = new Map<string, number>();
  const value = (key: string): number => getOrAdd(known, key, () => made.push(key) - 1);
  expect(["x", "y", "x"].map(value)).toEqual([0, 1, 0]);
  expect(made).toEqual(["x", "y"]);
});

test("groups keep the order of keys and of items", () => {
  const groups = grouped([3, 1, 4, 1, 5, 9, 2, 6], (n) => n % 2);
  expect([...groups]).toEqual([
    [1, [3, 1, 1, 5, 9]],
    [0, [4, 2, 6]],
  ]);
});
