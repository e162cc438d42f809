/** Suites as commands of GitHub's workflows, which shows them beside the lines they are about. */

import { positionAt } from "../syntax/source.ts";
import { printable } from "../util/printable.ts";
import type { Case, Suite } from "./suite.ts";

export function githubAnnotations(suites: readonly Suite[]): string {
  return suites.flatMap(({ file, cases }) => cases.flatMap((each) => annotation(file, each))).join("");
}

function annotation(file: string, { name, outcome, message = "", span }: Case): string[] {
  if (outcome === "passed") return [];
  const command = outcome === "undecided" ? "warning" : "error";
  const place = span && {
    start: positionAt(span.source, span.start),
    end: positionAt(span.source, Math.max(span.start, span.end)),
  };
  const properties = {
    file: span?.source.name ?? file,
    ...(place && { line: place.start.line, endLine: place.end.line }),
    // Columns of several lines have no meaning there.
    ...(place && place.start.line === place.end.line && { col: place.start.column, endColumn: place.end.column }),
    title: `noether: ${name}`,
  };
  const list = Object.entries(properties).map(([key, value]) => `${key}=${escapeProperty(String(value))}`);
  return [`::${command} ${list.join(",")}::${escapeData(message)}\n`];
}

function escapeData(text: string): string {
  return printable(text).replaceAll("%", "%25");
}

function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
}
