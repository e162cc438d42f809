/**
 * Breadth-first search by the reference interpreter. The compiled search must find the same states in the same order.
 */

import type { Incident } from "../../src/explicit/search.ts";
import type { StateId } from "../../src/explicit/state-id.ts";
import { facts } from "../../src/model/facts.ts";
import { isRuntimeError } from "../../src/model/interpret.ts";
import type { State } from "../../src/model/interpret.ts";
import type { Model } from "../../src/model/model.ts";
import type { StateQuestion } from "../../src/model/question.ts";

export interface ReferenceSearch {
  /** The states in the order of discovery. */
  readonly states: readonly State[];
  /** For each state, the number of the state from which it was first found; -1 for initial states. */
  readonly parents: readonly number[];
  readonly transitions: number;
  /** For each question, the number of the first state that decides it, or -1. */
  readonly decided: readonly number[];
  readonly error: Incident | undefined;
  readonly assertion: Incident | undefined;
}

export function referenceSearch(model: Model, questions: readonly StateQuestion[]): ReferenceSearch {
  const reference = facts(model).interpreter;
  const numbers = new Map<string, number>();
  const states: State[] = [];
  const parents: number[] = [];
  const decided = questions.map(() => -1);
  let transitions = 0;
  let error: Incident | undefined;
  let assertion: Incident | undefined;

  const visit = (state: State, parent: number): void => {
    const key = state.join();
    if (numbers.has(key)) return;
    numbers.set(key, states.length);
    states.push(state);
    parents.push(parent);
  };
  const decide = (k: number, id: number): void => {
    const { condition, wanted } = questions[k]!;
    if (decided[k] !== -1) return;
    const holds = condition === undefined ? wanted : reference.holds(condition, states[id]!);
    if (isRuntimeError(holds)) error ??= { state: id as StateId, transition: -2 - k };
    else if (holds === wanted) decided[k] = id;
  };

  for (const state of reference.initialStates()) {
    if (isRuntimeError(state)) {
      error = { state: 0 as StateId, transition: -1 };
      return { states, parents, transitions, decided, error, assertion };
    }
    visit(state, -1);
  }
  for (let id = 0; id < states.length; id++) {
    for (const k of questions.keys()) if (!questions[k]!.isStuck) decide(k, id);
    let isDeadlock = true;
    for (const step of reference.steps(states[id]!)) {
      isDeadlock = false;
      const transition = model.transitions.indexOf(step.transition);
      if (step.failed) assertion ??= { state: id as StateId, transition };
      if (step.error) error ??= { state: id as StateId, transition };
      if (step.target) {
        transitions++;
        visit(step.target, id);
      }
    }
    if (isDeadlock) for (const k of questions.keys()) if (questions[k]!.isStuck) decide(k, id);
  }
  return { states, parents, transitions, decided, error, assertion };
}
