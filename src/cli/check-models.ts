/** Checks the models that the arguments of `noether check` stand for, one or several. */

import { RequestError } from "../check/request-error.ts";
import type { CheckResult } from "../check/result.ts";
import { checkFile } from "./check-file.ts";
import type { CheckedFile, FileOptions } from "./check-file.ts";
import { written } from "./check-output.ts";
import type { CheckFlags } from "./check-output.ts";
import { exitCode } from "./exit-code.ts";
import { conclude } from "./host.ts";
import { filesOf } from "./model-files.ts";
import { problemsOf } from "./outcome.ts";

/**
 * Checks the models once. The files that were read are added to `read`, even if the check fails.
 *
 * @throws if there is one model, and something is wrong with it
 */
export async function checkModels(
  paths: readonly string[],
  flags: CheckFlags,
  options: Omit<FileOptions, "present"> = {},
  read: Set<string> = new Set<string>(),
): Promise<void> {
  const models = await filesOf(paths, "no folders");
  for (const { path } of models) read.add(path);
  const [only] = models;
  if (models.length === 1 && only!.isNamed) await checkOnly(only!.path, flags, options, read);
  else {
    requireOneModel(flags, models.length);
    await (await import("./check-files.ts")).checkFiles(models.map(({ path }) => path), flags, options, read); // prettier-ignore
  }
}

/** Each of these options writes one file. */
function requireOneModel(flags: CheckFlags, count: number): void {
  const given = (["chart", "chartSvg", "traceOut", "html"] as const).find((name) => flags[name] !== undefined);
  if (given === undefined) return;
  const option = given.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  throw new RequestError(`--${option} is for one model, and these are ${count}`);
}

async function checkOnly(
  path: string,
  flags: CheckFlags,
  options: Omit<FileOptions, "present">,
  read: Set<string>,
): Promise<void> {
  const present = (result: CheckResult): string => written(path, result, flags);
  let checked: CheckedFile;
  try {
    checked = await checkFile(path, flags, { ...options, present });
  } catch (error) {
    if (flags.report) {
      (await import("./report-out.ts")).reportChecks(flags.report, [{ path, problems: problemsOf(error).problems }]);
    }
    throw error;
  }
  for (const file of checked.files) read.add(file);
  if (options.isInterrupted?.()) return;
  conclude(present(checked.result), exitCode[checked.result.verdict]);
  await writeExtras(checked, flags);
  if (flags.report) (await import("./report-out.ts")).reportChecks(flags.report, [checked]);
}

/** What was requested besides the verdict. */
async function writeExtras({ result, files, watch }: CheckedFile, flags: CheckFlags): Promise<void> {
  const output = { inputs: files, force: flags.force ?? false };
  if (flags.chart || flags.chartSvg !== undefined) (await import("./charts.ts")).addCharts(result, flags, files);
  if (flags.html !== undefined) {
    (await import("./html.ts")).writeHtml(flags.html, result, { ...output, method: flags.symmetry, watch });
  }
  if (flags.traceOut !== undefined) (await import("./trace-out.ts")).writeTraces(flags.traceOut, result, output);
}
