/**
 * The evaluation of events, and saturation: all vectors that events reach.
 *
 * A node is saturated if it is closed under the events that begin at its level or below. Nodes are saturated from the
 * bottom up. What an event adds below a level is saturated at once, while it is made. The union of saturated nodes is
 * saturated, since events act on each vector by itself.
 *
 * It is a machine with its own stack, so neither the height of a diagram nor the length of an event is bounded by that
 * of JavaScript, it can rest at any moment, and all nodes in use are known when garbage is collected.
 *
 * Inner loop: no closures, and no allocation except for growing arrays. Guarded by `npm run bench -- ddd`.
 */

import { look } from "../util/limits.ts";
import { getOrAdd } from "../util/numbering.ts";
import { ADD, DONE } from "./event.ts";
import type { Event, Events } from "./event.ts";
import { EMPTY, UNIT } from "./node-table.ts";
import { FIRE, SATURATION, UNION } from "./operation-cache.ts";
import { combine } from "./set-operations.ts";
import { collectFrom } from "./space.ts";
import type { Ddd, Space } from "./space.ts";

/** The image of the set under one event. */
export function fire(space: Space, events: Events, event: Event, set: Ddd): Ddd {
  const machine = getOrAdd(
    getOrAdd(machines, space, () => new WeakMap()),
    events,
    () => {
      return new Saturation(space, events, []);
    },
  );
  machine.begin(event, set);
  for (let isDone = false; !isDone;) {
    isDone = machine.run(stepsPerReport - space.unreported);
    space.unreported += machine.lastSteps;
    if (space.unreported < stepsPerReport) continue;
    space.unreported = 0;
    space.onWork?.();
  }
  return machine.result;
}

function nothing(): Event[] {
  look();
  return [];
}

/** Machines without saturation: an event may be fired very often. */
const machines = new WeakMap<Space, WeakMap<Events, Saturation>>();

/** The number of steps between two reports of work. */
const stepsPerReport = 1 << 16;

/** The result of a call that pushed a frame, which must finish first. */
const PENDING = -1;

/** The kinds of frames: an event below its first level, a node to close under the events of its level, or all below. */
const FIRING = 0;
const CLOSING = 1;
const DESCENDING = 2;

export class Saturation {
  /** The result so far; only valid when the machine is done. */
  result: Ddd = EMPTY;
  /** The number of steps of the last run. */
  lastSteps = 0;
  private readonly space: Space;
  private readonly events: Events;
  /** The events that begin at each height. */
  private readonly starting: readonly Event[][];
  private readonly roots: readonly Ddd[] | undefined;
  /** The operations under which results are cached: they depend on the events that saturate. */
  private readonly fireOperation: number;
  private readonly saturateOperation: number;
  private readonly kinds: number[] = [];
  private readonly nodes: number[] = [];
  /** Per frame: the event, or the number of an event among those that begin here. */
  private readonly whats: number[] = [];
  /** Per frame: the current arc, or its value while closing; the next row of the event; the value it leads to. */
  private readonly places: number[] = [];
  private readonly rows: number[] = [];
  private readonly targets: number[] = [];
  private readonly changes: number[] = [];
  /** Per frame: where its arcs begin. */
  private readonly bases: number[] = [];
  private readonly pairs: number[] = [];
  private depth = 0;
  private pairsEnd = 0;
  private collectAt: number;

  /** @param roots if present, garbage may be collected, and sets that are neither roots nor results are invalid then */
  constructor(
    space: Space,
    events: Events,
    all: readonly Event[],
    roots?: readonly Ddd[],
    collectAbove: number = 1 << 20,
  ) {
    this.space = space;
    this.events = events;
    this.roots = roots;
    this.starting = all.length === 0 ? [] : Array.from({ length: events.length + 1 }, nothing);
    for (const event of new Set(all)) {
      look();
      this.starting[events.height[event]!]!.push(event);
    }
    this.collectAt = space.nodes.collectAt(collectAbove);
    this.fireOperation = all.length === 0 ? FIRE : SATURATION + 2 * space.saturationCount++;
    this.saturateOperation = this.fireOperation + 1;
  }

  /** Starts with one event; what it makes is saturated if there are events to saturate with. */
  begin(event: Event, set: Ddd): void {
    this.depth = this.pairsEnd = 0;
    this.result = set === EMPTY ? EMPTY : this.fire(event, set);
  }

  /** Starts to saturate a set. */
  beginAll(set: Ddd): void {
    this.result = set === EMPTY ? EMPTY : this.descend(set);
  }

  /** Works for about so many steps; whether it is done. */
  run(steps: number): boolean {
    const { nodes } = this.space;
    let { result } = this;
    let step = 0;
    for (; this.depth > 0 && step < steps; step++) {
      look();
      if (nodes.count > this.collectAt && this.roots) this.collect(result);
      const frame = this.depth - 1;
      const kind = this.kinds[frame]!;
      if (kind === FIRING) result = this.firing(frame, result);
      else if (kind === CLOSING) result = this.closing(frame, result);
      else result = this.descending(frame, result);
    }
    this.result = result;
    this.lastSteps = step;
    return this.depth === 0;
  }

