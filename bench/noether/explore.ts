/**
 * Explores a model with Noether in a process of its own.
 *
 * Each measurement starts cold, as it does for a user of `noether check`: nothing has been optimized for an earlier
 * model, and no garbage is left of one. The process runs the source, so that no build can be out of date.
 */

import { fileURLToPath } from "node:url";
import { command } from "../command.ts";

export interface Task {
  /** A file, relative to the root of the repository. */
  readonly file: string;
  readonly defines: Readonly<Record<string, string>>;
  /** Whether to explore, or only to prepare for it. */
  readonly search: boolean;
}

/** Preparation is measured in elapsed time, the search also in processor time of all threads. */
export interface Measured {
  readonly parseMs: number;
  /** The time from the model to an instance of WebAssembly that is ready to explore. */
  readonly compileMs: number;
  readonly packedBytes: number;
  readonly search?: SearchMeasured;
  /** The same search once more, when its code is optimized, as that of a C compiler is before it starts. */
  readonly again?: SearchMeasured;
}

export interface SearchMeasured {
  readonly states: number;
  readonly transitions: number;
  readonly depth: number;
  readonly cpuSeconds: number;
  readonly elapsedSeconds: number;
  /** The memory that the search allocated: states, table, and everything else. */
  readonly memoryBytes: number;
  /** The part of it that grows with the number of states. */
  readonly storedBytes: number;
  /** The greatest memory of the whole process, including Node. */
  readonly residentBytes: number;
}

export const root: URL = new URL("../../", import.meta.url);

/** Rejects if the model cannot be read or was not explored completely. */
export async function explore(task: Task): Promise<Measured> {
  const child = fileURLToPath(new URL("./explore-child.ts", import.meta.url));
  // The command line optimizes its functions as late as this (src/cli/thread.ts).
  const parameters = ["--interrupt-budget=600000", "--import", import.meta.resolve("tsx"), child, JSON.stringify(task)];
  const { stdout } = await command(process.execPath, parameters, fileURLToPath(root));
  return JSON.parse(stdout) as Measured;
}
