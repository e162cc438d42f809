/** How many states of the original model a set of counted states stands for. */

import type { Ddd } from "../ddd/index.ts";
import { EMPTY, UNIT } from "../ddd/node-table.ts";
import { nodesBelow } from "../ddd/vectors.ts";
import { look } from "../util/limits.ts";
import type { Encoding } from "./encoding.ts";

/**
 * The sum, over all vectors, of the ways to give each row a local state so that the counts come out: multinomials, as
 * products of binomials from level to level. The vectors of a node have the same sum of counters for each family, since
 * all of them, with whatever comes before, add up to the number of rows.
 */
export function orbitSum(
  { space, levels, order, domains }: Encoding,
  families: readonly { readonly slots: readonly number[] }[],
  set: Ddd,
): bigint {
  const { nodes } = space;
  const familyAt = new Int32Array(order.length).fill(-1);
  /** Counters that never change are below all levels. */
  const constants = families.map(() => 0);
  let constantWays = 1n;
  families.forEach(({ slots }, f) => {
    for (const slot of slots) {
      if (levels[slot]! >= 0) familyAt[levels[slot]!] = f;
      else {
        constants[f]! += domains[slot]!.low;
        constantWays *= binomial(constants[f]!, domains[slot]!.low);
      }
    }
  });
  /** Per node, the sums of counters at its level and below. */
  const sums = new Map<Ddd, readonly number[]>([[UNIT, constants]]);
  const totals = new Map<Ddd, bigint>([
    [EMPTY, 0n],
    [UNIT, constantWays],
  ]);
  for (const node of nodesBelow(space, set)) {
    look(2);
    if (totals.has(node)) continue;
    const family = familyAt[order.length - nodes.height[node]!]!;
    const below = sums.get(nodes.child(node, 0))!;
    const here = family < 0 ? below : below.with(family, below[family]! + nodes.value(node, 0));
    let total = 0n;
    for (let k = 0; k < nodes.arcCount[node]!; k++) {
      const ways = family < 0 ? 1n : binomial(here[family]!, nodes.value(node, k));
      total += ways * totals.get(nodes.child(node, k))!;
    }
    sums.set(node, here);
    totals.set(node, total);
  }
  return totals.get(set)!;
}

const rows: bigint[][] = [[1n]];

/** By Pascal's triangle. */
function binomial(n: number, k: number): bigint {
  for (let i = rows.length; i <= n; i++) {
    const before = rows[i - 1]!;
    rows.push(Array.from({ length: i + 1 }, (_, j) => (before[j - 1] ?? 0n) + (before[j] ?? 0n)));
  }
  return rows[n]![k]!;
}
