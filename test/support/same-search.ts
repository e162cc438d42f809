/** The law of the explicit engine: it finds the states of the reference interpreter, in the same order. */

import { expect } from "vitest";
import { compile } from "../../src/explicit/compile.ts";
import { Exploration } from "../../src/explicit/search.ts";
import type { StateId } from "../../src/explicit/state-id.ts";
import { facts } from "../../src/model/facts.ts";
import type { Model } from "../../src/model/model.ts";
import type { StateQuestion } from "../../src/model/question.ts";
import type { ReferenceSearch } from "./reference-search.ts";

export function expectSameSearch(model: Model, questions: readonly StateQuestion[], expected: ReferenceSearch): void {
  const exploration = explore(model, questions, false);
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
