/** The results of `noether test`, as text and as the JSON document of `schema.ts`. */

import { locate } from "../syntax/source.ts";
import { printable } from "../util/printable.ts";
import type { Palette } from "./palette.ts";
import type { TestDocument } from "./schema.ts";
import type { Case, Outcome, Suite } from "./suite.ts";
import { counted, secondsText } from "./text.ts";

const worst: readonly Outcome[] = ["wrong", "failed", "undecided", "passed"];

export function overallOutcome(suites: readonly Suite[]): Outcome {
  const cases = suites.flatMap((suite) => suite.cases);
  return worst.find((outcome) => cases.some((each) => each.outcome === outcome)) ?? "passed";
}

/** The lines on one file: one if all is well. */
export function suiteText(suite: Suite, palette: Palette): string[] {
  const { file, cases, seconds } = suite;
  const outcome = overallOutcome([suite]);
  const head = `${colored(outcome, palette)}  ${printable(file)}`;
  const size = palette.faint(`  ${counted(cases.length, "claim")}, ${secondsText(seconds)}`);
  const open = cases.filter((each) => each.outcome !== "passed");
  return [`${head}${outcome === "wrong" ? "" : size}`, ...open.map((each) => `  ${caseText(each)}`)];
}

function caseText({ span, message = "" }: Case): string {
  return printable(span ? `${locate(span)}: ${message}` : message);
}

export function testSummary(suites: readonly Suite[], palette: Palette): string {
  const cases = suites.flatMap((suite) => suite.cases);
  const counts = worst.toReversed().flatMap((outcome) => {
    const { length } = cases.filter((each) => each.outcome === outcome);
    return length === 0 ? [] : [`${length} ${colored(outcome, palette)}`];
  });
  const seconds = suites.reduce((sum, suite) => sum + suite.seconds, 0);
  return `${counted(suites.length, "file")}, ${counted(cases.length, "claim")}: ${counts.join(", ")}, ${secondsText(seconds)}`;
}

function colored(outcome: Outcome, { good, bad, unsure }: Palette): string {
  return { passed: good, failed: bad, undecided: unsure, wrong: bad }[outcome](outcome);
}

export function testDocument(suites: readonly Suite[]): TestDocument {
  return {
    version: 1,
    outcome: overallOutcome(suites),
    files: suites.map(({ file, seconds, cases }) => ({
      file,
      seconds,
      claims: cases.map(({ name, outcome, message, span }) => ({
        claim: name,
        outcome,
        message,
        location: span && locate(span),
      })),
    })),
    seconds: suites.reduce((sum, suite) => sum + suite.seconds, 0),
  };
}
