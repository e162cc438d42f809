/**
 * `check --trace-out FILE`: the first trace goes to the file, further ones to numbered files beside it. The verdict is
 * printed already, so an error here is reported and changes nothing.
 */

import type { CheckResult } from "../check/result.ts";
import type { OutputOptions } from "../node/output.ts";
import { printable } from "../util/printable.ts";
import { complain } from "./host.ts";
import { numberedPath, writeTrace } from "./trace.ts";

export function writeTraces(path: string, result: CheckResult, options: OutputOptions): void {
  const shown = result.properties.flatMap(({ trace, ...property }) => (trace ? [{ trace, property }] : []));
  if (shown.length === 0) note("there is no trace, so none is written");
  shown.forEach(({ trace, property }, i) => {
    const file = numberedPath(path, i + 1);
    const problem = writeTrace(file, property.model ?? result.model, trace, property, options);
    if (problem !== undefined) note(`the trace of ${property.name} is not written to ${file}: ${problem}`);
    else if (shown.length > 1) note(`the trace of ${property.name} is in ${file}`);
  });
}

function note(text: string): void {
  complain(`note: ${printable(text)}\n`);
}
