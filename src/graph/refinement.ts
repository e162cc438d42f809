/**
 * Equitable refinement: cells are split until any two vertices of a cell have equally many neighbors of each label in
 * every cell.
 *
 * A work list holds the cells to split by: all pieces but the largest (Hopcroft). The total cost is O(edges * log
 * vertices). The refinement writes a trace that does not depend on the names of the vertices. A second run can be
 * compared with the trace of a first one, and is abandoned at the first difference. There are only flat arrays and no
 * allocation per step; guarded by `npm run bench -- graph`.
 */

import { IntegerList } from "../util/integers.ts";
import { look } from "../util/limits.ts";
import type { ColoredGraph } from "./colored-graph.ts";
import type { Partition } from "./partition.ts";

/** The record of a refinement. */
export class Trace extends IntegerList {}

export class Refiner {
  readonly partition: Partition;
  private readonly graph: ColoredGraph;
  /** The weight of an edge of each label in the count of a neighbor: sums are positive and fit 31 bits. */
  private readonly weights: Int32Array;
  private readonly counts: Int32Array;
  /** The number of counted vertices, per cell. */
  private readonly touched: Int32Array;
  private readonly touchedCells: Int32Array;
  private readonly queued: Uint8Array;
  /** Cells of one vertex to split by: a stack, which is emptied before all other cells. */
  private readonly singles: Int32Array;
  private singleCount = 0;
  private readonly waiting: Int32Array;
  private waitingStart = 0;
  private waitingCount = 0;
  private buckets = new Int32Array(64);
  private scratch = new Int32Array(64);

  private trace: Trace | undefined;
  private expected: Int32Array = new Int32Array(0);
  private at = 0;
  private end = 0;
  private differs = false;
  private silent = false;

  constructor(graph: ColoredGraph, partition: Partition) {
    const n = graph.vertexCount;
    this.graph = graph;
    this.partition = partition;
    this.counts = new Int32Array(n);
    this.touched = new Int32Array(n);
    this.touchedCells = new Int32Array(n);
    this.queued = new Uint8Array(n);
    this.singles = new Int32Array(n);
    this.waiting = new Int32Array(n);
    this.weights = labelWeights(graph);
  }

  /** Refines from all cells, without a trace. */
  refineAll(): void {
    const { partition } = this;
    for (let cell = 0; cell < partition.size; cell += partition.lengths[cell]!) this.enqueue(cell);
    this.silent = true;
    this.run();
    this.silent = false;
  }

  /** Puts a vertex into a cell of its own, at the end of its cell, and refines. Records a trace. */
  individualize(v: number, trace: Trace): void {
    this.trace = trace;
    this.differs = false;
    this.single(v);
    this.run();
    this.trace = undefined;
  }

  /** The same, compared with a trace; false at the first difference, which leaves the partition half refined. */
  individualizeLike(v: number, trace: Trace, from: number, to: number): boolean {
    this.expected = trace.data;
    this.at = from;
    this.end = to;
    this.differs = false;
    this.single(v);
    this.run();
    return !this.differs && this.at === this.end;
  }

  private single(v: number): void {
    const { partition } = this;
    const cell = partition.cellOf[v]!;
    const last = cell + partition.lengths[cell]! - 1;
    this.note(cell);
    if (last === cell) {
      this.enqueue(cell);
      return;
    }
    partition.move(v, last);
    partition.cut(cell, last);
    this.enqueue(last);
  }

  private enqueue(cell: number): void {
    if (this.queued[cell]) return;
    this.queued[cell] = 1;
    if (this.partition.lengths[cell] === 1) this.singles[this.singleCount++] = cell;
    else {
      const at = this.waitingStart + this.waitingCount++;
      this.waiting[at >= this.waiting.length ? at - this.waiting.length : at] = cell;
    }
  }

  private dequeue(): number {
    let cell: number;
    if (this.singleCount > 0) cell = this.singles[--this.singleCount]!;
    else if (this.waitingCount > 0) {
      cell = this.waiting[this.waitingStart++]!;
      if (this.waitingStart === this.waiting.length) this.waitingStart = 0;
      this.waitingCount--;
    } else return -1;
    this.queued[cell] = 0;
    return cell;
  }

