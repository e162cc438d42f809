import fc from "fast-check";
import { expect, test } from "vitest";
import { FrontierQueue } from "../../../src/explicit/frontier-queue.ts";
import { Heap, status } from "../../../src/explicit/heap.ts";
import { times } from "../../support/random-runs.ts";
import { instantiate } from "./instance.ts";
import type { Cell } from "./instance.ts";

interface QueueExports {
  put(address: number): void;
  take(): number;
  why(): number;
  readonly heap: Cell;
  readonly memoryLimit: Cell;
}

const chunkBytes = 2 ** 16;

/** A queue of states of so many words, each filled with one number. */
class Queue {
  private readonly wordCount: number;
  private readonly base: number;
  private readonly instance;

  constructor(wordCount: number, room: number) {
    this.wordCount = wordCount;
    this.base = 4 * wordCount + 8;
    this.instance = instantiate<QueueExports>((asm) => {
      const heap = new Heap(asm, this.base);
      const queue = new FrontierQueue(asm, heap, 4 * wordCount);
      asm.compute("i32", "why", {}, () => heap.stopped);
      return queue ? this.base : 0;
    });
    this.instance.exports.memoryLimit.value = this.base + room;
  }

  put(value: number): void {
    this.instance.words().fill(value, 2, 2 + this.wordCount);
    this.instance.exports.put(8);
  }

  take(): number[] {
    const start = this.instance.exports.take() / 4;
    return [...this.instance.words().subarray(start, start + this.wordCount)];
  }

  get usedBytes(): number {
    return this.instance.exports.heap.value - this.base;
  }

  get isFull(): boolean {
    return this.instance.exports.why() === status.memoryLimit;
  }
}

test.each([1, 3, 2 ** 12, 2 ** 13 + 1, 2 ** 14, 2 ** 14 + 1])(
  "what is put first is taken first, in states of %i words, and chunks are used again",
  (wordCount) => {
    const perChunk = Math.max(1, Math.floor(chunkBytes / (4 * wordCount)));
    // Bursts of about a chunk, so that its borders are crossed by each end.
    const burst = fc.integer({ min: 0, max: Math.ceil(2.5 * perChunk) });
    fc.assert(
      fc.property(fc.array(fc.tuple(burst, burst), { maxLength: wordCount < 9 ? 3 : 12 }), (bursts) => {
        const queue = new Queue(wordCount, 2 ** 24);
        let first = 0;
        let next = 0;
        let longest = 0;
        for (const [puts, takes] of bursts) {
          for (let k = 0; k < puts; k++) queue.put(next++);
          longest = Math.max(longest, next - first);
          for (let k = 0; k < takes && first < next; k++) {
            const taken = queue.take();
            if (taken.some((word) => word !== first)) expect(taken).toEqual(new Array(wordCount).fill(first));
            first++;
          }
        }
        // Ends may be in the middle of a chunk, and one that is taken whole is given back with the next one.
        const chunks = Math.ceil(longest / perChunk) + 2;
        expect(queue.usedBytes).toBeLessThanOrEqual(chunks * (8 + 4 * wordCount * perChunk));
      }),
      { numRuns: times(wordCount < 9 ? 50 : 100) },
    );
  },
);

test("a queue that is full stops the search, and keeps what it has", () => {
  const queue = new Queue(2 ** 14, 3 * (chunkBytes + 8));
  for (let k = 0; k < 5; k++) {
    queue.put(k);
    expect(queue.isFull).toBe(k >= 3);
  }
  for (let k = 0; k < 3; k++) expect(queue.take()[0]).toBe(k);
});
