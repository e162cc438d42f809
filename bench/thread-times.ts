/** Runs a program and measures the processor time of each of its threads, where the system tells it. */

import { execFile } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";

export interface ThreadTimes {
  readonly stdout: string;
  readonly elapsedSeconds: number;
  /** The processor time of the thread that used most of it; `undefined` if the system does not tell. */
  readonly busiestSeconds: number | undefined;
}

/** The time between two looks at the threads: what the last one misses is less than that. */
const lookMs = 10;
const ticksPerSecond = 100;

/** @throws if the program fails */
export function threadTimes(file: string, parameters: readonly string[], folder?: string): Promise<ThreadTimes> {
  const started = performance.now();
  const ticks = new Map<string, number>();
  return new Promise((resolve, reject) => {
    const child = execFile(file, parameters, { cwd: folder, maxBuffer: 2 ** 28 }, (error, stdout) => {
      clearInterval(timer);
      const elapsedSeconds = (performance.now() - started) / 1000;
      const busiest = Math.max(...ticks.values());
      const busiestSeconds = ticks.size > 0 ? busiest / ticksPerSecond : undefined;
      if (error) reject(error);
      else resolve({ stdout, elapsedSeconds, busiestSeconds });
    });
    const timer = setInterval(() => {
      for (const [thread, used] of ticksOf(child.pid)) ticks.set(thread, used);
    }, lookMs);
  });
}

/** The processor time of each thread so far, as Linux tells it. */
function ticksOf(pid: number | undefined): (readonly [thread: string, ticks: number])[] {
  try {
    const folder = `/proc/${pid}/task`;
    return readdirSync(folder).map((thread) => {
      // The name of the program, in parentheses, may contain anything.
      const fields = readFileSync(`${folder}/${thread}/stat`, "utf8")
        .replace(/^.*\) /s, "")
        .split(" ");
      return [thread, Number(fields[11]) + Number(fields[12])] as const;
    });
  } catch {
    return [];
  }
}
