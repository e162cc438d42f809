/**
 * What a scenario is. To add one, write `bench/scenarios/NAME.ts` and list it in `bench/run.ts`.
 *
 * A scenario measures Noether and its peers in the same run and hands back rows: plain data that end up in
 * `bench/results/NAME.json`, and tables made of them. A benchmark that compares different things is worse than none, so a
 * scenario also checks that all tools did the same work, and lists as problems where they did not.
 */

import type { Table } from "./table.ts";

export interface Scenario {
  /** What it is called on the command line. */
  readonly name: string;
  /** One line. */
  readonly description: string;
  readonly run: (options: ScenarioOptions) => Promise<Report>;
}

export interface ScenarioOptions {
  /** Small sizes: to see that everything works. The times mean nothing. */
  readonly quick: boolean;
  /** Every measurement is the best of this many. */
  readonly runCount: number;
  /** Called with a line about what was just done. */
  readonly onProgress: (line: string) => void;
}

export interface Report {
  /** The measurements as data, serializable as JSON. */
  readonly rows: unknown;
  readonly tables: readonly Table[];
  /** How it was measured, one sentence or so each. */
  readonly notes: readonly string[];
  /** What makes the measurements worthless; empty if nothing does. */
  readonly problems: readonly string[];
  /** The version of each peer, or that it is not installed. */
  readonly peers: Readonly<Record<string, string>>;
}
