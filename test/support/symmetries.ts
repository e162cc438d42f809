/** Symmetries from short descriptions, and a check of symmetries by brute force. */

import { expect } from "vitest";
import { facts } from "../../src/model/facts.ts";
import { isRuntimeError } from "../../src/model/interpret.ts";
import type { State } from "../../src/model/interpret.ts";
import type { Model } from "../../src/model/model.ts";
import { parseModel } from "../../src/model/text/parse.ts";
import { imageOfState } from "../../src/symmetry/symmetry.ts";
import type { Symmetry } from "../../src/symmetry/symmetry.ts";
import type { Defines } from "../../src/syntax/definitions.ts";

export function modelOf(text: string, defines: Defines = {}): Model {
  const { model, diagnostics } = parseModel({ name: "test.seq", text }, { defines });
  expect(diagnostics).toEqual([]);
  return model!;
}

/**
 * The symmetry that maps slots by `move`, from name to name (`undefined`: the slot stays), and values by `change`,
 * given the name of their slot.
 */
export function symmetryBy(
  model: Model,
  move: (name: string) => string | undefined,
  change: (name: string, value: number) => number = (_, value) => value,
): Symmetry {
  const { slots } = facts(model);
  const numbers = new Map(slots.map(({ name }, i) => [name, i]));
  const values = new Map<number, Map<number, number>>();
  slots.forEach(({ name, low, high }, slot) => {
    const map = new Map<number, number>();
    for (let value = low; value <= high; value++) {
      if (change(name, value) !== value) map.set(value, change(name, value));
    }
    if (map.size > 0) values.set(slot, map);
  });
  const to = slots.map(({ name }, i) => {
    const target = move(name);
    return target === undefined ? i : (numbers.get(target) ?? -1);
  });
  return { slots: Int32Array.from(to), values };
}

/** Renames the indices of all arrays in square brackets. */
export function reindexed(renumber: (index: number, name: string) => number): (name: string) => string {
  return (name) => name.replaceAll(/\[(\d+)\]/g, (_, index: string) => `[${renumber(Number(index), name)}]`);
}

export function swap(a: number, b: number): (i: number) => number {
  return (i) => (i === a ? b : i === b ? a : i);
}

/** The reason why a symmetry is wrong, by inspection of all reachable states; `undefined` if it is correct. */
export function bruteForce(
  model: Model,
  symmetry: Symmetry,
  imageOf: (state: State) => State = (state) => imageOfState(symmetry, state),
): string | undefined {
  const reference = facts(model).interpreter;
  const seen = new Set<string>();
  const queue: State[] = [];
  const initial = new Set<string>();
  let initialError = false;
  for (const state of reference.initialStates()) {
    if (isRuntimeError(state)) {
      initialError = true;
      break;
    }
    initial.add(state.join());
    queue.push(state);
    seen.add(state.join());
  }
  // After an error not all initial states are known.
  if (!initialError) {
    const stray = queue.find((state) => !initial.has(imageOf(state).join()));
    if (stray) return `${stray.join()} is initial, its image is not`;
  }
  const outcomes = (state: State, map: (state: State) => State): Set<string> => {
    const found = new Set<string>();
    for (const { target, error, failed } of reference.steps(state)) {
      found.add(`${error ? "error" : map(target!).join()} ${failed ? "failed" : ""}`);
    }
    return found;
  };
  for (const state of queue) {
    const expected = outcomes(state, imageOf);
    const actual = outcomes(imageOf(state), (target) => target);
    if ([...expected].sort().join("|") !== [...actual].sort().join("|")) {
      return `from ${state.join()}: ${[...expected].join("|")} should be ${[...actual].join("|")}`;
    }
    for (const { target } of reference.steps(state)) {
      if (!target || seen.has(target.join())) continue;
      seen.add(target.join());
      queue.push(target);
    }
  }
  const isClosed = initialError || queue.every((state) => seen.has(imageOf(state).join()));
  return isClosed ? undefined : "an image is not reachable";
}

/** All reachable states. If the initial states cannot be determined, those found before the first error. */
export function reachableStates(model: Model): readonly State[] {
  const reference = facts(model).interpreter;
  const seen = new Map<string, State>();
  const add = (state: State): void => void seen.set(state.join(), state);
  for (const state of reference.initialStates()) if (!isRuntimeError(state)) add(state);
  for (const state of seen.values()) {
    for (const { target } of reference.steps(state)) if (target && !seen.has(target.join())) add(target);
  }
  return [...seen.values()];
}
