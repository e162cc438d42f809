/**
 * Traces, and the rule that the reference interpreter replays every trace before it is shown: whatever an engine
 * claims, the resulting steps are steps of the model.
 */

import { InternalError } from "../util/internal-error.ts";
import { look } from "../util/limits.ts";
import type { Interpreter, State, Step } from "./interpret.ts";

/** A run of the model from an initial state. If the last step has no target, it failed. */
export interface Trace {
  readonly initial: State;
  readonly steps: readonly Step[];
  /**
   * For an infinite run, the number of steps before the state to which the last step returns. If it is the number of
   * all steps, the run has no further step and stays in its last state.
   */
  readonly loop?: number | undefined;
  /** Whether there may be a shorter one, though shortest traces are searched for. */
  readonly mayBeShorter?: boolean | undefined;
}

/** The last state of a trace that ends in a state. */
export function lastState(trace: Trace): State {
  return trace.steps.at(-1)?.target ?? trace.initial;
}

/** States that are on the way from one state of a trace to the next, without being states of the trace. */
export type Passed = (state: State) => boolean;

/**
 * Replays a trace from an initial state through states that `accepts[i]` accepts, one after the other.
 *
 * Each state is searched among the successors of the previous one, and among those of states that are passed, so the
 * cost is that of expanding the trace. If the first state is not given, it is searched among the initial states.
 */
export function replay(
  interpreter: Interpreter,
  accepts: readonly ((state: State) => boolean)[],
  first?: State,
  isPassed?: Passed,
): Trace {
  const initial = first ?? findInitial(interpreter, accepts[0]!);
  if (!interpreter.isInitial(initial)) throw new InternalError("a trace starts in a state that is not initial");
  const steps: Step[] = [];
  let state = initial;
  for (const accept of accepts.slice(1)) {
    const way = wayTo(interpreter, state, accept, isPassed);
    if (!way) {
      throw new InternalError(`a trace cannot be replayed: step ${steps.length + 1} is not a step of the model`);
    }
    steps.push(...way);
    state = way.at(-1)!.target!;
  }
  return { initial, steps };
}

/** The fewest steps from a state to one that is accepted, through states that are passed. */
export function wayTo(
  interpreter: Interpreter,
  from: State,
  accept: (state: State) => boolean,
  isPassed: Passed = () => false,
): readonly Step[] | undefined {
  const seen = new Set<string>();
  const ways: { readonly state: State; readonly steps: readonly Step[] }[] = [{ state: from, steps: [] }];
  for (const { state, steps } of ways) {
    look();
    for (const step of interpreter.steps(state)) {
      const { target } = step;
      if (target === undefined) continue;
      if (accept(target)) return [...steps, step];
      if (!isPassed(target) || seen.has(target.join())) continue;
      seen.add(target.join());
      ways.push({ state: target, steps: [...steps, step] });
    }
  }
  return undefined;
}

export function sameState(a: State, b: State): boolean {
  return a.length === b.length && a.every((value, slot) => value === b[slot]);
}

/** Whether two steps are of one transition, with the same choice of parameters. */
export function sameStep(a: Pick<Step, "transition" | "choice">, b: Pick<Step, "transition" | "choice">): boolean {
  return a.transition === b.transition && a.choice.every((cells, i) => sameState(cells, b.choice[i]!));
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
