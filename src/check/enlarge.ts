/**
 * Checks a model with bounds that may be too small.
 *
 * A text that creates objects at run time, such as processes, is first read with bounds for a few of them. If these are
 * too small, the check ends at the bound, undecided. Then the text is read again with larger bounds. A check ends at
 * the first step beyond a bound, so all of them together take hardly longer than the last one.
 */

import { attempting } from "../engine/engine.ts";
import type { Parsed } from "../languages/language.ts";
import type { Model } from "../model/model.ts";
import { check } from "./check.ts";
import type { CheckOptions } from "./plan.ts";
import type { CheckResult } from "./result.ts";

export async function checkEnlarging(
  model: Model,
  enlarged: Parsed["enlarged"],
  options: CheckOptions = {},
): Promise<CheckResult> {
  const started = performance.now();
  const { timeoutMs } = options;
  for (let current: Parsed = { model, diagnostics: [], enlarged }; ;) {
    const left = timeoutMs === undefined ? undefined : Math.max(0, timeoutMs - (performance.now() - started));
    const onProgress =
      current.model === model ? options.onProgress : attempting(options.onProgress, "again, with larger bounds");
    const result = await check(current.model!, { ...options, timeoutMs: left, onProgress } as CheckOptions);
    const larger = result.verdict === "undecided" && result.modelLimit !== undefined ? current.enlarged?.() : undefined;
    if (!larger?.model) return { ...result, seconds: (performance.now() - started) / 1000 };
    current = larger;
  }
}
