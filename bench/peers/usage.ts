/** Reads the line that `usage.c` makes a peer print. */

import { fileURLToPath } from "node:url";

export interface Usage {
  readonly elapsedSeconds: number;
  readonly userSeconds: number;
  readonly systemSeconds: number;
  readonly residentBytes: number;
}

/** The source file to compile along with the peer. */
export const usageSource: string = fileURLToPath(new URL("./usage.c", import.meta.url));

export function readUsage(text: string): Usage {
  const match = /^usage: elapsed (\S+) user (\S+) system (\S+) resident (\d+)$/m.exec(text);
  if (!match) throw new Error(`the peer did not say what it used:\n${text}`);
  const [elapsedSeconds, userSeconds, systemSeconds, residentBytes] = match.slice(1).map(Number) as [
    number,
    number,
    number,
    number,
  ];
  return { elapsedSeconds, userSeconds, systemSeconds, residentBytes };
}
