/**
 * Events: relations between vectors of one length, such as the steps of a ground transition, as diagrams of their own.
 *
 * A node of an event is about one level. It says which values become which, and how the event goes on below. Most nodes
 * are local functions, an interval of values that all change alike, so thousands of values cost nothing. The rest are
 * tables. If what happens at a level depends on a value further up, the nodes below differ: an event that copies a value
 * has a node for each of its values in between. Levels without a node stay as they are. Each node is stored once.
 *
 * Ciardo, Marmorstein, Siminiceanu, The saturation algorithm for symbolic state-space exploration (2006).
 */

import { look } from "../util/limits.ts";
import { DddError } from "./ddd-error.ts";

/** The event that changes nothing more. */
export const DONE = 0;

/** The number of a node of an event. */
export type Event = number;

/** A local function: all values from `low` to `high` change alike; the others do not take part. */
export interface LocalFunction {
  readonly low: number;
  readonly high: number;
  /** The difference to the old value, or the new value. */
  readonly change: { readonly add: number } | { readonly set: number };
}

/** One row of a table: the old value, the new value, and how the event goes on. */
export type EventRow = readonly [from: number, to: number, next: Event];

/** The kinds of nodes. */
export const ADD = 1;
export const SET = 2;
export const TABLE = 3;

/** The most values between the first and the last old value of a table, which has an entry for each of them. */
export const widestTable: number = 1 << 20;

/** The most origins of a value. */
const mostOrigins = 1 << 16;

/** All events on vectors of one length. The evaluation reads the arrays. */
export class Events {
  readonly length: number;
  /** Per node: the height of its level, as in `NodeTable`, 0 for `DONE`; its kind, and its interval of values. */
  readonly height: number[] = [0];
  readonly kind: number[] = [0];
  readonly low: number[] = [0];
  readonly high: number[] = [0];
  /** For local functions: what is added or set, and the next node. */
  readonly operand: number[] = [0];
  readonly next: number[] = [0];
  /** For tables: per value from `low`, where its rows begin; a last entry is their end. */
  readonly starts: (Int32Array | undefined)[] = [undefined];
  /** For tables: pairs of a new value and a next node, ascending for each old value. */
  readonly targets: (Int32Array | undefined)[] = [undefined];
  private readonly known = new Map<string, Event>();

  constructor(length: number) {
    this.length = length;
  }

  /** Applies the function at a level, then `next`, which is about levels further down. */
  local(level: number, { low, high, change }: LocalFunction, next: Event): Event {
    const height = this.heightAbove(level, next);
    const isSet = "set" in change;
    const operand = isSet ? change.set : change.add;
    if (low > high) throw new DddError("a local function has no values");
    return this.intern(`${height} ${low} ${high} ${isSet} ${operand} ${next}`, (id) => {
      this.add(id, height, isSet ? SET : ADD, low, high);
      this.operand[id] = operand;
      this.next[id] = next;
    });
  }

  /** Relates the old and new values of the rows. There must be at least one row. */
  table(level: number, rows: readonly EventRow[]): Event {
    const sorted = rows.toSorted((a, b) => a[0] - b[0] || a[1] - b[1] || a[2] - b[2]);
    const [first] = sorted;
    const last = sorted.at(-1);
    if (!first || !last) throw new DddError("a table of an event has no rows");
    const simple = this.simple(level, sorted);
    if (simple !== undefined) return simple;
    if (last[0] - first[0] >= widestTable) throw new DddError("the old values of a table are too far apart");
    let height = 0;
    for (const [, , next] of sorted) height = this.heightAbove(level, next);
    return this.intern(`${height} ${sorted.join(" ")}`, (id) => {
      this.add(id, height, TABLE, first[0], last[0]);
      const starts = new Int32Array(last[0] - first[0] + 2);
      for (const [from] of sorted) starts[from - first[0] + 1]! += 2;
      for (let i = 1; i < starts.length; i++) starts[i]! += starts[i - 1]!;
      this.starts[id] = starts;
      this.targets[id] = Int32Array.from(sorted.flatMap(([, to, next]) => [to, next]));
    });
  }

