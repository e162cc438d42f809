/** The shards of a member, and who owns the partitions of all. */

import { Stopped } from "../util/limits.ts";
import { use } from "./batch.ts";
import { status } from "./heap.ts";
import type { Division } from "./orders.ts";
import { ownersOf } from "./partition.ts";
import type { Program } from "./program.ts";
import { Shard } from "./shard.ts";

/** The size of a bin, which is also that of the largest message. */
export const messageBytes: number = 2 ** 14;
/** The stored bytes from which on a shard sorts states before it inserts them. Smaller ones fit in the processor's cache. */
const worthSorting = 2 ** 29;
/** A sorting bin has one of so many stored bytes, within a limit. */
const storedPerSorted = 2 ** 14;
const largestSortingBin = 2 ** 18;

/** A shard with room for a message. */
export interface Place {
  readonly shard: Shard;
  readonly number: number;
  readonly inbox: number;
  readonly inboxBytes: number;
  /** As much room for states that are adopted: meanwhile messages may arrive. */
  readonly adopted: number;
  /** Room for the answer to a message, with partial-order reduction. */
  readonly ahead: number;
}

export interface Ground {
  readonly division: Division;
  readonly places: readonly Place[];
}

export const noGround: Ground = { division: { memberOf: [], shardBytes: 0 }, places: [] };

/** @throws Stopped if there is no memory for it */
export function openGround(
  program: Program,
  module: WebAssembly.Module,
  division: Division,
  member: number,
  onFullBin: (place: Place, bin: number) => void,
): Ground {
  const { memberOf, shardBytes } = division;
  const places = memberOf.flatMap((owner, number) => {
    if (owner !== member) return [];
    const place = open(new Shard(program, module, shardBytes), number, division);
    place.shard.onFullBin = (bin) => onFullBin(place, bin);
    return [place];
  });
  return { division, places };
}

function open(shard: Shard, number: number, { memberOf, territory }: Division): Place {
  const { exports, program, words } = shard;
  const { stateBytes, binTable, mask: maskAt } = program.exchange!;
  words.set(ownersOf(memberOf.length, territory?.weights), binTable / 4);
  if (territory) words.set(territory.mask, maskAt / 4);
  exports.ownBin!.value = number;
  exports.binCount!.value = memberOf.length;
  exports.use.value = use.send;
  if (exports.startStates!() !== status.done) throw new Stopped("memory");
  const bytes = statesIn(messageBytes, stateBytes);
  const inbox = exports.allocateRoom!(bytes) >>> 0;
  const adopted = exports.allocateRoom!(bytes) >>> 0;
  const ahead = program.reduces ? exports.allocateRoom!(4 * (bytes / stateBytes)) >>> 0 : 0;
  if (inbox === 0 || adopted === 0 || exports.startBins!(bytes) !== status.done) throw new Stopped("memory");
  return { shard, number, inbox, inboxBytes: bytes, adopted, ahead };
}

/** In a large shard, sorting keeps what belongs together in the processor's cache: the more so, the larger the bins. */
export function startSorting({ shard: { exports, program } }: Place): void {
  const stored = exports.heap.value >>> 0;
  if (stored < worthSorting) return;
  const wanted = Math.min(largestSortingBin, stored / storedPerSorted);
  const bytes = exports.sortingBytes!.value;
  if (bytes > 0 && wanted < 4 * bytes) return;
  const { stateBytes } = program.exchange!;
  if (exports.startSorting!(statesIn(wanted, stateBytes)) !== status.done) throw new Stopped("memory");
}

/** The bytes of whole states, at least one, that fit into so many. */
function statesIn(bytes: number, stateBytes: number): number {
  return Math.max(1, Math.floor(bytes / stateBytes)) * stateBytes;
}
