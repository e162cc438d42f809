import { expect, test } from "vitest";
import { nearestName } from "../../src/syntax/nearest-name.ts";

test.each([
  ["lable", ["token", "label"], "label"],
  ["labl", ["table", "label"], "label"],
  ["LABEL", ["label"], "label"],
  ["leder", ["leader", "ladder"], "leader"],
  ["n", ["N", "m"], "N"],
  ["n", ["m", "x"], undefined],
  ["abc", ["abd", "abe"], "abd"],
  ["abc", ["abc"], undefined],
  ["abc", ["xyz", "abcdef"], undefined],
  ["x".repeat(41), ["x".repeat(40)], undefined],
])("the name nearest to %s among %s is %s", (name, candidates, expected) => {
  expect(nearestName(name, candidates)).toBe(expected);
});
