/** How a command ends when something is wrong: its exit code, and what it says. */

import { CommanderError } from "commander";
import { reasonForLimit } from "../check/reason.ts";
import { InputError, RequestError } from "../check/request-error.ts";
import type { Problem } from "../report/diagnostics.ts";
import type { Diagnostic } from "../syntax/diagnostic.ts";
import { limitOf } from "../util/limits.ts";
import { exitCode } from "./exit-code.ts";
import { complain, endWith, hasWritten, setting, write } from "./host.ts";
import { asksForJson, internalProblem, limitProblem, printedProblems } from "./problem.ts";

class Rejection extends Error {
  readonly diagnostics: readonly Diagnostic[];
  constructor(diagnostics: readonly Diagnostic[]) {
    super("the input is wrong");
    this.diagnostics = diagnostics;
  }
}

/** The input is wrong. */
export function reject(diagnostics: readonly Diagnostic[]): never {
  throw new Rejection(diagnostics);
}

/** Something was thrown. The user's mistakes are explained; ours are admitted, and never look like a verdict. */
export function fail(error: unknown): void {
  if (error instanceof CommanderError && error.exitCode === 0) return;
  const { problems, code } = problemsOf(error);
  // A second document would spoil the first.
  const { stream, text } = printedProblems(problems, asksForJson(setting.arguments) && !hasWritten());
  if (stream === "stdout") write(text);
  // Commander has told it by itself, and how the command is to be called.
  else if (!(error instanceof CommanderError)) complain(text);
  const isTold = code === exitCode.internal && process.env["NOETHER_DEBUG"];
  if (isTold && error instanceof Error) complain(`${error.stack}\n`);
  endWith(code);
}

function problemsOf(error: unknown): { readonly problems: readonly Problem[]; readonly code: number } {
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
