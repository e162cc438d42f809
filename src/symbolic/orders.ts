/**
 * Orders of places, numbered from 0 as they come, that bring the places of each event near each other.
 *
 * FORCE: Aloul, Markov, Sakallah, *FORCE: a fast and easy-to-implement variable-ordering heuristic* (2003).
 * Cuthill-McKee and Sloan reduce the bandwidth and the profile of the graph of places that share an event: Meijer, van
 * de Pol, *Bandwidth and wavefront reduction for static variable ordering in symbolic reachability analysis* (2016).
 * Greedy: the next place is the one that completes most of the begun events, after Noack's heuristic for Petri nets.
 */

import type { OrderName } from "../engine/order-name.ts";
import { look } from "../util/limits.ts";
import { PriorityQueue } from "../util/priority-queue.ts";

type Event = readonly number[];

interface Order {
  readonly name: OrderName;
  /** `units` are the places of a net in the order of its units, if it has some. */
  readonly order: (count: number, events: readonly Event[], units?: readonly number[]) => readonly number[];
}

/** Earlier ones are taken if scores are equal. */
export const orders: readonly Order[] = [
  { name: "given", order: (count) => asGiven(count) },
  { name: "force", order: (count, events) => force(asGiven(count), events) },
  { name: "cuthill-mckee", order: cuthillMcKee },
  { name: "sloan", order: sloan },
  { name: "greedy", order: greedy },
  { name: "force-sloan", order: (count, events) => force(sloan(count, events), events) },
  { name: "force-greedy", order: (count, events) => force(greedy(count, events), events) },
  { name: "units", order: (count, _, units) => units ?? asGiven(count) },
];

function asGiven(count: number): number[] {
  return Array.from({ length: count }, (_, k) => k);
}

// ---------------------------------------------------------------- FORCE

const forceRounds = 100;

/** Repeatedly moves each place to the middle of its events. */
function force(start: readonly number[], events: readonly Event[]): readonly number[] {
  const count = start.length;
  let best = start;
  let current = start;
  let bestSpan = Infinity;
  const [position, pull, weight] = [new Float64Array(count), new Float64Array(count), new Int32Array(count)];
  for (let [round, idle] = [0, 0]; round < forceRounds && idle < 8; round++) {
    look(count);
    current.forEach((place, k) => (position[place] = k));
    pull.fill(0);
    weight.fill(0);
    let span = 0;
    for (const event of events) {
      look(event.length >> 4);
      let [sum, first, last] = [0, Infinity, 0];
      for (const place of event) {
        const at = position[place]!;
        sum += at;
        first = Math.min(first, at);
        last = Math.max(last, at);
      }
      span += last - first;
      for (const place of event) {
        pull[place]! += sum / event.length;
        weight[place]!++;
      }
    }
    idle = span < bestSpan ? 0 : idle + 1;
    if (span < bestSpan) [best, bestSpan] = [current, span];
    for (let place = 0; place < count; place++) {
      pull[place] = weight[place] === 0 ? position[place]! : pull[place]! / weight[place]!;
    }
    current = current.toSorted((a, b) => pull[a]! - pull[b]! || position[a]! - position[b]!);
  }
  return best;
}

// ---------------------------------------------------------------- graphs

/** In an event with more places than this, only neighbors in its list are neighbors in the graph. */
const largeEvent = 32;

/** The places that share an event with each place, ascending. */
function neighbors(count: number, events: readonly Event[]): readonly (readonly number[])[] {
  const sets = Array.from({ length: count }, () => new Set<number>());
  const connect = (a: number, b: number): void => {
    if (a === b) return;
    sets[a]!.add(b);
    sets[b]!.add(a);
  };
  for (const event of events) {
    look(event.length);
    if (event.length > largeEvent) continue;
    event.forEach((a, i) => {
      for (let j = i + 1; j < event.length; j++) connect(a, event[j]!);
    });
  }
  return sets.map((set) => {
    look(set.size >> 2);
    return [...set].sort((a, b) => a - b);
  });
}

/** The distances from a place; -1 where there is no way. And the places in the order in which they were reached. */
function distances(
  from: number,
  near: readonly (readonly number[])[],
): { readonly distance: Int32Array; readonly reached: readonly number[] } {
  const distance = new Int32Array(near.length).fill(-1);
  const reached = [from];
  distance[from] = 0;
  for (const place of reached) {
    look();
    for (const other of near[place]!) {
      if (distance[other] !== -1) continue;
      distance[other] = distance[place]! + 1;
      reached.push(other);
    }
  }
  return { distance, reached };
}

