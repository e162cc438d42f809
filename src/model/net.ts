/**
 * The Petri net behind a model, where there is one: places are slots, and a transition takes tokens and puts tokens.
 *
 * A model means the same without it; the detector of symmetries of nets starts here.
 */

export interface Net {
  /** What each transition of the model takes and puts, in the order of the model's transitions. */
  readonly transitions: readonly NetTransition[];
  /** Exchanges and rotations of colors, as permutations of slots: guesses. */
  readonly colorings: readonly Coloring[];
}

export interface NetTransition {
  /** Each place once. */
  readonly arcs: readonly NetArc[];
}

/** How a transition and a place, given by its slot, are connected; at least one of the weights is positive. */
export interface NetArc {
  readonly place: number;
  readonly takes: number;
  readonly puts: number;
}

/** What becomes of the slots when neighboring colors of a sort change places, and when all colors go to the next one. */
export interface Coloring {
  readonly sort: string;
  readonly exchanges: readonly Int32Array[];
  readonly rotation?: Int32Array | undefined;
}
