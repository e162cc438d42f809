/** Workers as processes on this machine. */

import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { fileURLToPath } from "node:url";
import { secretVariable, urlVariable } from "./address.ts";

/** The command line of this package, from `dist/cluster`. */
const usualCommand = [process.execPath, fileURLToPath(new URL("../cli/main.js", import.meta.url))];

export class LocalWorkers {
  private readonly processes: readonly ChildProcess[];

  constructor(command: readonly string[] = usualCommand, url: string, secret: string, count: number) {
    const [program, ...rest] = command;
    const env = { ...process.env, [urlVariable]: url, [secretVariable]: secret };
    this.processes = Array.from({ length: count }, () =>
      spawn(program!, [...rest, "worker", "--once", "--quiet"], { env, stdio: ["ignore", "ignore", "inherit"] }),
    );
    // Who cannot be started has no number.
    for (const child of this.processes) child.on("error", () => {});
  }

  /** How many there are, and may still come. */
  get count(): number {
    return this.processes.filter(({ pid, exitCode, signalCode }) => {
      return pid !== undefined && exitCode === null && signalCode === null;
    }).length;
  }

  end(): void {
    for (const child of this.processes) child.kill("SIGTERM");
  }
}
