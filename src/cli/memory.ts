/** The memory of the thread of a command. */

import { getHeapStatistics, setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/** The memory of Node and the code of Noether, without a model. */
const baseMegabytes = 64;

/** Parses `512M`, `2G`, `100000`: bytes, with K, M or G for powers of 1024; `undefined` for anything else. */
export function bytesOf(text: string): number | undefined {
  const match = /^(\d+)([KMG]?)B?$/i.exec(text);
  if (!match) return undefined;
  return Number(match[1]) * 1024 ** ["", "K", "M", "G"].indexOf(match[2]!.toUpperCase());
}

/** The limit on the JavaScript heap from `--max-memory`. States are not on this heap. */
export function memoryLimitOf(words: readonly string[]): { readonly maxOldGenerationSizeMb?: number } {
  const at = words.findLastIndex((word) => word === "--max-memory" || word.startsWith("--max-memory="));
  if (at < 0) return {};
  const bytes = bytesOf(words[at]!.split("=")[1] ?? words[at + 1] ?? "");
  return bytes === undefined ? {} : { maxOldGenerationSizeMb: baseMegabytes + Math.ceil((1.1 * bytes) / 2 ** 20) };
}

let base = 0;
let live = 0;

/** Starts counting memory in use. */
export function startCountingMemory(): void {
  base = used();
}

/** The bytes in use since then. Garbage does not count: if it might matter, it is collected first. */
export function memoryInUse(limit: number): number {
  if (used() - base <= limit) return used() - base;
  // So much memory is live that further collections would take most of the time.
  if (live > 0.9 * limit) return used() - base;
  collectGarbage();
  live = used() - base;
  return live;
}

function used(): number {
  const { used_heap_size: heap, external_memory: external } = getHeapStatistics();
  return heap + external;
}

function collectGarbage(): void {
  setFlagsFromString("--expose-gc");
  (runInNewContext("gc") as () => void)();
}
