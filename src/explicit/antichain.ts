/**
 * The pairs of a state and a set that a search has seen, as far as they matter: an antichain of sets for each state.
 *
 * What a state can do in excess of a set, it can do in excess of every part of that set. So a pair is of no use if the
 * state was seen with a part of the set. Pairs come in the order of the search, breadth first, so the shortest
 * violation is still found.
 */

import { getOrAdd } from "../util/numbering.ts";
import type { StateId } from "./state-id.ts";

export class Antichain {
  readonly #includes: (larger: number, smaller: number) => boolean;
  readonly #sets = new Map<StateId, number[]>();

  constructor(includes: (larger: number, smaller: number) => boolean) {
    this.#includes = includes;
  }

  /** Adds a pair, unless it is of no use. Whether it was added. */
  add(state: StateId, set: number): boolean {
    const sets = getOrAdd(this.#sets, state, () => []);
    if (sets.some((smaller) => this.#includes(set, smaller))) return false;
    let kept = 0;
    for (const known of sets) if (!this.#includes(known, set)) sets[kept++] = known;
    sets.length = kept;
    sets.push(set);
    return true;
  }
}
