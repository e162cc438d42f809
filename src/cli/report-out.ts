/**
 * `--report`: results for other programs. The verdict is printed already, so an error here is reported and changes
 * nothing. A report replaces an older one, but never a model.
 */

import { writeOutput } from "../node/output.ts";
import { suiteReporters } from "../report/reporter.ts";
import { checkSuite, problemSuite } from "../report/suite.ts";
import type { Suite } from "../report/suite.ts";
import type { FileResult } from "../report/summary.ts";
import { printable } from "../util/printable.ts";
import type { ReportFlag } from "./arguments.ts";
import { complain, setting, write } from "./host.ts";

export function reportChecks(reports: readonly ReportFlag[], files: readonly FileResult[]): void {
  const suites = files.map(({ path, result, problems = [] }) =>
    result ? checkSuite(path, result) : problemSuite(path, problems),
  );
  writeReports(reports, suites);
}

export function writeReports(reports: readonly ReportFlag[], suites: readonly Suite[]): void {
  for (const { format, file } of reports) {
    const text = suiteReporters.find(({ name }) => name === format)!.report(suites, setting.version);
    if (file === undefined) {
      write(text);
      continue;
    }
    const problem = writeOutput(file, text, { inputs: suites.map((suite) => suite.file), force: true });
    if (problem !== undefined) complain(`note: ${printable(`the report is not written to ${file}: ${problem}`)}\n`);
  }
}