  private note(value: number): void {
    if (this.silent) return;
    if (this.trace) this.trace.push(value);
    else if (this.at < this.end && this.expected[this.at] === value) this.at++;
    else this.differs = true;
  }

  private run(): void {
    for (let cell = this.dequeue(); cell >= 0; cell = this.dequeue()) {
      look(1 + (this.partition.lengths[cell]! >> 4));
      if (this.differs || this.partition.isDiscrete) continue; // empties the list
      if (this.graph.labelCount === 1 && this.partition.lengths[cell] === 1) this.splitByVertex(cell);
      else this.splitBy(cell);
    }
  }

  /** Splits by a single vertex, without labels: neighbors need no counting. */
  private splitByVertex(cell: number): void {
    const { touched, touchedCells } = this;
    const { order, position, cellOf, lengths } = this.partition;
    const { offsets, neighbors } = this.graph;
    const v = order[cell]!;
    let cellCount = 0;
    let seen = 0;
    for (let e = offsets[v]!, stop = offsets[v + 1]!; e < stop; e++) {
      const x = neighbors[e]!;
      const c = cellOf[x]!;
      seen = (seen + Math.imul(c + 1, 0x9e3779b1)) | 0;
      const length = lengths[c]!;
      if (length === 1) continue;
      const before = touched[c]!;
      if (before === 0) touchedCells[cellCount++] = c;
      touched[c] = before + 1;
      const to = c + length - 1 - before;
      const from = position[x]!;
      const other = order[to]!;
      order[from] = other;
      position[other] = from;
      order[to] = x;
      position[x] = to;
    }
    this.note(cell);
    this.note(seen);
    if (cellCount > 1) sortPrefix(touchedCells, cellCount);
    for (let k = 0; k < cellCount; k++) {
      const c = touchedCells[k]!;
      const start = c + lengths[c]! - touched[c]!;
      touched[c] = 0;
      this.note(c);
      this.note(start);
      if (start === c || this.differs) continue;
      this.partition.cut(c, start);
      if (this.queued[c] || lengths[start]! <= lengths[c]!) this.enqueue(start);
      else this.enqueue(c);
    }
  }

  private splitBy(cell: number): void {
    const { partition, graph, counts, touched, touchedCells, weights } = this;
    const { order, cellOf, lengths } = partition;
    const { offsets, neighbors, labels, labelCount } = graph;
    const first = cell;
    const last = cell + lengths[cell]!;
    let cellCount = 0;
    // A sum does not depend on the order of neighbors, which depends on names.
    let seen = 0;
    const plain = labelCount === 1;
    // The splitter disturbs nothing here: its own vertices are moved only within it, and each is visited once.
    const members = last - first === 1 ? undefined : this.copyOf(first, last);
    for (let i = first; i < last; i++) {
      const v = members ? members[i - first]! : order[i]!;
      if ((i & 255) === 255) look(16);
      for (let e = offsets[v]!, stop = offsets[v + 1]!; e < stop; e++) {
        const x = neighbors[e]!;
        const c = cellOf[x]!;
        const weight = plain ? 1 : weights[labels[e]!]!;
        seen = (seen + Math.imul(c + 1, 0x9e3779b1 ^ weight)) | 0;
        const length = lengths[c]!;
        if (length === 1) continue;
        if (counts[x] === 0) {
          if (touched[c] === 0) touchedCells[cellCount++] = c;
          partition.move(x, c + length - 1 - touched[c]!++);
        }
        counts[x]! += weight;
      }
    }
    this.note(first);
    this.note(seen);
    if (cellCount > 1) sortPrefix(touchedCells, cellCount);
    for (let k = 0; k < cellCount; k++) {
      const c = touchedCells[k]!;
      if (this.differs) this.forget(c);
      else this.splitCell(c);
    }
  }

  private copyOf(first: number, last: number): Int32Array {
    const size = last - first;
    if (this.scratch.length < size) this.scratch = new Int32Array(Math.max(size, 2 * this.scratch.length));
    const { order } = this.partition;
    for (let i = 0; i < size; i++) this.scratch[i] = order[first + i]!;
    return this.scratch;
  }

  private forget(c: number): void {
    const { order, lengths } = this.partition;
    const end = c + lengths[c]!;
    for (let i = end - this.touched[c]!; i < end; i++) this.counts[order[i]!] = 0;
    this.touched[c] = 0;
  }

