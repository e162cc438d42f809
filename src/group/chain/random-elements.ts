/**
 * Random elements of a group given by generators: product replacement (Celler, Leedham-Green, Murray, Niemeyer and
 * O'Brien 1995) with an accumulator (Leedham-Green and Murray's "rattle").
 *
 * In practice the elements are nearly uniform after a short while. No theorem says so, and only the running time relies
 * on it. A step takes two products, O(n) each.
 */

import { look } from "../../util/limits.ts";
import type { Random } from "../../util/random.ts";
import { identity } from "../permutation.ts";
import type { Permutation } from "../permutation.ts";

const leastSlots = 8;
/** The least number of steps before the first element, and the number of steps per slot. */
const leastWarmUp = 40;
const warmUpPerSlot = 4;

export class RandomElements {
  private readonly slots: Permutation[];
  private readonly random: Random;
  private readonly accumulator: Permutation;
  private spare: Permutation;

  constructor(degree: number, generators: readonly Permutation[], random: Random) {
    this.random = random;
    const count = Math.max(generators.length + 1, leastSlots);
    this.slots = Array.from({ length: count }, (_, i) =>
      generators.length === 0 ? identity(degree) : Int32Array.from(generators[i % generators.length]!),
    );
    this.accumulator = identity(degree);
    this.spare = identity(degree);
    const warmUp = generators.length === 0 ? 0 : Math.max(leastWarmUp, warmUpPerSlot * count);
    for (let i = 0; i < warmUp; i++) this.next();
  }

  /** A random element. The array belongs to this object, and the next call overwrites it. */
  next(): Permutation {
    const { slots, random } = this;
    const i = random.below(slots.length);
    const j = (i + 1 + random.below(slots.length - 1)) % slots.length;
    const [p, q] = random.next() & 1 ? [slots[i]!, slots[j]!] : [slots[j]!, slots[i]!];
    const product = this.spare;
    look(1 + (product.length >> 5));
    for (let k = 0; k < product.length; k++) product[k] = q[p[k]!]!;
    this.spare = slots[i]!;
    slots[i] = product;
    const { accumulator } = this;
    for (let k = 0; k < accumulator.length; k++) accumulator[k] = product[accumulator[k]!]!;
    return accumulator;
  }
}
