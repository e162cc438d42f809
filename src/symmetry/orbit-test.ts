/**
 * Tests whether a state is in the orbit of a representative.
 *
 * If representatives are unique, it is exactly if it has the same one. Otherwise states are compared by canonical
 * images of their vectors over the points of the group. This is slow, but independent of the engine.
 */

import { canonicalImage } from "../group/images.ts";
import type { State } from "../model/interpret.ts";
import { sameState } from "../model/replay.ts";
import type { SymmetryGroup } from "./symmetry-group.ts";

/** The most candidates for one canonical image. A state that needs more counts as one of another orbit. */
const limit = 1_000_000;

/** The representatives that an engine computes. */
export interface Representatives {
  representativeOf(state: State): State;
  /** Whether all states of an orbit have the same representative. */
  readonly isUnique: boolean;
}

export function orbitTest(
  engine: Representatives,
  symmetry: SymmetryGroup,
  representative: State,
): (state: State) => boolean {
  // A state may be stored without being the representative of its orbit.
  const own = engine.representativeOf(representative);
  const sameRepresentative = (state: State): boolean => sameState(engine.representativeOf(state), own);
  if (engine.isUnique) return sameRepresentative;
  const unmoved = unmovedSlots(symmetry);
  let image: string | undefined;
  return (state) => {
    if (sameState(state, representative) || sameRepresentative(state)) return true;
    if (unmoved.some((slot) => state[slot] !== representative[slot])) return false;
    image ??= imageOf(symmetry, representative);
    return image !== undefined && imageOf(symmetry, state) === image;
  };
}

function imageOf({ group, points }: SymmetryGroup, state: State): string | undefined {
  const vector = points.map(({ slot, value }) => (value === undefined ? state[slot]! : Number(state[slot] === value)));
  return canonicalImage(group, vector, { limit })?.image.join();
}

function unmovedSlots({ slotCount, points }: SymmetryGroup): number[] {
  const moved = new Set(points.map(({ slot }) => slot));
  return Array.from({ length: slotCount }, (_, slot) => slot).filter((slot) => !moved.has(slot));
}
