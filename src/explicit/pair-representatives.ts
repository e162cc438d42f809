/**
 * Representatives of pairs of a state and a set of states of a specification, up to symmetries of both sides.
 *
 * The state becomes as small as the listed symmetries make it, one after the other, and the set goes along. With all
 * elements of a group an orbit of states has one representative. With some of them it may have several, which costs
 * states and never a verdict. The symmetries are kept in the order in which they were applied, for the run without
 * symmetry.
 */

import type { State } from "../model/interpret.ts";
import type { JointSymmetry } from "../symmetry/joint-symmetries.ts";
import { composeSymmetries, identitySymmetry, imageOfState } from "../symmetry/symmetry.ts";
import type { Symmetry } from "../symmetry/symmetry.ts";
import { look } from "../util/limits.ts";
import { getOrAdd } from "../util/numbering.ts";
import type { LabeledSpace } from "./labeled-space.ts";
import type { NormalizedSpecification } from "./normalized-specification.ts";
import type { StateId } from "./state-id.ts";

export interface PairRepresentative {
  readonly state: StateId;
  readonly set: number;
  /** The numbers of the symmetries that lead to it, the first one first. */
  readonly ways: readonly number[];
}

interface Smaller {
  readonly state: StateId;
  readonly ways: readonly number[];
}

export class PairRepresentatives {
  readonly #space: LabeledSpace;
  readonly #specification: NormalizedSpecification;
  readonly #symmetries: readonly JointSymmetry[];
  readonly #known = new Map<StateId, Smaller>();

  constructor(space: LabeledSpace, specification: NormalizedSpecification, symmetries: readonly JointSymmetry[]) {
    this.#space = space;
    this.#specification = specification;
    this.#symmetries = symmetries;
  }

  of(state: StateId, set: number): PairRepresentative {
    if (this.#symmetries.length === 0) return { state, set, ways: [] };
    const { state: small, ways } = getOrAdd(this.#known, state, () => this.#smaller(state));
    let image = set;
    for (const way of ways) {
      image = this.#specification.image(image, way, this.#symmetries[way]!.specification);
    }
    return { state: small, set: image, ways };
  }

  /** The effect of symmetries, one after the other, on states of the implementation. */
  symmetryOf(ways: readonly number[], slotCount: number): Symmetry {
    return ways.reduce(
      (sum, way) => composeSymmetries(sum, this.#symmetries[way]!.implementation),
      identitySymmetry(slotCount),
    );
  }

  #smaller(state: StateId): Smaller {
    let values: State = this.#space.stateAt(state);
    const ways: number[] = [];
    for (let way = 0; way < this.#symmetries.length; way++) {
      look();
      const { implementation } = this.#symmetries[way]!;
      const image = imageOfState(implementation, values);
      if (!isLess(image, values)) continue;
      values = image;
      ways.push(way);
      // What did not help before may help now.
      way = -1;
    }
    return { state: ways.length === 0 ? state : this.#space.numberOf(values), ways };
  }
}

function isLess(a: State, b: State): boolean {
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return a[i]! < b[i]!;
  return false;
}
