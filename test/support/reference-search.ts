/**
 * Breadth-first search by the reference interpreter. The compiled search must find the same states in the same order.
 */

import type { StateId } from "../../src/explicit/state-id.ts";
import { facts } from "../../src/model/facts.ts";
import { isRuntimeError } from "../../src/model/interpret.ts";
import type { State } from "../../src/model/interpret.ts";
import type { Model } from "../../src/model/model.ts";
import type { StateQuestion } from "../../src/model/question.ts";

/** An error or a failed assertion. */
export interface Incident {
  readonly state: StateId;
  readonly transition: number;
}

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
  /** For each state, its level, and the numbers of all states with a step to it. */
  readonly levels: readonly number[];
  readonly origins: readonly (readonly number[])[];
  /** Like `decided`, `error` and `assertion`, for all states of the same level, and the first of each. */
  readonly allDecided: readonly (readonly number[])[];
  readonly errors: readonly Incident[];
  readonly assertions: readonly Incident[];
}

export function referenceSearch(model: Model, questions: readonly StateQuestion[]): ReferenceSearch {
  const reference = facts(model).interpreter;
  const numbers = new Map<string, number>();
  const states: State[] = [];
  const parents: number[] = [];
  const decided = questions.map(() => -1);
  const allDecided = questions.map((): number[] => []);
  const levels: number[] = [];
  const origins: number[][] = [];
  const errors: Incident[] = [];
  const assertions: Incident[] = [];
  let transitions = 0;
  let error: Incident | undefined;
  let assertion: Incident | undefined;
  const all = { levels, origins, allDecided, errors, assertions };
  const noteError = (incident: Incident): void => {
    error ??= incident;
    if (levels[incident.state] === levels[error.state]) errors.push(incident);
  };

  const visit = (state: State, parent: number): void => {
    const key = state.join();
    const known = numbers.get(key);
    if (known !== undefined) {
      if (parent >= 0) origins[known]!.push(parent);
      return;
    }
    numbers.set(key, states.length);
    levels.push(parent < 0 ? 0 : levels[parent]! + 1);
    origins.push(parent < 0 ? [] : [parent]);
    states.push(state);
    parents.push(parent);
  };
  const decide = (k: number, id: number): void => {
    const { condition, wanted } = questions[k]!;
    if (decided[k] !== -1 && levels[decided[k]!] !== levels[id]) return;
    const holds = condition === undefined ? wanted : reference.holds(condition, states[id]!);
    if (isRuntimeError(holds)) noteError({ state: id as StateId, transition: -2 - k });
    else if (holds === wanted) {
      if (decided[k] === -1) decided[k] = id;
      allDecided[k]!.push(id);
    }
  };

  for (const state of reference.initialStates()) {
    if (isRuntimeError(state)) {
      error = { state: 0 as StateId, transition: -1 };
      return { states, parents, transitions, decided, error, assertion, ...all };
    }
    visit(state, -1);
  }
  for (let id = 0; id < states.length; id++) {
    for (const k of questions.keys()) if (!questions[k]!.isStuck) decide(k, id);
    let isDeadlock = true;
    for (const step of reference.steps(states[id]!)) {
      isDeadlock = false;
      const transition = model.transitions.indexOf(step.transition);
      const incident = { state: id as StateId, transition };
      if (step.failed) {
        assertion ??= incident;
        if (levels[id] === levels[assertion.state]) assertions.push(incident);
      }
      if (step.error) noteError(incident);
      if (step.target) {
        transitions++;
        visit(step.target, id);
      }
    }
    if (isDeadlock) for (const k of questions.keys()) if (questions[k]!.isStuck) decide(k, id);
  }
  return { states, parents, transitions, decided, error, assertion, ...all };
}
