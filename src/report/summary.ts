/** Several models at once: a line for each, a table, and one JSON document. */

import type { CheckResult, Verdict } from "../check/result.ts";
import { printable } from "../util/printable.ts";
import { diagnosticsDocument } from "./diagnostics.ts";
import type { Problem } from "./diagnostics.ts";
import { checkDocument } from "./json.ts";
import type { Palette } from "./palette.ts";
import type { ChecksDocument } from "./schema.ts";
import { decidedProperties, grouped, secondsText } from "./text.ts";

/** What became of one file: a result, or problems. */
export interface FileResult {
  readonly path: string;
  readonly result?: CheckResult | undefined;
  readonly problems?: readonly Problem[] | undefined;
}

/** `wrong` if the model could not be read, or the properties do not exist. */
type FileVerdict = Verdict | "wrong";

const order = ["holds", "violated", "undecided", "wrong"] as const;

/** The verdict on a file, the worst of all files first. */
export function overallVerdict(files: readonly FileResult[]): FileVerdict {
  const worst = ["wrong", "violated", "undecided", "holds"] as const;
  return worst.find((verdict) => files.some((file) => verdictOf(file) === verdict)) ?? "holds";
}

/** `violated  model.seq  mutex, progress`. */
export function verdictLine(path: string, result: CheckResult, palette: Palette): string {
  return row({ path, result }, { path: path.length, states: 0, time: 0 }, palette, false);
}

/** A line for each file, and how many have which verdict. */
export function summaryTable(files: readonly FileResult[], palette: Palette, isLong: boolean): string[] {
  const width = (of: (file: FileResult) => string): number => Math.max(0, ...files.map((file) => of(file).length));
  const widths = { path: width(({ path }) => printable(path)), states: width(statesOf), time: width(timeOf) };
  const counts = order.flatMap((verdict) => {
    const { length } = files.filter((file) => verdictOf(file) === verdict);
    return length === 0 ? [] : [`${length} ${colored(verdict, palette)}`];
  });
  const count = `${files.length} ${files.length === 1 ? "model" : "models"}`;
  return [...files.map((file) => row(file, widths, palette, isLong)), "", `${count}: ${counts.join(", ")}`];
}

interface Widths {
  readonly path: number;
  readonly states: number;
  readonly time: number;
}

function row(file: FileResult, widths: Widths, palette: Palette, isLong: boolean): string {
  const verdict = verdictOf(file);
  const sizes = isLong
    ? `  ${statesOf(file).padStart(widths.states)}  ${palette.faint(timeOf(file).padStart(widths.time))}`
    : "";
  const padding = " ".repeat("undecided".length - verdict.length);
  const line = `${colored(verdict, palette)}${padding}  ${printable(file.path).padEnd(widths.path)}${sizes}  ${notesOf(file)}`;
  return line.trimEnd();
}

function verdictOf({ result }: FileResult): FileVerdict {
  return result?.verdict ?? "wrong";
}

function statesOf({ result }: FileResult): string {
  return result ? grouped(result.states) : "";
}

function timeOf({ result }: FileResult): string {
  return result ? secondsText(result.seconds) : "";
}

/** The properties that do not hold, or the first problem. */
function notesOf({ result, problems = [] }: FileResult): string {
  if (!result) return printable(problems[0]?.message ?? "");
  const names = decidedProperties(result).filter(({ verdict }) => verdict === result.verdict);
  return result.verdict === "holds" ? "" : names.map(({ name }) => printable(name)).join(", ");
}

function colored(verdict: FileVerdict, { good, bad, unsure }: Palette): string {
  return { holds: good, violated: bad, undecided: unsure, wrong: bad }[verdict](verdict);
}

export function checksDocument(files: readonly FileResult[]): ChecksDocument {
  return {
    version: 1,
    verdict: overallVerdict(files),
    models: files.map(({ path, result, problems }) => ({
      file: path,
      ...(result ? { check: checkDocument(result) } : { diagnostics: diagnosticsDocument(problems ?? []).diagnostics }),
    })),
  };
}
