/** The sizes of the orbits of a set of representatives, one by one. */

import { count, vectors } from "../ddd/index.ts";
import type { Ddd } from "../ddd/index.ts";
import { canonicalImage } from "../group/images.ts";
import type { ValidatedGroup } from "../symmetry/validator/validator.ts";
import { look } from "../util/limits.ts";
import type { Encoding } from "./encoding.ts";

/** Orbits of larger groups are counted as sets: stabilizers take longer. */
export const smallOrder = 1000n;

/** More than this many orbits are not counted one by one. */
const fewOrbits = 16_384n;

/** The sum of the sizes of the orbits of all states of the set, by stabilizers; `undefined` if these are too many. */
export function sizeOneByOne(encoding: Encoding, { group, points }: ValidatedGroup, set: Ddd): bigint | undefined {
  if (count(encoding.space, set) > fewOrbits) return undefined;
  let total = 0n;
  for (const vector of vectors(encoding.space, set)) {
    look();
    const state = encoding.stateOf(vector);
    const values = points.map(({ slot, value }) =>
      value === undefined ? state[slot]! : Number(state[slot] === value),
    );
    total += group.order / canonicalImage(group, values)!.stabilizerOrder;
  }
  return total;
}
