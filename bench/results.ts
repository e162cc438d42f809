/** Writes a report to `bench/results`: as Markdown, and as JSON with the facts about the machine. */

import { mkdirSync, writeFileSync } from "node:fs";
import { availableParallelism, cpus, loadavg, totalmem } from "node:os";
import type { Report, Scenario } from "./scenario.ts";
import { markdown } from "./table.ts";

/** The conditions of a measurement. */
export interface Circumstances {
  /** The date in ISO 8601. */
  readonly date: string;
  readonly quick: boolean;
  readonly runCount: number;
  readonly machine: Machine;
}

export interface Machine {
  readonly processor: string;
  readonly cores: number;
  readonly memoryBytes: number;
  /** The load average of the last minute. */
  readonly load: number;
  readonly platform: string;
  readonly node: string;
}

export function machine(): Machine {
  return {
    processor: cpus()[0]?.model.trim() ?? "unknown",
    cores: availableParallelism(),
    memoryBytes: totalmem(),
    load: loadavg()[0]!,
    platform: `${process.platform} ${process.arch}`,
    node: process.version,
  };
}

export function reportText(scenario: Scenario, report: Report, { date, quick, ...rest }: Circumstances): string {
  const { processor, cores, load, node } = rest.machine;
  const facts = [
    processor,
    `${cores} cores`,
    `load ${load.toFixed(1)} at the start`,
    `Node ${node}`,
    ...Object.values(report.peers),
  ];
  return [
    `## ${scenario.name}${quick ? " (quick: the times mean nothing)" : ""}`,
    "",
    `${scenario.description} ${date.slice(0, 10)}; ${facts.join("; ")}. Best of ${rest.runCount}.`,
    "",
    ...report.tables.map(markdown),
    ...report.notes.map((note) => `- ${note}`),
    ...(report.problems.length > 0 ? ["", "Problems:", ...report.problems.map((problem) => `- ${problem}`)] : []),
    "",
  ].join("\n");
}

/** Writes both formats into the folder. A quick run does not overwrite a real one. */
export function writeResults(folder: URL, scenario: Scenario, report: Report, circumstances: Circumstances): void {
  mkdirSync(folder, { recursive: true });
  const name = circumstances.quick ? `${scenario.name}-quick` : scenario.name;
  const { peers, problems, notes, rows } = report;
  const data = { scenario: scenario.name, ...circumstances, peers, problems, notes, rows };
  writeFileSync(new URL(`${name}.json`, folder), `${JSON.stringify(data, undefined, 2)}\n`);
  writeFileSync(new URL(`${name}.md`, folder), reportText(scenario, report, circumstances));
}
