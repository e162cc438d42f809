/** The tables of the scenario `murphi`. */

import type { RumurRun } from "../peers/rumur.ts";
import { decimal, unknown, whole } from "../table.ts";
import type { Table } from "../table.ts";
import type { MurphiRow } from "./murphi.ts";

const seconds = (run: RumurRun | undefined): string => {
  if (!run) return unknown;
  return run.isStopped ? `out of time (> ${whole(run.cpuSeconds)} s)` : decimal(run.cpuSeconds, 2);
};

/** A run that was stopped would have taken longer. */
const ratio = (run: RumurRun | undefined, cpuSeconds: number): string =>
  run ? `${run.isStopped ? "at least " : ""}${decimal(run.cpuSeconds / cpuSeconds, 1)}` : unknown;

const states = (run: RumurRun | undefined): string => (run?.states === undefined ? unknown : whole(run.states));

export function offTable(rows: readonly MurphiRow[]): Table {
  return {
    title: "Without symmetry",
    columns: ["model", "states", "rules fired", "s", "Rumur s", "Rumur / Noether", "Rumur make s"],
    rows: rows
      .filter(({ symmetry }) => symmetry === "off")
      .map(({ model, states: count, transitions, cpuSeconds, rumur: { off } }) => [
        model,
        whole(count),
        whole(transitions),
        decimal(cpuSeconds, 2),
        seconds(off),
        ratio(off, cpuSeconds),
        off ? decimal(off.makeSeconds, 2) : unknown,
      ]),
  };
}

export function onTable(rows: readonly MurphiRow[]): Table {
  return {
    title: "With symmetry",
    columns: ["model", "states", "s", "heuristic states", "heuristic s", "heuristic / Noether", "exhaustive states", "exhaustive s"], // prettier-ignore
    rows: rows
      .filter(({ symmetry }) => symmetry === "on")
      .map(({ model, states: count, cpuSeconds, rumur: { heuristic, exhaustive } }) => [
        model,
        whole(count),
        decimal(cpuSeconds, 2),
        states(heuristic),
        seconds(heuristic),
        ratio(heuristic, cpuSeconds),
        states(exhaustive),
        seconds(exhaustive),
      ]),
  };
}