  private push(kind: number, node: number, what: number): number {
    const frame = this.depth++;
    this.kinds[frame] = kind;
    this.nodes[frame] = node;
    this.whats[frame] = what;
    this.places[frame] = -1;
    this.rows[frame] = -1;
    this.targets[frame] = 0;
    this.changes[frame] = 0;
    this.bases[frame] = this.pairsEnd;
    return PENDING;
  }

  private pop(frame: number): void {
    this.pairsEnd = this.bases[frame]!;
    this.depth = frame;
  }

  // ---------------------------------------------------------------- events

  private fire(event: Event, node: number): number {
    if (event === DONE || node === EMPTY) return node;
    const { cache } = this.space;
    const known = cache.get(this.fireOperation, event, node);
    if (known >= 0) return known;
    cache.fit(this.space.nodes.count);
    return this.push(FIRING, node, event);
  }

  /** Arc by arc; then the node of the results is closed under the events of its own level. */
  private firing(frame: number, result: number): number {
    const { nodes, cache } = this.space;
    const node = this.nodes[frame]!;
    const event = this.whats[frame]!;
    if (this.changes[frame] === 1) {
      cache.set(this.fireOperation, event, node, result);
      this.pop(frame);
      return result;
    }
    if (result !== PENDING && this.places[frame]! >= 0) this.addArc(frame, this.targets[frame]!, result);
    if (this.events.height[event]! < nodes.height[node]!) {
      const count = nodes.arcCount[node]!;
      for (let k = this.places[frame]! + 1; k < count; k++) {
        const value = nodes.value(node, k);
        const got = this.fire(event, nodes.child(node, k));
        if (got === PENDING) {
          this.places[frame] = k;
          this.targets[frame] = value;
          return PENDING;
        }
        if (got !== EMPTY) this.append(value, got);
      }
    } else if (!this.fireHere(frame, event, node)) return PENDING;
    this.changes[frame] = 1;
    const made = nodes.make(this.pairs, this.bases[frame]!, this.pairsEnd);
    this.pairsEnd = this.bases[frame]!;
    const closed = made === EMPTY ? EMPTY : this.close(made);
    if (closed === PENDING) return PENDING;
    cache.set(this.fireOperation, event, node, closed);
    this.pop(frame);
    return closed;
  }

  /** All arcs of a node at the level of the event; false if a frame was pushed. */
  private fireHere(frame: number, event: Event, node: number): boolean {
    const { nodes } = this.space;
    const low = this.events.low[event]!;
    const high = this.events.high[event]!;
    const count = nodes.arcCount[node]!;
    for (let k = this.isResting(frame) ? this.places[frame]! : 0; k < count; k++) {
      const value = nodes.value(node, k);
      if (value < low) continue;
      if (value > high) break;
      if (!this.fireFrom(frame, event, value, k)) return false;
    }
    return true;
  }

  /**
   * Fires an event from one arc, row by row, and adds what that makes to the arcs of the frame. A local function is a
   * single row. It returns false if a frame was pushed; then it goes on at the noted place with the row after that one.
   *
   * @param place the number of the arc if the frame fires; its value if the frame closes, since its own arcs move
   */
  private fireFrom(frame: number, event: Event, value: number, place: number): boolean {
    const { events, pairs } = this;
    const isClosing = this.kinds[frame] === CLOSING;
    const kind = events.kind[event]!;
    const starts = events.starts[event];
    const targets = events.targets[event];
    const from = value - events.low[event]!;
    const end = starts ? starts[from + 1]! : 2;
    for (let row = this.isResting(frame) ? this.rows[frame]! : starts ? starts[from]! : 0; row < end; row += 2) {
      const to = targets ? targets[row]! : kind === ADD ? value + events.operand[event]! : events.operand[event]!;
      const next = targets ? targets[row + 1]! : events.next[event]!;
      // The child of a frame that closes may have grown by the rows before.
      const child = isClosing
        ? pairs[this.arcFrom(this.bases[frame]!, value) + 1]!
        : this.space.nodes.child(this.nodes[frame]!, place);
      const got = this.fire(next, child);
      if (got === PENDING) {
        this.places[frame] = place;
        this.rows[frame] = row + 2;
        this.targets[frame] = to;
        return false;
      }
      if (this.addArc(frame, to, got) && isClosing) this.changes[frame] = 1;
    }
    this.rows[frame] = -1;
    return true;
  }

  /** Whether a frame waits for an event that it has fired by a row. */
  private isResting(frame: number): boolean {
    return this.rows[frame]! >= 0;
  }

  // ---------------------------------------------------------------- saturation

  /** The node, whose children are saturated, closed under the events that begin at its level. */
  private close(node: number): number {
    const { cache, nodes } = this.space;
    const isIdle = this.fireOperation === FIRE || this.starting[nodes.height[node]!]!.length === 0;
    if (isIdle) return node;
    const known = cache.get(this.saturateOperation, 0, node);
    if (known >= 0) return known;
    this.push(CLOSING, node, 0);
    for (let k = 0; k < nodes.arcCount[node]!; k++) this.append(nodes.value(node, k), nodes.child(node, k));
    return PENDING;
  }

