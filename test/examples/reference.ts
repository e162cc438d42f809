/** Explores a model with the reference interpreter, breadth first and in full, and decides its properties on the way. */

import { interpreter, isRuntimeError } from "../../src/index.ts";
import type { Model, State } from "../../src/index.ts";
import type { Verdict } from "./expectation.ts";

export interface Outcome {
  readonly states: number;
  readonly transitions: number;
  /** Of all properties, and of `assertions` and `ranges`. */
  readonly verdicts: Readonly<Record<string, Verdict>>;
}

export function exploreByReference(model: Model): Outcome {
  const reference = interpreter(model);
  const depths = new Map<string, number>();
  const queue: State[] = [];
  const found = new Map<string, number>();
  let transitions = 0;

  const visit = (state: State, depth: number): void => {
    const key = state.join();
    if (depths.has(key)) return;
    depths.set(key, depth);
    queue.push(state);
  };
  const note = (name: string, depth: number): void => {
    if (!found.has(name)) found.set(name, depth);
  };

  for (const state of reference.initialStates()) visit(expectState(state), 0);
  for (const state of queue) {
    const depth = depths.get(state.join())!;
    let successors = 0;
    for (const { target, failed } of reference.steps(state)) {
      if (failed) note("assertions", depth + 1);
      if (target) {
        successors++;
        visit(target, depth + 1);
      } else note("ranges", depth + 1);
    }
    transitions += successors;
    for (const property of model.properties) {
      switch (property.kind) {
        case "invariant":
          if (reference.holds(property.condition, state) === false) note(property.name, depth);
          break;
        case "reachable":
          if (reference.holds(property.condition, state) === true) note(property.name, depth);
          break;
        case "deadlock": {
          const excepted = property.except !== undefined && reference.holds(property.except, state) === true;
          if (successors === 0 && !excepted) note(property.name, depth);
          break;
        }
        case "ltl":
          throw new Error("LTL is not decided here");
      }
    }
  }

  const reachable = new Set(model.properties.filter(({ kind }) => kind === "reachable").map(({ name }) => name));
  const verdict = (name: string): Verdict => {
    const depth = found.get(name);
    if (reachable.has(name)) return { verdict: depth === undefined ? "violated" : "holds" };
    return depth === undefined ? { verdict: "holds" } : { verdict: "violated", depth };
  };
  const names = [...model.properties.map(({ name }) => name), "assertions", "ranges"];
  return {
    states: queue.length,
    transitions,
    verdicts: Object.fromEntries(names.map((name) => [name, verdict(name)])),
  };
}

function expectState(state: unknown): State {
  if (isRuntimeError(state)) throw new Error(state.message);
  return state as State;
}
