/** The formats of a result. A new format is one file and one line here. */

import type { CheckResult } from "../check/result.ts";
import { githubAnnotations } from "./github.ts";
import { checkHtml } from "./html/page.ts";
import { checkDocument } from "./json.ts";
import { junitXml } from "./junit.ts";
import type { TextOptions } from "./palette.ts";
import { sarifLog } from "./sarif.ts";
import type { Suite } from "./suite.ts";
import { checkText } from "./text.ts";

export interface Reporter {
  readonly name: string;
  readonly description: string;
  /** The whole report, including the last newline. */
  readonly report: (result: CheckResult, options?: TextOptions) => string;
}

const text: Reporter = {
  name: "text",
  description: "what people read on a terminal",
  report: (result, options) => `${checkText(result, options)}\n`,
};

const json: Reporter = {
  name: "json",
  description: "one JSON document (docs/schema/check.json)",
  report: (result) => `${JSON.stringify(checkDocument(result), undefined, 2)}\n`,
};

const html: Reporter = {
  name: "html",
  description: "one page with verdicts, traces and charts, which needs nothing else",
  report: (result) => checkHtml(result),
};

export const reporters: readonly Reporter[] = [text, json, html];

/** @throws TypeError if there is no reporter of this name */
export function reporterNamed(name: string): Reporter {
  const found = reporters.find((reporter) => reporter.name === name);
  if (!found) throw new TypeError(`there is no reporter ${name}`);
  return found;
}

/** A format for programs that collect the results of many files and tools. */
export interface SuiteReporter {
  readonly name: string;
  readonly description: string;
  /** Whether the report is a file, or lines on the standard output. */
  readonly isFile: boolean;
  /** The whole report. `version` is Noether's. */
  readonly report: (suites: readonly Suite[], version: string) => string;
}

const junit: SuiteReporter = {
  name: "junit",
  description: "JUnit XML, for build servers",
  isFile: true,
  report: (suites) => junitXml(suites),
};

const sarif: SuiteReporter = {
  name: "sarif",
  description: "a SARIF log, for code scanning",
  isFile: true,
  report: (suites, version) => `${JSON.stringify(sarifLog(suites, version), undefined, 2)}\n`,
};

const github: SuiteReporter = {
  name: "github",
  description: "annotations in a workflow of GitHub",
  isFile: false,
  report: (suites) => githubAnnotations(suites),
};

export const suiteReporters: readonly SuiteReporter[] = [junit, sarif, github];
