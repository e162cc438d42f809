/** The measurements of one formula in the scenario `ltl`, and their tables. */

import type { Checked } from "../noether/check.ts";
import { modes } from "../peers/spin-check.ts";
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
  /** The processor time of `spin -a` and gcc. */
  readonly makeSeconds: Partial<Readonly<Record<Mode, number>>>;
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
  return outcome.kind === "limit" ? `out of ${outcome.limit}` : decimal(outcomeSeconds(outcome), 3);
}

/** The time of pan in the faster mode; with `spin -a` and gcc if it is the `whole` time. */
function spinSeconds({ spin, makeSeconds }: LtlRow, part: "whole" | "search"): number {
  const times = modes.flatMap((mode) => {
    const outcome = spin[mode];
    return outcome ? outcomeSeconds(outcome) + (part === "whole" ? makeSeconds[mode]! : 0) : [];
  });
  return times.length === 0 ? NaN : Math.min(...times);
}

const megabytes = (bytes: number | undefined): string => (bytes === undefined ? unknown : decimal(bytes / 1e6, 1));

const titleCells = ({ model, formula, fairness, verdict }: LtlRow): string[] => [model, formula, fairness, verdict];

/** From the text to the verdict and its trace, next to `spin -a`, gcc and pan. */
export function wholeTable(rows: readonly LtlRow[]): Table {
  return {
    title: "Seconds from the text to the verdict",
    columns: ["model", "formula", "fairness", "verdict", "Noether", "before the search", "search", "trace", "without symmetry", "before the search", "search", "trace", "spin -a, gcc", "SPIN", "SPIN / Noether"], // prettier-ignore
    rows: rows.map((row) => [
      ...titleCells(row),
      ...[row.symmetric, row.plain].flatMap(({ cpuSeconds, prepareSeconds, searchSeconds, traceSeconds }) =>
        [cpuSeconds, prepareSeconds, searchSeconds, traceSeconds].map((seconds) => decimal(seconds, 3)),
      ),
      decimal(row.makeSeconds.full ?? NaN, 2),
      decimal(spinSeconds(row, "whole"), 2),
      decimal(spinSeconds(row, "whole") / row.symmetric.cpuSeconds, 2),
    ]),
  };
}

/** From the first state to the verdict, next to pan alone. */
export function searchTable(rows: readonly LtlRow[]): Table {
  return {
    title: "Seconds from the first state to the verdict",
    columns: ["model", "formula", "fairness", "verdict", "Noether", "without symmetry", "pan full", "pan reduced", "pan / Noether", "pan / without symmetry"], // prettier-ignore
    rows: rows.map((row) => [
      ...titleCells(row),
      decimal(row.symmetric.searchSeconds, 3),
      decimal(row.plain.searchSeconds, 3),
      secondsOf(row, "full"),
      secondsOf(row, "reduced"),
      decimal(spinSeconds(row, "search") / row.symmetric.searchSeconds, 2),
      decimal(spinSeconds(row, "search") / row.plain.searchSeconds, 2),
    ]),
  };
}

/** How often Noether takes at most as long as SPIN in its faster mode. */
export function metTable(rows: readonly LtlRow[]): Table {
  const compared = rows.filter(({ spin }) => spin.full);
  const met = (part: "whole" | "search", secondsOfRow: (row: LtlRow) => number): string =>
    `${compared.filter((row) => secondsOfRow(row) <= spinSeconds(row, part)).length} of ${compared.length}`;
  return {
    title: "Formulas on which Noether takes at most as long",
    columns: ["", "Noether", "without symmetry"],
    rows: [
      [
        "whole, next to spin -a, gcc and pan",
        met("whole", ({ symmetric }) => symmetric.cpuSeconds),
        met("whole", ({ plain }) => plain.cpuSeconds),
      ],
      [
        "search, next to pan",
        met("search", ({ symmetric }) => symmetric.searchSeconds),
        met("search", ({ plain }) => plain.searchSeconds),
      ],
      [
        "whole, next to pan alone",
        met("search", ({ symmetric }) => symmetric.cpuSeconds),
        met("search", ({ plain }) => plain.cpuSeconds),
      ],
    ],
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
