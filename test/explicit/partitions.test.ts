/** Any number of members and shards find the same as one shard: counts, what is found, and the paths to it. */

import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { compile } from "../../src/explicit/compile.ts";
import type { CompileOptions } from "../../src/explicit/compile.ts";
import type { Exploration } from "../../src/explicit/exploration.ts";
import { localMembers } from "../../src/explicit/local-members.ts";
import type { Turn } from "../../src/explicit/pauses.ts";
import { search } from "../../src/explicit/search.ts";
import type { SearchOptions } from "../../src/explicit/search.ts";
import type { Model } from "../../src/model/model.ts";
import { stateQuestions } from "../../src/model/question.ts";
import { dependenceOf } from "../../src/partial-order/dependence.ts";
import { Detection } from "../../src/symmetry/find.ts";
import type { ValidatedGroup } from "../../src/symmetry/validator/validator.ts";
import { Watch } from "../../src/util/limits.ts";
import { arbitraryModel } from "../support/arbitrary-model.ts";
import { arbitrarySymmetricModel } from "../support/arbitrary-symmetric-model.ts";
import { expected, times } from "../support/random-runs.ts";
import { modelOf } from "../support/symmetries.ts";

/** Numbers of members and shards. */
const crews = [
  [1, 1],
  [1, 2],
  [2, 2],
  [3, 3],
  [2, 8],
] as const;

interface Way extends Pick<SearchOptions, "isDecided" | "maxStates"> {
  readonly turns?: readonly Turn[] | undefined;
  readonly fromStates?: number | undefined;
}

async function explore(
  model: Model,
  options: Omit<CompileOptions, "fingerprints">,
  [memberCount, shardCount]: readonly [number, number],
  { fromStates = 1, maxStates, ...way }: Way,
): Promise<Exploration> {
  const watch = new Watch({ maxStates });
  const compiled = compile(model, stateQuestions(model.properties), { fingerprints: false, ...options });
  const start = (): ReturnType<typeof localMembers> => localMembers({ memberCount, watch });
  const shards = { start, shardBytes: 2 ** 28 };
  // The second time there are more shards.
  const spreads = [
    { ...shards, fromStates, shardCount },
    { ...shards, fromStates: 5 * fromStates, shardCount: 2 * shardCount },
  ];
  const exploration = await search(compiled, { watch, ...way, spreads: shardCount > 0 ? spreads : [] });
  await exploration.makePaths();
  return exploration;
}

/** Everything that must not depend on the crew. */
function summary(exploration: Exploration): unknown {
  const { states, complete, limit, unreducedStates, isUnique, partialOrder, decided, error, assertion, paths } =
    exploration;
  const { transitions, depth } = exploration.progress;
  const plain = [...decided, error, assertion].map(
    (found) => found && { level: found.level, words: found.words, passed: found.isPassed, by: found.transition },
  );
  return { states, transitions, depth, complete, limit, unreducedStates, isUnique, partialOrder, plain, paths };
}

async function expectSame(model: Model, options: Omit<CompileOptions, "fingerprints">, way: Way): Promise<Exploration> {
  const alone = await explore(model, options, [0, 0], way);
  for (const crew of crews) {
    const exploration = await explore(model, options, crew, way);
    expect(summary(exploration), crew.join()).toEqual(summary(alone));
  }
  return alone;
}

const all = (): boolean => false;
const enough = (running: Exploration): boolean =>
  running.error !== undefined || (running.decided.length > 0 && running.decided.every((found) => found !== undefined));

describe.each([
  ["until all states are seen", all],
  ["until enough is found", enough],
])("%s", (_, isDecided) => {
  test("random models", async () => {
    let found = 0;
    await fc.assert(
      fc.asyncProperty(arbitraryModel(), async (model) => {
        const alone = await expectSame(model, {}, { isDecided });
        if (alone.decided.some((each) => each !== undefined)) found++;
      }),
      { numRuns: times(60), endOnFailure: true },
    );
    expect(found).toBeGreaterThan(expected(15));
  });

  test("random models with symmetries, which are found in the middle of the search", async () => {
    let folds = 0;
    await fc.assert(
      fc.asyncProperty(arbitrarySymmetricModel(), fc.integer({ min: 1, max: 40 }), async (model, fromStates) => {
        const group = new Detection(model, { properties: model.properties }).run("on").group;
        fc.pre(group.group.order > 1n);
        const turn: Turn = {
          fromStates,
          compile: () => Promise.resolve({ compiled: compiledBy(model, group), again: false, onTaken: () => folds++ }),
        };
        await expectSame(model, {}, { isDecided, turns: [turn] });
        await expectSame(model, { symmetry: group }, { isDecided, fromStates: 5 });
        await expectSame(model, { symmetry: group, representatives: "multiple" }, { isDecided });
      }),
      { numRuns: times(40), endOnFailure: true },
    );
    expect(folds).toBeGreaterThan(expected(20));
  });

  test("random models with partial-order reduction", async () => {
    let reduced = 0;
    await fc.assert(
      fc.asyncProperty(arbitraryModel(), async (model) => {
        const conditions = stateQuestions(model.properties).flatMap(({ condition }) => condition ?? []);
        const dependence = dependenceOf(model, conditions, "states");
        fc.pre(typeof dependence !== "string");
        const alone = await expectSame(model, { dependence }, { isDecided });
        if ((alone.partialOrder?.reducedStates ?? 0) > 0) reduced++;
      }),
      { numRuns: times(60), endOnFailure: true },
    );
    expect(reduced).toBeGreaterThan(expected(3) - 1);
  });

  // How far a search gets within a limit may differ: a crew looks at it between levels only.
  test("random models with a limit on states do not contradict each other", async () => {
    let limited = 0;
    await fc.assert(
      fc.asyncProperty(arbitraryModel(), fc.integer({ min: 2, max: 60 }), async (model, maxStates) => {
        const way = { isDecided, maxStates };
        const alone = await explore(model, {}, [0, 0], way);
        if (alone.limit === "states") limited++;
        for (const crew of crews) {
          const exploration = await explore(model, {}, crew, way);
          expect(exploration.complete, crew.join()).toBe(alone.complete);
          exploration.decided.forEach((found, k) => {
            const other = alone.decided[k];
            if (found && other) expect([found.level, found.words]).toEqual([other.level, other.words]);
          });
        }
      }),
      { numRuns: times(100), endOnFailure: true },
    );
    expect(limited).toBeGreaterThan(expected(10));
  });
});

function compiledBy(model: Model, symmetry: ValidatedGroup): ReturnType<typeof compile> {
  return compile(model, stateQuestions(model.properties), { fingerprints: false, symmetry });
}

test.each([
  ["peterson", "4"],
  ["german", "2"],
  ["dining-philosophers", "7"],
])("%s with %s processes: every shard has its part", async (name, N) => {
  const model = modelOf(readFileSync(`examples/seq/${name}.seq`, "utf8"), { N });
  await expectSame(model, {}, { isDecided: all });
  const exploration = await explore(model, {}, [2, 4], { isDecided: all });
  const { balance = [] } = exploration.progress;
  expect(balance.length).toBe(8);
  for (const stored of balance) expect(stored).toBeGreaterThan(exploration.states / 16);
});
