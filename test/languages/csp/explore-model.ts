/** The state space of a lowered model, by the reference interpreter. */

import type { Model } from "../../../src/index.ts";
import { facts } from "../../../src/model/facts.ts";
import { isRuntimeError } from "../../../src/model/interpret.ts";
import type { State } from "../../../src/model/interpret.ts";
import type { Exploration } from "./term-semantics.ts";

/** A state without successor is a deadlock unless the model's deadlock property excepts it. */
export function exploreModel(model: Model): Exploration {
  const reference = facts(model).interpreter;
  const states: State[] = [];
  const seen = new Set<string>();
  const visit = (state: State): void => {
    if (seen.has(state.join())) return;
    seen.add(state.join());
    states.push(state);
  };
  for (const state of reference.initialStates()) if (!isRuntimeError(state)) visit(state);
  const property = model.properties.find(({ kind }) => kind === "deadlock");
  const except = property?.kind === "deadlock" ? property.except : undefined;
  let edges = 0;
  let deadlocks = 0;
  for (const state of states) {
    const targets = new Set<string>();
    for (const { target } of reference.steps(state)) {
      if (!target) throw new Error("a step fails");
      targets.add(target.join());
      visit(target);
    }
    edges += targets.size;
    if (targets.size === 0 && !(except && reference.holds(except, state) === true)) deadlocks++;
  }
  return { states: states.length, edges, deadlocks };
}
