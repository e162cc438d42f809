/**
 * Suites as JUnit XML, the format that build servers read. There is no standard; this is the part that all readers
 * share. An undecided property is an error there: a test that was skipped would look as if all were well.
 */

import { escapeXml } from "./markup.ts";
import type { Case, Outcome, Suite } from "./suite.ts";

export function junitXml(suites: readonly Suite[]): string {
  const all = suites.flatMap(({ cases }) => cases);
  const lines = suites.flatMap((suite) => [
    `  <testsuite${attributes({ name: suite.file, ...counts(suite.cases), time: time(suite.seconds) })}>`,
    ...suite.cases.flatMap((each) => testCase(each, suite)),
    "  </testsuite>",
  ]);
  const seconds = suites.reduce((sum, suite) => sum + suite.seconds, 0);
  const head = attributes({ name: "noether", ...counts(all), time: time(seconds) });
  return ['<?xml version="1.0" encoding="UTF-8"?>', `<testsuites${head}>`, ...lines, "</testsuites>", ""].join("\n");
}

function counts(cases: readonly Case[]): Record<string, string> {
  const count = (...outcomes: readonly Outcome[]): string =>
    String(cases.filter(({ outcome }) => outcomes.includes(outcome)).length);
  return { tests: String(cases.length), failures: count("failed"), errors: count("undecided", "wrong"), skipped: "0" };
}

function testCase({ name, code, outcome, message = "", detail = [], seconds = 0 }: Case, { file }: Suite): string[] {
  const head = `    <testcase${attributes({ classname: file, name, time: time(seconds) })}`;
  if (outcome === "passed") return [`${head}/>`];
  const element = outcome === "failed" ? "failure" : "error";
  const open = `      <${element}${attributes({ message, type: outcome === "undecided" ? "undecided" : code })}>`;
  const text = detail.map(escapeXml).join("\n");
  return [`${head}>`, `${open}${text}</${element}>`, "    </testcase>"];
}

function attributes(values: Readonly<Record<string, string>>): string {
  return Object.entries(values)
    .map(([name, value]) => ` ${name}="${escapeXml(value)}"`)
    .join("");
}

function time(seconds: number): string {
  return seconds.toFixed(3);
}
