/**
 * The action of color permutations on the places of an unfolded net.
 *
 * For each sort, neighboring colors are exchanged, and all colors are rotated, in all colored places at once. A
 * permutation that maps some place to one that was pruned is not a symmetry of the net.
 */

import type { ColorClass } from "../../hints/color-classes.ts";
import type { Origin, Unfolding } from "./petri-net.ts";

/** The colors of a larger sort are numbers rather than identities, and there are too many exchanges to try. */
const sizeLimit = 256;

export function classesOfColors({ sorts, origins }: Unfolding): ColorClass[] {
  const numbers = new Map(origins.map((origin, i) => [keyOf(origin, (_, color) => color), i]));
  const result: ColorClass[] = [];
  sorts.forEach(({ name, size }, sort) => {
    if (size < 2 || size > sizeLimit) return;
    const permuted = (image: (color: number) => number): Int32Array | undefined => {
      const slots = new Int32Array(origins.length);
      for (const [i, origin] of origins.entries()) {
        const to = numbers.get(keyOf(origin, (s, color) => (s === sort ? image(color) : color)));
        if (to === undefined) return undefined;
        slots[i] = to;
      }
      return slots.every((to, from) => to === from) ? undefined : slots;
    };
    const exchanges: Int32Array[] = [];
    for (let a = 0; a + 1 < size; a++) {
      const exchange = permuted((color) => (color === a ? a + 1 : color === a + 1 ? a : color));
      if (exchange) exchanges.push(exchange);
    }
    const rotation = size > 2 ? permuted((color) => (color + 1) % size) : undefined;
    if (exchanges.length > 0 || rotation) result.push({ sort: name, exchanges, rotation });
  });
  return result;
}

function keyOf({ place, sorts, colors }: Origin, image: (sort: number, color: number) => number): string {
  return `${place} ${colors.map((color, i) => image(sorts[i]!, color)).join(" ")}`;
}
