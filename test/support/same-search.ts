/**
 * The law of the explicit engine: it finds the states of the reference interpreter, in the same order, and of the states
 * of a level that show the same the least one.
 */

import { expect } from "vitest";
import { compile } from "../../src/explicit/compile.ts";
import { Exploration } from "../../src/explicit/exploration.ts";
import { compareWords } from "../../src/explicit/finding.ts";
import type { Finding } from "../../src/explicit/finding.ts";
import { pack, unpack } from "../../src/explicit/layout.ts";
import type { Layout } from "../../src/explicit/layout.ts";
import type { StateId } from "../../src/explicit/state-id.ts";
import { traceTo } from "../../src/explicit/trace-to.ts";
import { facts } from "../../src/model/facts.ts";
import type { State } from "../../src/model/interpret.ts";
import type { Model } from "../../src/model/model.ts";
import type { StateQuestion } from "../../src/model/question.ts";
import { lastState } from "../../src/model/replay.ts";
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
  }
  expect(exploration.decided.map((found) => found !== undefined)).toEqual(expected.decided.map((at) => at >= 0));
  expect(exploration.error !== undefined).toBe(expected.error !== undefined);
  expect(exploration.assertion !== undefined).toBe(expected.assertion !== undefined);
  for (const found of exploration.decided) {
    if (!found) continue;
    expect(lastState(traceTo(interpreter, exploration, found))).toEqual(stateOf(exploration, found));
    for (const state of exploration.pathTo(found).slice(0, -1)) {
      expect(known).toContain(unpack(exploration.compiled.program.layout, state).join());
    }
  }
  const { error, assertion } = exploration;
  for (const incident of [error, assertion]) {
    if (incident && incident.transition >= 0) expectIncident(model, exploration, incident);
  }
  expect(exploration.states).toBe(lasting(expected.states).length);
}

/** The transition of an incident fails, or violates an assertion, in the state where it was found. */
function expectIncident(model: Model, exploration: Exploration, incident: Finding): void {
  const steps = [...facts(model).interpreter.steps(stateOf(exploration, incident))];
  const own = steps.filter((step) => step.transition === model.transitions[incident.transition]);
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
  expectSameFindings(exploration, expected);
  expectLeastPaths(exploration, expected);
}

/** A path goes through the least states: of the initial ones, and of those with a step to the next one. */
function expectLeastPaths(exploration: Exploration, expected: ReferenceSearch): void {
  const { layout } = exploration.compiled.program;
  const numbers = new Map(expected.states.map((state, id) => [state.join(), id]));
  const { decided, error, assertion } = exploration;
  for (const found of [...decided, error, assertion]) {
    if (!found || (found.transition === -1 && found === error)) continue;
    const path = exploration.pathTo(found).map((words) => numbers.get(unpack(layout, words).join())!);
    expect(path.length).toBe(found.level + 1);
    path.forEach((id, level) => {
      if (level === found.level) return;
      const origins = expected.origins[path[level + 1]!]!.filter((origin) => expected.levels[origin] === level);
      const least = origins.map((origin) => packed(layout, expected.states[origin]!)).sort(compareWords);
      expect(packed(layout, expected.states[id]!)).toEqual(least[0]);
    });
  }
}

function packed(layout: Layout, state: State): Int32Array {
  return Int32Array.from(pack(layout, state));
}

function stateOf({ compiled }: Exploration, { words }: Finding): State {
  return unpack(compiled.program.layout, words);
}

/** Of states of one level, the least by its packed words. */
function leastOf({ compiled }: Exploration, expected: ReferenceSearch, ids: readonly number[]): number {
  const all = ids.map((id) => ({ id, words: packed(compiled.program.layout, expected.states[id]!) }));
  return all.sort((a, b) => compareWords(a.words, b.words))[0]?.id ?? -1;
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
  const { decided, error, assertion } = exploration;
  const numberOf = (found: Finding | undefined): number => found?.state ?? -1;
  expect(decided.map(numberOf)).toEqual(expected.allDecided.map((ids) => leastOf(exploration, expected, ids)));
  if (expected.error?.transition === -1) expect(error?.transition).toBe(-1);
  else {
    for (const [found, all] of [
      [error, expected.errors],
      [assertion, expected.assertions],
    ] as const) {
      const least = leastOf(
        exploration,
        expected,
        all.map(({ state }) => state),
      );
      expect(numberOf(found)).toBe(least);
      if (found) expect(found.transition).toBe(all.find(({ state }) => state === least)!.transition);
    }
  }
}

function explore(model: Model, questions: readonly StateQuestion[], fingerprints: boolean): Exploration {
  const exploration = new Exploration(compile(model, questions, { fingerprints }));
  while (exploration.step());
  return exploration;
}
