/** Finds the automorphism group of a graph with Noether, in a process of its own: nothing is warm. */

import { fileURLToPath } from "node:url";
import { command } from "../command.ts";

export interface GroupMeasured {
  readonly readSeconds: number;
  /** Elapsed, from the graph in memory to the group. */
  readonly solveSeconds: number;
  /** Processor time of the same, all threads, the compiler's among them. */
  readonly cpuSeconds: number;
  readonly order: string;
  readonly generators: number;
}

/** `file` is in DIMACS format. Runs the build, as users do. */
export async function findGroup(file: string): Promise<GroupMeasured> {
  const child = fileURLToPath(new URL("./automorphisms-child.ts", import.meta.url));
  const { stdout } = await command(process.execPath, ["--import", import.meta.resolve("tsx"), child, file]);
  return JSON.parse(stdout) as GroupMeasured;
}
