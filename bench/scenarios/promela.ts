/**
 * The scenario `promela`: time to verdict on symmetric Promela models, compared with SPIN with and without its own
 * reduction.
 *
 * The verdicts must be the same, and so must the numbers of states without reduction: that of SPIN, that of Noether
 * without symmetry, and the sum over the orbits of Noether.
 */

import { fileURLToPath } from "node:url";
import { checkModel } from "../noether/check.ts";
import type { Checked } from "../noether/check.ts";
import { root } from "../noether/explore.ts";
import { limits, makeChecker, modes, removeChecker, runChecker } from "../peers/spin-check.ts";
import type { Mode, PanOutcome } from "../peers/spin-check.ts";
import { findSpin } from "../peers/spin.ts";
import type { Report, Scenario, ScenarioOptions } from "../scenario.ts";
import { commonInstances, largeInstances, quickInstances } from "./promela-instances.ts";
import type { PromelaInstance } from "./promela-instances.ts";
import { outcomeSeconds } from "./promela-row.ts";
import type { PromelaRow, SpinChecked } from "./promela-row.ts";
import { commonTable, largeTable, memoryTable, secondsOf } from "./promela-tables.ts";

export const promela: Scenario = {
  name: "promela",
  description: "Time to verdict on symmetric Promela models, next to SPIN.",
  run: runPromela,
};

export interface PromelaRows {
  readonly common: readonly PromelaRow[];
  readonly large: readonly PromelaRow[];
}

async function runPromela({ quick, runCount, onProgress }: ScenarioOptions): Promise<Report> {
  const spin = await findSpin();
  if (spin.kind === "missing") onProgress(spin.reason);
  const measure = async (instance: PromelaInstance, runs: number): Promise<PromelaRow> => {
    const row = await compare(instance, spin.kind === "spin", runs, quick ? "-O0" : "-O2");
    const told = modes.map((mode) => `SPIN ${mode} ${secondsOf(row, mode)}`);
    onProgress(`${instance.name}: Noether ${row.symmetric.cpuSeconds.toFixed(2)}, ${told.join(", ")}`);
    return row;
  };
  const common: PromelaRow[] = [];
  for (const instance of quick ? quickInstances : commonInstances) common.push(await measure(instance, runCount));
  const large: PromelaRow[] = [];
  for (const instance of quick ? [] : largeInstances) large.push(await measure(instance, 1));
  const rows: PromelaRows = { common, large };
  return {
    rows,
    tables: [commonTable(common), memoryTable(common), ...(large.length > 0 ? [largeTable(large)] : [])],
    notes: [
      "Seconds are processor time. For Noether they are everything from reading the text to the verdict, finding symmetries and compiling included, but not the start of Node; for SPIN the run of pan. To make pan takes the time of `spin -a` and gcc more, which is elapsed.",
      "SPIN full: `spin -a`, `gcc -O2 -DSAFETY -DNOCLAIM -DNOREDUCE`. SPIN reduced: the same without `-DNOREDUCE`, so with partial-order reduction. The hash table has two to four slots for each state without reduction, the stack is as deep as the search goes.",
      `SPIN is stopped after ${limits.seconds} s, at ${limits.memoryMegabytes} MB (-DMEMLIM), or at a depth of ${limits.depth} steps, for which the stack takes a tenth of the memory.`,
      "Assertions and end states are checked; in the e-mail system, which has a deadlock, assertions only.",
      "Verdicts are the same, and so are the states without reduction: SPIN's, Noether's without symmetry, and the sum over orbits.",
    ],
    problems: [...common, ...large].flatMap(({ model, problems }) => problems.map((p) => `${model}: ${p}`)),
    peers: spin.kind === "missing" ? { spin: spin.reason } : { spin: spin.spin, compiler: spin.compiler },
  };
}

async function compare(
  instance: PromelaInstance,
  withSpin: boolean,
  runs: number,
  optimization: string,
): Promise<PromelaRow> {
  const { name: model, file, defines, ends, size } = instance;
  const properties = ends ? ["assertions", "endstates"] : ["assertions"];
  const cost = ({ cpuSeconds }: Checked): number => cpuSeconds;
  // The scenario is about symmetries, and compares numbers of all states.
  const task = { file, defines, properties, partialOrder: "off" } as const;
  const symmetric = await best(runs, cost, () => checkModel({ ...task, symmetry: "auto" }));
  const plain = size && (await best(runs, cost, () => checkModel({ ...task, symmetry: "off" })));
  const spin: Partial<Record<Mode, SpinChecked>> = {};
  const problems: string[] = [];
  for (const mode of withSpin ? modes : []) {
    const checker = await makeChecker(fileURLToPath(new URL(file, root)), defines, mode, optimization);
    try {
      const hashBits = size ? Math.max(10, 1 + Math.ceil(Math.log2(size.states))) : 24;
      const run = (): Promise<PanOutcome> =>
        runChecker(checker, { ends, depth: size ? size.depth + 100 : limits.depth, hashBits });
      spin[mode] = { makeSeconds: checker.makeSeconds, outcome: await best(runs, outcomeSeconds, run) };
    } catch (error) {
      problems.push(`SPIN ${mode}: ${error instanceof Error ? error.message : String(error)}`);
    } finally {
      removeChecker(checker);
    }
  }
  const { full, reduced } = spin;
  const both = full && reduced ? { full, reduced } : undefined;
  return { model, symmetric, plain, spin: both, problems: [...problems, ...disagreements(symmetric, plain, full)] };
}

/** A run of pan that finds an error is rejected, so the verdict must be that there is none. */
export function disagreements(symmetric: Checked, plain: Checked | undefined, full: SpinChecked | undefined): string[] {
  const problems: string[] = [];
  for (const { verdict, complete } of plain ? [symmetric, plain] : [symmetric]) {
    if (verdict !== "holds" || !complete) problems.push(`Noether says \`${verdict}\`, expected \`holds\``);
  }
  // A search that stored several states of some orbits knows no sum.
  const sum = symmetric.unreducedStates ?? (plain && String(plain.states));
  if (plain && sum !== String(plain.states)) problems.push(`orbits sum up to ${sum} states, not ${plain.states}`);
  if (full?.outcome.kind === "done" && sum !== undefined && String(full.outcome.report.states) !== sum) {
    problems.push(`SPIN found ${full.outcome.report.states} states, Noether ${sum}`);
  }
  return problems;
}

async function best<T>(count: number, cost: (result: T) => number, run: () => Promise<T>): Promise<T> {
  let fastest = await run();
  for (let i = 1; i < count; i++) {
    const next = await run();
    if (cost(next) < cost(fastest)) fastest = next;
  }
  return fastest;
}
