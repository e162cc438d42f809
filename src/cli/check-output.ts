/** What `noether check` prints of one model. */

import type { CheckResult } from "../check/result.ts";
import { reporterNamed } from "../report/reporter.ts";
import { verdictLine } from "../report/summary.ts";
import type { ReportFlag } from "./arguments.ts";
import type { SearchFlags } from "./check-file.ts";
import type { TraceFlags } from "./check-options.ts";
import { palette } from "./terminal.ts";

export interface CheckFlags extends SearchFlags, TraceFlags {
  readonly json?: boolean;
  readonly chart?: boolean;
  readonly chartSvg?: string;
  readonly html?: string;
  readonly report?: readonly ReportFlag[];
  readonly quiet?: boolean;
  readonly verbose?: boolean;
  readonly watch?: boolean;
}

/** The result of one model in the form that was asked for. */
export function written(path: string, result: CheckResult, { json, quiet, fullStates }: CheckFlags): string {
  if (quiet && !json) return `${verdictLine(path, result, palette)}\n`;
  return reporterNamed(json ? "json" : "text").report(result, { palette, fullStates });
}
