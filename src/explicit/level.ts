/** What a driver does with the levels of a shard, besides expanding them. */

import { look } from "../util/limits.ts";
import { use } from "./batch.ts";
import { compareWords } from "./finding.ts";
import { status } from "./heap.ts";
import type { Shard } from "./shard.ts";
import { hashAt } from "./sorted-states.ts";
import type { StateId } from "./state-id.ts";

/** The number of states that are expanded or copied between two looks at the limits. */
const slice = 1024;

/** The packed words of a stored state. The view is valid until memory grows. */
export function packedAt(shard: Shard, id: number): Int32Array {
  const record = shard.recordOf(id as StateId);
  return shard.words.subarray(record, record + shard.program.layout.wordCount);
}

/** The numbers of the first state of a level, which may be the one that has not begun yet, and of the next level. */
export function boundsOf({ levels, exports }: Shard, level: number): readonly [first: number, end: number] {
  const { levelEnd, count } = exports;
  const firstOf = (k: number): number => levels[k] ?? (k === levels.length ? levelEnd.value : count.value);
  return [firstOf(level), firstOf(level + 1)];
}

/** Copies of the packed states of a level. */
export function statesOf(shard: Shard, level: number): Int32Array[] {
  const [first, end] = boundsOf(shard, level);
  return Array.from({ length: end - first }, (_, k) => packedAt(shard, first + k).slice());
}

/**
 * The least state of a level with a step to each target, which are states of the next level or transient ones on the way
 * there; `undefined` where there is none. The counts of the search stay as they are.
 */
export function* seekOrigins(
  shard: Shard,
  level: number,
  targets: readonly Int32Array[],
): Generator<undefined, (Int32Array | undefined)[]> {
  const { exports, program } = shard;
  const { wordCount } = program.layout;
  const at = program.exchange!.targets;
  const stride = 4 * wordCount + 4;
  targets.forEach((target, k) => {
    shard.words.set(target, (at + k * stride) / 4);
    shard.words[(at + k * stride) / 4 + wordCount] = -1;
  });
  exports.targetsEnd!.value = at + targets.length * stride;
  const before = { cursor: exports.cursor.value, end: exports.levelEnd.value, use: exports.use.value };
  const [first, end] = boundsOf(shard, level);
  exports.cursor.value = first;
  exports.levelEnd.value = end;
  exports.use.value = use.seek;
  try {
    while (exports.seek!(slice) === status.more) {
      look();
      yield;
    }
  } finally {
    exports.cursor.value = before.cursor;
    exports.levelEnd.value = before.end;
    exports.use.value = before.use;
  }
  return targets.map((_, k) => {
    const origin = shard.words[(at + k * stride) / 4 + wordCount]!;
    return origin < 0 ? undefined : packedAt(shard, origin).slice();
  });
}

/**
 * Some of the states of a level, or by default of those that are stored and not yet expanded: those whose words have the
 * least hashes, in this order. So a sample does not depend on the order in which states were found, or on who stores them.
 */
export function* sampleOf(shard: Shard, most: number, level?: number): Generator<undefined, Int32Array[]> {
  const { cursor, count } = shard.exports;
  const [first, end] = level === undefined ? [cursor.value, count.value] : boundsOf(shard, level);
  let sample: { readonly key: number; readonly words: Int32Array }[] = [];
  let bound = Infinity;
  const trim = (): void => {
    sample = sample.sort((a, b) => a.key - b.key || compareWords(a.words, b.words)).slice(0, most);
    if (sample.length === most) bound = sample.at(-1)!.key;
  };
  for (let id = first; id < end; id++) {
    if (id % slice === 0) {
      look(slice >> 4);
      yield;
    }
    const words = packedAt(shard, id);
    const key = hashAt(words, 0, words.length);
    if (key > bound) continue;
    sample.push({ key, words: words.slice() });
    if (sample.length >= 4 * most) trim();
  }
  trim();
  return sample.map(({ words }) => words);
}

/** Of several samples, the states that a sample of all would have. */
export function mergeSamples(samples: readonly (readonly Int32Array[])[], most: number): Int32Array[] {
  const all = samples.flat().map((words) => ({ key: hashAt(words, 0, words.length), words }));
  all.sort((a, b) => a.key - b.key || compareWords(a.words, b.words));
  return all.slice(0, most).map(({ words }) => words);
}
