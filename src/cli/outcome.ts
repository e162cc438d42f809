/** The end of a command with an error: its exit code and its output. */

import { CommanderError } from "commander";
import { reasonForLimit } from "../check/reason.ts";
import { InputError, RequestError } from "../check/request-error.ts";
import type { Problem } from "../report/diagnostics.ts";
import type { Diagnostic } from "../syntax/diagnostic.ts";
import { limitOf } from "../util/limits.ts";
import { exitCode } from "./exit-code.ts";
import { complain, conclude, endWith, hasWritten, setting } from "./host.ts";
import { asksForJson, internalProblem, limitProblem, printedProblems } from "./problem.ts";

class Rejection extends Error {
  readonly diagnostics: readonly Diagnostic[];
  constructor(diagnostics: readonly Diagnostic[]) {
    super("the input is wrong");
    this.diagnostics = diagnostics;
  }
}

/** The input has errors. */
export function reject(diagnostics: readonly Diagnostic[]): never {
  throw new Rejection(diagnostics);
}

/**
 * Handles an exception. An error of the user is explained. A bug of ours is admitted, and never looks like a verdict.
 */
export function fail(error: unknown): void {
  if (error instanceof CommanderError && error.exitCode === 0) return;
  const { problems, code } = problemsOf(error);
  // A second document would make the output invalid.
  const { stream, text } = printedProblems(problems, asksForJson(setting.arguments) && !hasWritten());
  if (stream === "stdout") conclude(text, code);
  // Commander has already printed the error and the usage.
  else if (!(error instanceof CommanderError)) complain(text);
  const isTold = code === exitCode.internal && process.env["NOETHER_DEBUG"];
  if (isTold && error instanceof Error) complain(`${error.stack}\n`);
  endWith(code);
}

/** What an exception says to the user, and the exit code. */
export function problemsOf(error: unknown): { readonly problems: readonly Problem[]; readonly code: number } {
  const code = exitCode.wrong;
  if (error instanceof Rejection) return { problems: error.diagnostics, code };
  if (error instanceof InputError) return { problems: [error], code };
  if (error instanceof RequestError) return { problems: [{ code: "noether/request", message: error.message }], code };
  if (error instanceof CommanderError) return { problems: [{ code: "noether/usage", message: usage(error) }], code };
  const limit = limitOf(error);
  if (limit !== undefined) return { problems: [limitProblem(reasonForLimit(limit))], code: exitCode.undecided };
  const detail = error instanceof Error ? error.message : String(error);
  return { problems: [internalProblem(detail)], code: exitCode.internal };
}

function usage({ code, message }: CommanderError): string {
  if (code === "commander.help") return "expected a command; --help lists them";
  return message.replace(/^error: /, "").replaceAll("\n", " ");
}
