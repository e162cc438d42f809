/** How a command ends when something is wrong: its exit code, and what it says on standard error. */

import { reasonForLimit } from "../check/reason.ts";
import { RequestError } from "../check/request-error.ts";
import { formatDiagnostic } from "../syntax/diagnostic.ts";
import type { Diagnostic } from "../syntax/diagnostic.ts";
import { limitOf } from "../util/limits.ts";
import { exitCode } from "./exit-code.ts";
import { complain, endWith } from "./host.ts";

/** The input is wrong. */
export function reject(diagnostics: readonly Diagnostic[]): void {
  complain(`${diagnostics.map(formatDiagnostic).join("\n")}\n`);
  endWith(exitCode.wrong);
}

/** Something was thrown. The user's mistakes are explained; ours are admitted, and never look like a verdict. */
export function fail(error: unknown): void {
  if (error instanceof RequestError) {
    endWith(exitCode.wrong);
    complain(`error: ${error.message}\n`);
    return;
  }
  const limit = limitOf(error);
  if (limit !== undefined) {
    endWith(exitCode.undecided);
    complain(`undecided: ${reasonForLimit(limit)}\n`);
    return;
  }
  endWith(exitCode.internal);
  const detail = error instanceof Error ? error.message : String(error);
  complain(`error: this is a bug in Noether, and there is no verdict: ${detail}\n`);
  if (process.env["NOETHER_DEBUG"] && error instanceof Error) complain(`${error.stack}\n`);
}
