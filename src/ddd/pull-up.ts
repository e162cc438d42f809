/**
 * Moves values behind a prefix.
 *
 * Below a node with arcs (a, child), a homomorphism gives vectors (p, rest) for each child: a prefix p of values that
 * belong to levels further up, then the vector below the node. `pullUp` computes the set of all (p, a, rest). It needs
 * no union: all (p, a) differ, so it only groups by the prefix.
 */

import type { NodeTable } from "./node-table.ts";

/** `pairs[from], ...`: ascending values, each with a set whose first `prefixLength` values move in front of it. */
export function pullUp(
  nodes: NodeTable,
  pairs: readonly number[],
  from: number,
  to: number,
  prefixLength: number,
): number {
  if (prefixLength === 0 || from === to) return nodes.make(pairs, from, to);
  if (from + 2 === to) return insertBehind(nodes, pairs[from]!, pairs[from + 1]!, prefixLength);
  const groups = new Map<number, number[]>();
  for (let i = from; i < to; i += 2) {
    const set = pairs[i + 1]!;
    for (let k = 0; k < nodes.arcCount[set]!; k++) {
      const first = nodes.value(set, k);
      let group = groups.get(first);
      if (!group) groups.set(first, (group = []));
      group.push(pairs[i]!, nodes.child(set, k));
    }
  }
  const arcs: number[] = [];
  for (const first of [...groups.keys()].sort((a, b) => a - b)) {
    const group = groups.get(first)!;
    arcs.push(first, pullUp(nodes, group, 0, group.length, prefixLength - 1));
  }
  return nodes.make(arcs, 0, arcs.length);
}

function insertBehind(nodes: NodeTable, value: number, set: number, prefixLength: number): number {
  if (prefixLength === 0) return nodes.makeSingle(value, set);
  const arcs: number[] = [];
  for (let k = 0; k < nodes.arcCount[set]!; k++) {
    arcs.push(nodes.value(set, k), insertBehind(nodes, value, nodes.child(set, k), prefixLength - 1));
  }
  return nodes.make(arcs, 0, arcs.length);
}
