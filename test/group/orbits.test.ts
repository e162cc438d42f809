import fc from "fast-check";
import { expect, test } from "vitest";
import { parseCycles } from "../../src/group/cycles.ts";
import { orbitLists, orbits, transversal } from "../../src/group/orbits.ts";
import { sparse } from "../../src/group/sparse-permutation.ts";
import { arbitraryPermutations, closure } from "../support/groups.ts";

test("a generator never maps a point out of its orbit", () => {
  fc.assert(
    fc.property(arbitraryPermutations(2, 30), (generators) => {
      const { least } = orbits(generators[0]!.length, generators);
      for (const p of generators) for (let i = 0; i < p.length; i++) expect(least[p[i]!]).toBe(least[i]);
    }),
  );
});

test("two points are in one orbit exactly if an element maps one to the other", () => {
  fc.assert(
    fc.property(arbitraryPermutations(2, 6), (generators) => {
      const n = generators[0]!.length;
      const all = closure(n, generators);
      const { least, count } = orbits(n, generators);
      for (let i = 0; i < n; i++) expect(least[i]).toBe(Math.min(...all.map((p) => p[i]!)));
      expect(count).toBe(new Set(least).size);
      expect(orbits(n, generators.map(sparse))).toEqual({ least, count });
    }),
  );
});

test("orbits are listed by their least points", () => {
  const generators = [parseCycles("(1 4)", 6), parseCycles("(4 2)(3 5)", 6)];
  expect(orbitLists(orbits(6, generators))).toEqual([[0], [1, 2, 4], [3, 5]]);
  expect(orbitLists(orbits(2, []))).toEqual([[0], [1]]);
  expect(orbits(0, [])).toEqual({ least: new Uint32Array(0), count: 0 });
});

test("a transversal has an element for every point of the orbit, and for no other", () => {
  fc.assert(
    fc.property(arbitraryPermutations(2, 12), fc.nat(), (generators, choice) => {
      const n = generators[0]!.length;
      fc.pre(n > 0);
      const point = choice % n;
      const { least } = orbits(n, generators);
      const { orbit, elementTo } = transversal(n, generators, point);
      expect(orbit[0]).toBe(point);
      for (let i = 0; i < n; i++) {
        expect(orbit.includes(i)).toBe(least[i] === least[point]);
        expect(elementTo(i)?.[point]).toBe(orbit.includes(i) ? i : undefined);
      }
    }),
  );
});

test("generators that do not fit the points are refused", () => {
  expect(() => orbits(3, [parseCycles("(0 1)", 2)])).toThrow("unequal degrees: 3 and 2");
  expect(() => orbits(3, [sparse(parseCycles("(3 4)", 5))])).toThrow("the point 3 is not one of the 3 points");
  expect(() => transversal(3, [], 3)).toThrow("the point 3 is not one of the 3 points");
});
