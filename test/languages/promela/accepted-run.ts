/** Whether a claim accepts some run of a model: all states, all pairs, no cleverness. */

import { facts } from "../../../src/model/facts.ts";
import { isRuntimeError } from "../../../src/model/interpret.ts";
import type { State } from "../../../src/model/interpret.ts";
import type { Claim, Model } from "../../../src/model/model.ts";

/** `undefined` if there are more than `most` pairs of a state of the model and a state of the claim. */
export function acceptsSomeRun(model: Model, claim: Claim, most = 20_000): boolean | undefined {
  const reference = facts(model).interpreter;
  const isTransient = (state: State): boolean =>
    model.transient !== undefined && reference.holds(model.transient, state) === true;
  const successors = (state: State): State[] =>
    [...reference.steps(state)].flatMap(({ target }) => (target ? [target] : []));

  /** The states that are not transient, from these on. In a transient state without a successor, the run ends. */
  const settle = (from: readonly State[]): State[] => {
    const found = new Map<string, State>();
    const seen = new Set<string>();
    const open = [...from];
    for (let state = open.pop(); state; state = open.pop()) {
      const key = state.join();
      if (seen.has(key)) continue;
      seen.add(key);
      const next = isTransient(state) ? successors(state) : [];
      if (next.length === 0) found.set(key, state);
      open.push(...next);
    }
    return [...found.values()];
  };

  interface Pair {
    readonly state: State;
    readonly at: number;
    readonly next: string[];
  }
  const keyOf = (state: State, at: number): string => `${at} ${state.join()}`;
  const pairs = new Map<string, Pair>();
  const open: Pair[] = [];
  const add = (state: State, at: number): string => {
    const key = keyOf(state, at);
    if (!pairs.has(key)) {
      const pair: Pair = { state, at, next: [] };
      pairs.set(key, pair);
      open.push(pair);
    }
    return key;
  };
  const initial = [...reference.initialStates()].flatMap((state) => (isRuntimeError(state) ? [] : [state]));
  for (const state of settle(initial)) add(state, 0);
  for (let pair = open.pop(); pair; pair = open.pop()) {
    if (pairs.size > most) return undefined;
    const { state, at, next } = pair;
    const after = isTransient(state) ? [] : settle(successors(state));
    for (const { condition, target } of claim.states[at]!.edges) {
      if (reference.holds(condition, state) !== true) continue;
      for (const other of after.length === 0 ? [state] : after) next.push(add(other, target));
    }
  }
  return [...pairs].some(([key, { at, next }]) => claim.states[at]!.accepting && reaches(pairs, next, key));
}

function reaches(
  pairs: ReadonlyMap<string, { readonly next: readonly string[] }>,
  from: readonly string[],
  goal: string,
) {
  const seen = new Set(from);
  for (const key of seen) {
    if (key === goal) return true;
    for (const other of pairs.get(key)!.next) seen.add(other);
  }
  return false;
}
