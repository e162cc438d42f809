import { describe, expect, test } from "vitest";
import { pushdownWords, relates, wordNfa, zip } from "../../src/automata/index.ts";
import {
  describeFamily,
  familyName,
  familyNamed,
  familyRelation,
  positionsAt,
  reflectionPushdown,
} from "../../src/family/permutations.ts";
import type { PermutationFamily } from "../../src/family/permutations.ts";
import { words } from "../support/automata.ts";

const permuted = (family: PermutationFamily, word: readonly number[]): number[] => {
  const image = new Array<number>(word.length);
  positionsAt(family, word.length).forEach((to, from) => (image[to] = word[from]!));
  return image;
};

const families: PermutationFamily[] = (["rotation", "swap"] as const).flatMap((kind) =>
  [
    [0, 0, 1],
    [1, 0, 1],
    [0, 1, 1],
    [1, 1, 1],
    [2, 0, 1],
    [0, 0, 2],
    [1, 0, 2],
  ].map(([prefix, suffix, block]) => ({ kind, prefix: prefix!, suffix: suffix!, block: block! })),
);

describe.each(families.map((family) => [familyName(family), family] as const))("%s", (name, family) => {
  test("relates a word to its permuted one and to no other", () => {
    const relation = familyRelation(family, 2);
    const all = words(2, 6);
    const wrong = all.flatMap((v) => {
      const expected = String(permuted(family, v));
      const sameLength = all.filter(({ length }) => length === v.length);
      return sameLength.filter((w) => relates(relation, v, w) !== (String(w) === expected));
    });
    expect(wrong).toEqual([]);
  });

  test("is found by its name", () => expect(familyNamed(name)).toEqual(family));
});

test("the transducer of a rotation has a state per pair of letters and one more", () => {
  const plain = { kind: "rotation", prefix: 0, suffix: 0, block: 1 } as const;
  expect([2, 3, 4].map((k) => familyRelation(plain, k).nfa.accepting.length)).toEqual([5, 10, 17]);
  expect(familyRelation({ ...plain, prefix: 1 }, 3).nfa.accepting.length).toBe(11);
});

test.each([
  [0, 0],
  [1, 0],
  [0, 2],
  [1, 1],
])("the pushdown automaton of a reflection with %i and %i fixed letters", (prefix, suffix) => {
  const family = { kind: "reflection", prefix, suffix, block: 1 } as const;
  const pushdown = reflectionPushdown(family, 2);
  for (const v of words(2, 5)) {
    const expected = permuted(family, v);
    for (const w of words(2, 5).filter(({ length }) => length === v.length)) {
      const found = pushdownWords({
        alphabetSize: 2,
        tapeCount: 2,
        pushdowns: [{ pushdown, tapes: [0, 1] }],
        atoms: [{ nfa: { ...wordNfa(9, zip(2, [v, w])) }, tapes: [0, 1] }],
      });
      expect(found !== undefined).toBe(String(w) === String(expected));
    }
  }
});

test("families are described in words", () => {
  expect(describeFamily({ kind: "swap", prefix: 1, suffix: 0, block: 1 })).toBe(
    "swap of the first two letters from position 2 on",
  );
  expect(describeFamily({ kind: "rotation", prefix: 0, suffix: 2, block: 2 })).toBe(
    "rotation of the blocks of 2 letters, without the last 2",
  );
  expect(["turn", "rotation(1)", "reflection(0,0,2)", "swap(a,b)"].map(familyNamed)).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
});
