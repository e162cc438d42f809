/** The rows of the scenario `explicit` as tables. */

import type { PanRun } from "../peers/spin.ts";
import { decimal, rate, unknown, whole } from "../table.ts";
import type { Table } from "../table.ts";
import { bestOf, cpuSeconds } from "./explicit-row.ts";
import type { ExplicitRow, Runs, SpinRuns } from "./explicit-row.ts";
import { quickest } from "./startup.ts";
import type { Startup } from "./startup.ts";

/** The target for parsing and compilation together. */
const startupTargetMs = 100;

/** The main table: speed, memory, and the time before the search. */
export function comparison(rows: readonly ExplicitRow[]): Table {
  return {
    title: "Whole state spaces",
    columns: [
      "model",
      "states",
      "transitions",
      "Noether states/s",
      "SPIN bfs states/s",
      "SPIN dfs states/s",
      "ours/bfs",
      "ours/dfs",
      "Noether bytes/state",
      "stored",
      "packed",
      "bound",
      "SPIN bfs bytes/state",
      "SPIN dfs bytes/state",
      "parse + compile",
      "spin + cc bfs",
      "spin + cc dfs",
    ],
    rows: rows.map(comparisonRow),
  };
}

function comparisonRow(row: ExplicitRow): string[] {
  const { model, noether, spin, problems } = row;
  if (!noether || problems.length > 0) return [`${model}: failed, see below`, ...Array<string>(16).fill(unknown)];
  const { search, packedBytes } = bestOf(noether);
  const { states, transitions, memoryBytes, storedBytes } = search;
  const { parseMs, compileMs } = quickest(noether.runs);
  const stored = storedBytes / states;
  const bound = 1.5 * packedBytes + 12;
  const ours = [whole(states), whole(transitions), rate(states, search.cpuSeconds)];
  const memory = [
    decimal(memoryBytes / states, 1),
    decimal(stored, 1),
    whole(packedBytes),
    `${decimal(bound, 0)} ${stored <= bound ? "✓" : "✗"}`,
  ];
  const wait = `${decimal(parseMs + compileMs, 0)} ms`;
  if (spin?.kind !== "spin") {
    const reason = spin?.reason ?? unknown;
    const none = (count: number): string[] => Array<string>(count).fill(unknown);
    return [model, ...ours, reason, ...none(3), ...memory, ...none(2), wait, ...none(2)];
  }
  const pans = [bestOf(spin.bfs), bestOf(spin.dfs)];
  return [
    model,
    ...ours,
    ...pans.map((pan) => rate(pan.report.states, cpuSeconds(pan))),
    ...pans.map((pan) => decimal(states / search.cpuSeconds / (pan.report.states / cpuSeconds(pan)), 1)),
    ...memory,
    ...pans.map(({ report }) => decimal(report.memoryBytes / report.states, 1)),
    wait,
    ...waits(spin),
  ];
}

function waits({ spinSeconds, compileSeconds }: SpinRuns): string[] {
  return [compileSeconds.bfs, compileSeconds.dfs].map((seconds) => `${decimal(spinSeconds + seconds, 1)} s`);
}

/** The processor time and elapsed time of the best runs. */
export function times(rows: readonly ExplicitRow[]): Table {
  const pair = (cpu: number, elapsed: number): string => `${decimal(cpu, 2)} / ${decimal(elapsed, 2)}`;
  const panPair = (runs: Runs<PanRun>): string => {
    const pan = bestOf(runs);
    return pair(cpuSeconds(pan), pan.usage.elapsedSeconds);
  };
  return {
    title: "Seconds of the best run: processor / elapsed",
    columns: ["model", "Noether", "SPIN bfs", "SPIN dfs"],
    rows: rows
      .filter(({ problems }) => problems.length === 0)
      .map(({ model, noether, spin }) => [
        model,
        noether ? pair(bestOf(noether).search.cpuSeconds, bestOf(noether).search.elapsedSeconds) : unknown,
        ...(spin?.kind === "spin" ? [panPair(spin.bfs), panPair(spin.dfs)] : [spin?.reason ?? unknown, unknown]),
      ]),
  };
}

export function startup(examples: readonly Startup[]): Table {
  return {
    title: `Parse and compile, milliseconds (target: under ${startupTargetMs})`,
    columns: ["example", "parse", "compile", "sum", "target met"],
    rows: examples.map(({ file, parseMs, compileMs }) => [
      file,
      decimal(parseMs, 1),
      decimal(compileMs, 1),
      decimal(parseMs + compileMs, 1),
      parseMs + compileMs < startupTargetMs ? "✓" : "✗",
    ]),
  };
}
