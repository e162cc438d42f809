/** The law of the explicit engine: it finds the states of the reference interpreter, in the same order. */

import { expect } from "vitest";
import { compile } from "../../src/explicit/compile.ts";
import { Exploration } from "../../src/explicit/search.ts";
import type { Incident } from "../../src/explicit/search.ts";
import { noState } from "../../src/explicit/state-id.ts";
import type { StateId } from "../../src/explicit/state-id.ts";
import { traceTo } from "../../src/explicit/trace-to.ts";
import { facts } from "../../src/model/facts.ts";
import type { State } from "../../src/model/interpret.ts";
import type { Model } from "../../src/model/model.ts";
import type { StateQuestion } from "../../src/model/question.ts";
import { lastState, sameState, wayTo } from "../../src/model/replay.ts";
import type { ReferenceSearch } from "./reference-search.ts";

/**
 * The law of a search that passes through transient states: it finds the other states, and what is to be found in all
 * of them. Where a state was found, a way leads to it from its origin, through transient states.
 */
export function expectSamePassing(model: Model, questions: readonly StateQuestion[], expected: ReferenceSearch): void {
  const { interpreter } = facts(model);
  const isPassed = (state: State): boolean => interpreter.holds(model.transient!, state) === true;
  const exploration = explore(model, questions, false);
  const { space } = exploration;
  const ids = Array.from({ length: exploration.storedStates }, (_, id) => id as StateId);
  const lasting = (states: readonly State[]): string[] =>
    states.filter((state) => !isPassed(state)).map((state) => state.join()).sort(); // prettier-ignore
  expect(lasting(ids.map((id) => space.stateAt(id)))).toEqual(lasting(expected.states));
  const known = new Set(expected.states.map((state) => state.join()));
  for (const id of ids) {
    const state = space.stateAt(id);
    expect(known).toContain(state.join());
    const origin = space.parentOf(id);
    if (origin === noState) expect(interpreter.isInitial(state)).toBe(true);
    else expect(wayTo(interpreter, space.stateAt(origin), (found) => sameState(found, state), isPassed)).toBeDefined();
  }
  expect(exploration.decided.map((at) => at >= 0)).toEqual(expected.decided.map((at) => at >= 0));
  expect(exploration.error !== undefined).toBe(expected.error !== undefined);
  expect(exploration.assertion !== undefined).toBe(expected.assertion !== undefined);
  for (const at of exploration.decided) if (at >= 0) expect(lastState(traceTo(interpreter, exploration, at))).toEqual(space.stateAt(at)); // prettier-ignore
  const { error, assertion } = exploration;
  for (const incident of [error, assertion]) {
    if (incident && incident.transition >= 0) expectIncident(model, exploration, incident);
  }
  expect(exploration.states).toBe(lasting(expected.states).length);
}

/** The transition of an incident fails, or violates an assertion, in the state where it was found. */
function expectIncident(model: Model, exploration: Exploration, { state, transition }: Incident): void {
  const steps = [...facts(model).interpreter.steps(exploration.space.stateAt(state))];
  const own = steps.filter((step) => step.transition === model.transitions[transition]);
  expect(own.some(({ target, failed }) => target === undefined || failed)).toBe(true);
}

export function expectSameSearch(model: Model, questions: readonly StateQuestion[], expected: ReferenceSearch): void {
  const exploration = explore(model, questions, false);
  if (!exploration.compiled.program.storesTransient) {
    expectSamePassing(model, questions, expected);
    return;
  }
  const ids = Array.from({ length: exploration.storedStates }, (_, id) => id as StateId);
  expect(ids.map((id) => exploration.space.stateAt(id).join())).toEqual(expected.states.map((state) => state.join()));
  expect(ids.map((id) => exploration.space.parentOf(id))).toEqual(expected.parents);
  expectSameFindings(exploration, expected);
}

export function expectSameFingerprints(
  model: Model,
  questions: readonly StateQuestion[],
  expected: ReferenceSearch,
): void {
  const exploration = explore(model, questions, true);
  if (!exploration.compiled.program.storesTransient) {
    expect(exploration.states).toBe(countedStates(model, expected.states));
    return;
  }
  expect(exploration.storedStates).toBe(expected.states.length);
  if (exploration.complete) expect(exploration.states).toBe(countedStates(model, expected.states));
  const wrong = expected.states.findIndex(
    (state, id) => exploration.space.fingerprintAt(id as StateId) !== exploration.space.fingerprintOf(state),
  );
  expect(wrong, "the number of a state with a wrong fingerprint").toBe(-1);
  expectSameFindings(exploration, expected);
}

/** How many of the states are to be counted. */
function countedStates(model: Model, states: ReferenceSearch["states"]): number {
  const { transient } = model;
  if (!transient) return states.length;
  const reference = facts(model).interpreter;
  return states.filter((state) => reference.holds(transient, state) !== true).length;
}

function expectSameFindings(exploration: Exploration, expected: ReferenceSearch): void {
  expect(exploration.progress.transitions).toBe(expected.transitions);
  expect(exploration.decided).toEqual(expected.decided);
  expect(exploration.error).toEqual(expected.error);
  expect(exploration.assertion).toEqual(expected.assertion);
}

function explore(model: Model, questions: readonly StateQuestion[], fingerprints: boolean): Exploration {
  const exploration = new Exploration(compile(model, questions, { fingerprints }));
  while (exploration.step());
  return exploration;
}
