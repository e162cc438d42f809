/** `noether check` of several models: one after the other, then a table. An error in one does not end the others. */

import type { CheckResult } from "../check/result.ts";
import { checksDocument, overallVerdict, summaryTable } from "../report/summary.ts";
import type { FileResult } from "../report/summary.ts";
import { printable } from "../util/printable.ts";
import { checkFile } from "./check-file.ts";
import type { FileOptions } from "./check-file.ts";
import { written } from "./check-output.ts";
import type { CheckFlags } from "./check-output.ts";
import { exitCode } from "./exit-code.ts";
import { conclude, limitsOf, write } from "./host.ts";
import { problemsOf } from "./outcome.ts";
import { printedProblems } from "./problem.ts";
import { palette } from "./terminal.ts";

export async function checkFiles(
  paths: readonly string[],
  flags: CheckFlags,
  options: Omit<FileOptions, "present">,
  read: Set<string>,
): Promise<void> {
  const { isInterrupted } = limitsOf({});
  const files: FileResult[] = [];
  for (const path of paths) {
    const present = (result: CheckResult): string => ending([...files, { path, result }], flags);
    const file = await attempt(path, flags, { ...options, present }, read);
    if (options.isInterrupted?.()) return;
    files.push(file);
    if (!flags.json && !flags.quiet) write(sectionOf(file, flags));
    if (isInterrupted!()) break;
  }
  const code = exitCode[overallVerdict(files)];
  conclude(ending(files, flags), files.length < paths.length && code === exitCode.holds ? exitCode.undecided : code);
  if (flags.report) (await import("./report-out.ts")).reportChecks(flags.report, files);
}

async function attempt(path: string, flags: CheckFlags, options: FileOptions, read: Set<string>): Promise<FileResult> {
  try {
    const checked = await checkFile(path, flags, options);
    for (const file of checked.files) read.add(file);
    return { path, result: checked.result };
  } catch (error) {
    const { problems, code } = problemsOf(error);
    if (code === exitCode.internal) throw error;
    return { path, problems };
  }
}

function sectionOf({ path, result, problems = [] }: FileResult, flags: CheckFlags): string {
  const text = result ? written(path, result, flags) : printedProblems(problems, false).text;
  return `${palette.strong(printable(path))}\n${text}\n`;
}

/** What comes after the sections: the table, or the document with everything. */
function ending(files: readonly FileResult[], { json, quiet = false }: CheckFlags): string {
  if (json) return `${JSON.stringify(checksDocument(files), undefined, 2)}\n`;
  return `${summaryTable(files, palette, !quiet).join("\n")}\n`;
}
