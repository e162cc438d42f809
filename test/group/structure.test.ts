import fc from "fast-check";
import { expect, test } from "vitest";
import { contains, permutationGroup } from "../../src/group/group.ts";
import type { Group } from "../../src/group/group.ts";
import { alternating, cyclic, dihedral, symmetric, wreathProduct } from "../../src/group/named-groups.ts";
import { conjugateGroup, directProduct, restriction, sameGroup } from "../../src/group/operations.ts";
import type { Permutation } from "../../src/group/permutation.ts";
import {
  formatStructure,
  rowPoints,
  structureGenerators,
  structureOrder,
} from "../../src/group/structure/structure-tree.ts";
import type { Structure } from "../../src/group/structure/structure-tree.ts";
import { structureOf } from "../../src/group/structure/structure.ts";
import { Random } from "../../src/util/random.ts";
import {
  arbitraryGroup,
  arbitraryPermutation,
  fromOne,
  inducedAction,
  projectiveSpecialLinear,
  randomPermutation,
  rubik,
  sporadic,
} from "../support/groups.ts";
import { times } from "../support/random-runs.ts";

const [S, A, C, D, wr] = [symmetric, alternating, cyclic, dihedral, wreathProduct];

/**
 * Every group by its name. Factors are sorted by their least points, so a shuffled group may have another order of
 * factors.
 */
const named: readonly (readonly [string, Group])[] = [
  ["1", S(1)],
  ["1", S(0)],
  ["S2", S(2)],
  ["S2", C(2)],
  ["C3", C(3)],
  ["C3", A(3)],
  ["S3", D(3)],
  ["A4", A(4)],
  ["C4", C(4)],
  ["D4", D(4)],
  ["D4", wr(S(2), S(2))],
  ["S5", S(5)],
  ["A7", A(7)],
  ["C12", C(12)],
  ["D9", D(9)],
  ["D12", D(12)],
  ["S30", S(30)],
  ["S3 x S3", directProduct(S(3), S(3))],
  ["(S3 wr S2) x S3", directProduct(wr(S(3), S(2)), S(3))],
  ["C5 x D6 x A4", directProduct(C(5), D(6), A(4))],
  ["S2 x S2 x S2 x S2", directProduct(S(2), S(2), S(2), S(2))],
  ["S2 wr S2 wr S2", wr(S(2), wr(S(2), S(2)))],
  ["S2 wr S2 wr S2", wr(wr(S(2), S(2)), S(2))],
  ["S3 wr S4 wr S2", wr(wr(S(3), S(4)), S(2))],
  ["C4 wr S2", wr(C(4), S(2))],
  ["S4 wr C5", wr(S(4), C(5))],
  ["D5 wr D6", wr(D(5), D(6))],
  ["A5 wr S3", wr(A(5), S(3))],
  ["S10 wr S4", wr(S(10), S(4))],
  ["S2 wr S12", wr(S(2), S(12))],
  ["(S3 wr S2) x (S3 wr S2)", directProduct(wr(S(3), S(2)), wr(S(3), S(2)))],
  ["group of order 7920 on 11 points", permutationGroup(11, sporadic[0]!.generators)],
  [
    "(group of order 168 on 8 points) x S3",
    directProduct(permutationGroup(8, projectiveSpecialLinear(7).generators), S(3)),
  ],
  ["(group of order 168 on 8 points) wr S2", wr(permutationGroup(8, projectiveSpecialLinear(7).generators), S(2))],
  ["group of order 43252003274489856000 on 48 points", permutationGroup(48, rubik.generators)],
];

const sorted = (text: string): string => splitFactors(text).sort().join(" x ");

test.each(named)("%s is recognized, also with its points shuffled", (name, group) => {
  expect(formatStructure(expectRightStructure(group))).toBe(name);
  const random = new Random(group.degree);
  for (let k = 0; k < 3; k++) {
    const shuffled = conjugateGroup(group, randomPermutation(group.degree, random));
    expect(sorted(formatStructure(expectRightStructure(shuffled)))).toBe(sorted(name));
  }
});

