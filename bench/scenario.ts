/**
 * The interface of a scenario. To add one, write `bench/scenarios/NAME.ts` and list it in `bench/run.ts`.
 *
 * A scenario measures Noether and its peers in the same run and returns rows: plain data for `bench/results/NAME.json`,
 * and tables made of them. A benchmark that compares different things is worse than none. So a scenario also checks
 * that all tools did the same work, and reports differences as problems.
 */

import type { Table } from "./table.ts";

export interface Scenario {
  /** The name on the command line. */
  readonly name: string;
  /** A description in one line. */
  readonly description: string;
  readonly run: (options: ScenarioOptions) => Promise<Report>;
}

export interface ScenarioOptions {
  /** Small sizes, to test that everything works. The times mean nothing. */
  readonly quick: boolean;
  /** Every measurement is the best of this many. */
  readonly runCount: number;
  /** Called with a line about each finished step. */
  readonly onProgress: (line: string) => void;
}

export interface Report {
  /** The measurements as data, serializable as JSON. */
  readonly rows: unknown;
  readonly tables: readonly Table[];
  /** The method of measurement, in about one sentence each. */
  readonly notes: readonly string[];
  /** Reasons why the measurements are worthless; usually empty. */
  readonly problems: readonly string[];
  /** The version of each peer, or the note that it is not installed. */
  readonly peers: Readonly<Record<string, string>>;
}
