/**
 * Reduced ordered binary decision diagrams (Bryant 1986), and sums of products from them (Minato and Morreale).
 *
 * Labels of edges and expansions of formulas are functions of few variables. Most questions about them are whether two
 * are equal or one implies the other. With diagrams, that is a comparison of numbers. A function is a number: 0 is
 * false, 1 is true. Variables with lower numbers are tested first.
 */

import { look } from "../util/limits.ts";
import { AutomatonTooLarge } from "./automaton.ts";
import type { Cube } from "./automaton.ts";

/** A variable and two nodes form one key below 2^53. Building this many nodes takes some seconds. */
const nodeLimit = 2 ** 18;
const variableLimit = 2 ** 12;
const cubeLimit = 20_000;

/** The variable of constants, greater than all others. */
const leaf = variableLimit;

export class DecisionDiagrams {
  readonly #variables: number[] = [leaf, leaf];
  readonly #low: number[] = [0, 1];
  readonly #high: number[] = [0, 1];
  readonly #nodes = new Map<number, number>();
  readonly #conjunctions = new Map<number, number>();
  readonly #negations = new Map<number, number>();

  variable(v: number): number {
    return this.#node(v, 0, 1);
  }

  not(a: number): number {
    if (a < 2) return 1 - a;
    const known = this.#negations.get(a);
    if (known !== undefined) return known;
    const result = this.#node(this.#variables[a]!, this.not(this.#low[a]!), this.not(this.#high[a]!));
    this.#negations.set(a, result);
    this.#negations.set(result, a);
    return result;
  }

  and(a: number, b: number): number {
    if (a === b || b === 1) return a;
    if (a === 1) return b;
    if (a === 0 || b === 0) return 0;
    const key = a < b ? a * nodeLimit + b : b * nodeLimit + a;
    const known = this.#conjunctions.get(key);
    if (known !== undefined) return known;
    const v = Math.min(this.#variables[a]!, this.#variables[b]!);
    const low = this.and(this.#cofactor(a, v, false), this.#cofactor(b, v, false));
    const high = this.and(this.#cofactor(a, v, true), this.#cofactor(b, v, true));
    const result = this.#node(v, low, high);
    this.#conjunctions.set(key, result);
    return result;
  }

  or(a: number, b: number): number {
    return this.not(this.and(this.not(a), this.not(b)));
  }

  /** The conjunction of `a` and the negation of `b`. */
  without(a: number, b: number): number {
    return this.and(a, this.not(b));
  }

  implies(a: number, b: number): boolean {
    return this.without(a, b) === 0;
  }

  ofCube({ positive, negative }: Cube): number {
    let result = 1;
    for (const v of positive) result = this.and(result, this.variable(v));
    for (const v of negative) result = this.and(result, this.not(this.variable(v)));
    return result;
  }

  /**
   * The cofactors of `a` for all values of the variables below `bound`. Each comes with its condition over these
   * variables. The conditions exclude each other.
   */
  split(a: number, bound: number): Map<number, number> {
    const known = new Map<number, Map<number, number>>();
    const visit = (a: number): Map<number, number> => {
      if (this.#variables[a]! >= bound) return new Map([[a, 1]]);
      const found = known.get(a);
      if (found) return found;
      const parts = new Map<number, number>();
      for (const [part, when] of visit(this.#low[a]!)) parts.set(part, this.#node(this.#variables[a]!, when, 0));
      for (const [part, when] of visit(this.#high[a]!)) {
        const before = parts.get(part) ?? 0;
        parts.set(part, this.or(before, this.#node(this.#variables[a]!, 0, when)));
      }
      known.set(a, parts);
      return parts;
    };
    return visit(a);
  }

  /**
   * An irredundant list of prime implicants whose disjunction is `a`. For a monotone function these are all its primes.
   */
  cubes(a: number): Cube[] {
    let count = 0;
    const cover = (lower: number, upper: number): { cubes: Cube[]; sum: number } => {
      if (lower === 0) return { cubes: [], sum: 0 };
      if (upper === 1) {
        if (++count > cubeLimit) throw new AutomatonTooLarge(`a guard has more than ${cubeLimit} cubes`);
        return { cubes: [{ positive: [], negative: [] }], sum: 1 };
      }
      const v = Math.min(this.#variables[lower]!, this.#variables[upper]!);
      const [lower0, lower1] = [this.#cofactor(lower, v, false), this.#cofactor(lower, v, true)];
      const [upper0, upper1] = [this.#cofactor(upper, v, false), this.#cofactor(upper, v, true)];
      // First the part that needs cubes with !v, then the part that needs cubes with v, then the rest, without v.
      const without = cover(this.without(lower0, upper1), upper0);
      const within = cover(this.without(lower1, upper0), upper1);
      const rest = this.or(this.without(lower0, without.sum), this.without(lower1, within.sum));
      const both = cover(rest, this.and(upper0, upper1));
      return {
        cubes: [
          ...within.cubes.map(({ positive, negative }) => ({ positive: [v, ...positive], negative })),
          ...without.cubes.map(({ positive, negative }) => ({ positive, negative: [v, ...negative] })),
          ...both.cubes,
        ],
        sum: this.#node(v, this.or(without.sum, both.sum), this.or(within.sum, both.sum)),
      };
    };
    return cover(a, a).cubes;
  }

  #cofactor(a: number, v: number, value: boolean): number {
    if (this.#variables[a] !== v) return a;
    return value ? this.#high[a]! : this.#low[a]!;
  }

  #node(v: number, low: number, high: number): number {
    look();
    if (low === high) return low;
    const key = (v * nodeLimit + low) * nodeLimit + high;
    const known = this.#nodes.get(key);
    if (known !== undefined) return known;
    const result = this.#variables.length;
    if (result >= nodeLimit) throw new AutomatonTooLarge(`the guards need more than ${nodeLimit} nodes`);
    if (v >= variableLimit) throw new AutomatonTooLarge(`more than ${variableLimit} propositions and subformulas`);
    this.#variables.push(v);
    this.#low.push(low);
    this.#high.push(high);
    this.#nodes.set(key, result);
    return result;
  }
}
