/**
 * Partitions: the states whose hashes begin with the same bits.
 *
 * Their number is fixed, so that a search may be divided among any number of shards, and continue with another number of
 * them. Each shard owns some partitions, and each partition has one owner.
 */

/** The number of bits of a hash that tell the partition. */
export const partitionBits = 8;
export const partitionCount: number = 2 ** partitionBits;

/**
 * The shard that owns each partition: neighbors have different owners, or all owners have about the same weight. Then the
 * heaviest partition that is left goes to the shard that has least.
 */
export function ownersOf(shardCount: number, weights?: ArrayLike<number>): Int32Array {
  const length = weights?.length ?? partitionCount;
  if (!weights) return Int32Array.from({ length }, (_, partition) => partition % shardCount);
  const owners = new Int32Array(length);
  const owned = new Float64Array(shardCount);
  const order = [...owners.keys()].sort((p, q) => weights[q]! - weights[p]! || p - q);
  order.forEach((partition, k) => {
    let owner = 0;
    for (let shard = 1; shard < shardCount; shard++) if (owned[shard]! < owned[owner]!) owner = shard;
    // Those that no sample has seen are dealt out.
    if (weights[partition] === 0) owner = k % shardCount;
    owners[partition] = owner;
    owned[owner]! += weights[partition]!;
  });
  return owners;
}
