/**
 * When and how a search is divided among several shards.
 *
 * It depends on the number of states only, never on a clock, and changes nothing but time and memory. Several threads pay
 * early, with a shard for each. Many states need more memory than 4 GiB for each thread: then there are as many shards as
 * the machine has room for, and bins keep the rate up (`outbox.ts`).
 */

import type { StateSearch } from "../engine/engine.ts";
import { localMembers } from "./local-members.ts";
import { partitionCount } from "./partition.ts";
import type { Program } from "./program.ts";
import type { Spread } from "./search.ts";
import { threadMembers } from "./thread-members.ts";

/** The number of stored states from which on the time to start threads and to divide states pays. */
const worthThreads = 2 ** 17;
/** Levels with fewer states for each thread end before threads have heard of them. */
const fewestPerThread = 256;
const gibibyte = 2 ** 30;
const shardBytes = 4 * gibibyte;
/** A shard with so many bytes is divided. */
const fullShard = gibibyte;
/** The bytes of a table entry for a state, at most (`table-entry.ts`). */
const entryBytes = 10;

export function spreadsFor({ threads, watch }: StateSearch, { layout }: Program): Spread[] {
  if (!threads) return [];
  const { count } = threads;
  const bytes = watch.maxMemoryBytes ?? threads.memoryBytes;
  const most = Math.min(Math.floor(partitionCount / count), Math.ceil(bytes / shardBytes / count));
  const start: Spread["start"] = (onTurn) => {
    const setup = { memberCount: count, watch, onTurn };
    return count > 1 ? threadMembers(threads, setup) : localMembers(setup);
  };
  const shards = (perThread: number): Pick<Spread, "shardCount" | "shardBytes" | "start"> => {
    const shardCount = count * perThread;
    return { shardCount, shardBytes: Math.floor(bytes / shardCount), start };
  };
  const fewest = count * fewestPerThread;
  const early = { fromStates: worthThreads, fewestAhead: fewest, ...shards(1) };
  const fullStates = Math.ceil((count * fullShard) / (4 * layout.wordCount + entryBytes));
  const late = { fromStates: fullStates, ...shards(most) };
  return [...(count > 1 ? [early] : []), ...(most > 1 ? [late] : [])];
}
