/**
 * A trace to a set of reachable states that need not be a shortest one: the search goes first where the state looks most
 * like a wanted one. It explores few states, one by one, where layers of sets would be too large.
 */

import { contains, vectors } from "../ddd/index.ts";
import type { Ddd } from "../ddd/index.ts";
import type { State, Step } from "../model/interpret.ts";
import type { Trace } from "../model/replay.ts";
import { look } from "../util/limits.ts";
import { descend } from "./descent.ts";
import type { Encoding } from "./encoding.ts";
import type { Prepared } from "./prepare.ts";

/** The most transitions to try, and slots to look at, in all states together. */
const mostWork = 50_000_000;

interface Visited {
  readonly state: State;
  readonly step?: Step | undefined;
  readonly before?: Visited | undefined;
}

export function guidedTrace(prepared: Prepared, set: Ddd): Trace | undefined {
  const { encoding, initial } = prepared;
  const [start] = vectors(encoding.space, initial);
  if (!start) return undefined;
  const goal = likest(encoding, set, start);
  return descend(prepared, encoding.stateOf(start), encoding.stateOf(goal)) ?? nearestFirst(prepared, set, start, goal);
}

/** Follows the state that is nearest to the goal, wherever it was left. */
function nearestFirst(
  { interpreter, encoding, ground }: Prepared,
  set: Ddd,
  start: readonly number[],
  goal: readonly number[],
): Trace | undefined {
  const distance = (state: State): number => {
    let sum = 0;
    encoding.order.forEach((slot, level) => (sum += Math.abs(state[slot]! - goal[level]!)));
    return sum;
  };
  const first: Visited = { state: encoding.stateOf(start) };
  const seen = new Set([first.state.join()]);
  // By distance, the states that wait, the last one first: a way that comes nearer is followed.
  const waiting = new Map<number, Visited[]>([[distance(first.state), [first]]]);
  for (let work = 0; work < mostWork; work += 10 * ground.length) {
    look();
    const nearest = Math.min(...waiting.keys());
    const visited = waiting.get(nearest)?.pop();
    if (!visited) return undefined;
    if (waiting.get(nearest)!.length === 0) waiting.delete(nearest);
    if (contains(encoding.space, set, encoding.vectorOf(visited.state))) return traceOf(visited);
    for (const step of interpreter.steps(visited.state)) {
      if (!step.target) continue;
      // The state is copied, written as a key, and compared with the goal.
      look(step.target.length >> 3);
      const key = step.target.join();
      // A single state of a large net has more successors than there is time for.
      if ((work += encoding.order.length) >= mostWork) return undefined;
      if (seen.has(key)) continue;
      seen.add(key);
      const away = distance(step.target);
      const others = waiting.get(away);
      const next = { state: step.target, step, before: visited };
      if (others) others.push(next);
      else waiting.set(away, [next]);
    }
  }
  return undefined;
}

/** A vector of the set with many values of another vector. */
function likest({ space: { nodes } }: Encoding, set: Ddd, other: readonly number[]): number[] {
  let node = set;
  return other.map((value) => {
    const count = nodes.arcCount[node]!;
    let best = 0;
    for (let k = 1; k < count; k++) {
      if (Math.abs(nodes.value(node, k) - value) < Math.abs(nodes.value(node, best) - value)) best = k;
    }
    const chosen = nodes.value(node, best);
    node = nodes.child(node, best);
    return chosen;
  });
}

function traceOf(last: Visited): Trace {
  const steps: Step[] = [];
  let at = last;
  for (; at.before; at = at.before) steps.unshift(at.step!);
  return { initial: at.state, steps, mayBeShorter: true };
}
