/** The action of the symmetries of a model on sets of its states. */

import { chooseReducers, image, orbit, setCanonize, singleton, vectors } from "../ddd/index.ts";
import type { Hom } from "../ddd/index.ts";
import { sparse } from "../group/sparse-permutation.ts";
import { structureOf } from "../group/structure/structure.ts";
import type { State } from "../model/interpret.ts";
import type { Representatives } from "../symmetry/orbit-test.ts";
import { RowLifter } from "../symmetry/representatives/lift-rows.ts";
import type { SymmetryGroup } from "../symmetry/symmetry-group.ts";
import type { Encoding } from "./encoding.ts";

export class Canonization implements Representatives {
  readonly isUnique: boolean;
  /** Replaces states by representatives. */
  readonly canonize: Hom;
  /** Adds the rest of each orbit. */
  readonly orbit: Hom;
  private readonly encoding: Encoding;

  constructor(encoding: Encoding, { group, points }: SymmetryGroup) {
    this.encoding = encoding;
    const structure = structureOf(group);
    let lifter: RowLifter | undefined;
    const { reducers, isMonotonic } = chooseReducers(encoding.homs.length, group, {
      points: points.map(({ slot, value }) => ({ level: encoding.levelOf(slot), value })),
      structure,
      lift: (p) => {
        const lifted = (lifter ??= new RowLifter(group, structure)).lift(p);
        return lifted && sparse(lifted);
      },
    });
    this.isUnique = isMonotonic;
    this.canonize = setCanonize(encoding.homs, reducers);
    this.orbit = orbit(encoding.homs, reducers);
  }

  representativeOf(state: State): State {
    const { encoding } = this;
    const set = singleton(encoding.space, encoding.vectorOf(state));
    const [vector] = vectors(encoding.space, image(encoding.homs, this.canonize, set));
    return encoding.stateOf(vector!);
  }
}
