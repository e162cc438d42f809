/**
 * Permutations of values, each made once: equal permutations are the same object.
 *
 * A value that is not mentioned stays, so a permutation acts on all integers: what lies outside a type stays outside.
 */

export interface ValuePermutation {
  /** The values that move, with their images. */
  readonly moved: ReadonlyMap<number, number>;
  /** Different for different permutations. */
  readonly number: number;
}

export class ValuePermutations {
  readonly identity: ValuePermutation = { moved: new Map(), number: 0 };
  readonly #known = new Map<string, ValuePermutation>([["", this.identity]]);

  /** Undefined if two values go to the same one. */
  of(map: Iterable<readonly [number, number]>): ValuePermutation | undefined {
    const list = [...map];
    if (list.length === 0) return this.identity;
    const moved = new Map(list.filter(([value, image]) => value !== image).sort(([a], [b]) => a - b));
    if (new Set(moved.values()).size !== moved.size) return undefined;
    for (const image of moved.values()) if (!moved.has(image)) return undefined;
    const key = Array.from(moved, ([value, image]) => `${value}:${image}`).join();
    const known = this.#known.get(key) ?? { moved, number: this.#known.size };
    this.#known.set(key, known);
    return known;
  }
}

export function imageOf({ moved }: ValuePermutation, value: number): number {
  return moved.get(value) ?? value;
}

/** Whether what moves lies within bounds: then the permutation takes the values within them to each other. */
export function staysWithin({ moved }: ValuePermutation, low: number, high: number): boolean {
  for (const value of moved.keys()) if (value < low || value > high) return false;
  return true;
}
