/**
 * Change of base: a chain for the same group whose base starts with given points.
 *
 * If some element maps the present base to one that starts as required, the chain is conjugated by it: O(strong
 * generators * n). That covers most requests of searches. Otherwise the old strong generators are sifted into a new
 * chain whose base continues with the old base, which is often enough. Then random elements of the old chain, which are
 * uniformly distributed, are sifted until the new chain has the old order. Two or three per level are enough, and the
 * result is certain.
 */

import { Random } from "../../util/random.ts";
import type { Permutation } from "../permutation.ts";
import { Chain } from "./chain.ts";
import { absorb, byOrbitLength, fillChain } from "./fill-chain.ts";

/**
 * A complete chain for the group of a complete chain, with a base that starts with `prefix`, including fixed points.
 */
export function rebase(chain: Chain, prefix: readonly number[]): Chain {
  const { base } = chain;
  if (prefix.every((point, i) => base[i] === point)) return chain;
  const element = elementTaking(chain, prefix);
  return element ? chain.conjugate(element) : refill(chain, prefix);
}

/** An element that maps the first base points to `prefix`, if there is one. */
function elementTaking(chain: Chain, prefix: readonly number[]): Permutation | undefined {
  if (prefix.length > chain.levels.length) return undefined;
  return chain.elementWithImages(prefix);
}

/** A new chain from the old strong generators, completed with random elements if needed. */
function refill(chain: Chain, prefix: readonly number[]): Chain {
  const result = new Chain(chain.degree, chain);
  for (const point of prefix) result.addLevel(point);
  for (const point of chain.base) if (!prefix.includes(point)) result.addLevel(point);
  const preference = byOrbitLength(chain);
  for (const p of chain.generatorsFrom(0).reverse()) absorb(result, p, preference);
  const random = new Random(prefix.length);
  fillChain(result, () => chain.randomElement(random), { order: chain.order, patience: Infinity, preference });
  for (let i = result.levels.length - 1; i >= prefix.length; i--) {
    if (result.levels[i]!.tree.orbit.length === 1) result.levels.splice(i, 1);
  }
  result.flatten();
  return result;
}
