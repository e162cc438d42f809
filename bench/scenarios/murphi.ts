/**
 * The scenario `murphi`: the examples in Murphi as whole commands, next to Rumur with one thread.
 *
 * Without symmetry both count the same states and rules fired. With it, Noether is left to itself, and Rumur uses the
 * scalarsets of the text, by its heuristic and exhaustively.
 */

import { fileURLToPath } from "node:url";
import { root } from "../noether/explore.ts";
import { checkMurphi } from "../noether/murphi.ts";
import type { MurphiCheck } from "../noether/murphi.ts";
import { findRumur, limitSeconds, runRumur, withConstants } from "../peers/rumur.ts";
import type { Reduction, RumurRun } from "../peers/rumur.ts";
import type { Report, Scenario, ScenarioOptions } from "../scenario.ts";
import { decimal } from "../table.ts";
import { exampleDisagreement, exampleTable, measureExamples } from "./murphi-examples.ts";
import { offTable, onTable } from "./murphi-tables.ts";

export const murphi: Scenario = {
  name: "murphi",
  description: "Murphi as whole commands, with symmetry and without, next to Rumur.",
  run: runMurphi,
};

interface Instance {
  readonly name: string;
  readonly file: string;
  readonly defines: Readonly<Record<string, string>>;
  readonly symmetry: "off" | "on";
}

const instance = (file: string, size: number, symmetry: "off" | "on"): Instance => {
  return { name: `${file} ${size}`, file: `examples/murphi/${file}.m`, defines: { N: `${size}` }, symmetry };
};

const instances: readonly Instance[] = [
  instance("german", 4, "off"),
  instance("peterson", 5, "off"),
  instance("mcs-lock", 5, "off"),
  instance("paxos", 4, "off"),
  instance("two-phase-commit", 6, "off"),
  instance("german", 4, "on"),
  instance("german", 5, "on"),
  instance("german", 6, "on"),
  instance("peterson", 6, "on"),
  instance("peterson", 8, "on"),
  instance("mcs-lock", 6, "on"),
  instance("two-phase-commit", 8, "on"),
];

const quick: readonly Instance[] = [instance("peterson", 3, "off"), instance("german", 2, "on")];

/** Exhaustive reduction tries all permutations, so it is left out beyond this size. */
const mostForExhaustive = 4;

export interface MurphiRow extends MurphiCheck {
  readonly model: string;
  readonly symmetry: "off" | "on";
  readonly rumur: Readonly<Partial<Record<Reduction, RumurRun>>>;
}

async function runMurphi({ quick: isQuick, runCount, onProgress }: ScenarioOptions): Promise<Report> {
  const version = await findRumur();
  if (version === undefined) onProgress("rumur: not installed");
  const rows: MurphiRow[] = [];
  for (const one of isQuick ? quick : instances) {
    const row = await measure(one, version !== undefined, runCount, isQuick ? "-O0" : "-O3");
    rows.push(row);
    const peer = row.rumur.off ?? row.rumur.heuristic;
    onProgress(
      `${row.model}: ${decimal(row.cpuSeconds, 2)} s${peer ? `, Rumur ${decimal(peer.cpuSeconds, 2)} s` : ""}`,
    );
  }
  const examples = await measureExamples(version !== undefined);
  onProgress("every example: done");
  return {
    rows: { instances: rows, examples },
    tables: [exampleTable(examples), offTable(rows), onTable(rows)],
    notes: [
      "Seconds are processor time of whole commands with one thread: `noether check --threads 1` with the start of Node, reading, detection, proofs and traces; the verifier of Rumur without the time to make and compile it (`gcc -O3`), which is given beside it.",
      "Rumur runs with one thread and without looking for deadlocks, `--symmetry-reduction=off`, `heuristic` or `exhaustive`.",
      `A verifier is stopped after about ${limitSeconds} s of processor time; it would have taken longer, so the ratio is a lower bound.`,
    ],
    problems: [...rows.flatMap(disagreement), ...examples.flatMap(exampleDisagreement)],
    peers: { rumur: version ?? "not installed" },
  };
}

async function measure(one: Instance, withRumur: boolean, runCount: number, level: string): Promise<MurphiRow> {
  const { name, file, defines, symmetry } = one;
  const path = fileURLToPath(new URL(file, root));
  let best: MurphiCheck | undefined;
  for (let i = 0; i < runCount; i++) {
    const run = await checkMurphi(path, defines, symmetry === "off" ? ["--symmetry", "off"] : []);
    if (!best || run.cpuSeconds < best.cpuSeconds) best = run;
  }
  const isSmall = Number(defines["N"]) <= mostForExhaustive;
  const reductions: readonly Reduction[] =
    symmetry === "off" ? ["off"] : isSmall ? ["heuristic", "exhaustive"] : ["heuristic"];
  const rumur: Partial<Record<Reduction, RumurRun>> = {};
  if (withRumur) {
    for (const reduction of reductions) {
      const text = withConstants(path, defines);
      rumur[reduction] = await runRumur(text, reduction, symmetry === "off" ? runCount : 1, level);
    }
  }
  return { model: name, symmetry, ...best!, rumur };
}

/** Without symmetry the numbers are equal, with it Noether has no more states than there are orbits; verdicts are equal. */
export function disagreement(row: MurphiRow): string[] {
  const { model, symmetry, states, transitions, isReduced, isViolated, rumur } = row;
  const { off, exhaustive } = rumur;
  const problems: string[] = [];
  if (symmetry === "off" && off?.isStopped === false && (off.states !== states || off.rules !== transitions)) {
    problems.push(
      `${model}: Rumur counts ${off.states} states and ${off.rules} rules, Noether ${states} and ${transitions}`,
    );
  }
  if (isReduced && exhaustive?.states !== undefined && states > exhaustive.states) {
    problems.push(`${model}: Rumur keeps ${exhaustive.states} states, Noether ${states}`);
  }
  if (Object.values(rumur).some((run) => !run.isStopped && run.isViolated !== isViolated)) {
    problems.push(`${model}: the verdicts differ`);
  }
  return problems;
}
