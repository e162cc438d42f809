/** Runs the built command line in a process of its own. */

import { spawnSync } from "node:child_process";

export interface CliRun {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** `input` is what the standard input gives; nothing by default. */
export function runCli(
  args: readonly string[],
  input = "",
  environment: Readonly<Record<string, string>> = {},
): CliRun {
  const { status, stdout, stderr } = spawnSync(process.execPath, ["dist/cli/main.js", ...args], {
    encoding: "utf8",
    input,
    maxBuffer: 2 ** 28,
    // These variables influence the colors of libraries. The output must not depend on them.
    env: { ...process.env, CI: "true", FORCE_COLOR: undefined, NO_COLOR: undefined, ...environment },
  });
  return { code: status, stdout, stderr };
}
