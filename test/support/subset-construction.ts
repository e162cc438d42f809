/**
 * Refinement by definition: all pairs of a state of the implementation and the set of states that are possible in the
 * specification after the same events, breadth first, without antichains, symmetries or anything lazy.
 */

import type { Events, Model, Semantics } from "../../src/index.ts";
import { facts } from "../../src/model/facts.ts";
import type { State } from "../../src/model/interpret.ts";

/** A labeled transition system: the steps of each state. Event 1 is invisible. */
export interface Graph {
  readonly initial: readonly number[];
  readonly steps: readonly (readonly (readonly [event: number, target: number])[])[];
}

/** The labeled transition system of a model, by the reference interpreter. */
export function graphOf(model: Model, { variable }: Events): Graph {
  const { interpreter, offsets } = facts(model);
  const slot = offsets.get(variable)!;
  const numbers = new Map<string, number>();
  const states: State[] = [];
  const numberOf = (state: State): number => {
    const key = state.with(slot, 0).join();
    if (!numbers.has(key)) {
      numbers.set(key, states.length);
      states.push(state.with(slot, 0));
    }
    return numbers.get(key)!;
  };
  const initial = Array.from(interpreter.initialStates(), (state) => numberOf(state as State));
  const steps: (readonly [number, number])[][] = [];
  for (const state of states) {
    steps.push(Array.from(interpreter.steps(state), ({ target }) => [target![slot]!, numberOf(target!)] as const));
  }
  return { initial, steps };
}

/** The length of the shortest run in excess of the specification; `undefined` if there is none. */
export function shortestExcess(implementation: Graph, specification: Graph, semantics: Semantics): number | undefined {
  const key = (state: number, set: readonly number[]): string => `${state}:${set.join()}`;
  const start = closure(specification, specification.initial);
  let level = implementation.initial.map((state) => ({ state, set: start }));
  const seen = new Set(level.map(({ state, set }) => key(state, set)));
  for (let depth = 0; level.length > 0; depth++) {
    const next: typeof level = [];
    // A refusal or a divergence is shown by the run so far, an event by a run that is longer by one.
    let isOneMore = false;
    for (const { state, set } of level) {
      if (semantics === "failures-divergences") {
        if (set.some((member) => diverges(specification, member))) continue;
        if (diverges(implementation, state)) return depth;
      }
      if (semantics !== "traces" && refusesTooMuch(implementation, state, specification, set)) return depth;
      for (const [event, target] of implementation.steps[state]!) {
        const after = event === 1 ? set : closure(specification, targets(specification, set, event));
        if (after.length === 0) isOneMore = true;
        else if (!seen.has(key(target, after))) {
          seen.add(key(target, after));
          next.push({ state: target, set: after });
        }
      }
    }
    if (isOneMore) return depth + 1;
    level = next;
  }
  return undefined;
}

function targets({ steps }: Graph, set: readonly number[], event: number): number[] {
  return set.flatMap((state) => steps[state]!.flatMap(([label, target]) => (label === event ? [target] : [])));
}

function closure(graph: Graph, set: readonly number[]): number[] {
  const closed = new Set(set);
  for (const state of closed) for (const target of targets(graph, [state], 1)) closed.add(target);
  return [...closed].sort((a, b) => a - b);
}

/** Whether a state is on a cycle of invisible steps, or leads to one by them. */
function diverges(graph: Graph, state: number): boolean {
  return closure(graph, [state]).some((member) => closure(graph, targets(graph, [member], 1)).includes(member));
}

function offered({ steps }: Graph, state: number): Set<number> | undefined {
  const events = new Set(steps[state]!.map(([event]) => event));
  return events.has(1) ? undefined : events;
}

function refusesTooMuch(implementation: Graph, state: number, specification: Graph, set: readonly number[]): boolean {
  const found = offered(implementation, state);
  if (!found) return false;
  return !set.some((member) => {
    const least = offered(specification, member);
    return least !== undefined && [...least].every((event) => found.has(event));
  });
}
