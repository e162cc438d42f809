/**
 * The scenario `seed-001`: the symbolic engine on the software product line of Colange, Baarir, Kordon and
 * Thierry-Mieg, State Space Analysis using Symmetries on Decision Diagrams (2012), with and without symmetry, and on
 * dining philosophers without.
 */

import { check } from "../../src/check/check.ts";
import { loadModel } from "../../src/node/load.ts";
import type { Report, Scenario, ScenarioOptions } from "../scenario.ts";
import { decimal, whole } from "../table.ts";
import { measureTable } from "./seed-001-table.ts";

export const seed001: Scenario = {
  name: "seed-001",
  description: "The symbolic engine, with and without symmetry.",
  run: runSeed001,
};

interface Instance {
  readonly name: string;
  readonly file: string;
  readonly defines: Readonly<Record<string, string>>;
  readonly symmetry: "on" | "off";
  readonly states: bigint;
  readonly isQuick: boolean;
}

function productLine(features: number, isQuick: boolean): Instance[] {
  const line = { file: "examples/seq/product-line.seq", defines: { FEATURES: String(features) }, isQuick };
  const name = `product line ${features}`;
  return [
    { ...line, name, symmetry: "off", states: 2n ** BigInt(features + 5) },
    { ...line, name: `${name}, symmetric`, symmetry: "on", states: 6n * BigInt(features + 1) },
  ];
}

/** L(n) - 1 states, where L(0) = 2, L(1) = 3 and L(k) = 3 L(k-1) + L(k-2). */
function philosophers(n: number, isQuick: boolean): Instance {
  let [a, b] = [2n, 3n];
  for (let k = 0; k < n; k++) [a, b] = [b, 3n * b + a];
  const file = "examples/seq/dining-philosophers.seq";
  return { name: `philosophers ${n}`, file, defines: { N: String(n) }, symmetry: "off", states: a - 1n, isQuick };
}

const instances: readonly Instance[] = [
  ...productLine(10, true),
  ...productLine(80, false),
  ...productLine(160, false),
  philosophers(10, true),
  philosophers(100, false),
  philosophers(1000, false),
];

async function runSeed001({ quick, runCount, onProgress }: ScenarioOptions): Promise<Report> {
  const problems: string[] = [];
  const rows = [];
  for (const { name, file, defines, symmetry, states } of instances.filter(({ isQuick }) => !quick || isQuick)) {
    const { model } = loadModel(file, { defines });
    if (!model) throw new Error(`${file} is no model`);
    let seconds = Infinity;
    let peakNodes = 0;
    for (let run = 0; run < runCount; run++) {
      const result = await check(model, { engine: "symbolic", symmetry, properties: [] });
      if (BigInt(result.states) !== states) problems.push(`${name}: ${result.states} states, not ${states}`);
      seconds = Math.min(seconds, result.seconds);
      peakNodes = result.peakNodes ?? 0;
    }
    onProgress(`${name}: ${decimal(seconds, 2)} s`);
    rows.push({ name, states: String(states), peakNodes, seconds });
  }
  const published = await measureTable(quick, runCount, onProgress);
  const shown = (states: string): string =>
    states.length <= 9 ? whole(Number(states)) : `${states[0]}.${states.slice(1, 3)}e${states.length - 1}`;
  return {
    rows: [...rows, ...published.rows],
    tables: [
      {
        title: "The symbolic engine",
        columns: ["model", "states or representatives", "peak nodes", "seconds"],
        rows: rows.map((row) => [row.name, shown(row.states), whole(row.peakNodes), decimal(row.seconds, 2)]),
      },
      published.table,
    ],
    notes: [
      "From the model to all states; symmetries are found within the time, and orbits counted.",
      "In Table I: nets reconstructed from the paper's figures, from the text of the net on, up to 30 s each, processor time. DD: the symbolic engine; DD-Sym: with symmetry on sets; auto: with symmetry if the search without it is large; explicit: one state an orbit.",
    ],
    problems: [...problems, ...published.problems],
    peers: {},
  };
}
