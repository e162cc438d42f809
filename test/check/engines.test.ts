/** Checks, help texts and schemas follow the list of engines. Another engine is one value. */

import { readFileSync } from "node:fs";
import fc from "fast-check";
import { expect, test } from "vitest";
import type { Engine } from "../../src/engine/engine.ts";
import { check, checkText, engines, parse, plain, RequestError } from "../../src/index.ts";
import type { Model } from "../../src/index.ts";
import { symbolicEngine } from "../../src/symbolic/engine.ts";
import { arbitraryModel } from "../support/arbitrary-model.ts";
import { arbitrarySymmetricModel } from "../support/arbitrary-symmetric-model.ts";
import { times } from "../support/random-runs.ts";
import { referenceEngine } from "../support/reference-engine.ts";
import { runCli } from "../support/run-cli.ts";
import { expectSameVerdict } from "../support/same-verdict.ts";

const known = [...engines, referenceEngine];

function example(name: string): Model {
  return parse(readFileSync(`examples/seq/${name}`, "utf8"), { name }).model!;
}

test("an engine is added by a value and a place in the list", async () => {
  const options = { engine: "reference", engines: known, symmetry: "off" } as const;
  const result = await check(example("bug-deadlock.seq"), options);
  const explicit = await check(example("bug-deadlock.seq"), { symmetry: "off" });
  expect(result).toMatchObject({ engine: "reference", verdict: "violated" });
  expect(result.properties.find(({ name }) => name === "progress")).toEqual(explicit.properties[0]);
  // Its search does not end at the deadlock, so it knows more.
  expect(checkText(result, { palette: plain, fullStates: false })).toContain("ranges    no run-time error  holds");
});

test("what an engine does not answer stays undecided, and says so", async () => {
  const model = example("lamps.seq");
  for (const engine of ["symbolic", "reference"]) {
    const { properties } = await check(model, { engine, engines: known, properties: ["relieved"] });
    const reason = `the ${engine} engine does not check properties of runs`;
    expect(properties).toMatchObject([{ name: "relieved", verdict: "undecided", reason }]);
  }
});

// The bound may be one of ours, and the property may fail behind it. It once said `holds`.
test("an error that was not replayed leaves everything else undecided, even if all states were seen", async () => {
  const engine: Engine = {
    ...referenceEngine,
    name: "terse",
    explore: async (search) => {
      const findings = await referenceEngine.explore(search);
      return { ...findings, complete: true, error: { trace: () => undefined, during: "step" } };
    },
  };
  const options = { engine: "terse", engines: [engine], symmetry: "off" } as const;
  const { verdict, properties } = await check(example("peterson.seq"), options);
  expect(verdict).toBe("undecided");
  expect(new Set(properties.map((property) => property.verdict))).toEqual(new Set(["undecided"]));
});

test("what an engine cannot do is refused, and so is one that is not there", async () => {
  const model = example("peterson.seq");
  const compacted = check(model, { engine: "reference", engines: known, hashCompaction: true });
  await expect(compacted).rejects.toThrow("the reference engine stores no states, so there is no hash compaction");
  const missing = check(model, { engine: "reference" });
  await expect(missing).rejects.toThrow(RequestError);
  await expect(missing).rejects.toThrow("there are explicit, symbolic");
});

test("the command line offers the engines of the list", () => {
  const { stdout } = runCli(["check", "--help"]);
  for (const { name, description } of engines) {
    expect(stdout).toContain(`"${name}"`);
    expect(stdout.replaceAll(/\s+/g, " ")).toContain(description);
  }
});

test.each(engines.map((engine) => [engine.name, engine] as const))(
  "the %s engine decides what the reference interpreter decides",
  async (_, engine) => {
    await fc.assert(
      fc.asyncProperty(arbitraryModel(), (model) =>
        expectSameVerdict(model, engine, referenceEngine, { symmetry: "off" }),
      ),
      { numRuns: times(100) },
    );
    await fc.assert(
      fc.asyncProperty(arbitrarySymmetricModel(), (model) => expectSameVerdict(model, engine, referenceEngine)),
      { numRuns: times(100) },
    );
  },
);

test("symmetries that an engine found but does not use are reported", async () => {
  const engine: Engine = {
    ...symbolicEngine,
    explore: async (search) => {
      await search.moreSymmetry?.at(-1)?.find();
      return symbolicEngine.explore({ ...search, moreSymmetry: [] });
    },
  };
  const model = example("dining-philosophers.seq");
  const result = await check(model, { engine: "symbolic", engines: [engine], properties: [] });
  const { symmetry } = result;
  expect(checkText(result, { palette: plain, fullStates: false })).toContain("no symmetry used of those found by");
  expect(symmetry).toMatchObject({ order: 1n, unused: "there are too few of them to make sets smaller" });
  expect(symmetry.methods.length).toBeGreaterThan(0);
});
