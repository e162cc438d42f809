/**
 * The nodes of decision diagrams, in flat memory, each stored once.
 *
 * A node stands for a set of vectors of one length, its height. It has an arc (value, child) for each first value,
 * ascending; the child is the set of the remaining vectors. Node 0 is the empty set, node 1 the set that holds only the
 * empty vector. A hash table finds a node by its arcs, so two sets are equal exactly if their numbers are. Nodes have
 * heights instead of names of variables, so equal tails are shared after any prefix.
 *
 * Arcs are in one pool. Each run of arcs follows the number of its node, so that a collection closes the gaps in one
 * walk. There is no allocation per node; `npm run bench -- ddd` guards it.
 */

import { look } from "../util/limits.ts";
import { DddLimitError } from "./ddd-error.ts";

/** The empty set. */
export const EMPTY = 0;
/** The set that holds only the vector of length 0. */
export const UNIT = 1;

/** Marks the number of a node as free. */
const FREE = -1;
const HEADER = 1;
const firstNodes = 1 << 10;
/** Numbers of nodes and positions in the pool are 32-bit integers. */
const most = 2 ** 31 - 1;
/** The nodes between two looks at limits, and the work that they are. */
const nodesPerLook = 1 << 12;
const lookWork = 256;
/** The table while there is none. */
const noTable: Int32Array = new Int32Array(0);

export class NodeTable {
  /** Arcs: value, child, value, child, ... */
  pool: Int32Array = new Int32Array(4 * firstNodes);
  /** The position in the pool of the arcs of a node; if the node is free, the next free number. */
  start: Int32Array = new Int32Array(firstNodes);
  arcCount: Int32Array = new Int32Array(firstNodes);
  height: Int32Array = new Int32Array(firstNodes);
  /** The nodes in use, reachable or not, including the two terminals. */
  count = 2;
  peakCount = 2;
  /** The number of nodes ever made. */
  createdCount = 0;
  private poolEnd = 0;
  /** All numbers of nodes are below this. */
  private numberEnd = 2;
  private free = FREE;
  /** A hash table with open addressing; 0 is an empty place. */
  private table: Int32Array = new Int32Array(2 * firstNodes);
  private readonly limitBytes: number;

  constructor(limitBytes: number) {
    this.limitBytes = limitBytes;
  }

  value(node: number, k: number): number {
    return this.pool[this.start[node]! + 2 * k]!;
  }

  child(node: number, k: number): number {
    return this.pool[this.start[node]! + 2 * k + 1]!;
  }

  /** The child for a value; `EMPTY` if there is none. */
  childFor(node: number, value: number): number {
    const { pool } = this;
    const from = this.start[node]!;
    let low = 0;
    let high = this.arcCount[node]! - 1;
    while (low <= high) {
      const middle = (low + high) >> 1;
      const found = pool[from + 2 * middle]!;
      if (found === value) return pool[from + 2 * middle + 1]!;
      if (found < value) low = middle + 1;
      else high = middle - 1;
    }
    return EMPTY;
  }

  /** The node with the arcs `pairs[from], ...`: ascending values, each with its child; no child is empty. */
  make(pairs: readonly number[], from: number, to: number): number {
    if (from === to) return EMPTY;
    const height = this.height[pairs[from + 1]!]! + 1;
    if (2 * this.count >= this.table.length) this.growTable();
    const mask = this.table.length - 1;
    let at = hashOf(pairs, from, to, height) & mask;
    for (let node = this.table[at]!; node !== 0; node = this.table[at]!) {
      if (this.hasArcs(node, pairs, from, to, height)) return node;
      at = (at + 1) & mask;
    }
    const node = this.add(pairs, from, to, height);
    this.table[at] = node;
    return node;
  }

  /** The node with one arc. */
  makeSingle(value: number, child: number): number {
    if (child === EMPTY) return EMPTY;
    single[0] = value;
    single[1] = child;
    return this.make(single, 0, 2);
  }

  /** Frees nodes that are not marked, closes the gaps in the pool and rebuilds the hash table. */
  sweep(marked: Uint8Array): void {
    const { pool, start, arcCount } = this;
    let end = 0;
    for (let at = 0; at < this.poolEnd;) {
      const node = pool[at]!;
      const length = HEADER + 2 * arcCount[node]!;
      if (marked[node] === 1) {
        if (end < at) for (let i = 0; i < length; i++) pool[end + i] = pool[at + i]!;
        start[node] = end + HEADER;
        end += length;
      } else {
        arcCount[node] = FREE;
      }
      at += length;
    }
    this.poolEnd = end;
    this.free = FREE;
    this.count = 2;
    for (let node = this.numberEnd - 1; node >= 2; node--) {
      if (arcCount[node] === FREE) {
        start[node] = this.free;
        this.free = node;
      } else {
        this.count++;
      }
    }
    // If that ends at a limit, the table is made when it is needed.
    const { table } = this;
    this.table = noTable;
    this.enterAll(table.fill(0));
  }