  /** Splits a cell by the counts of its vertices; the counted vertices are at its end. */
  private splitCell(c: number): void {
    const { partition, counts, touched } = this;
    const { order, lengths } = partition;
    const end = c + lengths[c]!;
    const start = end - touched[c]!;
    touched[c] = 0;
    let low = counts[order[start]!]!;
    let high = low;
    for (let i = start + 1; i < end; i++) {
      const count = counts[order[i]!]!;
      if (count < low) low = count;
      else if (count > high) high = count;
    }
    this.note(c);
    this.note(start);
    if (low === high) {
      this.note(low);
      for (let i = start; i < end; i++) counts[order[i]!] = 0;
      if (start > c) this.cutAndQueue(c, [start]);
      return;
    }
    this.sortByCount(start, end, low, high);
    const pieces: number[] = start > c ? [start] : [];
    let previous = counts[order[start]!]!;
    this.note(previous);
    for (let i = start + 1; i < end; i++) {
      const count = counts[order[i]!]!;
      if (count === previous) continue;
      previous = count;
      pieces.push(i);
      this.note(i);
      this.note(count);
    }
    for (let i = start; i < end; i++) counts[order[i]!] = 0;
    this.cutAndQueue(c, pieces);
  }

  /** Cuts a cell at the given positions, which ascend, and queues the pieces to split by. */
  private cutAndQueue(c: number, pieces: readonly number[]): void {
    const { partition } = this;
    for (let k = pieces.length - 1; k >= 0; k--) partition.cut(c, pieces[k]!);
    if (this.queued[c]) {
      for (const piece of pieces) this.enqueue(piece);
      return;
    }
    let largest = c;
    for (const piece of pieces) if (partition.lengths[piece]! > partition.lengths[largest]!) largest = piece;
    if (largest !== c) this.enqueue(c);
    for (const piece of pieces) if (piece !== largest) this.enqueue(piece);
  }

  private sortByCount(start: number, end: number, low: number, high: number): void {
    const { partition, counts } = this;
    const { order, position } = partition;
    const size = end - start;
    if (high - low < 4 * size + 64) {
      const range = high - low + 1;
      if (this.buckets.length < range) this.buckets = new Int32Array(2 * range);
      const { buckets } = this;
      for (let i = start; i < end; i++) buckets[counts[order[i]!]! - low]!++;
      for (let b = 0, total = start; b < range; b++) {
        const count = buckets[b]!;
        buckets[b] = total;
        total += count;
      }
      const vertices = this.copyOf(start, end);
      for (let i = 0; i < size; i++) {
        const v = vertices[i]!;
        const to = buckets[counts[v]! - low]!++;
        order[to] = v;
        position[v] = to;
      }
      buckets.fill(0, 0, range);
      return;
    }
    order.subarray(start, end).sort((u, v) => counts[u]! - counts[v]!);
    for (let i = start; i < end; i++) position[order[i]!] = i;
  }
}

/** Sorts the first `length` numbers in place; lists are usually short. */
function sortPrefix(array: Int32Array, length: number): void {
  if (length > 24) {
    array.subarray(0, length).sort();
    return;
  }
  for (let i = 1; i < length; i++) {
    const value = array[i]!;
    let k = i - 1;
    for (; k >= 0 && array[k]! > value; k--) array[k + 1] = array[k]!;
    array[k + 1] = value;
  }
}

/** Different labels have different weights, and the neighbors of a vertex weigh less than 2^31 together. */
function labelWeights({ vertexCount, offsets, labelCount }: ColoredGraph): Int32Array {
  let degree = 1;
  for (let v = 0; v < vertexCount; v++) degree = Math.max(degree, offsets[v + 1]! - offsets[v]!);
  const limit = Math.floor((2 ** 31 - 1) / degree);
  const weights = new Int32Array(labelCount);
  // Sums of few weights should differ for different multisets. A collision costs refinement, never correctness.
  for (let label = 0; label < labelCount; label++) {
    const spread = (Math.imul(label + 1, 0x9e3779b1) >>> 0) % limit;
    weights[label] = labelCount <= 1 ? 1 : 1 + spread;
  }
  return weights;
}
