/** Strongly connected components of an automaton, and the kind of each (Tarjan 1972, without recursion). */

import { allMarks } from "./automaton.ts";

/** The fields of an edge that are used here. */
interface Arc {
  readonly target: number;
  readonly marks: number;
}

export interface StrongComponents {
  /** The component of each state. Every edge leads to the same component or to one with a lower number. */
  readonly of: Int32Array;
  readonly kinds: readonly ComponentKind[];
}

/**
 * `transient`: a state without a loop. `rejecting`: no cycle accepts. `accepting`: every cycle accepts. `mixed`: some
 * cycles accept and some do not.
 */
export type ComponentKind = "transient" | "rejecting" | "accepting" | "mixed";

export function strongComponents(states: readonly (readonly Arc[])[], acceptanceCount: number): StrongComponents {
  const of = tarjan(states);
  const count = of.reduce((most, c) => Math.max(most, c + 1), 0);
  const union = new Int32Array(count);
  const hasCycle = new Uint8Array(count);
  states.forEach((edges, state) => {
    for (const { target, marks } of edges) {
      if (of[state] !== of[target]) continue;
      union[of[state]!]! |= marks;
      hasCycle[of[state]!] = 1;
    }
  });
  const all = allMarks(acceptanceCount);
  const kinds = Array.from({ length: count }, (_, c): ComponentKind => {
    if (!hasCycle[c]) return "transient";
    return union[c] === all ? "accepting" : "rejecting";
  });
  // A cycle that misses a set is a cycle of the graph without the edges of the set.
  for (let set = 0; set < acceptanceCount; set++) {
    const missing = states.map((edges, state) =>
      edges.filter(({ target, marks }) => of[target] === of[state] && !(marks & (1 << set))),
    );
    const inner = tarjan(missing);
    const sizes = new Int32Array(states.length);
    for (const c of inner) sizes[c]!++;
    missing.forEach((edges, state) => {
      const isOnCycle = sizes[inner[state]!]! > 1 || edges.some(({ target }) => target === state);
      if (isOnCycle && kinds[of[state]!] === "accepting") kinds[of[state]!] = "mixed";
    });
  }
  return { of, kinds };
}

function tarjan(states: readonly (readonly { readonly target: number }[])[]): Int32Array {
  const n = states.length;
  const of = new Int32Array(n).fill(-1);
  const order = new Int32Array(n).fill(-1);
  const lowest = new Int32Array(n);
  const position = new Int32Array(n);
  const open: number[] = [];
  let time = 0;
  let count = 0;
  for (let root = 0; root < n; root++) {
    if (order[root] !== -1) continue;
    const path = [root];
    while (path.length > 0) {
      const state = path.at(-1)!;
      if (order[state] === -1) {
        order[state] = lowest[state] = time++;
        open.push(state);
      }
      const edges = states[state]!;
      if (position[state]! < edges.length) {
        const { target } = edges[position[state]!++]!;
        if (order[target] === -1) path.push(target);
        else if (of[target] === -1) lowest[state] = Math.min(lowest[state]!, order[target]!);
        continue;
      }
      path.pop();
      const parent = path.at(-1);
      if (parent !== undefined) lowest[parent] = Math.min(lowest[parent]!, lowest[state]!);
      if (lowest[state] !== order[state]) continue;
      for (let member = open.pop()!; ; member = open.pop()!) {
        of[member] = count;
        if (member === state) break;
      }
      count++;
    }
  }
  return of;
}