  /** One byte for each number of a node: 1 for every reachable node. */
  reachable(roots: Iterable<number>): Uint8Array {
    const marked = new Uint8Array(this.numberEnd);
    marked[EMPTY] = 1;
    marked[UNIT] = 1;
    const pending: number[] = [];
    const visit = (node: number): void => {
      if (marked[node] === 1) return;
      marked[node] = 1;
      pending.push(node);
    };
    for (const root of roots) visit(root);
    for (let [node, steps] = [pending.pop(), 0]; node !== undefined; node = pending.pop(), steps++) {
      if (steps % nodesPerLook === 0) look(lookWork);
      for (let k = 0; k < this.arcCount[node]!; k++) visit(this.child(node, k));
    }
    return marked;
  }

  isNode(node: number): boolean {
    return node === EMPTY || node === UNIT || (node > 1 && node < this.numberEnd && this.arcCount[node]! > 0);
  }

  get bytes(): number {
    return 4 * (this.pool.length + 3 * this.start.length + this.table.length);
  }

  /**
   * The number of nodes at which to collect garbage next: often enough to save memory, seldom enough to cost little. It
   * is at most twice the present number, unless that is small. It is lower if twice as many nodes may not fit.
   */
  collectAt(atLeast: number): number {
    const bytesPerNode = Math.max(40, (4 * this.poolEnd) / this.count + 24);
    const fitting = (0.6 * this.limitBytes) / bytesPerNode;
    return Math.max(1.1 * this.count, Math.min(fitting, Math.max(atLeast, 2 * this.count)));
  }

  private hasArcs(node: number, pairs: readonly number[], from: number, to: number, height: number): boolean {
    if (2 * this.arcCount[node]! !== to - from || this.height[node] !== height) return false;
    const { pool } = this;
    const offset = this.start[node]! - from;
    for (let i = from; i < to; i++) if (pool[offset + i] !== pairs[i]) return false;
    return true;
  }

  private add(pairs: readonly number[], from: number, to: number, height: number): number {
    const node = this.reserve(to - from);
    this.pool[this.poolEnd] = node;
    const at = this.poolEnd + HEADER;
    for (let i = from; i < to; i++) this.pool[at + i - from] = pairs[i]!;
    this.poolEnd = at + to - from;
    this.start[node] = at;
    this.arcCount[node] = (to - from) / 2;
    this.height[node] = height;
    this.count++;
    this.createdCount++;
    if (this.count > this.peakCount) this.peakCount = this.count;
    return node;
  }

  /** A number for a node, and room for its arcs. If it throws, nothing has changed. */
  private reserve(length: number): number {
    const end = this.poolEnd + HEADER + length;
    if (end > this.pool.length) this.pool = this.larger(this.pool, end, 1);
    if (this.free !== FREE) {
      const node = this.free;
      this.free = this.start[node]!;
      return node;
    }
    if (this.numberEnd === this.start.length) {
      const start = this.larger(this.start, this.numberEnd + 1, 3);
      this.arcCount = copied(this.arcCount, start.length);
      this.height = copied(this.height, start.length);
      this.start = start;
    }
    return this.numberEnd++;
  }

  /** Doubles the hash table; without memory for that, the table just gets fuller. */
  private growTable(): void {
    if (this.table === noTable) {
      this.enterAll(allocate(2 ** Math.ceil(Math.log2(4 * this.count))));
      return;
    }
    const bytes = 4 * this.table.length;
    if (this.bytes + bytes > this.limitBytes && 8 * this.count < 7 * this.table.length) return;
    this.charge(bytes);
    this.enterAll(allocate(2 * this.table.length));
  }

  /** Makes an empty table that of all nodes that are not free. */
  private enterAll(table: Int32Array): void {
    const { arcCount, pool } = this;
    const mask = table.length - 1;
    for (let node = 2; node < this.numberEnd; node++) {
      if (node % nodesPerLook === 0) look(lookWork);
      if (arcCount[node] === FREE) continue;
      const from = this.start[node]!;
      let at = hashOf(pool, from, from + 2 * arcCount[node]!, this.height[node]!) & mask;
      while (table[at] !== 0) at = (at + 1) & mask;
      table[at] = node;
    }
    this.table = table;
  }

  /** An array of 1.5 times the length, or of what the limit allows if that is enough. */
  private larger(array: Int32Array, needed: number, arrays: number): Int32Array {
    const allowed = array.length + Math.floor(Math.max(0, this.limitBytes - this.bytes) / (4 * arrays));
    const length = Math.max(needed, Math.min(most, allowed, Math.ceil(1.5 * array.length)));
    this.charge(4 * arrays * (length - array.length));
    return copied(array, length);
  }

  private charge(bytes: number): void {
    if (this.bytes + bytes <= this.limitBytes) return;
    throw new DddLimitError(
      `decision diagrams need more than the ${this.limitBytes} bytes they may use for nodes: ${this.count} nodes are in use`,
    );
  }
}

const single = [0, 0];

/** @throws DddLimitError if the machine has no more memory */
export function allocate(length: number): Int32Array {
  try {
    return new Int32Array(length);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new DddLimitError(`there is no memory for ${4 * length} bytes more of decision diagrams`);
  }
}

function copied(array: Int32Array, length: number): Int32Array {
  const result = allocate(length);
  result.set(array);
  return result;
}

function hashOf(pairs: ArrayLike<number>, from: number, to: number, height: number): number {
  let h = Math.imul(height, 0x9e3779b1);
  for (let i = from; i < to; i++) {
    h = Math.imul(h ^ pairs[i]!, 0x85ebca6b);
    h ^= h >>> 15;
  }
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return h ^ (h >>> 16);
}
