/**
 * The shape of long chains `a && b && c && ...`.
 *
 * A chain of at most `leaning` operands leans to the left, as usual. A longer one is halved until its parts are short
 * enough. The operators are associative and evaluated from the left in either shape, so the meaning is the same. A
 * chain of n operands has a depth of about `leaning` + log n instead of n. The parser builds chains this way, and the
 * printer omits parentheses around trees of exactly this shape.
 */

export type ChainOperator = "&&" | "||" | "+";

const leaning = 16;

export function isChainOperator(op: string): op is ChainOperator {
  return op === "&&" || op === "||" || op === "+";
}

/** Joins at least one operand. */
export function chain<T extends object>(operands: readonly T[], join: (left: T, right: T) => T): T {
  const build = (from: number, to: number): T => {
    if (to - from > leaning) {
      const middle = from + ((to - from) >> 1);
      return join(build(from, middle), build(middle, to));
    }
    let result: T = operands[from]!;
    for (let i = from + 1; i < to; i++) result = join(result, operands[i]!);
    return result;
  };
  return build(0, operands.length);
}

/**
 * The length of a chain from the lengths of its two subtrees. A length is 1 for an expression that is not a chain, and
 * 0 for a tree that does not have the shape that `chain` builds.
 */
export function chainLength(left: number, right: number): number {
  const length = left + right;
  if (left === 0 || right === 0) return 0;
  if (length <= leaning) return right === 1 ? length : 0;
  return left === length >> 1 ? length : 0;
}

/** The maximal number of operands in a chain that leans to the left. */
export const leaningLength: number = leaning;
