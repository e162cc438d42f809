/** The measurements of one formula in the scenario `ltl`, and their tables. */

import type { Checked } from "../noether/check.ts";
import type { Mode } from "../peers/spin-check.ts";
import type { RunOutcome } from "../peers/spin-runs.ts";
import { decimal, unknown, whole } from "../table.ts";
import type { Table } from "../table.ts";

export interface LtlRow {
  readonly model: string;
  readonly formula: string;
  readonly fairness: "none" | "weak";
  readonly verdict: "holds" | "violated";
  readonly symmetric: Checked;
  readonly plain: Checked;
  readonly spin: Partial<Readonly<Record<Mode, RunOutcome>>>;
  /** The time of `spin -a` and gcc without reduction. */
  readonly makeSeconds: number | undefined;
  /** The numbers of states of the automata for the negated formula, if the model does not state it itself. */
  readonly automata:
    | { readonly own: { readonly edges: number; readonly claim: number }; readonly spin: number | undefined }
    | undefined;
  readonly problems: readonly string[];
}

/** The processor time; infinite if pan did not finish. */
export function outcomeSeconds(outcome: RunOutcome): number {
  return outcome.kind === "limit" ? Infinity : outcome.found.usage.userSeconds + outcome.found.usage.systemSeconds;
}

export function secondsOf({ spin }: LtlRow, mode: Mode): string {
  const outcome = spin[mode];
  if (!outcome) return unknown;
  return outcome.kind === "limit" ? `out of ${outcome.limit}` : decimal(outcomeSeconds(outcome), 2);
}

const seconds = (spin: LtlRow["spin"], mode: Mode): number => (spin[mode] ? outcomeSeconds(spin[mode]) : NaN);

const megabytes = (bytes: number | undefined): string => (bytes === undefined ? unknown : decimal(bytes / 1e6, 1));

export function timeTable(rows: readonly LtlRow[]): Table {
  return {
    title: "Seconds to the verdict",
    columns: ["model", "formula", "fairness", "verdict", "Noether", "its search", "without symmetry", "its search", "SPIN full", "SPIN reduced", "spin -a, gcc", "full / search without symmetry", "full / search", "reduced / search"], // prettier-ignore
    rows: rows.map((row) => [
      row.model,
      row.formula,
      row.fairness,
      row.verdict,
      decimal(row.symmetric.cpuSeconds, 2),
      decimal(row.symmetric.searchSeconds, 2),
      decimal(row.plain.cpuSeconds, 2),
      decimal(row.plain.searchSeconds, 2),
      secondsOf(row, "full"),
      secondsOf(row, "reduced"),
      row.makeSeconds === undefined ? unknown : decimal(row.makeSeconds, 2),
      decimal(seconds(row.spin, "full") / row.plain.searchSeconds, 2),
      decimal(seconds(row.spin, "full") / row.symmetric.searchSeconds, 2),
      decimal(seconds(row.spin, "reduced") / row.symmetric.searchSeconds, 2),
    ]),
  };
}

export function statesTable(rows: readonly LtlRow[]): Table {
  const found = ({ spin }: LtlRow, mode: Mode) => {
    const outcome = spin[mode];
    return outcome?.kind === "done" ? outcome.found : undefined;
  };
  const states = (row: LtlRow, mode: Mode): string => {
    const count = found(row, mode)?.states;
    return count === undefined ? unknown : whole(count);
  };
  return {
    title: "States stored, and megabytes",
    columns: ["model", "formula", "Noether", "without symmetry", "SPIN full", "SPIN reduced", "Noether MB", "without symmetry MB", "SPIN full MB", "SPIN reduced MB"], // prettier-ignore
    rows: rows.map((row) => [
      row.model,
      row.formula,
      whole(row.symmetric.states),
      whole(row.plain.states),
      states(row, "full"),
      states(row, "reduced"),
      megabytes(row.symmetric.memoryBytes),
      megabytes(row.plain.memoryBytes),
      megabytes(found(row, "full")?.memoryBytes),
      megabytes(found(row, "reduced")?.memoryBytes),
    ]),
  };
}

export function automataTable(rows: readonly LtlRow[]): Table {
  const known = new Map(rows.flatMap(({ formula, automata }) => (automata ? [[formula, automata] as const] : [])));
  return {
    title: "States of the automaton for the negation",
    columns: ["formula", "Noether", "as a never claim", "spin -f"],
    rows: [...known].map(([formula, { own, spin }]) => [
      formula,
      whole(own.edges),
      whole(own.claim),
      spin === undefined ? unknown : whole(spin),
    ]),
  };
}
