/** Origins of vectors under homomorphisms, for traces. */

import type { Hom, Homomorphisms } from "./homomorphism.ts";
import { image } from "./image.ts";
import type { Ddd } from "./space.ts";
import { contains, trieOf } from "./vectors.ts";

/**
 * A vector of the set whose image under the homomorphism contains `vector`; `undefined` if there is none.
 *
 * It needs no inverse: the image of a union is the union of images, so the arcs of each level are halved until one is
 * left. That takes one evaluation for each halving, on ever smaller sets.
 */
export function originOf(homs: Homomorphisms, hom: Hom, set: Ddd, vector: ArrayLike<number>): number[] | undefined {
  const { space } = homs;
  const { nodes } = space;
  const origin: number[] = [];
  const leadsThere = (rest: Ddd): boolean =>
    contains(space, image(homs, hom, trieOf(space, [origin], origin.length, rest)), vector);
  if (!leadsThere(set)) return undefined;
  let node = set;
  while (origin.length < homs.length) {
    let low = 0;
    let high = nodes.arcCount[node]!;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      const arcs: number[] = [];
      for (let k = low; k < middle; k++) arcs.push(nodes.value(node, k), nodes.child(node, k));
      if (leadsThere(nodes.make(arcs, 0, arcs.length))) high = middle;
      else low = middle;
    }
    origin.push(nodes.value(node, low));
    node = nodes.child(node, low);
  }
  return origin;
}
