/** Runs other programs, and finds their versions. */

import { execFile } from "node:child_process";

export interface Finished {
  readonly stdout: string;
  readonly stderr: string;
  readonly elapsedSeconds: number;
}

/** Runs a program to its end. If the program fails, rejects with all its output. */
export function command(file: string, parameters: readonly string[], folder?: string): Promise<Finished> {
  const started = performance.now();
  return new Promise((resolve, reject) => {
    execFile(file, [...parameters], { cwd: folder, maxBuffer: 2 ** 26 }, (error, stdout, stderr) => {
      const elapsedSeconds = (performance.now() - started) / 1000;
      if (!error) resolve({ stdout, stderr, elapsedSeconds });
      else reject(new Error([error.message, stdout, stderr].join("\n").trim(), { cause: error }));
    });
  });
}

/** The first line that a program prints about its version; `undefined` if there is no such program. */
export async function versionOf(file: string, parameter: string): Promise<string | undefined> {
  try {
    const { stdout, stderr } = await command(file, [parameter]);
    return (stdout || stderr).trim().split("\n", 1)[0]!;
  } catch {
    return undefined;
  }
}
