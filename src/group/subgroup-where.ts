/**
 * The subgroup of all elements that satisfy a predicate. For a predicate of validity, it is the largest valid subgroup.
 *
 * A backtrack search over the images of the base (`search-subgroup.ts`). Without a partial test it may visit as many
 * elements as the group has. A partial test that refuses wrong images early makes the difference.
 */

import { Chain } from "./chain/chain.ts";
import { GroupError } from "./group-error.ts";
import { lift, permutationGroup, write } from "./group.ts";
import type { Group } from "./group.ts";
import { compose, identity, inverse } from "./permutation.ts";
import type { Permutation } from "./permutation.ts";
import { searchSubgroup } from "./search/search-subgroup.ts";
import { dense } from "./sparse-permutation.ts";
import { withBase } from "./stabilizers.ts";

export interface SubgroupOptions {
  /**
   * Whether an element that maps `points[i]` to `images[i]` for all i may satisfy the predicate. The points are a
   * prefix of the base. It must accept all elements that the predicate accepts, and may accept more.
   */
  readonly partial?: ((points: readonly number[], images: readonly number[]) => boolean) | undefined;
  /** The points whose images are chosen first: those that the partial test can judge. */
  readonly base?: readonly number[] | undefined;
  /** The most partial elements to try. */
  readonly limit?: number | undefined;
}

export interface Subgroup {
  readonly group: Group;
  /** False if the limit was reached: all elements satisfy the predicate, but there may be others. */
  readonly isComplete: boolean;
}

/**
 * @param predicate holds for the identity, and for products and inverses of elements for which it holds
 * @throws GroupError if the predicate is found not to describe a subgroup
 */
export function subgroupWhere(
  group: Group,
  predicate: (p: Permutation) => boolean,
  options: SubgroupOptions = {},
): Subgroup {
  const { partial, base = [], limit = Infinity } = options;
  if (!predicate(identity(group.degree))) throw new GroupError("the predicate does not hold for the identity");
  const { points, chain } = wholeChain(withBase(group, base));
  const element = identity(group.degree);
  const names = chain.base.map((i) => points[i]!);
  const found = searchSubgroup(
    chain,
    chain.levels.length,
    {
      ...(partial && {
        partial: (level, u) =>
          partial(
            names.slice(0, level + 1),
            chain.base.slice(0, level + 1).map((i) => points[u[i]!]!),
          ),
      }),
      full: (p) => {
        write(element, points, p);
        return predicate(Int32Array.from(element));
      },
    },
    limit,
  );
  const generators = found.chain.generatorsFrom(0).map((p) => lift(points, p));
  requireClosed(
    generators.map((p) => dense(p, group.degree)),
    predicate,
  );
  return {
    group: permutationGroup(group.degree, generators, { order: found.chain.order }),
    isComplete: found.isComplete,
  };
}

/** One chain for all parts of a group, on the points that it moves. */
function wholeChain({ parts }: Group): { readonly points: Int32Array; readonly chain: Chain } {
  const [first] = parts;
  if (first && parts.length === 1) return first;
  const points = Int32Array.from(parts.flatMap((part) => [...part.points]));
  const generators: Permutation[] = [];
  const base: number[] = [];
  let start = 0;
  for (const part of parts) {
    for (const p of part.chain.generatorsFrom(0)) {
      const wide = identity(points.length);
      for (let i = 0; i < p.length; i++) wide[start + i] = start + p[i]!;
      generators.push(wide);
    }
    for (const i of part.chain.base) base.push(start + i);
    start += part.points.length;
  }
  const chain = new Chain(points.length, generators);
  for (const i of base) chain.addLevel(i);
  for (const p of generators) chain.addGenerator(p);
  return { points, chain };
}

const pairsTested = 64;

function requireClosed(generators: readonly Permutation[], predicate: (p: Permutation) => boolean): void {
  for (const p of generators) {
    if (!predicate(inverse(p))) throw new GroupError("the predicate holds for an element, but not for its inverse");
  }
  let tested = 0;
  for (const p of generators) {
    for (const q of generators) {
      if (tested++ >= pairsTested) return;
      const product = compose(p, q);
      if (!predicate(product)) throw new GroupError("the predicate holds for two elements, but not for their product");
    }
  }
}
