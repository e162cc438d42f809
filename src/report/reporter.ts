/** The formats of a result. A new format is one file and one line here. */

import type { CheckResult } from "../check/result.ts";
import { checkHtml } from "./html/page.ts";
import { checkDocument } from "./json.ts";
import type { TextOptions } from "./palette.ts";
import { checkText } from "./text.ts";

export interface Reporter {
  readonly name: string;
  readonly description: string;
  /** The whole report, including the last newline. */
  readonly report: (result: CheckResult, options: TextOptions) => string;
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
