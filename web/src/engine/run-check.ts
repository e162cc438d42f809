/** Checks a model, with traces as files, which any worker can read. */

import { checkDocument, checkEnlarging, plain, progressText, summaryText, traceFile } from "noether";
import type { CheckOptions } from "noether";
import { threads } from "noether/browser";
import type { CheckAnswer, CheckChoices, CheckProgress, ModelText } from "./protocol.ts";
import { modelOf } from "./read.ts";

export async function runCheck(
  text: ModelText,
  choices: CheckChoices,
  signal: AbortSignal,
  onProgress: (progress: CheckProgress) => void,
): Promise<CheckAnswer> {
  const { model, enlarged } = await modelOf(text);
  const options: CheckOptions = {
    ...choices,
    signal,
    threads: threads(() => new Worker(new URL("./thread.ts", import.meta.url), { type: "module", name: "thread" })),
    onProgress: (progress) =>
      onProgress({
        states: progress.states ?? 0,
        seconds: progress.elapsedMs / 1000,
        text: progressText(progress),
      }),
  };
  const result = await checkEnlarging(model, enlarged, options);
  const traces = result.properties.flatMap((property) => {
    if (!property.trace) return [];
    return [[property.name, traceFile(property.model ?? result.model, property.trace, property)] as const];
  });
  return {
    document: checkDocument(result),
    traces: Object.fromEntries(traces),
    summary: summaryText(result, plain),
  };
}