/** Two places of a component that are about as far from each other as any. */
function farApart(from: number, near: readonly (readonly number[])[]): readonly [number, number] {
  const degree = (place: number): number => near[place]!.length;
  let [start, eccentricity] = [from, -1];
  for (;;) {
    look();
    const { distance, reached } = distances(start, near);
    const most = distance[reached.at(-1)!]!;
    const farthest = reached.filter((place) => distance[place] === most);
    const end = farthest.reduce((a, b) => (degree(b) < degree(a) ? b : a));
    if (most <= eccentricity) return [start, end];
    [start, eccentricity] = [end, most];
  }
}

/** Breadth first from an outer place, neighbors of few neighbors first; backwards. */
function cuthillMcKee(count: number, events: readonly Event[]): readonly number[] {
  const near = neighbors(count, events);
  const isPlaced = new Uint8Array(count);
  const order: number[] = [];
  for (let place = 0; place < count; place++) {
    if (isPlaced[place] === 1) continue;
    const [start] = farApart(place, near);
    isPlaced[start] = 1;
    const queue = [start];
    for (const each of queue) {
      look();
      const open = near[each]!.filter((other) => isPlaced[other] === 0);
      open.sort((a, b) => near[a]!.length - near[b]!.length || a - b);
      for (const other of open) {
        isPlaced[other] = 1;
        queue.push(other);
      }
    }
    order.push(...queue);
  }
  return order.reverse();
}

/** From one end of each component to the other; places count more if they finish others and are far from the end. */
function sloan(count: number, events: readonly Event[]): readonly number[] {
  const near = neighbors(count, events);
  const order: number[] = [];
  const isPlaced = new Uint8Array(count);
  for (let place = 0; place < count; place++) {
    if (isPlaced[place] === 1) continue;
    const [start, end] = farApart(place, near);
    const { distance, reached } = distances(end, near);
    const priority = new Map(reached.map((p) => [p, distance[p]! - 2 * (near[p]!.length + 1)]));
    /** 0 for far from everything placed, 1 for next to it, 2 for in reach of it, 3 for placed. */
    const state = new Map<number, number>();
    const queue = new PriorityQueue(priority);
    queue.add(start);
    state.set(start, 1);
    const raise = (p: number): void => {
      priority.set(p, priority.get(p)! + 2);
      if ((state.get(p) ?? 0) < 3) {
        if (!state.has(p)) state.set(p, 1);
        queue.add(p);
      }
    };
    for (let next = queue.takeBest(); next !== undefined; next = queue.takeBest()) {
      look();
      if (state.get(next) === 3) continue;
      if (state.get(next) === 1) for (const other of near[next]!) raise(other);
      state.set(next, 3);
      isPlaced[next] = 1;
      order.push(next);
      for (const other of near[next]!) {
        if (state.get(other) !== 1) continue;
        state.set(other, 2);
        raise(other);
        for (const further of near[other]!) raise(further);
      }
    }
  }
  return order;
}

// ---------------------------------------------------------------- greedy

/** The next place is in the events that are completed furthest. */
function greedy(count: number, events: readonly Event[]): readonly number[] {
  const eventsOf = Array.from({ length: count }, () => [] as number[]);
  events.forEach((event, e) => {
    look(event.length >> 2);
    for (const place of event) eventsOf[place]!.push(e);
  });
  const done = new Int32Array(events.length);
  const priority = new Map<number, number>(Array.from({ length: count }, (_, p) => [p, -eventsOf[p]!.length]));
  const isPlaced = new Uint8Array(count);
  const queue = new PriorityQueue(priority);
  for (let place = 0; place < count; place++) {
    look(4);
    queue.add(place);
  }
  const order: number[] = [];
  for (let next = queue.takeBest(); next !== undefined; next = queue.takeBest()) {
    look(4);
    if (isPlaced[next] === 1) continue;
    isPlaced[next] = 1;
    order.push(next);
    for (const e of eventsOf[next]!) {
      done[e]!++;
      const event = events[e]!;
      if (event.length > largeEvent) continue;
      for (const other of event) {
        if (isPlaced[other] === 1) continue;
        priority.set(other, priority.get(other)! + (4 * done[e]!) / event.length);
        queue.add(other);
      }
    }
  }
  return order;
}
