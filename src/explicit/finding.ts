/** What a search found, as plain data: it has the same meaning in every shard. */

import type { Shard } from "./shard.ts";
import { noState } from "./state-id.ts";
import type { StateId } from "./state-id.ts";

/** A state that answers a question, or has a step that fails. */
export interface Finding {
  readonly level: number;
  /** The packed state, or its representative. */
  readonly words: Int32Array;
  /** The number of the transition that fails; `initialCondition`, or -2 - k for question k. */
  readonly transition: number;
  /** Whether it is a transient state on the way from a state of the level. */
  readonly isPassed: boolean;
  /** In its shard: the number of the state, or of the one on the way from which it was passed. */
  readonly state: StateId;
}

/** The findings of a shard, of one level: one for each question, the error, the assertion. */
export function findingsIn(shard: Shard, level: number): (Finding | undefined)[] {
  const { findingsAt, findingBytes, questionCount, layout } = shard.program;
  const { words } = shard;
  return Array.from({ length: questionCount + 2 }, (_, k) => {
    const at = (findingsAt + k * findingBytes) / 4;
    if (words[at] === noState || words[at + 3] === 1) return undefined;
    return {
      level,
      words: words.slice(at + 4, at + 4 + layout.wordCount),
      transition: words[at + 1]!,
      isPassed: words[at + 2] === 1,
      state: words[at] as StateId,
    };
  });
}

/** From now on the shard looks for those only that were not found yet. */
export function closeFindings(shard: Shard, found: readonly (Finding | undefined)[]): void {
  const { findingsAt, findingBytes } = shard.program;
  found.forEach((finding, k) => {
    if (finding) shard.words[(findingsAt + k * findingBytes) / 4 + 3] = 1;
  });
}

/** The findings of several shards in one level, of each the least. */
export function leastFindings(all: readonly (readonly (Finding | undefined)[])[]): (Finding | undefined)[] {
  return all[0]!.map((_, k) =>
    all.map((found) => found[k]).reduce((a, b) => (a && (!b || compareWords(a.words, b.words) <= 0) ? a : b)),
  );
}

/** The order of packed states: the first words that differ decide, without a sign. */
export function compareWords(a: Int32Array, b: Int32Array): number {
  for (let k = 0; k < a.length; k++) if (a[k] !== b[k]) return a[k]! >>> 0 < b[k]! >>> 0 ? -1 : 1;
  return 0;
}
