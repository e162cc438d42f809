/** The tables of the scenario `promela`. */

import type { Mode } from "../peers/spin-check.ts";
import { decimal, unknown, whole } from "../table.ts";
import type { Table } from "../table.ts";
import { outcomeSeconds } from "./promela-row.ts";
import type { PromelaRow } from "./promela-row.ts";

export function secondsOf({ spin }: PromelaRow, mode: Mode): string {
  if (!spin) return unknown;
  const { outcome } = spin[mode];
  return outcome.kind === "limit" ? `out of ${outcome.limit}` : decimal(outcomeSeconds(outcome), 2);
}

const statesOf = ({ spin }: PromelaRow, mode: Mode): string => {
  const outcome = spin?.[mode].outcome;
  return outcome?.kind === "done" ? whole(outcome.report.states) : unknown;
};

const megabytes = (bytes: number | undefined): string => (bytes === undefined ? unknown : decimal(bytes / 1e6, 1));

/** The time of SPIN divided by that of Noether. */
function ratio({ symmetric, spin }: PromelaRow, mode: Mode): string {
  return spin ? decimal(outcomeSeconds(spin[mode].outcome) / symmetric.cpuSeconds, 2) : unknown;
}

export function commonTable(rows: readonly PromelaRow[]): Table {
  return {
    title: "Seconds to the verdict",
    columns: ["model", "Noether", "without symmetry", "SPIN full", "SPIN reduced", "full / Noether", "reduced / Noether", "making pan"], // prettier-ignore
    rows: rows.map((row) => [
      row.model,
      decimal(row.symmetric.cpuSeconds, 2),
      row.plain ? decimal(row.plain.cpuSeconds, 2) : unknown,
      secondsOf(row, "full"),
      secondsOf(row, "reduced"),
      ratio(row, "full"),
      ratio(row, "reduced"),
      row.spin ? decimal(row.spin.reduced.makeSeconds, 2) : unknown,
    ]),
  };
}

export function memoryTable(rows: readonly PromelaRow[]): Table {
  const memory = ({ spin }: PromelaRow, mode: Mode): string => {
    const outcome = spin?.[mode].outcome;
    return megabytes(outcome?.kind === "done" ? outcome.report.memoryBytes : undefined);
  };
  return {
    title: "States stored, and megabytes",
    columns: ["model", "Noether", "without symmetry", "SPIN full", "SPIN reduced", "Noether MB", "without symmetry MB", "SPIN full MB", "SPIN reduced MB"], // prettier-ignore
    rows: rows.map((row) => [
      row.model,
      whole(row.symmetric.states),
      row.plain ? whole(row.plain.states) : unknown,
      statesOf(row, "full"),
      statesOf(row, "reduced"),
      megabytes(row.symmetric.memoryBytes),
      megabytes(row.plain?.memoryBytes),
      memory(row, "full"),
      memory(row, "reduced"),
    ]),
  };
}

export function largeTable(rows: readonly PromelaRow[]): Table {
  return {
    title: "Larger sizes",
    columns: ["model", "states", "orbits", "Noether s", "Noether MB", "SPIN full s", "SPIN reduced s"],
    rows: rows.map((row) => [
      row.model,
      row.symmetric.unreducedStates === undefined ? unknown : whole(Number(row.symmetric.unreducedStates)),
      whole(row.symmetric.states),
      decimal(row.symmetric.cpuSeconds, 2),
      megabytes(row.symmetric.memoryBytes),
      secondsOf(row, "full"),
      secondsOf(row, "reduced"),
    ]),
  };
}
