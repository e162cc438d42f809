import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { restriction, wordsOfLength } from "../../src/automata/index.ts";
import { libraryGroups, verifyFamily } from "../../src/family/library.ts";
import { familyNamed, familyRelation, positionsAt, reflectionPushdown } from "../../src/family/permutations.ts";
import { pushdownFailure } from "../../src/family/verify-pushdown.ts";
import { functionFailures, relationFailure, verifyPattern } from "../../src/family/verify.ts";
import { arbitraryRelation, words } from "../support/automata.ts";
import { arbitraryPairs, arbitrarySystem, example, isSimulationOn, related } from "../support/families.ts";
import { expected, times } from "../support/random-runs.ts";

const short = words(2, 5);
/** Relations of all sorts: any, such that keep lengths, and functions. */
const arbitraryPattern = fc.oneof(
  arbitraryRelation(2, 2, 6),
  arbitraryPairs(2, 2, 6),
  fc
    .constantFrom("rotation", "swap", "rotation(1,0)", "swap(0,1)", "rotation(0,0,2)")
    .map((name) => familyRelation(familyNamed(name)!, 2)),
);

describe("on the instances up to length 5", () => {
  test("a verified pattern is a simulation, and a refuted one is refuted by its words", () => {
    let [accepted, refuted] = [0, 0];
    fc.assert(
      fc.property(arbitrarySystem(2), arbitraryPattern, (system, pattern) => {
        const r = restriction(pattern, system.configurations);
        const failure = relationFailure(system, r);
        if (!failure) {
          accepted++;
          // Images beyond the examined length do not count as failures.
          if (!verifyPattern(system, pattern).failures.some(({ law }) => law === "shorter")) {
            expect(isSimulationOn(system, r, short)).toBe(true);
          }
          return;
        }
        refuted++;
        if (failure.law !== "simulation") throw new Error("not the law that was asked for");
        const { from, to, imageOfFrom } = failure;
        expect(related(system.steps, from, to)).toBe(true);
        expect(related(r, from, imageOfFrom)).toBe(true);
        const answers = wordsOfLength(system.configurations, imageOfFrom.length).filter((w) =>
          related(system.steps, imageOfFrom, w),
        );
        expect(answers.some((w) => related(r, to, w))).toBe(false);
      }),
      { numRuns: times(400) },
    );
    expect(Math.min(accepted, refuted)).toBeGreaterThan(expected(20));
  });

  test("Theorems 2 and 3 agree on total functions, and with the definition", () => {
    let [holding, failing] = [0, 0];
    fc.assert(
      fc.property(arbitrarySystem(2), fc.constantFrom("rotation", "swap", "rotation(1,0)"), (system, name) => {
        const pattern = familyRelation(familyNamed(name)!, 2);
        const verdict = verifyPattern(system, pattern);
        if (verdict.failures.some(({ law }) => law === "total" || law === "function")) return;
        const r = restriction(pattern, system.configurations);
        const [failure] = functionFailures(system, r);
        expect(failure === undefined).toBe(relationFailure(system, r) === undefined);
        const holds = isSimulationOn(system, r, short);
        if (!failure) {
          holding++;
          expect(holds).toBe(true);
        } else {
          failing++;
          // The counterexample is shortest, so the instances up to its length decide.
          expect(holds).toBe(failure.from.length > 5);
        }
        expect(verdict.kind === "complete").toBe(failure === undefined);
      }),
      { numRuns: times(500) },
    );
    expect(Math.min(holding, failing)).toBeGreaterThan(expected(20));
  });

  test("reflections by reversal, by a stack, and by definition are the same", () => {
    let [holding, failing] = [0, 0];
    fc.assert(
      fc.property(
        arbitraryPairs(2, 3, 3),
        fc.constantFrom("reflection", "reflection(1,0)", "reflection(0,1)"),
        (steps, name) => {
          const family = familyNamed(name)!;
          const system = { ...example("israeli-jalfon"), rules: [{ name: "step", relation: steps }], steps };
          const verdict = verifyFamily(system, family);
          const failure = pushdownFailure(system, reflectionPushdown(family, 2));
          expect(verdict.kind === "complete").toBe(failure === undefined);
          const permuted = (word: readonly number[]): number[] => {
            const image = new Array<number>(word.length);
            positionsAt(family, word.length).forEach((to, from) => (image[to] = word[from]!));
            return image;
          };
          const shortest = words(2, 4).find((v) =>
            words(2, 4).some(
              (w) => w.length === v.length && related(steps, v, w) && !related(steps, permuted(v), permuted(w)),
            ),
          );
          if (shortest) expect(failure).toBeDefined();
          if (!failure) holding++;
          else if (failure.law === "simulation") {
            failing++;
            expect(failure.imageOfFrom).toEqual(permuted(failure.from));
            expect([
              related(steps, failure.from, failure.to),
              related(steps, failure.imageOfFrom, failure.imageOfTo!),
            ]).toEqual([true, false]);
            if (shortest) expect(failure.from.length).toBe(shortest.length);
          }
        },
      ),
      { numRuns: times(200) },
    );
    expect(Math.min(holding, failing)).toBeGreaterThan(expected(5));
  });
});

describe("the library", () => {
  const groupsOf = (name: string): string[] =>
    libraryGroups(example(name)).groups.map(
      ({ kind, prefix, suffix, block }) => `${kind} ${prefix} ${suffix} ${block}`,
    );

  test.each([
    ["herman", ["rotations 0 0 1"]],
    ["israeli-jalfon", ["dihedral 0 0 1"]],
    ["israeli-jalfon-left", ["rotations 0 0 1"]],
    ["resource-allocator", ["symmetric 1 0 1"]],
    ["dining-philosophers", ["rotations 0 0 1"]],
    ["coffee-can", []],
  ])("has the groups of %s", (name, groups) => expect(groupsOf(name)).toEqual(groups));

  test("tells why Herman's ring has no reflection, and the left merge none either", () => {
    const [failure] = verifyFamily(example("herman"), familyNamed("reflection")!).failures;
    expect(failure).toMatchObject({
      law: "simulation",
      from: [0, 0, 1],
      to: [0, 1, 0],
      imageOfFrom: [1, 0, 0],
      imageOfTo: [0, 1, 0],
    });
    expect(verifyFamily(example("israeli-jalfon-left"), familyNamed("reflection")!).kind).toBe("none");
    expect(
      pushdownFailure(example("israeli-jalfon"), reflectionPushdown(familyNamed("reflection")!, 2)),
    ).toBeUndefined();
    expect(
      pushdownFailure(example("israeli-jalfon-left"), reflectionPushdown(familyNamed("reflection")!, 2)),
    ).toBeDefined();
  });
});
