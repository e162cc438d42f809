/** The jumps out of statements. */

import { nodesIn } from "../../../syntax/tree.ts";
import type { TreeNode } from "../../../syntax/tree.ts";
import { getOrAdd } from "../../../util/numbering.ts";

export type Jump = "return" | "break" | "continue";

const knownJumps = new WeakMap<TreeNode, ReadonlySet<Jump>>();

/** The jumps by which a statement may end early. Expressions have none. */
export function jumpsOf(node: TreeNode): ReadonlySet<Jump> {
  return getOrAdd(knownJumps, node, () => findJumps(node));
}

function findJumps(node: TreeNode): ReadonlySet<Jump> {
  const { kind } = node;
  if (kind === "return" || kind === "break" || kind === "continue") return new Set<Jump>([kind]);
  const jumps = new Set(nodesIn(node).flatMap((inner) => [...jumpsOf(inner)]));
  if (kind === "while" || kind === "for" || kind === "switch") jumps.delete("break");
  if (kind === "while" || kind === "for") jumps.delete("continue");
  return jumps;
}
