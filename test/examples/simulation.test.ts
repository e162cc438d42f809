/** Random runs of the examples stay within the states that a search finds, and violate only what is violated. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname } from "node:path";
import { describe, expect, test } from "vitest";
import { facts, isRuntimeError, parse, simulator } from "../../src/index.ts";
import type { Model } from "../../src/index.ts";
import { isLong } from "../support/random-runs.ts";
import { referenceSearch } from "../support/reference-search.ts";
import { readInstances } from "./expectation.ts";
import type { Instance } from "./expectation.ts";

const mostStates = isLong ? 5000 : 1_500;
const steps = isLong ? 20_000 : 2_000;
const longestRun = 200;
/** Short runs, which begin again and again. */
const runs = isLong ? 10_000 : 50;
const shortRun = 10;

const folders = ["seq", "csp", "promela", "rebeca", "petri", "murphi", "patterns"].map((name) => `examples/${name}`);
const files = folders
  .flatMap((folder) => readdirSync(folder).map((file) => `${folder}/${file}`))
  .filter((file) => /\.(?:seq|csp|pml|rebeca|pnml|m|rsp)$/.test(file));

const instances = files.flatMap((file): (Instance & { readonly file: string; readonly text: string })[] => {
  const text = readFileSync(file, "utf8");
  // Families say nothing about an instance.
  if (file.endsWith(".rsp")) return [{ file, text, defines: { n: "3" }, verdicts: {} }];
  const aside = `${file}.expect`;
  const all = readInstances(existsSync(aside) ? readFileSync(aside, "utf8") : text);
  return all.filter(({ states = Infinity }) => states <= mostStates).map((instance) => ({ file, text, ...instance }));
});

function read(file: string, text: string, defines: Readonly<Record<string, string>>): Model {
  const include = (name: string): string | undefined => {
    const beside = `${dirname(file)}/${name}`;
    return existsSync(beside) ? readFileSync(beside, "utf8") : undefined;
  };
  return parse(text, { name: file, defines, include }).model!;
}

test("every language has an instance that is small enough", () => {
  expect(new Set(instances.map(({ file }) => dirname(file)))).toEqual(new Set(folders));
});

describe.each(instances)("$file $defines", ({ file, text, defines, verdicts }) => {
  test(`${steps} random steps stay within the states of the search`, () => {
    const model = read(file, text, defines);
    const found = new Set(referenceSearch(model, []).states.map((state) => state.join()));
    const walk = simulator(model, { seed: 1 });
    const wrong: string[] = [];
    for (let taken = 0; taken < steps && wrong.length === 0; taken++) {
      if (!found.has(walk.state.join())) wrong.push(`step ${taken} leaves the states of the search`);
      const violation = walk.violation();
      if (violation && verdicts[violation.name]?.verdict === "holds") wrong.push(`${violation.name} holds`);
      if (walk.position === longestRun || !walk.takeRandom() || walk.hasFailed) walk.restartRandom();
    }
    for (let run = 0; run < runs && wrong.length === 0; run++) {
      walk.restartRandom();
      for (let i = 0; i < shortRun && walk.takeRandom() && !walk.hasFailed; i++);
      if (!found.has(walk.state.join())) wrong.push(`run ${run} leaves the states of the search`);
    }
    expect(wrong).toEqual([]);
  });
});

test("an initial state that is drawn is one that is listed", () => {
  const model = read(
    "examples/seq/token-circulation.seq",
    readFileSync("examples/seq/token-circulation.seq", "utf8"),
    {},
  );
  const listed = new Set(
    [...facts(model).interpreter.initialStates()].map((state) => (isRuntimeError(state) ? "" : state.join())),
  );
  const walk = simulator(model);
  for (let i = 0; i < 100; i++) {
    walk.restartRandom();
    expect(listed.has(walk.state.join())).toBe(true);
  }
});
