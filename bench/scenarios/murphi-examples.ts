/** Every example in Murphi at its own size: its states, its rules fired, its orbits and its verdict, here and in Rumur. */

import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { root } from "../noether/explore.ts";
import { checkMurphi } from "../noether/murphi.ts";
import { forRumur } from "../peers/rumur-text.ts";
import { runRumur, withConstants } from "../peers/rumur.ts";
import type { RumurRun } from "../peers/rumur.ts";
import { unknown, whole } from "../table.ts";
import type { Table } from "../table.ts";

export interface ExampleRow {
  readonly example: string;
  readonly states: number;
  readonly rules: number;
  /** The states with `--symmetry on --representatives unique`. */
  readonly orbits: number;
  /** Whether a property other than `deadlock` is violated. */
  readonly isViolated: boolean;
  readonly rumur: { readonly off: RumurRun; readonly exhaustive: RumurRun } | undefined;
}

export async function measureExamples(withRumur: boolean): Promise<ExampleRow[]> {
  const folder = fileURLToPath(new URL("examples/murphi", root));
  const rows: ExampleRow[] = [];
  for (const file of readdirSync(folder).sort()) {
    const path = `${folder}/${file}`;
    const full = await checkMurphi(path, {}, ["--symmetry", "off"]);
    const reduced = await checkMurphi(path, {}, ["--symmetry", "on", "--representatives", "unique"]);
    const text = forRumur(withConstants(path, {}));
    rows.push({
      example: file.replace(/\.m$/, ""),
      states: full.states,
      rules: full.transitions,
      orbits: reduced.states,
      isViolated: full.isViolated,
      rumur: withRumur
        ? { off: await runRumur(text, "off", 1, "-O0"), exhaustive: await runRumur(text, "exhaustive", 1, "-O0") }
        : undefined,
    });
  }
  return rows;
}

/** The same states, rules fired and verdict, and no more orbits. */
export function exampleDisagreement({ example, states, rules, orbits, isViolated, rumur }: ExampleRow): string[] {
  if (!rumur) return [];
  const { off, exhaustive } = rumur;
  const problems: string[] = [];
  if (off.states !== states || off.rules !== rules) {
    problems.push(
      `${example}: Rumur counts ${off.states} states and ${off.rules} rules, Noether ${states} and ${rules}`,
    );
  }
  if (exhaustive.states === undefined || orbits > exhaustive.states) {
    problems.push(`${example}: Rumur keeps ${exhaustive.states} states, Noether ${orbits}`);
  }
  if (off.isViolated !== isViolated) problems.push(`${example}: the verdicts differ`);
  return problems;
}

export function exampleTable(rows: readonly ExampleRow[]): Table {
  const shown = (count: number | undefined): string => (count === undefined ? unknown : whole(count));
  const verdict = (isViolated: boolean | undefined): string =>
    isViolated === undefined ? unknown : isViolated ? "violated" : "holds";
  return {
    title: "Every example at its own size",
    columns: ["example", "states", "Rumur", "rules fired", "Rumur", "orbits", "exhaustive", "verdict", "Rumur"],
    rows: rows.map(({ example, states, rules, orbits, isViolated, rumur }) => [
      example,
      whole(states),
      shown(rumur?.off.states),
      whole(rules),
      shown(rumur?.off.rules),
      whole(orbits),
      shown(rumur?.exhaustive.states),
      verdict(isViolated),
      verdict(rumur?.off.isViolated),
    ]),
  };
}
