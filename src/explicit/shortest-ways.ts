/**
 * The shortest ways from the first states of a search to some others, through states that it has expanded.
 *
 * A search depth first goes past states that it meets again much later: the way on its stack to a deadlock of the e-mail
 * system has 1059 steps. Going once more through the states that it knows, breadth first, finds all shortcuts between them.
 * That takes as long as expanding them did. There may be shorter ways through states that are not known.
 */

import { look } from "../util/limits.ts";
import type { ProductSpace } from "./product-space.ts";
import { StateNumbers } from "./state-id.ts";
import type { StateId } from "./state-id.ts";

export interface Known {
  readonly product: ProductSpace;
  readonly first: readonly StateId[];
  readonly isExpanded: (id: StateId) => boolean;
}

/** The ways to those of the targets that are met before `most` states are expanded. */
export function shortestWays(
  { product, first, isExpanded }: Known,
  targets: Iterable<StateId>,
  most: number,
): Map<StateId, readonly StateId[]> {
  const missing = new Set(targets);
  const ways = new Map<StateId, readonly StateId[]>();
  /** Two more than the state before; 1 for the first states. */
  const origins = new StateNumbers();
  const queue = [...first];
  for (const id of queue) origins.set(id, 1);
  for (let k = 0; k < queue.length; k++) {
    look();
    const id = queue[k]!;
    if (missing.delete(id)) ways.set(id, wayTo(id, origins));
    if (missing.size === 0 || k === most) break;
    if (!isExpanded(id)) continue;
    const successors = product.successorsOf(id);
    if (!successors) break;
    for (let s = 0; s < successors.count; s++) {
      const target = successors.target(s);
      if (successors.marks(s) !== 0 || origins.get(target) !== 0) continue;
      origins.set(target, id + 2);
      queue.push(target);
    }
  }
  return ways;
}

function wayTo(target: StateId, origins: StateNumbers): StateId[] {
  const way: StateId[] = [];
  for (let id: number = target; id >= 0; id = origins.get(id as StateId) - 2) way.push(id as StateId);
  return way.reverse();
}
