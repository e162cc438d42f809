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
  }

  get haveEnded(): boolean {
    return this.processes.every(({ exitCode, signalCode }) => exitCode !== null || signalCode !== null);
  }

  end(): void {
    for (const child of this.processes) child.kill("SIGTERM");
  }
}