  /** Whether the event only selects vectors. */
  isSelector(event: Event): boolean {
    const open = [event];
    const seen = new Set(open);
    for (let node = open.pop(); node !== undefined; node = open.pop()) {
      if (this.kind[node] === SET && this.low[node] !== this.high[node]) return false;
      for (const [from, to, next] of this.rowsOf(node)) {
        if (from !== to) return false;
        if (!seen.has(next)) open.push(next);
        seen.add(next);
      }
    }
    return true;
  }

  /** The same relation backwards; `undefined` if a value has too many origins to list. */
  inverse(event: Event): Event | undefined {
    const done = new Map<Event, Event>([[DONE, DONE]]);
    let isPossible = true;
    const visit = (node: Event): Event => {
      let back = done.get(node);
      if (back !== undefined) return back;
      if (this.kind[node] === SET && this.high[node]! - this.low[node]! >= mostOrigins) isPossible = false;
      if (!isPossible) return DONE;
      const level = this.length - this.height[node]!;
      if (this.kind[node] === ADD) {
        const add = this.operand[node]!;
        const interval = { low: this.low[node]! + add, high: this.high[node]! + add };
        back = this.local(level, { ...interval, change: { add: -add } }, visit(this.next[node]!));
      } else {
        const rows = this.rowsOf(node).map(([from, to, next]): EventRow => [to, from, visit(next)]);
        back = this.table(level, rows);
      }
      done.set(node, back);
      return back;
    };
    const back = visit(event);
    return isPossible ? back : undefined;
  }

  /** The rows of a node. Of a function that adds, only the first, which tells as much. */
  private rowsOf(node: Event): EventRow[] {
    const [low, high] = [this.low[node]!, this.high[node]!];
    if (node === DONE) return [];
    if (this.kind[node] === ADD) return [[low, low + this.operand[node]!, this.next[node]!]];
    if (this.kind[node] === SET) {
      return Array.from({ length: high - low + 1 }, (_, k) => [low + k, this.operand[node]!, this.next[node]!]);
    }
    const [starts, targets] = [this.starts[node]!, this.targets[node]!];
    const rows: EventRow[] = [];
    for (let value = low; value <= high; value++) {
      for (let k = starts[value - low]!; k < starts[value - low + 1]!; k += 2) {
        rows.push([value, targets[k]!, targets[k + 1]!]);
      }
    }
    return rows;
  }

  /** The local function that a table is. */
  private simple(level: number, rows: readonly EventRow[]): Event | undefined {
    const [[low, to, next], high] = [rows[0]!, rows.at(-1)![0]];
    const isInterval = rows.length === high - low + 1 && rows.every((row, k) => row[0] === low + k && row[2] === next);
    if (!isInterval) return undefined;
    if (rows.every((row) => row[1] - row[0] === to - low)) {
      return this.local(level, { low, high, change: { add: to - low } }, next);
    }
    return rows.every((row) => row[1] === to) ? this.local(level, { low, high, change: { set: to } }, next) : undefined;
  }

  private heightAbove(level: number, next: Event): number {
    const height = this.length - level;
    if (!Number.isInteger(level) || level < 0 || height <= this.height[next]!) {
      throw new DddError(`level ${level} is not above what follows it`);
    }
    return height;
  }

  private add(id: Event, height: number, kind: number, low: number, high: number): void {
    this.height[id] = height;
    this.kind[id] = kind;
    this.low[id] = low;
    this.high[id] = high;
    this.operand[id] = this.next[id] = 0;
    this.starts[id] = this.targets[id] = undefined;
  }

  private intern(key: string, make: (id: Event) => void): Event {
    look(4);
    let id = this.known.get(key);
    if (id !== undefined) return id;
    id = this.height.length;
    this.known.set(key, id);
    make(id);
    return id;
  }
}
