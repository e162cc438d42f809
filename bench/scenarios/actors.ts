/** The scenario `actors`: the growth of symmetry detection with the number of rebecs. */

import { automorphismGroup } from "../../src/graph/automorphisms.ts";
import { programStructure } from "../../src/hints/program-structure.ts";
import { parse } from "../../src/languages/parse.ts";
import { facts } from "../../src/model/facts.ts";
import type { State } from "../../src/model/interpret.ts";
import { publishedClasses } from "../../src/symmetry/actors/published-classes.ts";
import { programGraph } from "../../src/symmetry/channels/program-graph.ts";
import { findSymmetries } from "../../src/symmetry/find.ts";
import { actorFamilies } from "../models/actors.ts";
import type { ActorFamily } from "../models/actors.ts";
import type { Report, Scenario, ScenarioOptions } from "../scenario.ts";
import { decimal, unknown } from "../table.ts";

export const actors: Scenario = {
  name: "actors",
  description: "Symmetries of up to 1000 rebecs: detection by itself, and with the proof of each generator.",
  run: runActors,
};

interface ActorRow {
  readonly family: string;
  readonly rebecs: number;
  readonly generators: number;
  readonly readSeconds: number;
  readonly detectSeconds: number;
  readonly publishedSeconds: number;
  /** The total time, including domains, validation and the group. Absent if it was not tried. */
  readonly findSeconds?: number | undefined;
}

const full = [10, 30, 100, 300, 1000];
const quick = [10, 20];
/** The most rebecs for which generators are proved. */
const mostProved = 100;

function runActors(options: ScenarioOptions): Promise<Report> {
  const rows: ActorRow[] = [];
  const problems: string[] = [];
  for (const family of actorFamilies) {
    for (const n of options.quick ? quick : full) {
      const { row, problem } = measure(family, n, options.runCount);
      rows.push(row);
      if (problem !== undefined) problems.push(problem);
      options.onProgress(`${family.name}, ${n}: ${decimal(row.detectSeconds, 4)} s`);
    }
  }
  return Promise.resolve({
    rows,
    tables: [
      {
        title: "Detection of symmetries among rebecs",
        columns: ["family", "rebecs", "generators", "read s", "detect s", "published s", "with proofs s"],
        rows: rows.map((row) => [
          row.family,
          String(row.rebecs),
          String(row.generators),
          decimal(row.readSeconds, 3),
          decimal(row.detectSeconds, 4),
          decimal(row.publishedSeconds, 4),
          row.findSeconds === undefined ? unknown : decimal(row.findSeconds, 2),
        ]),
      },
    ],
    notes: [
      "detect: the graph of known rebecs, its automorphisms and their order. published: the classes by the paper's algorithm, which is not sound and yields no group.",
      "read: parsing and lowering. with proofs: all of `findSymmetries`, with domains and the validation of every generator.",
      "The order of each group must be the one known beforehand, or the run fails.",
    ],
    problems,
    peers: {},
  });
}

function measure(family: ActorFamily, n: number, runCount: number): { row: ActorRow; problem?: string } {
  const text = family.text(n);
  const read = best(runCount, () => parse(text, { name: "model.rebeca" }).model!);
  const model = read.result;
  const components = programStructure.of(model)!;
  const [initial] = facts(model).interpreter.initialStates();
  const detected = best(runCount, () => automorphismGroup(programGraph(components, initial as State, () => true)));
  const published = best(runCount, () => publishedClasses(components));
  const proved = n <= mostProved ? best(1, () => findSymmetries(model, { method: "actors" })) : undefined;
  const { order, generators } = detected.result;
  const wrong = [order, proved?.result.group.group.order].find((o) => o !== undefined && o !== family.order(n));
  const row = {
    family: family.name,
    rebecs: n,
    generators: generators.length,
    readSeconds: read.seconds,
    detectSeconds: detected.seconds,
    publishedSeconds: published.seconds,
    findSeconds: proved?.seconds,
  };
  return wrong === undefined
    ? { row }
    : { row, problem: `${family.name}, ${n}: order ${wrong}, not ${family.order(n)}` };
}

function best<T>(runCount: number, run: () => T): { readonly result: T; readonly seconds: number } {
  let seconds = Infinity;
  let result!: T;
  for (let i = 0; i < runCount; i++) {
    const started = performance.now();
    result = run();
    seconds = Math.min(seconds, (performance.now() - started) / 1000);
  }
  return { result, seconds };
}
