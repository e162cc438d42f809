/** The symbolic search against the explicit one: verdicts, lengths of traces, numbers of states. */

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { nets, writePnml } from "../../examples/petri/generate.ts";
import type { Findings } from "../../src/engine/engine.ts";
import { compile } from "../../src/explicit/compile.ts";
import { Exploration } from "../../src/explicit/exploration.ts";
import type { Finding } from "../../src/explicit/finding.ts";
import { parse } from "../../src/languages/parse.ts";
import type { Model } from "../../src/model/model.ts";
import { stateQuestions } from "../../src/model/question.ts";
import { loadModel } from "../../src/node/load.ts";
import type { SymbolicOptions } from "../../src/symbolic/prepare.ts";
import { searchSymbolically } from "../../src/symbolic/search.ts";
import { findSymmetries } from "../../src/symmetry/find.ts";
import type { ValidatedGroup } from "../../src/symmetry/validator/validator.ts";
import { Watch } from "../../src/util/limits.ts";
import { arbitraryModel } from "../support/arbitrary-model.ts";
import { arbitrarySymmetricModel } from "../support/arbitrary-symmetric-model.ts";
import { times } from "../support/random-runs.ts";

/** Explored to the end, whatever is found on the way. */
function explore(model: Model, symmetry?: ReturnType<typeof findSymmetries>["group"]): Exploration {
  const questions = stateQuestions(model.properties);
  const exploration = new Exploration(compile(model, questions, { fingerprints: false, symmetry }));
  while (exploration.step());
  return exploration;
}

async function expectSame(
  model: Model,
  symmetric: boolean,
  { maxCases, usesEvents, counts }: Pick<SymbolicOptions, "maxCases" | "usesEvents" | "counts"> = {},
): Promise<void> {
  const questions = stateQuestions(model.properties);
  const { properties } = model;
  const group = symmetric ? findSymmetries(model, { method: "auto", properties }).group : undefined;
  const explicit = explore(model);
  const symbolic = await searchSymbolically(model, questions, { symmetry: group, maxCases, usesEvents, counts });
  const { error, assertion, decided } = explicit;
  expect(symbolic.complete).toBe(explicit.complete);
  const lengthTo = (found: Finding): number => explicit.pathTo(found).length - 1;
  expect(symbolic.error !== undefined).toBe(error !== undefined);
  if (!explicit.complete) return;
  expect(symbolic.statistics.unreducedStates).toBe(BigInt(explicit.states));
  if (!group) expect(symbolic.statistics.states).toBe(explicit.states);
  else if (symbolic.statistics.representatives === "unique") {
    const reduced = explore(model, group);
    if (reduced.isUnique) expect(symbolic.statistics.states).toBe(reduced.states);
  }
  questions.forEach((_, k) => {
    const { found } = symbolic.answers[k]!;
    expect(found?.trace()?.steps.length).toBe(decided[k] && lengthTo(decided[k]));
  });
  expect(symbolic.assertion?.trace()?.steps.length).toBe(assertion && lengthTo(assertion));
  expect(symbolic.error?.trace()?.steps.length).toBe(error && lengthTo(error));
}

test("random models", async () => {
  await fc.assert(
    fc.asyncProperty(arbitraryModel(), (model) => expectSame(model, false)),
    { numRuns: times(100) },
  );
});

test("random models without events", async () => {
  await fc.assert(
    fc.asyncProperty(arbitraryModel(), (model) => expectSame(model, false, { usesEvents: false })),
    { numRuns: times(100) },
  );
});

test("random models, guards and bodies apart, and bodies looked at late", async () => {
  await fc.assert(
    fc.asyncProperty(arbitraryModel(), (model) => expectSame(model, false, { maxCases: 2, usesEvents: false })),
    { numRuns: times(50) },
  );
});

test("random models with symmetries", async () => {
  await fc.assert(
    fc.asyncProperty(arbitrarySymmetricModel(), (model) => expectSame(model, true)),
    { numRuns: times(100) },
  );
});

test("random models with symmetries, without counters", async () => {
  await fc.assert(
    fc.asyncProperty(arbitrarySymmetricModel(), (model) => expectSame(model, true, { counts: false })),
    { numRuns: times(100) },
  );
});

test("a signal is heard in the middle of a closure, before the search is large", async () => {
  const model = loadModel("examples/seq/dining-philosophers.seq", { defines: { N: "100" } }).model!;
  const controller = new AbortController();
  const findSymmetry = (): Promise<ValidatedGroup | undefined> => Promise.reject(new Error("the search is not large"));
  const watch = new Watch({ signal: controller.signal });
  setTimeout(() => controller.abort(), 1);
  const options = { watch, findSymmetry, usesEvents: false, largeAfter: 1e9 };
  expect(await searchSymbolically(model, [], options)).toMatchObject({ complete: false, limit: "cancelled" });
});

describe("a long ring", () => {
  const model = parse(writePnml("ring", nets["philosophers"]!.make(501)), { name: "net.pnml" }).model!;
  const { group } = findSymmetries(model, { method: "net", properties: [] });

  test("is not rotated, and the search says so", async () => {
    expect(group.group.order).toBe(1002n);
    const findings = await searchSymbolically(model, [], { symmetry: group });
    expect(findings.complete).toBe(false);
    expect(findings.reason).toContain("a ring of 501");
  });

  test("has many rotations, but few permutations: a large search goes on without them", async () => {
    const findSymmetry = (): Promise<ValidatedGroup> => Promise.resolve(group);
    const findings = await searchSymbolically(model, [], { findSymmetry, largeAfter: 0 });
    expect(findings.symmetry).toBeUndefined();
    expect(findings.statistics.states).toBe(3n ** 501n);
  });
});

describe("symmetries that are found when a search is large", () => {
  const parsed = (file: string, defines: Record<string, string>): Model => loadModel(file, { defines }).model!;
  const large = async (model: Model, largeAfter: number): Promise<{ findings: Findings; findCount: number }> => {
    let findCount = 0;
    const findSymmetry = (): Promise<ValidatedGroup> => {
      findCount++;
      return Promise.resolve(findSymmetries(model, { method: "on", properties: [] }).group);
    };
    return { findings: await searchSymbolically(model, [], { findSymmetry, largeAfter }), findCount };
  };

  test("they are used if there are many", async () => {
    const model = parsed("examples/seq/product-line.seq", { FEATURES: "10" });
    const { findings, findCount } = await large(model, 0);
    expect(findCount).toBe(1);
    expect(findings.symmetry?.group.order).toBe(3_628_800n * 120n);
    expect(findings.statistics).toMatchObject({ states: 66, unreducedStates: 2n ** 15n });
  });

  test("the search goes on without them if there are few", async () => {
    const model = parsed("examples/seq/dining-philosophers.seq", { N: "5" });
    const { findings, findCount } = await large(model, 0);
    expect(findCount).toBe(1);
    expect(findings.symmetry).toBeUndefined();
    expect(findings.statistics.states).toBe(explore(model).states);
  });

  test("they are not looked for in a small search", async () => {
    const { findings, findCount } = await large(parsed("examples/seq/product-line.seq", { FEATURES: "10" }), 1);
    expect(findCount).toBe(0);
    expect(findings.statistics.states).toBe(2 ** 15);
  });
});
