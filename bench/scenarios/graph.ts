/**
 * The scenario `graph`: automorphism groups of the graphs that detection builds, compared with bliss, and growth with
 * size.
 */

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { writeDimacs } from "../../src/graph/index.ts";
import { fullGraphs, quickGraphs } from "../graphs/families.ts";
import type { GraphInstance } from "../graphs/families.ts";
import { findGroup } from "../noether/automorphisms.ts";
import type { GroupMeasured } from "../noether/automorphisms.ts";
import { findBliss, runBliss } from "../peers/bliss.ts";
import type { BlissMeasured } from "../peers/bliss.ts";
import type { Report, Scenario, ScenarioOptions } from "../scenario.ts";
import { decimal, unknown, whole } from "../table.ts";
import type { Table } from "../table.ts";

export const graph: Scenario = {
  name: "graph",
  description: "Automorphism groups of constraint graphs, trees and hypercubes, next to bliss.",
  run: runGraph,
};

interface GraphRow {
  readonly family: string;
  readonly name: string;
  readonly target: boolean;
  readonly vertices: number;
  readonly edges: number;
  readonly noether: GroupMeasured;
  readonly bliss?: BlissMeasured | undefined;
}

async function runGraph({ quick, runCount, onProgress }: ScenarioOptions): Promise<Report> {
  const bliss = await findBliss();
  if (bliss === undefined) onProgress("bliss: not installed");
  const rows: GraphRow[] = [];
  for (const instance of quick ? quickGraphs : fullGraphs) {
    rows.push(await measure(instance, bliss !== undefined, runCount));
    const { noether } = rows.at(-1)!;
    onProgress(`${instance.family}, ${instance.name}: ${decimal(noether.solveSeconds, 3)} s`);
  }
  return {
    rows,
    tables: [table("Graphs with a target: at most twice bliss's time", rows.filter((row) => row.target)), table("Growth with size", rows)], // prettier-ignore
    notes: [
      "Seconds from the graph in memory to generators, order and orbits: elapsed for Noether, in a fresh process of Node each time, so with all warming up; for bliss what it reports in total less reading.",
      "Groups must have the same order, or the run fails.",
    ],
    problems: rows.flatMap(({ family, name, noether, bliss: peer }) =>
      peer && peer.order !== noether.order
        ? [`${family}, ${name}: order ${noether.order}, bliss says ${peer.order}`]
        : [],
    ),
    peers: { bliss: bliss ?? "bliss: not installed" },
  };
}

async function measure(instance: GraphInstance, withBliss: boolean, runCount: number): Promise<GraphRow> {
  const folder = mkdtempSync(join(tmpdir(), "noether-bench-"));
  try {
    const built = instance.build();
    const file = join(folder, "graph.dimacs");
    writeFileSync(file, writeDimacs(built));
    const ours: GroupMeasured[] = [];
    const theirs: BlissMeasured[] = [];
    for (let i = 0; i < runCount; i++) {
      ours.push(await findGroup(file));
      if (withBliss) theirs.push(await runBliss(file));
    }
    const best = <T extends { readonly solveSeconds: number }>(runs: readonly T[]): T =>
      runs.reduce((a, b) => (b.solveSeconds < a.solveSeconds ? b : a));
    return {
      family: instance.family,
      name: instance.name,
      target: instance.target,
      vertices: built.vertexCount,
      edges: built.edgeCount,
      noether: best(ours),
      bliss: theirs.length > 0 ? best(theirs) : undefined,
    };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function table(title: string, rows: readonly GraphRow[]): Table {
  return {
    title,
    columns: ["graph", "vertices", "edges", "order", "generators", "Noether s", "bliss s", "ours/bliss", "ns per edge"],
    rows: rows.map(({ family, name, vertices, edges, noether, bliss }) => [
      `${family}, ${name}`,
      whole(vertices),
      whole(edges),
      noether.order.length > 15
        ? `${noether.order[0]}.${noether.order.slice(1, 4)}e${noether.order.length - 1}`
        : noether.order,
      whole(noether.generators),
      decimal(noether.solveSeconds, 3),
      bliss ? decimal(bliss.solveSeconds, 2) : unknown,
      bliss ? decimal(noether.solveSeconds / bliss.solveSeconds, 2) : unknown,
      whole((noether.solveSeconds * 1e9) / edges),
    ]),
  };
}
