/** Checks a model with Noether in a process of its own, from its text to the verdict, like `noether check`. */

import { fileURLToPath } from "node:url";
import { command } from "../command.ts";
import { root } from "./explore.ts";

export interface CheckTask {
  /** A file, relative to the root of the repository. */
  readonly file: string;
  readonly defines: Readonly<Record<string, string>>;
  readonly properties: readonly string[];
  readonly symmetry: "auto" | "on" | "off";
  readonly fairness?: "none" | "weak" | undefined;
  /** Default: as for a user. */
  readonly partialOrder?: "auto" | "on" | "off" | undefined;
  readonly timeoutMs?: number | undefined;
}

/** Times are from reading the text to the verdict, without the start of Node. */
export interface Checked {
  readonly verdict: string;
  readonly complete: boolean;
  readonly states: number;
  readonly unreducedStates?: string | undefined;
  /** The memory that the search allocated. */
  readonly memoryBytes: number;
  /** Processor time of all threads. */
  readonly cpuSeconds: number;
  /** The part of it before the first state: reading, symmetries, the automaton, compiling. */
  readonly prepareSeconds: number;
  /** The part from the first state to the findings. */
  readonly searchSeconds: number;
  /** The part after the last search: making and replaying traces. */
  readonly traceSeconds: number;
  readonly elapsedSeconds: number;
}

export async function checkModel(task: CheckTask): Promise<Checked> {
  const child = fileURLToPath(new URL("./check-child.ts", import.meta.url));
  const parameters = ["--import", import.meta.resolve("tsx"), child, JSON.stringify(task)];
  const { stdout } = await command(process.execPath, parameters, fileURLToPath(root));
  return JSON.parse(stdout) as Checked;
}