test("whatever the group, the tree describes it: same order, generators that are elements", () => {
  fc.assert(
    fc.property(arbitraryGroup(9), (group) => {
      expectRightStructure(group);
    }),
    { numRuns: times(300) },
  );
});

test("random products with shuffled points are taken apart again", () => {
  const factors = ["S2", "S3", "S4", "A4", "C3", "C5", "D5", "S3 wr S2"] as const;
  const groups = { S2: S(2), S3: S(3), S4: S(4), A4: A(4), C3: C(3), C5: C(5), D5: D(5), "S3 wr S2": wr(S(3), S(2)) };
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom(...factors), { minLength: 1, maxLength: 4 }).chain((names) => {
        const group = directProduct(...names.map((name) => groups[name]));
        return fc.record({
          names: fc.constant(names),
          group: fc.constant(group),
          q: arbitraryPermutation(group.degree),
        });
      }),
      ({ names, group, q }) => {
        const expected =
          names.length === 1 ? names[0]! : names.map((n) => (n.includes(" ") ? `(${n})` : n)).join(" x ");
        expect(sorted(formatStructure(structureOf(conjugateGroup(group, q))))).toBe(sorted(expected));
      },
    ),
  );
});

test("columns that move together are rows: processes with their channels and flags", () => {
  // Three columns of four points each; the second one is listed backwards.
  const columns = (p: Permutation): Permutation =>
    Int32Array.from([...p, ...[3, 2, 1, 0].map((i) => 4 + 3 - p[i]!), ...p.map((i) => 8 + i)]);
  const group = permutationGroup(12, [columns(Int32Array.of(1, 2, 3, 0)), columns(Int32Array.of(1, 0, 2, 3))]);
  expect(structureOf(group)).toEqual({
    kind: "symmetric",
    rows: [
      [0, 7, 8],
      [1, 6, 9],
      [2, 5, 10],
      [3, 4, 11],
    ],
    others: [],
  });
});

test("a ring is listed in the order of its rotation", () => {
  const rotation = fromOne("(1,3,5,2,4)(6,7,8,9,10)", 10);
  const structure = structureOf(permutationGroup(10, [rotation]));
  expect(structure.kind).toBe("cyclic");
  if (structure.kind !== "cyclic") return;
  const { rows } = structure;
  const step = rows.map((row, i) => row.map((point, c) => [point, rows[(i + 1) % 5]![c]!]));
  const next = new Map(step.flat() as [number, number][]);
  let power = rotation;
  const powers = [1, 2, 3, 4].map(() => (power = power.map((i) => rotation[i]!)).join());
  expect([rotation.join(), ...powers]).toContain(Array.from({ length: 10 }, (_, i) => next.get(i)!).join());
});

test("points of pairs of rows are known as determined by the rows", () => {
  const elements = [[0], [1], [2], [3], [0, 1], [0, 2], [0, 3], [1, 2], [1, 3], [2, 3]];
  const generators = [Int32Array.of(1, 2, 3, 0), Int32Array.of(1, 0, 2, 3)].map((p) =>
    inducedAction(elements, (element) => element.map((i) => p[i]!).sort((a, b) => a - b)),
  );
  expect(structureOf(permutationGroup(10, generators))).toEqual({
    kind: "symmetric",
    rows: [[0], [1], [2], [3]],
    others: [4, 5, 6, 7, 8, 9],
  });
});

test("the points of a tree belong to the blocks below them", () => {
  // Two servers, 6 and 7, with three clients each.
  const generators = [fromOne("(1,2)", 8), fromOne("(1,2,3)", 8), fromOne("(1,4)(2,5)(3,6)(7,8)", 8)];
  const structure = structureOf(permutationGroup(8, generators));
  expect(structure).toEqual({
    kind: "wreath",
    inner: [
      { kind: "symmetric", rows: [[0], [1], [2]], others: [] },
      { kind: "symmetric", rows: [[3], [4], [5]], others: [] },
    ],
    outer: {
      kind: "symmetric",
      rows: [
        [0, 1, 2, 6],
        [3, 4, 5, 7],
      ],
      others: [],
    },
    others: [],
  });
});

