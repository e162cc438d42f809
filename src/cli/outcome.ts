/** How a command ends: exit codes, and what is said on standard error when something is wrong. */

import { RequestError } from "../check/request-error.ts";
import { formatDiagnostic } from "../syntax/diagnostic.ts";
import type { Diagnostic } from "../syntax/diagnostic.ts";

export const exitCode = { holds: 0, violated: 1, wrong: 2, undecided: 3 } as const;

/** The input is wrong. */
export function reject(diagnostics: readonly Diagnostic[]): void {
  process.stderr.write(`${diagnostics.map(formatDiagnostic).join("\n")}\n`);
  process.exitCode = exitCode.wrong;
}

/** Something was thrown. The user's mistakes are explained; ours are admitted, and never look like a verdict. */
export function fail(error: unknown): void {
  process.exitCode = exitCode.wrong;
  if (error instanceof RequestError) {
    process.stderr.write(`error: ${error.message}\n`);
    return;
  }
  const detail = error instanceof Error ? error.message : String(error);
  process.stderr.write(`error: this is a bug in Noether, and there is no verdict: ${detail}\n`);
  if (process.env["NOETHER_DEBUG"] && error instanceof Error) process.stderr.write(`${error.stack}\n`);
}
