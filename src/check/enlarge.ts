/**
 * Checks a model with bounds that may be too small.
 *
 * A text that creates objects at run time, such as processes, is first read with bounds for a few of them. If these are
 * too small, the check ends at the bound, undecided. Then the text is read again with larger bounds. A check ends at
 * the first step beyond a bound, so all of them together take hardly longer than the last one. A checkpoint says how
 * often the text was read again before.
 */

import { attempting } from "../engine/engine.ts";
import type { CheckpointStore } from "../engine/engine.ts";
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
  const { timeoutMs, checkpoint: store } = options;
  let current: Parsed = { model, diagnostics: [], enlarged };
  let enlargements = 0;
  /** Whether the text can be read with larger bounds, and is. */
  const enlarge = (): boolean => {
    const larger = current.enlarged?.();
    if (!larger?.model) return false;
    current = larger;
    enlargements++;
    return true;
  };
  for (let left = enlargementsOf(store); left > 0 && enlarge(); left--);
  for (let isResuming = true; ; isResuming = false) {
    const left = timeoutMs === undefined ? undefined : Math.max(0, timeoutMs - (performance.now() - started));
    const onProgress =
      current.model === model ? options.onProgress : attempting(options.onProgress, "again, with larger bounds");
    const checkpoint = store && storeAfter(enlargements, isResuming, store);
    const result = await check(current.model!, { ...options, checkpoint, timeoutMs: left, onProgress } as CheckOptions);
    if (result.verdict === "undecided" && result.modelLimit !== undefined && enlarge()) continue;
    return { ...result, seconds: (performance.now() - started) / 1000 };
  }
}

/** The checkpoints of a model whose bounds were enlarged so often. */
function storeAfter(enlargements: number, isResuming: boolean, store: CheckpointStore): CheckpointStore {
  return {
    everyMs: store.everyMs,
    resumed: isResuming ? store.resumed : undefined,
    begin: () => store.begin(),
    append: (words) => store.append(words),
    commit: (text) => store.commit(JSON.stringify({ ...(JSON.parse(text) as object), enlargements })),
  };
}

function enlargementsOf(store: CheckpointStore | undefined): number {
  if (!store?.resumed) return 0;
  return (JSON.parse(store.resumed.text) as { readonly enlargements?: number }).enlargements ?? 0;
}
