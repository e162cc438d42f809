/** Finds the automorphism group of a graph with Noether, in a cold process of its own. */

import { fileURLToPath } from "node:url";
import { command } from "../command.ts";

export interface GroupMeasured {
  readonly readSeconds: number;
  /** Elapsed time, from the graph in memory to the group. */
  readonly solveSeconds: number;
  /** Processor time for the same, for all threads including the compiler's. */
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
