/**
 * The examples keep their promises.
 *
 * Their figures were obtained without Noether, from explorers written for each model by hand and from SPIN on the twins
 * in bench/promela, so that they are oracles for the interpreter and the engine alike.
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname } from "node:path";
import { describe, expect, test } from "vitest";
import type { Fairness } from "../../src/engine/engine.ts";
import { check, formatDiagnostic, parse } from "../../src/index.ts";
import type { Model } from "../../src/index.ts";
import { withObserversOf } from "../../src/model/observers.ts";
import { questionOf } from "../../src/model/question.ts";
import { findSymmetries } from "../../src/symmetry/find.ts";
import { isLong } from "../support/random-runs.ts";
import { readInstances } from "./expectation.ts";
import type { Instance } from "./expectation.ts";
import { exploreByReference } from "./reference.ts";

/** The most states for which the interpreter and the engine take at most a few seconds; fewer in the short run. */
const mostForInterpreter = isLong ? 20_000 : 5_000;
const mostForEngine = 2_000_000;

const folders = [
  "examples/seq",
  "examples/csp",
  "examples/promela",
  "examples/rebeca",
  "examples/murphi",
  "examples/petri",
  "bench/models",
];
const files = folders.flatMap((folder) => readdirSync(folder).map((file) => `${folder}/${file}`));

describe.each(files.filter((file) => /\.(?:seq|csp|pml|rebeca|pnml|m)$/.test(file)))("%s", (file) => {
  const text = readFileSync(file, "utf8");
  const aside = `${file}.expect`;
  const instances = readInstances(existsSync(aside) ? readFileSync(aside, "utf8") : text);

  test("says of each of its properties whether it holds", () => {
    const { properties } = read(file, text, instances[0]!);
    const claimed = Object.keys(instances[0]!.verdicts);
    expect(claimed).toEqual(expect.arrayContaining(properties.map(({ name }) => name)));
  });

  const small = instances.filter(({ states = Infinity }) => states <= mostForInterpreter);
  test.each(named(small))("is what it says it is, interpreted%s", (_, instance) => {
    const model = read(file, text, instance);
    const verdicts = decidable(model, instance);
    expect(exploreByReference(withObserversOf(model, []))).toMatchObject({ ...sizeOf(instance), verdicts });
  });

  const grouped = instances.filter(({ order }) => order !== undefined);
  test.each(named(grouped))("has the group it says it has%s", (_, instance) => {
    const found = findSymmetries(withObserversOf(read(file, text, instance), []), { method: "on" });
    expect(found.group.group.order).toBe(instance.order);
    expect(found.rejected.filter(({ method }) => method === "constraints")).toEqual([]);
  });

  const large = instances.filter(
    ({ states = 0, reduced }) => isLong && reduced !== undefined && states > mostForEngine,
  );
  test.each(named(large))("has as many orbits as it says%s", async (_, instance) => {
    const { states, unreducedStates } = await check(read(file, text, instance), {
      properties: [],
      symmetry: "on",
      representatives: "unique",
    });
    expect(states).toBe(instance.reduced);
    expect(unreducedStates).toBe(BigInt(instance.states!));
  });

  // Without a number of states, an example claims verdicts, or only the group.
  const medium = instances.filter(({ states, order }) =>
    states === undefined ? order === undefined : states <= (isLong ? mostForEngine : mostForEngine / 20),
  );
  test.each(named(medium))("is what it says it is, compiled%s", async (_, instance) => {
    const model = read(file, text, instance);
    const { verdicts } = instance;
    const plain = await check(model, { properties: [], symmetry: "off" });
    expect(plain).toMatchObject({ ...sizeOf(instance), complete: true });
    const unique = { properties: [], symmetry: "on", representatives: "unique" } as const;
    const { states, unreducedStates, complete } = await check(model, unique);
    expect({ unreducedStates, complete }).toEqual({ unreducedStates: BigInt(plain.states), complete: true });
    if (instance.reduced !== undefined) expect(states).toBe(instance.reduced);
    const decided = Object.entries(verdicts).map(
      async ([name, { depth }]) => [name, await decide(model, name, depth !== undefined)] as const,
    );
    expect(Object.fromEntries(await Promise.all(decided))).toEqual(verdicts);
  });
});

/** Each instance with a suffix for the name of its test. */
function named(instances: readonly Instance[]): [string, Instance][] {
  return instances.map((instance) => {
    const list = Object.entries(instance.defines).map((define) => define.join("="));
    return [list.length === 0 ? "" : `, with ${list.join(", ")}`, instance];
  });
}

/** Claims about states: the reference knows nothing of runs. */
function decidable({ properties }: Model, { verdicts }: Instance): Instance["verdicts"] {
  const formulas = new Set(
    properties.filter((property) => questionOf(property).kind !== "state").map(({ name }) => name),
  );
  return Object.fromEntries(Object.entries(verdicts).filter(([claim]) => !formulas.has(split(claim).name)));
}

function sizeOf({ states, transitions }: Instance): Pick<Instance, "states" | "transitions"> {
  return { ...(states === undefined ? {} : { states }), ...(transitions === undefined ? {} : { transitions }) };
}

function read(file: string, text: string, { defines }: Instance): Model {
  const include = (name: string): string | undefined => {
    const beside = `${dirname(file)}/${name}`;
    return existsSync(beside) ? readFileSync(beside, "utf8") : undefined;
  };
  const { model, diagnostics } = parse(text, { name: file, defines, include });
  if (!model) throw new Error(diagnostics.map(formatDiagnostic).join("\n"));
  return model;
}

/** The engine's verdict on one property. A model without assertions has no result for them: none fails. */
async function decide(model: Model, claim: string, withDepth: boolean): Promise<{ verdict: string; depth?: number }> {
  const { name: property, fairness } = split(claim);
  const { properties } = await check(model, { properties: [property], fairness, symmetry: "on" });
  const result = properties.find(({ name }) => name === property);
  if (!result) return { verdict: "holds" };
  const { verdict, trace } = result;
  return verdict === "violated" && withDepth && trace ? { verdict, depth: trace.steps.length } : { verdict };
}

/** `live under weak fairness`. */
function split(claim: string): { name: string; fairness: Fairness } {
  const [name, fairness = "none"] = claim.split(/ under | fairness/);
  return { name: name!, fairness: fairness as Fairness };
}
