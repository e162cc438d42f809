/** The measurements of one model in the scenario `explicit`. */

import type { Measured, SearchMeasured } from "../noether/explore.ts";
import type { Missing, Order, PanRun } from "../peers/spin.ts";

/** One model, explored by every tool. */
export interface ExplicitRow {
  readonly model: string;
  readonly file: string;
  readonly defines: Readonly<Record<string, string>>;
  /** All runs, and the index of the best one. */
  readonly noether: Runs<Explored> | undefined;
  readonly spin: SpinRuns | Missing | undefined;
  /** Reasons why the comparison is invalid; usually empty. */
  readonly problems: readonly string[];
}

export interface Runs<T> {
  readonly best: number;
  readonly runs: readonly T[];
}

/** The measurements of `explore` with a search. */
export interface Explored extends Measured {
  readonly search: SearchMeasured;
}

export interface SpinRuns {
  readonly kind: "spin";
  readonly spinSeconds: number;
  readonly compileSeconds: Readonly<Record<Order, number>>;
  readonly bfs: Runs<PanRun>;
  readonly dfs: Runs<PanRun>;
}

export function withBest<T>(runs: readonly T[], cost: (run: T) => number): Runs<T> {
  const costs = runs.map(cost);
  return { best: costs.indexOf(Math.min(...costs)), runs };
}

export function bestOf<T>({ best, runs }: Runs<T>): T {
  return runs[best]!;
}

export function cpuSeconds({ usage }: PanRun): number {
  return usage.userSeconds + usage.systemSeconds;
}
