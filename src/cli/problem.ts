/** Errors as output: a document on the standard output with `--json`, otherwise text on the standard error. */

import { diagnosticsDocument } from "../report/diagnostics.ts";
import type { Problem } from "../report/diagnostics.ts";
import { formatDiagnostic } from "../syntax/diagnostic.ts";
import { printable } from "../util/printable.ts";

export interface Printed {
  readonly stream: "stdout" | "stderr";
  readonly text: string;
}

/** Whether a call requests JSON, even if it has errors. */
export function asksForJson(words: readonly string[]): boolean {
  const end = words.indexOf("--");
  return (end < 0 ? words : words.slice(0, end)).includes("--json");
}

export function printedProblems(problems: readonly Problem[], isJson: boolean): Printed {
  const text = isJson
    ? JSON.stringify(diagnosticsDocument(problems), undefined, 2)
    : problems.map(problemText).join("\n");
  return { stream: isJson ? "stdout" : "stderr", text: `${text}\n` };
}

function problemText({ code, message, span }: Problem): string {
  if (span) return formatDiagnostic({ code, message, span });
  return `${code === limitCode ? "undecided" : "error"}: ${printable(message)}`;
}

const limitCode = "noether/limit";

export function limitProblem(reason: string): Problem {
  return { code: limitCode, message: reason };
}

/** A bug of ours, which must not look like a verdict. */
export function internalProblem(detail: string): Problem {
  return { code: "noether/internal", message: `this is a bug in Noether, and there is no verdict: ${detail}` };
}
