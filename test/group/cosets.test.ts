import fc from "fast-check";
import { expect, test } from "vitest";
import { canonicalCosetElement, cosetRepresentatives } from "../../src/group/cosets.ts";
import { elements } from "../../src/group/elements.ts";
import { contains, permutationGroup } from "../../src/group/group.ts";
import { alternating, cyclic, symmetric } from "../../src/group/named-groups.ts";
import { directProduct } from "../../src/group/operations.ts";
import { compose, identity, inverse } from "../../src/group/permutation.ts";
import { setStabilizer } from "../../src/group/stabilizers.ts";
import { arbitraryGroup, arbitraryPermutations, sporadic } from "../support/groups.ts";
import { times } from "../support/random-runs.ts";

test("a coset has one canonical element, whichever of its elements is given", () => {
  fc.assert(
    fc.property(arbitraryPermutations(3, 6), ([p, q, g]) => {
      const h = permutationGroup(p!.length, [p!, q!]);
      const canonical = canonicalCosetElement(h, g!);
      expect(contains(h, compose(canonical, inverse(g!)))).toBe(true);
      for (const element of elements(h)) expect(canonicalCosetElement(h, compose(element, g!))).toEqual(canonical);
    }),
    { numRuns: times(50) },
  );
});

test("representatives are one for each coset", () => {
  fc.assert(
    fc.property(arbitraryGroup(6), fc.nat(), (g, choice) => {
      const h = setStabilizer(g, [choice % g.degree, (choice + 1) % g.degree]);
      const representatives = [...cosetRepresentatives(g, h)];
      expect(BigInt(representatives.length) * h.order).toBe(g.order);
      const names = representatives.map((p) => canonicalCosetElement(h, p).join());
      expect(names).toEqual(representatives.map((p) => p.join()));
      expect(new Set(names).size).toBe(names.length);
      for (const p of representatives) expect(contains(g, p)).toBe(true);
    }),
  );
});

test("cosets are enumerated lazily", () => {
  const representatives = cosetRepresentatives(symmetric(50), cyclic(50));
  const first = [representatives.next(), representatives.next(), representatives.next()];
  expect(first.map(({ value }) => value!.length)).toEqual([50, 50, 50]);
});

test("M11 has 12 cosets of PSL(2,11), and S_n two of A_n", () => {
  const { degree, generators } = sporadic[1]!;
  const m12 = permutationGroup(degree, generators);
  const m11 = permutationGroup(degree, generators.slice(0, 2));
  expect([...cosetRepresentatives(m12, m11)]).toHaveLength(12);
  expect([...cosetRepresentatives(symmetric(8), alternating(8))]).toHaveLength(2);
});

test("a group that is no subgroup has no cosets", () => {
  expect(() => [...cosetRepresentatives(cyclic(5), symmetric(5))]).toThrow("cosets of a group that is not a subgroup");
  expect(() => [...cosetRepresentatives(symmetric(5), symmetric(4))]).toThrow("not a subgroup");
  expect(() => canonicalCosetElement(symmetric(5), identity(4))).toThrow("unequal degrees: 5 and 4");
  expect([...cosetRepresentatives(directProduct(), symmetric(0))]).toEqual([identity(0)]);
});
