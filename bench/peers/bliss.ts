/** bliss: finds the automorphism group of a graph in DIMACS format, and reports the times of reading and solving. */

import { command, versionOf } from "../command.ts";

export interface BlissMeasured {
  readonly readSeconds: number;
  /** The total time that bliss reports, minus reading, to a hundredth of a second. */
  readonly solveSeconds: number;
  readonly order: string;
  readonly generators: number;
}

export async function findBliss(): Promise<string | undefined> {
  return versionOf("bliss", "-version");
}

export async function runBliss(file: string): Promise<BlissMeasured> {
  const { stdout } = await command("bliss", ["-v=2", file]);
  const number = (pattern: RegExp): string => {
    const match = pattern.exec(stdout);
    if (!match) throw new Error(`bliss did not print ${pattern.source}`);
    return match[1]!;
  };
  const readSeconds = Number(number(/^Graph read in ([\d.]+) seconds/m));
  return {
    readSeconds,
    solveSeconds: Math.max(0, Number(number(/^Total time:\s*([\d.]+) seconds/m)) - readSeconds),
    order: number(/^\|Aut\|:\s*(\d+)/m),
    generators: stdout.match(/^Generator:/gm)?.length ?? 0,
  };
}
