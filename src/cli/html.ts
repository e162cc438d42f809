/** `check --html FILE`. The verdict is printed already, so an error here is reported and changes nothing. */

import type { CheckResult } from "../check/result.ts";
import { withObserversOf } from "../model/observers.ts";
import { writeOutput } from "../node/output.ts";
import type { OutputOptions } from "../node/output.ts";
import { checkHtml } from "../report/html/page.ts";
import type { SymmetryDocument } from "../report/schema.ts";
import { symmetryDocument } from "../report/symmetry.ts";
import { findSymmetries } from "../symmetry/find.ts";
import type { Method } from "../symmetry/find.ts";
import { limitOf, watched } from "../util/limits.ts";
import type { Watch } from "../util/limits.ts";
import { printable } from "../util/printable.ts";
import { complain } from "./host.ts";

export interface HtmlOptions extends OutputOptions {
  readonly method: Method;
  readonly watch: Watch;
}

export function writeHtml(path: string, result: CheckResult, options: HtmlOptions): void {
  const problem = writeOutput(path, checkHtml(result, groupOf(result, options)), options);
  if (problem !== undefined) complain(`note: ${printable(`the report is not written to ${path}: ${problem}`)}\n`);
}

/** The group of the model: a small search does not look for it, but a reader does. */
function groupOf({ model: whole }: CheckResult, { method, watch }: HtmlOptions): SymmetryDocument | undefined {
  if (method === "off") return undefined;
  try {
    const model = withObserversOf(whole, []);
    const found = watched(watch, () => findSymmetries(model, { method }));
    return symmetryDocument(model, found, { properties: [], explain: false });
  } catch (error) {
    if (limitOf(error) === undefined) throw error;
    return undefined;
  }
}
