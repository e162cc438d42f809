import fc from "fast-check";
import { expect, test } from "vitest";
import type { StateId } from "../../src/explicit/state-id.ts";
import { surroundings } from "../../src/explicit/surroundings.ts";
import { arbitraryGraph, connectedSets, explorationOf, reaches } from "../support/graph-of-runs.ts";
import { times } from "../support/random-runs.ts";

const sorted = (set: Iterable<number>): number[] => [...set].sort((a, b) => a - b);

test("around a connected part is its component, and within a limit a connected part of it", () => {
  const seen = { larger: 0, limited: 0 };
  fc.assert(
    fc.property(arbitraryGraph({ states: 7, edges: 3, marks: 1, processes: 1 }), fc.nat(6), (graph, limit) => {
      const largest = connectedSets(graph, "largest");
      for (const part of connectedSets(graph, "all")) {
        const whole = largest.find((set) => set.includes(part[0]!))!;
        expect(sorted(surroundings(explorationOf(graph), part as StateId[], 100))).toEqual(sorted(whole));
        const limited = surroundings(explorationOf(graph), part as StateId[], limit);
        expect(limited).toEqual(expect.arrayContaining(part));
        const reach = reaches(graph, (id) => limited.includes(id as StateId));
        for (const id of limited) expect(sorted(reach[id]!)).toEqual(sorted(limited));
        if (whole.length > part.length) seen.larger++;
        if (limited.length < whole.length && limited.length > part.length) seen.limited++;
      }
    }),
    { numRuns: times(2000) },
  );
  expect(Math.min(seen.larger, seen.limited)).toBeGreaterThan(0);
});

test("a limit on states ends it with what is known", () => {
  const ring = { initialCount: 1, edges: [0, 1, 2, 3].map((id) => [{ to: (id + 1) % 4, marks: 0, mover: 0 }, { to: id, marks: 0, mover: 0 }]) }; // prettier-ignore
  expect(surroundings(explorationOf(ring, 2), [0 as StateId], 100)).toEqual([0]);
});