test("processes and values on a table of both are a product that is not disjoint", () => {
  const table = Array.from({ length: 5 }, (_, i) => Array.from({ length: 4 }, (_, v) => [i, v])).flat();
  const process = (p: Permutation): Permutation => inducedAction(table, ([i, v]) => [p[i!]!, v!]);
  const value = (p: Permutation): Permutation => inducedAction(table, ([i, v]) => [i!, p[v!]!]);
  const generators = [
    process(Int32Array.of(1, 2, 3, 4, 0)),
    process(Int32Array.of(1, 0, 2, 3, 4)),
    value(Int32Array.of(1, 2, 3, 0)),
  ];
  const group = permutationGroup(20, generators);
  const structure = expectRightStructure(group);
  expect(formatStructure(structure)).toBe("C4 x S5");
  expect(structure.kind === "product" && structure.isDisjoint).toBe(false);
});

test("groups that are not what they seem are generic", () => {
  // Pairs of permutations of three points with the same sign.
  const sameSign = [fromOne("(1,2)(4,5)", 6), fromOne("(1,2,3)", 6), fromOne("(4,5,6)", 6)];
  expect(formatStructure(expectRightStructure(permutationGroup(6, sameSign)))).toBe("group of order 18 on 6 points");
  // The four-group on four points is a product of two exchanges of pairs.
  const four = [fromOne("(1,2)(3,4)", 4), fromOne("(1,3)(2,4)", 4)];
  expect(formatStructure(expectRightStructure(permutationGroup(4, four)))).toBe("S2 x S2");
  // The quaternions have no name here.
  const quaternions = [fromOne("(1,2,3,4)(5,6,7,8)", 8), fromOne("(1,5,3,7)(2,8,4,6)", 8)];
  expect(formatStructure(expectRightStructure(permutationGroup(8, quaternions)))).toBe("group of order 8 on 8 points");
});

/**
 * The structure, after a check that it has the order of the group, and that its generators generate the group on its
 * rows.
 */
function expectRightStructure(group: Group): Structure {
  const structure = structureOf(group);
  expect(structureOrder(structure)).toBe(group.order);
  if (structure.kind === "product" && !structure.isDisjoint) {
    for (const factor of structure.factors) {
      if (!("others" in factor) || factor.others.length > 0) continue;
      for (const p of structureGenerators(factor)) expect(contains(group, p)).toBe(true);
    }
    return structure;
  }
  const points = rowPoints(structure);
  const number = new Map(points.map((point, i) => [point, i]));
  const restricted = restriction(group, points);
  const generators = structureGenerators(structure).map(({ support, images }) => ({
    support: support.map((i) => number.get(i)!),
    images: images.map((i) => number.get(i)!),
  }));
  if (!hasProduct(structure)) {
    for (const p of generators) expect(contains(restricted, p)).toBe(true);
    expect(sameGroup(permutationGroup(points.length, generators), restricted)).toBe(true);
  }
  return structure;
}

/**
 * Whether there is an inner product whose factors share points. Their generators do not determine points outside their
 * rows.
 */
function hasProduct(structure: Structure): boolean {
  switch (structure.kind) {
    case "product":
      return !structure.isDisjoint || structure.factors.some(hasProduct);
    case "wreath":
      return structure.inner.some(hasProduct) || hasProduct(structure.outer);
    case "trivial":
    case "symmetric":
    case "alternating":
    case "cyclic":
    case "dihedral":
    case "generic":
      return false;
  }
}

/** The factors of a printed product, not looking into parentheses. */
function splitFactors(text: string): string[] {
  const factors: string[] = [];
  let depth = 0;
  let start = 0;
  for (let i = 0; i < text.length; i++) {
    if (text[i] === "(") depth++;
    else if (text[i] === ")") depth--;
    else if (depth === 0 && text.startsWith(" x ", i)) {
      factors.push(text.slice(start, i));
      start = i + 3;
    }
  }
  return [...factors, text.slice(start)];
}
