/**
 * The scenario `everyday`: every example at its default size and at a large one, by the command line, with the
 * symmetries that are worth it, with all, and with none, next to SPIN.
 */

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { nets, writePnml } from "../../examples/petri/generate.ts";
import { checkByCommand } from "../noether/command-line.ts";
import type { CommandRun } from "../noether/command-line.ts";
import { root } from "../noether/explore.ts";
import { runSpin, spinLimits } from "../peers/spin-everyday.ts";
import type { SpinMode, SpinRun } from "../peers/spin-everyday.ts";
import { findSpin } from "../peers/spin.ts";
import type { Report, Scenario, ScenarioOptions } from "../scenario.ts";
import { decimal } from "../table.ts";
import { everydayCases, quickCases } from "./everyday-cases.ts";
import type { EverydayCase } from "./everyday-cases.ts";
import { disagreements, symmetries } from "./everyday-row.ts";
import type { EverydayRow, SymmetryMode } from "./everyday-row.ts";
import { everydayTable, verdictsOnRules } from "./everyday-tables.ts";

export const everyday: Scenario = {
  name: "everyday",
  description: "Processor time of whole commands on every example, with and without symmetry, next to SPIN.",
  run: runEveryday,
};

const limits = ["--timeout", "30s", "--max-memory", "1G"];

async function runEveryday({ quick, runCount, onProgress }: ScenarioOptions): Promise<Report> {
  const spin = await findSpin();
  if (spin.kind === "missing") onProgress(spin.reason);
  const rows: EverydayRow[] = [];
  const failures: string[] = [];
  for (const model of quick ? quickCases : everydayCases) {
    const row = await measure(model, spin.kind === "spin", model.size === "large" ? 1 : runCount).catch(
      (error: unknown) => `${model.name}: ${error instanceof Error ? error.message : String(error)}`,
    );
    if (typeof row === "string") {
      failures.push(row);
      onProgress(row);
      continue;
    }
    rows.push(row);
    const times = symmetries.map((mode) => `${mode} ${decimal(row.runs[mode].cpuSeconds, 2)} s`);
    onProgress(`${model.name}: ${times.join(", ")}`);
  }
  const ofSize = (size: EverydayCase["size"]): EverydayRow[] => rows.filter(({ model }) => model.size === size);
  return {
    rows,
    tables: [
      everydayTable("Default sizes: `noether check FILE`", ofSize("default")),
      everydayTable("Large sizes: `noether check FILE -D ... --property none`", ofSize("large")),
    ],
    notes: [
      ...verdictsOnRules(rows),
      "Seconds are processor time of the whole command: starting Node, reading, detection, compiling, search and report. Large sizes are measured once.",
      "SPIN: `spin -a`, `gcc -O2 -DSAFETY -DNOCLAIM -DNOREDUCE` and pan together, and pan alone; reduced: pan with partial-order reduction. At the default size pan ends at the first error, as Noether does; formulas are left to the scenario `ltl`. At the large size it explores everything (`-E -c0`).",
      `Noether is stopped after 30 s or 1 GB, SPIN after ${spinLimits.seconds} s, ${spinLimits.memoryMegabytes} MB or ${spinLimits.depth} steps deep.`,
      "Published: seconds without and with symmetry, of Zhang et al. (2013), on their machine.",
    ],
    problems: [
      ...failures,
      ...rows.flatMap(({ model, problems }) => problems.map((problem) => `${model.name}: ${problem}`)),
    ],
    peers: spin.kind === "missing" ? { spin: spin.reason } : { spin: spin.spin, compiler: spin.compiler },
  };
}

async function measure(model: EverydayCase, withSpin: boolean, runCount: number): Promise<EverydayRow> {
  const folder = mkdtempSync(join(tmpdir(), "noether-bench-"));
  try {
    const file = model.net ? writeNet(folder, model.net) : model.file;
    const everything = model.size === "large";
    const runs: Partial<Record<SymmetryMode, CommandRun>> = {};
    for (let i = 0; i < runCount; i++) {
      for (const mode of symmetries) {
        const order = mode === "auto" ? [] : ["--partial-order", "off"];
        const options = ["--symmetry", mode, ...order, ...limits, ...(everything ? ["--property", "none"] : [])];
        const run = await checkByCommand({ file, defines: model.defines, options });
        if (run.cpuSeconds < (runs[mode]?.cpuSeconds ?? Infinity)) runs[mode] = run;
      }
    }
    const measured = {
      model,
      runs: runs as EverydayRow["runs"],
      spin: withSpin ? await measureSpin(model, runs.off!) : undefined,
    };
    return { ...measured, problems: disagreements(measured) };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function writeNet(folder: string, { name, size }: NonNullable<EverydayCase["net"]>): string {
  const file = join(folder, `${name}-${size}.pnml`);
  writeFileSync(file, writePnml(`${name}-${size}`, nets[name]!.make(size)));
  return file;
}

async function measureSpin({ spin, defines, size }: EverydayCase, off: CommandRun): Promise<EverydayRow["spin"]> {
  if (!spin) return undefined;
  const file = fileURLToPath(new URL(spin.file, root));
  const run = (mode: SpinMode): Promise<SpinRun> =>
    runSpin({ file, defines, mode, everything: size === "large", states: Math.max(off.states, 1000) });
  return { full: await run("full"), reduced: await run("reduced") };
}
