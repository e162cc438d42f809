import fc from "fast-check";
import { expect, test } from "vitest";
import { elements } from "../../src/group/elements.ts";
import { contains } from "../../src/group/group.ts";
import { cyclic, dihedral, symmetric, wreathProduct } from "../../src/group/named-groups.ts";
import { directProduct, sameGroup } from "../../src/group/operations.ts";
import { sign } from "../../src/group/permutation.ts";
import type { Permutation } from "../../src/group/permutation.ts";
import { subgroupWhere } from "../../src/group/subgroup-where.ts";
import { arbitraryGroup } from "../support/groups.ts";

/** Whether p maps edges to edges. */
function preserves(edges: ReadonlySet<string>): (p: Permutation) => boolean {
  return (p) =>
    [...edges].every((edge) =>
      edges.has(
        edge
          .split("-")
          .map((i) => p[Number(i)]!)
          .sort((a, b) => a - b)
          .join("-"),
      ),
    );
}

test("the subgroup has exactly the elements that satisfy the predicate", () => {
  fc.assert(
    fc.property(arbitraryGroup(6), fc.array(fc.tuple(fc.nat(5), fc.nat(5))), (group, pairs) => {
      const edges = new Set(pairs.filter(([i, j]) => i < j && j < group.degree).map((pair) => pair.join("-")));
      const predicate = preserves(edges);
      const { group: found, isComplete } = subgroupWhere(group, predicate);
      const expected = [...elements(group)].filter(predicate);
      expect(isComplete).toBe(true);
      expect(found.order).toBe(BigInt(expected.length));
      for (const p of expected) expect(contains(found, p)).toBe(true);
    }),
  );
});

test("the symmetries of a ring among all permutations form the dihedral group", () => {
  const n = 12;
  const next = (i: number): number => (i + 1) % n;
  const isNeighbor = (i: number, j: number): boolean => next(i) === j || next(j) === i;
  let tests = 0;
  const { group } = subgroupWhere(
    symmetric(n),
    (p) => {
      tests++;
      return [...p.keys()].every((i) => isNeighbor(p[i]!, p[next(i)]!));
    },
    {
      base: Array.from({ length: n }, (_, i) => i),
      partial: (points, images) =>
        points.every((i, k) => points.every((j, l) => isNeighbor(i, j) === isNeighbor(images[k]!, images[l]!))),
    },
  );
  expect(sameGroup(group, dihedral(n))).toBe(true);
  // There are 12! elements. The search visits hardly more of them than it finds and tests generators.
  expect(tests).toBeLessThan(50);
});

test("a predicate may tie parts together that the group moves independently", () => {
  const group = directProduct(symmetric(4), symmetric(4));
  const { group: diagonal } = subgroupWhere(group, (p) => [0, 1, 2, 3].every((i) => p[i + 4] === p[i]! + 4));
  expect(diagonal.order).toBe(24n);
  const { group: even } = subgroupWhere(group, (p) => sign(p) === 1);
  expect(even.order).toBe(288n);
});

test("a search that reaches its limit says so, and what it found is valid", () => {
  const predicate = (p: Permutation): boolean => [...p.keys()].every((i) => p[(i + 1) % 9] === (p[i]! + 1) % 9);
  const { group, isComplete } = subgroupWhere(symmetric(9), predicate, { limit: 50 });
  expect(isComplete).toBe(false);
  for (const p of elements(group)) expect(predicate(p)).toBe(true);
  const whole = subgroupWhere(symmetric(9), predicate);
  expect(whole.isComplete).toBe(true);
  expect(sameGroup(whole.group, cyclic(9))).toBe(true);
});

test("a predicate that is none of a subgroup is refused", () => {
  const group = symmetric(4);
  expect(() => subgroupWhere(group, () => false)).toThrow("the predicate does not hold for the identity");
  const fixes = (p: Permutation): boolean => p[0] === 0 || p[1] === 1;
  expect(() => subgroupWhere(group, fixes)).toThrow("the predicate holds for two elements, but not for their product");
  const upwards = (p: Permutation): boolean => p.join() === "0,1,2,3" || p.join() === "1,2,3,0";
  expect(() => subgroupWhere(group, upwards)).toThrow("the predicate holds for an element, but not for its inverse");
});

test("the trivial group has a trivial subgroup", () => {
  expect(subgroupWhere(symmetric(1), () => true).group.order).toBe(1n);
  expect(subgroupWhere(symmetric(0), () => true).group.order).toBe(1n);
  const everything = subgroupWhere(wreathProduct(symmetric(3), symmetric(3)), () => true);
  expect(everything.group.order).toBe(1296n);
});
