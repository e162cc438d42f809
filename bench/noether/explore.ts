/**
 * Explores a model with Noether in a process of its own.
 *
 * Each measurement starts cold, as it does for somebody who types `noether check`: nothing has been optimised for an
 * earlier model, and no garbage is left of one. The process runs the source, so that there is no build to forget.
 */

import { fileURLToPath } from "node:url";
import { command } from "../command.ts";

export interface Task {
  /** A file, relative to the root of the repository. */
  readonly file: string;
  readonly defines: Readonly<Record<string, string>>;
  /** Whether to explore, or only to get ready for it. */
  readonly search: boolean;
}

/** Times of getting ready have elapsed; the search has its processor time too, all threads together. */
export interface Measured {
  readonly parseMs: number;
  /** From the model to an instance of WebAssembly that is ready to explore. */
  readonly compileMs: number;
  readonly packedBytes: number;
  readonly search?: SearchMeasured;
}

export interface SearchMeasured {
  readonly states: number;
  readonly transitions: number;
  readonly depth: number;
  readonly cpuSeconds: number;
  readonly elapsedSeconds: number;
  /** What the search allocated: states, table, and whatever it needs besides. */
  readonly memoryBytes: number;
  /** The part of it that grows with the states. */
  readonly storedBytes: number;
  /** The most that the whole process, Node and all, had in memory. */
  readonly residentBytes: number;
}

export const root: URL = new URL("../../", import.meta.url);

/** Rejects if the model cannot be read or was not explored to its end. */
export async function explore(task: Task): Promise<Measured> {
  const child = fileURLToPath(new URL("./explore-child.ts", import.meta.url));
  const parameters = ["--import", import.meta.resolve("tsx"), child, JSON.stringify(task)];
  const { stdout } = await command(process.execPath, parameters, fileURLToPath(root));
  return JSON.parse(stdout) as Measured;
}
