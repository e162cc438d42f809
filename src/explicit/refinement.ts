/**
 * Refinement: searches breadth first for a run of the implementation that the specification does not allow.
 *
 * The search goes through pairs of a state of the implementation and the set of states that are possible in the
 * specification after the same events (`normalized-specification.ts`). An event after which the set is empty is in
 * excess. So is, if the semantics sees it, a state without an invisible step that offers less than everything in the
 * set (its refusals are in excess), and a divergence where the specification has none. Where the specification
 * diverges, it allows everything. Pairs are pruned by antichains (`antichain.ts`) and, if there are symmetries,
 * replaced by representatives (`pair-representatives.ts`). A pair costs as much as the steps of its state.
 *
 * Abdulla et al., When simulation meets antichains; Gibson-Robinson et al., FDR3; Wang et al., Improved state space
 * reductions for failures refinement.
 */

import type { State } from "../model/interpret.ts";
import { invisible } from "../model/model.ts";
import type { Semantics } from "../model/model.ts";
import type { JointSymmetry } from "../symmetry/joint-symmetries.ts";
import { composeSymmetries, identitySymmetry, imageOfState, inverseSymmetry } from "../symmetry/symmetry.ts";
import { look } from "../util/limits.ts";
import { Antichain } from "./antichain.ts";
import { Divergence } from "./divergence.ts";
import { stepWidth } from "./labeled-space.ts";
import type { LabeledSpace } from "./labeled-space.ts";
import { NormalizedSpecification, noSet, offeredBy } from "./normalized-specification.ts";
import { PairRepresentatives } from "./pair-representatives.ts";
import type { StateId } from "./state-id.ts";

/** A run in excess: its states, and whether invisible steps go on from the last one. */
export interface Excess {
  readonly states: readonly State[];
  readonly diverges: boolean;
}

interface Pair {
  readonly state: StateId;
  readonly set: number;
  /** The number of the pair before it, or -1. */
  readonly origin: number;
  /** The state with its event as a step from the origin reaches it, and the symmetries from there to `state`. */
  readonly reached: StateId;
  readonly ways: readonly number[];
}

export class Refinement {
  readonly #implementation: LabeledSpace;
  readonly #specification: NormalizedSpecification;
  readonly #semantics: Semantics;
  readonly #representatives: PairRepresentatives;
  readonly #divergence: Divergence;
  readonly #antichain: Antichain;
  readonly #pairs: Pair[] = [];
  #next = 0;
  excess: Excess | undefined;

  constructor(
    implementation: LabeledSpace,
    specification: LabeledSpace,
    { semantics, symmetries }: { readonly semantics: Semantics; readonly symmetries: readonly JointSymmetry[] },
  ) {
    this.#implementation = implementation;
    this.#specification = new NormalizedSpecification(specification);
    this.#semantics = semantics;
    this.#representatives = new PairRepresentatives(implementation, this.#specification, symmetries);
    this.#divergence = new Divergence(implementation);
    this.#antichain = new Antichain((larger, smaller) => this.#specification.includes(larger, smaller));
    const { initial } = this.#specification;
    // Without an initial state, the specification allows nothing, and the implementation has at least its beginning.
    for (const state of implementation.initial) this.#add(state, initial, -1, state);
  }

  get pairs(): number {
    return this.#pairs.length;
  }

  get queued(): number {
    return this.#pairs.length - this.#next;
  }

  /** The number of sets of states of the specification that were met. */
  get sets(): number {
    return this.#specification.count;
  }

  /** Expands some pairs. False if there are no more, or an excess was found. */
  step(budget: number): boolean {
    for (let left = budget; left > 0 && this.excess === undefined; left--) {
      if (this.#next === this.#pairs.length) return false;
      look();
      this.#expand(this.#next++);
    }
    return this.excess === undefined;
  }

  #add(state: StateId, set: number, origin: number, reached: StateId): void {
    if (set === noSet) {
      // It is found when its turn comes: what a state refuses, or a divergence, may be shown by a shorter run.
      this.#pairs.push({ state, set, ways: [], origin, reached });
      return;
    }
    const small = this.#representatives.of(state, set);
    if (!this.#antichain.add(small.state, small.set)) return;
    this.#pairs.push({ ...small, origin, reached });
  }

  #expand(number: number): void {
    const { state, set } = this.#pairs[number]!;
    if (set === noSet) {
      this.excess = { states: this.#statesTo(number), diverges: false };
      return;
    }
    if (this.#semantics === "failures-divergences") {
      if (this.#specification.diverges(set)) return;
      if (this.#divergence.from(state)) {
        this.excess = { states: this.#statesTo(number), diverges: true };
        return;
      }
    }
    if (this.#semantics !== "traces") {
      const offered = offeredBy(this.#implementation, state);
      if (offered && !this.#specification.mayOfferOnly(set, offered)) {
        this.excess = { states: this.#statesTo(number), diverges: false };
        return;
      }
    }
    const steps = this.#implementation.stepsOf(state);
    for (let i = 0; i < steps.length; i += stepWidth) {
      const event = steps[i]!;
      const after = event === invisible ? set : this.#specification.after(set, event);
      this.#add(steps[i + 1] as StateId, after, number, steps[i + 2] as StateId);
    }
  }

  /** The states of a run of the implementation itself to a pair. */
  #statesTo(number: number): State[] {
    const path: Pair[] = [];
    for (let pair = this.#pairs[number]; pair; pair = this.#pairs[pair.origin]) path.unshift(pair);
    const slotCount = this.#implementation.stateAt(this.#implementation.initial[0]!).length;
    const states: State[] = [];
    // Maps states of the run to those of the search.
    let there = identitySymmetry(slotCount);
    const back = (id: StateId): State => imageOfState(inverseSymmetry(there), this.#implementation.stateAt(id));
    for (const { reached, ways } of path) {
      states.push(back(reached));
      there = composeSymmetries(there, this.#representatives.symmetryOf(ways, slotCount));
    }
    return states;
  }
}
