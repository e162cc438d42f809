/**
 * Checks a model that may turn out too small for its text.
 *
 * A text that makes things at run time, such as processes, is read with room for a few of them. Where that is not enough, a check ends
 * at the limit, undecided; then the text is read again with more room. As a check ends at the first such step, all of
 * them together take hardly longer than the last one.
 */

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
    const result = await check(current.model!, { ...options, timeoutMs: left });
    const larger = result.verdict === "undecided" && result.modelLimit !== undefined ? current.enlarged?.() : undefined;
    if (!larger?.model) return { ...result, seconds: (performance.now() - started) / 1000 };
    current = larger;
  }
}
