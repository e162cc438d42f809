/**
 * Traces, and the rule that none is shown before the reference interpreter has walked it: whatever an engine claims, the
 * steps that come out of here are steps of the model.
 */

import { InternalError } from "../util/internal-error.ts";
import type { Interpreter, State, Step } from "./interpret.ts";

/** A run of the model from an initial state. The last step may have no target: then it failed. */
export interface Trace {
  readonly initial: State;
  readonly steps: readonly Step[];
  /**
   * For a run without end: how many steps lead to the state that the last one comes back to. If all of them do, the run
   * cannot go on and stays in its last state.
   */
  readonly loop?: number | undefined;
}

/** The last state of a trace that ends in one. */
export function lastState(trace: Trace): State {
  return trace.steps.at(-1)?.target ?? trace.initial;
}

/**
 * Walks the states that `accepts[i]` recognises, one after the other, from an initial state.
 *
 * Each state is looked for among the successors of the one before it, so the cost is that of expanding the trace. If the
 * first state is not given, the initial states are searched for it.
 */
export function replay(
  interpreter: Interpreter,
  accepts: readonly ((state: State) => boolean)[],
  first?: State,
): Trace {
  const initial = first ?? findInitial(interpreter, accepts[0]!);
  if (!interpreter.isInitial(initial)) throw new InternalError("a trace starts in a state that is not initial");
  const steps: Step[] = [];
  let state = initial;
  for (const accept of accepts.slice(1)) {
    const step = find(
      interpreter.steps(state),
      (candidate) => candidate.target !== undefined && accept(candidate.target),
    );
    if (step?.target === undefined) {
      throw new InternalError(`a trace cannot be replayed: step ${steps.length + 1} is not a step of the model`);
    }
    steps.push(step);
    state = step.target;
  }
  return { initial, steps };
}

export function sameState(a: State, b: State): boolean {
  return a.length === b.length && a.every((value, slot) => value === b[slot]);
}

/** The first item that meets the condition. */
export function find<T>(items: Iterable<T>, condition: (item: T) => boolean): T | undefined {
  for (const item of items) if (condition(item)) return item;
  return undefined;
}

function findInitial(interpreter: Interpreter, accept: (state: State) => boolean): State {
  for (const state of interpreter.initialStates()) {
    if (Array.isArray(state) && accept(state as State)) return state as State;
  }
  throw new InternalError("a trace starts in a state that is not initial");
}
