/**
 * Breadth-first search by the reference interpreter that takes stubborn sets only: a short text of what the compiled
 * search does. Steps are whole: they pass through transient states.
 */

import { facts } from "../../src/model/facts.ts";
import { isRuntimeError } from "../../src/model/interpret.ts";
import type { State, Step } from "../../src/model/interpret.ts";
import type { Model } from "../../src/model/model.ts";
import { stateQuestions } from "../../src/model/question.ts";
import type { Dependence } from "../../src/partial-order/dependence.ts";
import { stepNumber } from "../../src/partial-order/numbering.ts";
import { stubbornSet, urgentSet } from "../../src/partial-order/stubborn-set.ts";

export interface Answers {
  readonly decided: readonly boolean[];
  readonly error: boolean;
  readonly assertion: boolean;
}

/** A step that is not transient, with its number and the states after it. */
export interface NumberedStep {
  readonly number: number;
  readonly targets: readonly State[];
  readonly isWrong: boolean;
  /** The steps that it is made of, and the transient states between them, each with whether nothing follows. */
  readonly parts: readonly Step[];
  readonly passed: readonly (readonly [State, boolean])[];
}

/** The number of a step. */
export function numberOf(model: Model, { numbering }: Dependence, { transition, choice }: Step): number {
  return stepNumber(numbering[model.transitions.indexOf(transition)]!, choice);
}

/** The steps from a state. One that waits until no other is enabled is none if its guard fails: then another one does. */
export function stepsFrom(model: Model, state: State): Step[] {
  const { interpreter } = facts(model);
  const isMasked = ({ transition, choice, error }: Step): boolean =>
    error !== undefined &&
    transition.name.startsWith("timeout") &&
    interpreter.take({ ...transition, body: [] }, choice, [...state])?.error !== undefined;
  return [...interpreter.steps(state)].filter((step) => !isMasked(step));
}

/** The whole steps from a state, and what is met on the way. */
export function wholeStepsFrom(model: Model, dependence: Dependence, state: State): NumberedStep[] {
  const { interpreter } = facts(model);
  const isTransient = (at: State): boolean =>
    model.transient !== undefined && interpreter.holds(model.transient, at) === true;
  return stepsFrom(model, state).map((first) => {
    const targets = new Map<string, State>();
    const parts: Step[] = [];
    const passed = new Map<string, readonly [State, boolean]>();
    const follow = (step: Step): void => {
      parts.push(step);
      if (!step.target) return;
      const key = step.target.join();
      if (!isTransient(step.target)) targets.set(key, step.target);
      else if (!passed.has(key)) {
        const next = stepsFrom(model, step.target);
        passed.set(key, [step.target, next.length === 0]);
        next.forEach(follow);
      }
    };
    follow(first);
    const isWrong = parts.some(({ error, failed }) => error !== undefined || failed !== undefined);
    const number = numberOf(model, dependence, first);
    return { number, targets: [...targets.values()], isWrong, parts, passed: [...passed.values()] };
  });
}

export interface Reduced {
  readonly answers: Answers;
  readonly states: number;
  /** The steps from all states, those of them that were taken, and the states with steps that were not. */
  readonly enabled: number;
  readonly taken: number;
  readonly reducedStates: number;
}

/** Explores everything, or only stubborn sets. The proviso can be left out to see that it is needed. */
export function reducedSearch(
  model: Model,
  dependence: Dependence,
  how: { readonly reduce: boolean; readonly proviso?: boolean },
): Reduced {
  const { interpreter } = facts(model);
  const questions = stateQuestions(model.properties);
  const decided = questions.map(() => false);
  let [error, assertion] = [false, false];
  let [enabledSteps, takenSteps, reducedStates] = [0, 0, 0];
  const visit = (state: State, stuck: boolean): void =>
    questions.forEach(({ condition, wanted, isStuck }, k) => {
      if (isStuck && !stuck) return;
      const holds = condition ? interpreter.holds(condition, state) : wanted;
      if (isRuntimeError(holds)) error = true;
      else if (holds === wanted) decided[k] = true;
    });
  // Nothing is known of steps that are not taken.
  const take = ({ parts, passed }: NumberedStep): void => {
    error ||= parts.some((step) => step.error !== undefined);
    assertion ||= parts.some((step) => step.failed !== undefined);
    for (const [state, stuck] of passed) visit(state, stuck);
  };
  const seen = new Set<string>();
  let level: State[] = [];
  const add = (state: State, into: State[]): void => {
    if (seen.has(state.join())) return;
    seen.add(state.join());
    into.push(state);
  };
  for (const state of interpreter.initialStates()) if (!isRuntimeError(state)) add(state, level);
  while (level.length > 0) {
    const before = new Set(seen);
    const next: State[] = [];
    const again: NumberedStep[][] = [];
    for (const state of level) {
      const steps = wholeStepsFrom(model, dependence, state);
      visit(state, steps.length === 0);
      const enabled = [...new Set(steps.map(({ number }) => number))].sort((a, b) => a - b);
      const chosen = how.reduce ? new Set(stubbornSet(dependence, state, enabled)) : new Set(enabled);
      const taken = steps.filter(({ number }) => chosen.has(number));
      const targets = taken.flatMap((step) => step.targets);
      for (const target of targets) add(target, next);
      const isAhead = targets.some((target) => !before.has(target.join()));
      const isReduced = chosen.size < enabled.length;
      const isAgain = isReduced && !isAhead && how.proviso !== false;
      const all = new Set(isAgain ? urgentSet(dependence, state, enabled, [...chosen]) : chosen);
      const allTaken = steps.filter(({ number }) => all.has(number));
      allTaken.forEach(take);
      if (isAgain) again.push(allTaken);
      enabledSteps += steps.length;
      takenSteps += allTaken.length;
      if (all.size < enabled.length) reducedStates++;
    }
    for (const target of again.flat().flatMap((step) => step.targets)) add(target, next);
    level = next;
  }
  const answers = { decided, error, assertion };
  return { answers, states: seen.size, enabled: enabledSteps, taken: takenSteps, reducedStates };
}
