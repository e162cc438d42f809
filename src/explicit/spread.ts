/**
 * When and how a search is divided among several shards.
 *
 * It depends on the number of states only, never on a clock, and changes nothing but time and memory. Several threads pay
 * early, with a shard for each. Many states need more memory than 4 GiB for each thread: then there are as many shards as
 * the machine has room for, and bins keep the rate up (`outbox.ts`).
 */

import type { StateSearch } from "../engine/engine.ts";
import { InternalError } from "../util/internal-error.ts";
import { localMembers } from "./local-members.ts";
import { partitionCount } from "./partition.ts";
import type { Program } from "./program.ts";
import type { Spread } from "./search.ts";
import { threadMembers } from "./thread-members.ts";

/** The number of stored states from which on the time to start threads and to divide states pays. */
const worthThreads = 2 ** 19;
/** Levels with fewer states for each thread end before threads have heard of them. */
const fewestPerThread = 256;
const gibibyte = 2 ** 30;
const shardBytes = 4 * gibibyte;
/** A shard with so many bytes is divided. */
const fullShard = gibibyte;
/** The part of the memory that a search fills before it goes to a disk, and the part of its inboxes then. */
const inMemory = 0.25;
const inInboxes = 0.15;
/** The bytes of a table entry for a state, at most (`table-entry.ts`). */
const entryBytes = 10;

export function spreadsFor({ threads, watch, disk }: StateSearch, { layout }: Program): Spread[] {
  const stateBytes = 4 * layout.wordCount + entryBytes;
  if (disk) {
    const all = watch.maxMemoryBytes ?? shardBytes;
    const fromStates = Math.max(1, Math.floor((inMemory * all) / stateBytes));
    const start = (): never => {
      throw new InternalError("a search on a disk has no members");
    };
    return [{ fromStates, disk: { store: disk, inboxBytes: inInboxes * all }, shardCount: 0, shardBytes: 0, start }];
  }
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
  const fullStates = Math.ceil((count * fullShard) / stateBytes);
  const late = { fromStates: fullStates, ...shards(most) };
  return [...(count > 1 ? [early] : []), ...(most > 1 ? [late] : [])];
}
