/** Refinement that gives up reports it, gives a correct result, and does not affect later states. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { compile } from "../../src/explicit/compile.ts";
import { Exploration } from "../../src/explicit/exploration.ts";
import type { StateId } from "../../src/explicit/state-id.ts";
import { expected, times } from "../support/random-runs.ts";
import { groupBy, modelOf, orbitOf, symmetricGenerators } from "../support/symmetric-slots.ts";

const n = 6;
const model = modelOf(`var m: array [0..${n - 1}] of array [0..${n - 1}] of 0..1 = *`);
const group = groupBy(
  model,
  symmetricGenerators(n).map((p) => ({ slot: (_: string, indices: readonly number[]) => indices.map((i) => p[i]!) })),
);

const compiledWith = (refinementNodes?: number) =>
  compile(model, [], { fingerprints: false, symmetry: group, refinementNodes });

/** Graphs whose nodes are hard to distinguish, so that the search has many nodes. */
const regular = fc.array(fc.boolean(), { minLength: n - 1, maxLength: n - 1 }).map((jumps) =>
  Array.from({ length: n * n }, (_, k) => {
    const [i, j] = [Math.floor(k / n), k % n];
    return i !== j && jumps[((j - i + n) % n) - 1] ? 1 : 0;
  }),
);
const any = fc.array(fc.integer({ min: 0, max: 1 }), { minLength: n * n, maxLength: n * n });

test.each([1, 4, 8])("with %i nodes a state", (nodes) => {
  const whole = new Exploration(compiledWith());
  const limited = compiledWith(nodes);
  // One that all states go through, one after the other.
  const shared = new Exploration(limited);
  const seen = { exact: 0, given: 0, changed: 0 };
  fc.assert(
    fc.property(fc.oneof(regular, any), (state) => {
      const alone = new Exploration(limited);
      const representative = alone.space.representativeOf(state);
      if (alone.isUnique) {
        seen.exact++;
        const least = whole.space.representativeOf(state);
        expect(representative).toEqual(least);
        expect(shared.space.representativeOf(state)).toEqual(least);
        expect(alone.space.orbitSizeOf(representative)).toBe(whole.space.orbitSizeOf(least));
      } else {
        seen.given++;
        if (representative.join() !== state.join()) seen.changed++;
        expect(orbitOf(group, state).has(representative.join())).toBe(true);
        expect(shared.space.representativeOf(state)).toEqual(representative);
        expect(shared.isUnique).toBe(false);
      }
    }),
    { numRuns: times(400) },
  );
  expect(whole.isUnique).toBe(true);
  expect(Math.min(seen.exact, seen.given)).toBeGreaterThan(expected(20));
  // Local search makes some of them less.
  expect(seen.changed).toBeGreaterThan(0);
});

test("a search that gave up has all states, and does not say how many there are without symmetries", () => {
  const written = modelOf(`
    type P = 0..3
    var m: array [P] of array [P] of 0..1 = 0
    transition t(i: P, j: P) { m[i][j] := 1 - m[i][j]; }`);
  const symmetry = groupBy(
    written,
    symmetricGenerators(4).map((p) => ({ slot: (_: string, indices: readonly number[]) => indices.map((i) => p[i]!) })),
  );
  const explored = (refinementNodes?: number): Exploration => {
    const exploration = new Exploration(compile(written, [], { fingerprints: false, symmetry, refinementNodes }));
    while (exploration.step());
    return exploration;
  };
  const unique = explored();
  expect([unique.states, unique.unreducedStates]).toEqual([3044, 2n ** 16n]);
  const limited = explored(1);
  expect(limited.complete).toBe(true);
  expect(limited.isUnique).toBe(false);
  expect(limited.unreducedStates).toBeUndefined();
  // Orbits may have several representatives; each has one at least.
  const orbits = new Set(
    Array.from({ length: limited.storedStates }, (_, id) =>
      unique.space.representativeOf(limited.space.stateAt(id as StateId)).join(),
    ),
  );
  expect(orbits.size).toBe(3044);
});
