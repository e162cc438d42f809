/** Which states a walk has seen: by their numbers, or by bits of hashes, with a table that misses some. */

import { look } from "../util/limits.ts";
import type { BitTable } from "./bit-table.ts";
import { status } from "./heap.ts";
import { packedAt } from "./level.ts";
import type { Shard } from "./shard.ts";
import { StateNumbers } from "./state-id.ts";
import type { StateId } from "./state-id.ts";

export interface SeenStates {
  /** Notes a state. Whether it is new. */
  add(shard: Shard, id: StateId): boolean;
  has(shard: Shard, id: StateId): boolean;
}

/** States have the same numbers as long as it is used. */
export function seenByNumber(): SeenStates {
  const seen = new StateNumbers();
  return {
    add: (_, id) => {
      const isNew = seen.get(id) === 0;
      seen.set(id, 1);
      return isNew;
    },
    has: (_, id) => seen.get(id) !== 0,
  };
}

export function seenByBits(table: BitTable): SeenStates {
  return {
    add: (shard, id) => table.add(shard.words, shard.recordOf(id), shard.program.layout.wordCount),
    has: (shard, id) => table.has(shard.words, shard.recordOf(id), shard.program.layout.wordCount),
  };
}

/**
 * A shard with some of the states of another one, which is not needed any more, and their new numbers; `undefined` without
 * memory for them. The program must have an automaton.
 */
export function keptStates(
  shard: Shard,
  kept: Iterable<StateId>,
  make: () => Shard,
): { readonly shard: Shard; readonly numbers: Map<StateId, StateId> } | undefined {
  const next = make();
  const numbers = new Map<StateId, StateId>();
  if (next.exports.startStates!() !== status.done) return undefined;
  for (const id of kept) {
    look();
    const number = next.exports.insertState!(next.put(packedAt(shard, id)));
    if (number < 0) return undefined;
    numbers.set(id, number);
  }
  return { shard: next, numbers };
}
