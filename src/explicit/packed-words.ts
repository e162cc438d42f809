/** Code for packed states of a fixed number of words, two words at a time. */

import { choose, get, i32, load, load64, op, sequence, store, store64 } from "../wasm/code.ts";
import type { Code, Local } from "../wasm/code.ts";

export function copyWords(to: Local, from: Local, wordCount: number): Code {
  const parts: Code[] = [];
  for (let word = 0; word < wordCount; word += 2) {
    if (word + 1 < wordCount) parts.push(store64(get(to), load64(get(from), 4 * word), 4 * word));
    else parts.push(store(get(to), load(get(from), 4 * word), 4 * word));
  }
  return sequence(...parts);
}

export function sameWords(a: Local, b: Local, wordCount: number): Code {
  let same: Code | undefined;
  for (let word = 0; word < wordCount; word += 2) {
    const equal =
      word + 1 < wordCount
        ? op("i64.eq", load64(get(a), 4 * word), load64(get(b), 4 * word))
        : op("i32.eq", load(get(a), 4 * word), load(get(b), 4 * word));
    same = same ? choose("i32", same, equal, i32(0)) : equal;
  }
  return same!;
}
