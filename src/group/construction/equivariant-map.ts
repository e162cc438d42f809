/**
 * Maps between orbits that commute with the group.
 *
 * Such a map can send point 0 to q exactly if the stabilizer of 0 fixes q. Everything else follows, because f(i^g) =
 * f(i)^g. So the map is built along the generators, until the first contradiction. O(g n), and much less if there is no
 * map.
 */

import { look } from "../../util/limits.ts";
import type { Permutation } from "../permutation.ts";

/** The action of each generator of a group on 0 to size - 1. */
export interface Action {
  readonly size: number;
  readonly generators: readonly Permutation[];
}

/** The map that sends point 0 to q and commutes with all generators, if there is one. */
export function equivariantMap(from: Action, to: Action, q: number): Int32Array | undefined {
  const map = new Int32Array(from.size).fill(-1);
  const reached = new Int32Array(from.size);
  map[0] = q;
  for (let k = 0, count = 1; k < count; k++) {
    look(1 + (from.generators.length >> 4));
    const i = reached[k]!;
    for (let g = 0; g < from.generators.length; g++) {
      const j = from.generators[g]![i]!;
      const image = to.generators[g]![map[i]!]!;
      if (map[j]! < 0) {
        map[j] = image;
        reached[count++] = j;
      } else if (map[j] !== image) return undefined;
    }
  }
  return map;
}

/** The action on invariant points, by their positions. `place` is scratch space for the positions of all points. */
export function actionOn(points: readonly number[], generators: readonly Permutation[], place: Int32Array): Action {
  points.forEach((point, i) => (place[point] = i));
  const action = generators.map((p) => {
    look(1 + (points.length >> 5));
    return Int32Array.from(points, (i) => place[p[i]!]!);
  });
  return { size: points.length, generators: action };
}
