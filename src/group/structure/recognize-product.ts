/**
 * Direct products whose factors move the same points, such as processes and values on a table with a point for each
 * pair.
 *
 * If the group acts on two sets Q1 and Q2, faithfully on both together, and its order is the product of the orders of
 * the two actions, then it is the direct product of the subgroup that fixes Q2 and the one that fixes Q1. The sets
 * tried are the orbits and the block systems of short orbits.
 */

import { InternalError } from "../../util/internal-error.ts";
import { blockAction } from "../block-systems/block-action.ts";
import { blockSystems } from "../block-systems/block-system.ts";
import { likelyChain, likelyOrder } from "../construction/complete-chain.ts";
import type { Action } from "../construction/equivariant-map.ts";
import { denseGenerators, permutationGroup } from "../group.ts";
import type { Group } from "../group.ts";
import { sideBySide } from "../permutation.ts";

/** The greatest length of an orbit that is searched for blocks. */
const longestOrbit = 512;
const mostActions = 64;

/** Two nontrivial subgroups whose direct product is the group. */
export function recognizeProduct(group: Group, orbits: readonly Action[]): readonly [Group, Group] | undefined {
  const actions = orbits
    .flatMap((orbit) => [orbit, ...quotientsOf(orbit)])
    .sort((a, b) => a.size - b.size)
    .slice(0, mostActions)
    .map((action) => ({ ...action, order: likelyOrder(action.size, action.generators) }))
    .filter(({ order }) => order > 1n && order < group.order && group.order % order === 0n);
  const pairs = actions
    .flatMap((first, k) => actions.slice(k + 1).map((second) => [first, second] as const))
    .filter(([first, second]) => first.order * second.order === group.order)
    .sort(([a, b], [c, d]) => a.size + b.size - c.size - d.size);
  for (const [first, second] of pairs) {
    const { size, generators } = both(first, second);
    if (likelyOrder(size, generators) !== group.order) continue;
    const kernels = [kernel(group, second), kernel(group, first)] as const;
    if (kernels[0].order === first.order && kernels[1].order === second.order) return kernels;
  }
  return undefined;
}

/** The actions on the blocks of a transitive action. */
function quotientsOf({ size, generators }: Action): Action[] {
  if (size > longestOrbit) return [];
  return blockSystems(size, generators).map((labels) => {
    const { blocks, outer } = blockAction(size, generators, labels);
    return { size: blocks.length, generators: outer };
  });
}

/** The joint action of the group on both sets. */
function both(a: Action, b: Action): Action {
  return { size: a.size + b.size, generators: a.generators.map((p, g) => sideBySide([p, b.generators[g]!])) };
}

/** The kernel of the action. */
function kernel(group: Group, action: Action): Group {
  const { degree } = group;
  const { size, generators } = both({ size: degree, generators: denseGenerators(group) }, action);
  const points = Array.from({ length: action.size }, (_, i) => degree + i);
  const chain = likelyChain(size, generators, points, group.order);
  if (chain.order !== group.order) throw new InternalError(`a chain of order ${chain.order} for order ${group.order}`);
  const order = chain.levels
    .slice(points.length)
    .reduce((product, { tree }) => product * BigInt(tree.orbit.length), 1n);
  const acting = chain.generatorsFrom(points.length).map((p) => p.slice(0, degree));
  return permutationGroup(degree, acting, { order });
}
