/** The sizes of the orbits of a set of representatives, one by one. */

import { count, vectors } from "../ddd/index.ts";
import type { Ddd } from "../ddd/index.ts";
import { elements } from "../group/elements.ts";
import { groupOfParts } from "../group/group.ts";
import type { Group } from "../group/group.ts";
import { canonicalImage } from "../group/images.ts";
import type { ValidatedGroup } from "../symmetry/validator/validator.ts";
import { look } from "../util/limits.ts";
import type { Encoding } from "./encoding.ts";

/** Orbits of larger groups are counted as sets: stabilizers take longer. */
export const smallOrder = 1000n;

/** More than this many orbits are not counted one by one. */
const fewOrbits = 16_384n;

/** Elements of a group are listed if they have at most this many images together. */
const mostImages = 1 << 20;

/** The sum of the sizes of the orbits of all states of the set, by stabilizers; `undefined` if these are too many. */
export function sizeOneByOne(encoding: Encoding, { group, points }: ValidatedGroup, set: Ddd): bigint | undefined {
  if (count(encoding.space, set) > fewOrbits) return undefined;
  const stabilizerOrder = stabilizerOrders(group);
  let total = 0n;
  const values = new Int32Array(points.length);
  for (const vector of vectors(encoding.space, set)) {
    look();
    const state = encoding.stateOf(vector);
    for (let i = 0; i < points.length; i++) {
      const { slot, value } = points[i]!;
      values[i] = value === undefined ? state[slot]! : Number(state[slot] === value);
    }
    total += group.order / stabilizerOrder(values);
  }
  return total;
}

/** Tells how many elements of a group leave the values of points as they are. */
export function stabilizerOrders(group: Group): (values: Int32Array) => bigint {
  if (group.order * BigInt(group.degree) > mostImages) {
    return (values) => canonicalImage(group, [...values])!.stabilizerOrder;
  }
  // Most elements differ at their first points, so to try them all is quicker than a search for a canonical image. The
  // parts of a group move different points.
  const parts = group.parts.map((part) => Array.from(elements(groupOfParts(group.degree, [part])), movesOf));
  return (values) => {
    let order = 1n;
    for (const moves of parts) {
      let fixing = 0;
      for (const each of moves) if (isFixed(values, each)) fixing++;
      look(1 + (moves.length >> 4));
      order *= BigInt(fixing);
    }
    return order;
  };
}

/** Each moved point, followed by its image. */
function movesOf(p: Int32Array): Int32Array {
  const moves: number[] = [];
  for (let i = 0; i < p.length; i++) if (p[i] !== i) moves.push(i, p[i]!);
  return Int32Array.from(moves);
}

function isFixed(values: Int32Array, moves: Int32Array): boolean {
  for (let k = 0; k < moves.length; k += 2) if (values[moves[k]!] !== values[moves[k + 1]!]) return false;
  return true;
}
