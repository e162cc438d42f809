/**
 * Traces to a set of states, searched backwards: layer k has the reachable states that are k steps away from the set.
 *
 * Few states lead to a violation, compared with all states that a search from the initial states visits before it. So
 * traces are found this way unless something else needs layers.
 */

import { contains, difference, emptySet, intersection, union, vectors } from "../ddd/index.ts";
import type { Ddd, Hom } from "../ddd/index.ts";
import type { State } from "../model/interpret.ts";
import { InternalError } from "../util/internal-error.ts";
import type { Encoding } from "./encoding.ts";
import type { Evaluator } from "./evaluator.ts";

/** A shortest way: its first state, and which states may come next, step by step. */
export interface Way {
  readonly first: State;
  readonly accepts: readonly ((state: State) => boolean)[];
}

export class Backward {
  private readonly encoding: Encoding;
  private readonly evaluator: Evaluator;
  private readonly inverse: Hom;
  private readonly initial: Ddd;
  private readonly reached: Ddd;

  constructor(encoding: Encoding, evaluator: Evaluator, inverse: Hom, initial: Ddd, reached: Ddd) {
    this.encoding = encoding;
    this.evaluator = evaluator;
    this.inverse = inverse;
    this.initial = initial;
    this.reached = reached;
  }

  /** A way to a set of reachable states. It is valid until the next evaluation. @param roots other sets in use */
  wayTo(set: Ddd, roots: readonly Ddd[]): Way {
    const { evaluator, initial, reached } = this;
    const { space } = this.encoding;
    const layers = [set];
    let seen = set;
    while (intersection(space, layers.at(-1)!, initial) === emptySet) {
      const before = evaluator.apply(this.inverse, layers.at(-1)!, [...roots, ...layers, seen, initial, reached]);
      const added = difference(space, intersection(space, before, reached), seen);
      if (added === emptySet) throw new InternalError("no initial state leads to a reachable state");
      layers.push(added);
      seen = union(space, seen, added);
      evaluator.tick();
    }
    const [first] = vectors(space, intersection(space, layers.at(-1)!, initial));
    const accepts = layers.toReversed().map(
      (layer) =>
        (state: State): boolean =>
          contains(space, layer, this.encoding.vectorOf(state)),
    );
    return { first: this.encoding.stateOf(first!), accepts };
  }
}
