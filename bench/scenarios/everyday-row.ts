/** The measurements of one model in the scenario `everyday`, and the rules that they should obey. */

import type { CommandRun } from "../noether/command-line.ts";
import type { SpinMode, SpinRun } from "../peers/spin-everyday.ts";
import type { EverydayCase } from "./everyday-cases.ts";

export const symmetries = ["auto", "on", "off"] as const;
export type SymmetryMode = (typeof symmetries)[number];

export interface EverydayRow {
  readonly model: EverydayCase;
  readonly runs: Readonly<Record<SymmetryMode, CommandRun>>;
  readonly spin?: Readonly<Record<SpinMode, SpinRun>> | undefined;
  readonly problems: readonly string[];
}

/** The number of all states, if the search has found it out with or without symmetry. */
export function allStates({ runs }: Pick<EverydayRow, "runs">): number | undefined {
  const known = symmetries
    .map((mode) => runs[mode])
    .find(({ complete, ...run }) => complete && totalOf(run) !== undefined);
  return known && totalOf(known);
}

function totalOf({ order, states, unreducedStates, isReduced }: Omit<CommandRun, "complete">): number | undefined {
  if (isReduced === true) return undefined;
  if (unreducedStates !== undefined) return Number(unreducedStates);
  return order === "1" ? states : undefined;
}

/** What the runs say differently, though they had the same question. */
export function disagreements({ model, runs, spin }: Omit<EverydayRow, "problems">): string[] {
  const { off } = runs;
  const problems: string[] = [];
  for (const mode of symmetries) {
    const run = runs[mode];
    for (const { name, verdict } of run.properties) {
      const plain = off.properties.find((property) => property.name === name)?.verdict;
      const isOpen = verdict === "undecided" || plain === "undecided";
      if (verdict !== plain && !isOpen) problems.push(`${name}: \`${verdict}\` with ${mode}, \`${plain}\` with off`);
    }
    const total = run.complete ? totalOf(run) : undefined;
    if (off.complete && total !== undefined && total !== off.states) {
      problems.push(`${total} states with ${mode}, ${off.states} with off`);
    }
  }
  return [...problems, ...disagreementsWithSpin(model, off, spin)];
}

function disagreementsWithSpin(model: EverydayCase, off: CommandRun, spin: EverydayRow["spin"]): string[] {
  const problems: string[] = [];
  const isViolated = off.properties.some(({ kind, verdict }) => isOfStates(kind) && verdict === "violated");
  for (const [mode, run] of Object.entries(spin ?? {})) {
    if (run.kind === "limit") continue;
    if (run.errors > 0 !== isViolated && off.limit === undefined) {
      problems.push(`SPIN ${mode} found ${run.errors} errors, Noether says \`${off.verdict}\``);
    }
    const expected = off.states + (model.spin?.more ?? 0);
    if (mode === "full" && off.complete && !isViolated && run.states !== expected) {
      problems.push(`SPIN found ${run.states} states, expected ${expected}`);
    }
  }
  return problems;
}

/** The kinds of properties that pan looks at without a claim. */
function isOfStates(kind: string): boolean {
  return kind !== "ltl" && kind !== "claim";
}

/** A demand on the times of `auto`. */
export interface Rule {
  readonly demand: string;
  readonly concerns: (row: EverydayRow) => boolean;
  readonly isObeyed: (row: EverydayRow) => boolean;
}

/** A run that hit a limit takes longer than one that did not. Nothing is known if both did. */
function isComparable({ runs: { auto, off } }: EverydayRow): boolean {
  return auto.limit === undefined || off.limit === undefined;
}

function secondsOf({ cpuSeconds, limit }: CommandRun): number {
  return limit === undefined ? cpuSeconds : Infinity;
}

export const rules: readonly Rule[] = [
  {
    demand: "`auto` takes at most 1.15 times as long as `off`, and 0.1 s, at the default size",
    concerns: (row) => row.model.size === "default" && isComparable(row),
    isObeyed: ({ runs: { auto, off } }) => secondsOf(auto) <= 1.15 * secondsOf(off) + 0.1,
  },
  {
    demand: "`auto` takes less time than `off` if there are more than a million states and six symmetries or more",
    concerns: (row) => (allStates(row) ?? 0) > 1e6 && BigInt(row.runs.on.order) >= 6n && isComparable(row),
    isObeyed: ({ runs: { auto, off } }) => secondsOf(auto) < secondsOf(off),
  },
];
