/** What the scenario `explicit` measures of one model. */

import type { Measured, SearchMeasured } from "../noether/explore.ts";
import type { Missing, Order, PanRun } from "../peers/spin.ts";

/** One model, explored by every tool. */
export interface ExplicitRow {
  readonly model: string;
  readonly file: string;
  readonly defines: Readonly<Record<string, string>>;
  /** Every run, and the number of the best one. */
  readonly noether: Runs<Explored> | undefined;
  readonly spin: SpinRuns | Missing | undefined;
  /** Why nothing can be concluded; empty if something can. */
  readonly problems: readonly string[];
}

export interface Runs<T> {
  readonly best: number;
  readonly runs: readonly T[];
}

/** What `explore` measured when it was asked to search. */
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