  /** Sweeps over the events until a sweep changes nothing. New arcs take part at once. */
  private closing(frame: number, result: number): number {
    const { nodes, cache } = this.space;
    const node = this.nodes[frame]!;
    const here = this.starting[nodes.height[node]!]!;
    if (this.isResting(frame) && this.addArc(frame, this.targets[frame]!, result)) this.changes[frame] = 1;
    let e = this.whats[frame]!;
    for (;;) {
      if (e === here.length) {
        if (this.changes[frame] === 0) break;
        this.changes[frame] = 0;
        e = 0;
      }
      this.whats[frame] = e;
      if (!this.sweep(frame, here[e]!)) return PENDING;
      e++;
    }
    const made = nodes.make(this.pairs, this.bases[frame]!, this.pairsEnd);
    cache.set(this.saturateOperation, 0, node, made);
    cache.set(this.saturateOperation, 0, made, made);
    this.pop(frame);
    return made;
  }

  /**
   * Fires one event from all arcs, in the direction in which it changes values, so that one sweep follows a whole
   * chain. It returns false if a frame was pushed; then it goes on after the arc of the value that it has noted.
   */
  private sweep(frame: number, event: Event): boolean {
    const { events, pairs } = this;
    const low = events.low[event]!;
    const high = events.high[event]!;
    const base = this.bases[frame]!;
    const isDown = events.kind[event] === ADD && events.operand[event]! < 0;
    const stride = isDown ? -2 : 2;
    let at = isDown ? this.pairsEnd - 2 : base;
    if (this.isResting(frame)) at = this.arcFrom(base, this.places[frame]!);
    for (; at >= base && at < this.pairsEnd; at += stride) {
      const value = pairs[at]!;
      if (value > high || value < low) {
        if (value > high === isDown) continue;
        break;
      }
      if (!this.fireFrom(frame, event, value, value)) return false;
      at = this.arcFrom(base, value);
    }
    return true;
  }

  private descend(node: number): number {
    if (node === UNIT) return node;
    const known = this.space.cache.get(this.saturateOperation, 1, node);
    return known >= 0 ? known : this.push(DESCENDING, node, 0);
  }

  /** Saturates the children, then the node itself. */
  private descending(frame: number, result: number): number {
    const { nodes, cache } = this.space;
    const node = this.nodes[frame]!;
    if (this.changes[frame] === 0) {
      if (result !== PENDING && this.places[frame]! >= 0) this.append(nodes.value(node, this.places[frame]!), result);
      for (let k = this.places[frame]! + 1; k < nodes.arcCount[node]!; k++) {
        const got = this.descend(nodes.child(node, k));
        if (got === PENDING) {
          this.places[frame] = k;
          return PENDING;
        }
        this.append(nodes.value(node, k), got);
      }
      this.changes[frame] = 1;
      const made = nodes.make(this.pairs, this.bases[frame]!, this.pairsEnd);
      this.pairsEnd = this.bases[frame]!;
      result = this.close(made);
      if (result === PENDING) return PENDING;
    }
    cache.set(this.saturateOperation, 1, node, result);
    this.pop(frame);
    return result;
  }

  // ---------------------------------------------------------------- arcs

  private append(value: number, child: number): void {
    this.pairs[this.pairsEnd++] = value;
    this.pairs[this.pairsEnd++] = child;
  }

  /** The place of the first arc of the top frame with at least this value. */
  private arcFrom(base: number, value: number): number {
    const { pairs } = this;
    let low = base >> 1;
    let high = this.pairsEnd >> 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (pairs[2 * middle]! < value) low = middle + 1;
      else high = middle;
    }
    return 2 * low;
  }

  /** Adds vectors behind a value to the arcs of the top frame; whether that changed them. */
  private addArc(frame: number, value: number, child: number): boolean {
    if (child === EMPTY) return false;
    const { pairs } = this;
    const at = this.arcFrom(this.bases[frame]!, value);
    if (at < this.pairsEnd && pairs[at] === value) {
      const united = combine(this.space, UNION, pairs[at + 1]!, child);
      const isNew = united !== pairs[at + 1];
      pairs[at + 1] = united;
      return isNew;
    }
    for (let i = this.pairsEnd + 1; i > at + 1; i--) pairs[i] = pairs[i - 2]!;
    pairs[at] = value;
    pairs[at + 1] = child;
    this.pairsEnd += 2;
    return true;
  }

  private collect(result: number): void {
    const held = [...this.roots!];
    for (let i = 0; i < this.depth; i++) held.push(this.nodes[i]!);
    for (let i = 1; i < this.pairsEnd; i += 2) held.push(this.pairs[i]!);
    if (result !== PENDING) held.push(result);
    collectFrom(this.space, held);
    this.collectAt = this.space.nodes.collectAt(this.collectAt);
  }
}
