/**
 * Change of base: the same group with a chain whose base starts with given points.
 *
 * If some element maps the present base to one that starts as wanted, the chain is conjugated by it: O(strong generators * n). That
 * covers most of what searches ask for. Otherwise the chain is filled anew with random elements of the old one, which are
 * uniformly distributed, until it has the old one's order: two or three elements a level are needed, and the result is certain.
 */

import { Random } from "../util/random.ts";
import { Chain } from "./chain.ts";
import { byOrbitLength, fillChain } from "./fill-chain.ts";
import { conjugate } from "./permutation.ts";
import type { Permutation } from "./permutation.ts";

/** A complete chain for the group of a complete chain, with a base that starts with `prefix`, fixed points included. */
export function rebase(chain: Chain, prefix: readonly number[]): Chain {
  const { base } = chain;
  if (prefix.every((point, i) => base[i] === point)) return chain;
  const element = elementTaking(chain, prefix);
  return element ? conjugateChain(chain, element) : refill(chain, prefix);
}

/** An element that maps the first base points to `prefix`, if there is one. */
function elementTaking(chain: Chain, prefix: readonly number[]): Permutation | undefined {
  if (prefix.length > chain.levels.length) return undefined;
  return chain.elementWithImages(prefix);
}

/** The chain of q^-1 G q. */
export function conjugateChain(chain: Chain, q: Permutation): Chain {
  const generators = chain.generatorsFrom(0).map((p) => conjugate(p, q));
  const result = new Chain(chain.degree, generators);
  for (const point of chain.base) result.addLevel(q[point]!);
  for (const p of generators) result.addGenerator(p);
  result.flatten();
  return result;
}

function refill(chain: Chain, prefix: readonly number[]): Chain {
  const random = new Random(prefix.length);
  const result = new Chain(chain.degree, chain);
  for (const point of prefix) result.addLevel(point);
  fillChain(result, () => chain.randomElement(random), {
    order: chain.order,
    patience: Infinity,
    preference: byOrbitLength(chain),
  });
  result.flatten();
  return result;
}
