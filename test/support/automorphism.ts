/** Checks a symmetry on every reachable state with the reference interpreter. */

import { facts } from "../../src/model/facts.ts";
import { isRuntimeError } from "../../src/model/interpret.ts";
import type { State } from "../../src/model/interpret.ts";
import type { Model } from "../../src/model/model.ts";
import { imageOfState } from "../../src/symmetry/symmetry.ts";
import type { Symmetry } from "../../src/symmetry/symmetry.ts";

export interface StateGraph {
  readonly initial: readonly State[];
  readonly states: readonly State[];
}

/** The reachable states; `undefined` if there are more than the limit or the initial condition fails. */
export function reachableStates(model: Model, limit: number): StateGraph | undefined {
  const reference = facts(model).interpreter;
  const seen = new Map<string, State>();
  const initial: State[] = [];
  for (const state of reference.initialStates()) {
    if (isRuntimeError(state)) return undefined;
    initial.push(state);
    seen.set(state.join(), state);
    if (seen.size > limit) return undefined;
  }
  const states = [...seen.values()];
  for (const state of states) {
    for (const { target } of reference.steps(state)) {
      if (!target || seen.has(target.join())) continue;
      seen.set(target.join(), target);
      states.push(target);
      if (states.length > limit) return undefined;
    }
  }
  return { initial, states };
}

/** The reason why the symmetry is wrong; `undefined` if it is correct. */
export function whyNoAutomorphism(model: Model, graph: StateGraph, symmetry: Symmetry): string | undefined {
  const reference = facts(model).interpreter;
  const initial = new Set(graph.initial.map((state) => state.join()));
  for (const state of graph.initial) {
    if (!initial.has(imageOfState(symmetry, state).join())) return `[${state.join()}] is initial, its image is not`;
  }
  /** The set of successors, with failed assertions and errors marked. */
  const behavior = (state: State, map: (target: State) => State): string =>
    [
      ...new Set(
        [...reference.steps(state)].map(
          ({ target, error, failed }) => `${target ? map(target).join() : ""}${error ? "!" : ""}${failed ? "?" : ""}`,
        ),
      ),
    ]
      .sort()
      .join(" ");
  for (const state of graph.states) {
    const image = imageOfState(symmetry, state);
    if (behavior(state, (target) => imageOfState(symmetry, target)) !== behavior(image, (target) => target)) {
      return `the successors of [${state.join()}] are not mapped to those of its image [${image.join()}]`;
    }
  }
  return undefined;
}
