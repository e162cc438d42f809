/**
 * The vectors in which a sum of terms, each of one level, is in a relation to 0: `(count i: P . at[i] == in) <= 1` over
 * any number of processes.
 *
 * The selector carries the partial sum down the levels, and ends where the rest makes no difference any more. It costs
 * the number of levels times the number of different sums, where a command would cost all combinations of values.
 */

import { sum } from "../ddd/homomorphism.ts";
import type { Hom, Homomorphisms } from "../ddd/homomorphism.ts";

export type LinearRelation = "<" | "<=" | "==" | "!=" | ">=" | ">";

/** The summand for each value of a level. */
export interface Term {
  readonly level: number;
  readonly weights: ReadonlyMap<number, number>;
}

/** @param terms at most one per level, with all values that vectors have there */
export function linearSelector(
  homs: Homomorphisms,
  terms: readonly Term[],
  constant: number,
  relation: LinearRelation,
): Hom {
  const sorted = terms.toSorted((a, b) => a.level - b.level);
  // The least and the greatest sum of the terms from the k-th on.
  const least = [0];
  const greatest = [0];
  for (const { weights } of sorted.toReversed()) {
    least.unshift(least[0]! + Math.min(...weights.values()));
    greatest.unshift(greatest[0]! + Math.max(...weights.values()));
  }
  const key = `linear ${relation} ${sorted.map(({ level, weights }) => `${level}: ${[...weights].join()}`).join(" ")}`;
  const never = sum(homs, []);
  const from = (k: number, total: number): Hom => {
    const known = decided(total + least[k]!, total + greatest[k]!, relation);
    if (known !== undefined) return known ? homs.identity : never;
    const { level, weights } = sorted[k]!;
    return homs.intern(`${key} from ${k} with ${total}`, () =>
      homs.add({
        kind: "step",
        top: homs.heightOf(level),
        isSelector: true,
        step: {
          prefixLength: 0,
          action: {
            kind: "arcs",
            next: (value) => from(k + 1, total + weights.get(value)!),
            keptBehind: 0,
            map: undefined,
          },
        },
      }),
    );
  };
  return from(0, constant);
}

/** Whether all numbers from `low` to `high` are in the relation to 0, or none is; `undefined` if neither is known. */
function decided(low: number, high: number, relation: LinearRelation): boolean | undefined {
  switch (relation) {
    case "<":
      return high < 0 ? true : low >= 0 ? false : undefined;
    case "<=":
      return high <= 0 ? true : low > 0 ? false : undefined;
    case ">":
      return low > 0 ? true : high <= 0 ? false : undefined;
    case ">=":
      return low >= 0 ? true : high < 0 ? false : undefined;
    case "==":
      return low > 0 || high < 0 ? false : low === high ? true : undefined;
    case "!=":
      return low > 0 || high < 0 ? true : low === high ? false : undefined;
  }
}
