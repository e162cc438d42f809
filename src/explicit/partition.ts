/**
 * Partitions: the states whose hashes begin with the same bits.
 *
 * Their number is fixed, so that a search may be divided among any number of shards, and continue with another number of
 * them. Each shard owns some partitions, and each partition has one owner.
 */

/** The number of bits of a hash that tell the partition. */
export const partitionBits = 8;
export const partitionCount: number = 2 ** partitionBits;

/** The shard that owns each partition. Neighbors have different owners. */
export function ownersOf(shardCount: number): Int32Array {
  return Int32Array.from({ length: partitionCount }, (_, partition) => partition % shardCount);
}
