/**
 * The scenario `murphi`: the examples in Murphi as whole commands, next to Rumur with one thread.
 *
 * Without symmetry both count the same states and rules fired. With it, Noether is left to itself, and Rumur uses the
 * scalarsets of the text, by its heuristic and exhaustively.
 */

import { fileURLToPath } from "node:url";
import { root } from "../noether/explore.ts";
import { findRumur, runRumur } from "../peers/rumur.ts";
import type { Reduction, RumurRun } from "../peers/rumur.ts";
import type { Report, Scenario, ScenarioOptions } from "../scenario.ts";
import { decimal, unknown, whole } from "../table.ts";
import type { Table } from "../table.ts";
import { timed } from "../timed.ts";

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

export interface MurphiRow {
  readonly model: string;
  readonly symmetry: "off" | "on";
  readonly states: number;
  readonly transitions: number;
  readonly cpuSeconds: number;
  /** Whether symmetries were used: a small search does without. */
  readonly isReduced: boolean;
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
  return {
    rows,
    tables: [offTable(rows), onTable(rows)],
    notes: [
      "Seconds are processor time of whole commands: `noether check` with the start of Node, reading, detection, proofs and traces; the verifier of Rumur without the time to make and compile it (`gcc -O3`), which is given beside it.",
      "Rumur runs with one thread and without looking for deadlocks, `--symmetry-reduction=off`, `heuristic` or `exhaustive`.",
    ],
    problems: rows.flatMap(disagreement),
    peers: { rumur: version ?? "not installed" },
  };
}

async function measure(one: Instance, withRumur: boolean, runCount: number, level: string): Promise<MurphiRow> {
  const { name, file, defines, symmetry } = one;
  const path = fileURLToPath(new URL(file, root));
  const given = Object.entries(defines).flatMap(([constant, value]) => ["-D", `${constant}=${value}`]);
  const options = [...given, "--json", ...(symmetry === "off" ? ["--symmetry", "off"] : [])];
  let best: Pick<MurphiRow, "states" | "transitions" | "cpuSeconds" | "isReduced"> | undefined;
  for (let i = 0; i < runCount; i++) {
    const main = fileURLToPath(new URL("dist/cli/main.js", root));
    const { stdout, cpuSeconds } = await timed(process.execPath, [main, "check", path, ...options]);
    const { states, transitions, unreducedStates } = JSON.parse(stdout) as {
      readonly states: number;
      readonly transitions: number;
      readonly unreducedStates?: string;
    };
    const isReduced = unreducedStates !== undefined && unreducedStates !== String(states);
    if (!best || cpuSeconds < best.cpuSeconds) best = { states, transitions, cpuSeconds, isReduced };
  }
  const isSmall = Number(defines["N"]) <= mostForExhaustive;
  const reductions: readonly Reduction[] =
    symmetry === "off" ? ["off"] : isSmall ? ["heuristic", "exhaustive"] : ["heuristic"];
  const rumur: Partial<Record<Reduction, RumurRun>> = {};
  if (withRumur) {
    for (const reduction of reductions) {
      rumur[reduction] = await runRumur(path, defines, reduction, symmetry === "off" ? runCount : 1, level);
    }
  }
  return { model: name, symmetry, ...best!, rumur };
}

/** Without symmetry the numbers are equal, and with it Noether has no more states than there are orbits. */
export function disagreement({ model, symmetry, states, transitions, isReduced, rumur }: MurphiRow): string[] {
  const { off, exhaustive } = rumur;
  if (symmetry === "off" && off && (off.states !== states || off.rules !== transitions)) {
    return [`${model}: Rumur counts ${off.states} states and ${off.rules} rules, Noether ${states} and ${transitions}`];
  }
  if (exhaustive && isReduced && states > exhaustive.states) {
    return [`${model}: Rumur keeps ${exhaustive.states} states, Noether ${states}`];
  }
  return [];
}

const seconds = (run: RumurRun | undefined): string => (run ? decimal(run.cpuSeconds, 2) : unknown);

function offTable(rows: readonly MurphiRow[]): Table {
  return {
    title: "Without symmetry",
    columns: ["model", "states", "rules fired", "s", "Rumur s", "Rumur / Noether", "Rumur make s"],
    rows: rows
      .filter(({ symmetry }) => symmetry === "off")
      .map(({ model, states, transitions, cpuSeconds, rumur: { off } }) => [
        model,
        whole(states),
        whole(transitions),
        decimal(cpuSeconds, 2),
        seconds(off),
        off ? decimal(off.cpuSeconds / cpuSeconds, 1) : unknown,
        off ? decimal(off.makeSeconds, 2) : unknown,
      ]),
  };
}

function onTable(rows: readonly MurphiRow[]): Table {
  return {
    title: "With symmetry",
    columns: ["model", "states", "s", "heuristic states", "heuristic s", "heuristic / Noether", "exhaustive states", "exhaustive s"], // prettier-ignore
    rows: rows
      .filter(({ symmetry }) => symmetry === "on")
      .map(({ model, states, cpuSeconds, rumur: { heuristic, exhaustive } }) => [
        model,
        whole(states),
        decimal(cpuSeconds, 2),
        heuristic ? whole(heuristic.states) : unknown,
        seconds(heuristic),
        heuristic ? decimal(heuristic.cpuSeconds / cpuSeconds, 1) : unknown,
        exhaustive ? whole(exhaustive.states) : unknown,
        seconds(exhaustive),
      ]),
  };
}
