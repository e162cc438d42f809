/** Runs a program and measures the processor time of all its processes, as the shell's `time` does. */

import { execFile } from "node:child_process";

export interface Timed {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
  readonly cpuSeconds: number;
}

/**
 * Runs a program to its end, whatever its exit code is. The system ends a process that takes more seconds of processor
 * time than `cpuLimit`.
 */
export function timed(file: string, parameters: readonly string[], folder?: string, cpuLimit?: number): Promise<Timed> {
  const limited = cpuLimit === undefined ? "" : `ulimit -t ${cpuLimit}; `;
  const shell = ["-c", `${limited}TIMEFORMAT=$'\\ncpu %3U %3S'; time "$0" "$@"`, file, ...parameters];
  return new Promise((resolve, reject) => {
    execFile("bash", shell, { cwd: folder, maxBuffer: 2 ** 28 }, (error, stdout, stderr) => {
      const found = /\ncpu (\S+) (\S+)\n$/.exec(stderr);
      const code = error ? error.code : 0;
      if (!found || typeof code !== "number") reject(error ?? new Error(`no times in the output:\n${stderr}`));
      else {
        const cpuSeconds = Number(found[1]) + Number(found[2]);
        resolve({ code, stdout, stderr: stderr.slice(0, found.index), cpuSeconds });
      }
    });
  });
}
