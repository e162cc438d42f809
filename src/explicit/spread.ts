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
import type { Spread } from "./pauses.ts";
import type { Program } from "./program.ts";
import { threadMembers } from "./thread-members.ts";

/**
 * The number of stored states from which on the time to divide them among threads pays; and from which on threads start,
 * beside the search, so that they are there by then.
 */
const worthThreads = 2 ** 17;
const worthStarting = 2 ** 15;
/**
 * Levels with fewer states for each thread take hardly longer than the messages at their end, much less where another
 * program uses the core of a thread.
 */
const fewestPerThread = 2048;
const gibibyte = 2 ** 30;
const shardBytes = 4 * gibibyte;
/** A shard with so many bytes is divided. */
const fullShard = gibibyte;
/** The part of the memory that a search fills before it goes to a disk after a level, and in the middle of one. */
const inMemory = 0.2;
const mostInMemory = 0.35;
/** The bytes with which a shard can begin, besides those of its program. */
const fewestBytes = 2 ** 18;
/** The bytes of a table entry for a state, at most (`table-entry.ts`). */
const entryBytes = 10;

export function spreadsFor({ threads, watch, disk }: StateSearch, { layout, heapBase }: Program): Spread[] {
  const stateBytes = 4 * layout.wordCount + entryBytes;
  if (disk) {
    const memoryBytes = watch.maxMemoryBytes ?? shardBytes;
    const fromStates = Math.max(1, Math.floor((inMemory * memoryBytes) / stateBytes));
    const soloBytes = heapBase + Math.max(mostInMemory * memoryBytes, fewestBytes);
    const start = (): never => {
      throw new InternalError("a search on a disk has no members");
    };
    return [{ fromStates, disk: { store: disk, memoryBytes, soloBytes }, shardCount: 0, shardBytes: 0, start }];
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
  const early = { fromStates: worthThreads, startFrom: worthStarting, fewestAhead: fewest, ...shards(1) };
  const fullStates = Math.ceil((count * fullShard) / stateBytes);
  const late = { fromStates: fullStates, ...shards(most) };
  return [...(count > 1 ? [early] : []), ...(most > 1 ? [late] : [])];
}
