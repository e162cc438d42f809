/** The packed words of unexplored states, for searches that store only fingerprints of states. */

import type { Assembler, Routine } from "../wasm/assembler.ts";
import { copyMemory, leave, when } from "../wasm/control.ts";
import { word } from "../wasm/value.ts";
import type { I32 } from "../wasm/value.ts";
import type { Heap } from "./heap.ts";

/** A queue, in chunks that are reused. */
export class FrontierQueue {
  readonly put: Routine<{ words: "i32" }>;
  readonly take: Routine<undefined, I32>;

  constructor(asm: Assembler, heap: Heap, bytes: number) {
    // A chunk starts with the address of the next one. `recycled` is a list of free chunks.
    const chunkBytes = 8 + bytes * Math.max(1, Math.floor(2 ** 16 / bytes));
    const head = asm.global("queueHead", 0);
    const headEnd = asm.global("queueHeadEnd", 0);
    const tail = asm.global("queueTail", 0);
    const tailEnd = asm.global("queueTailEnd", 0);
    const recycled = asm.global("queueRecycled", 0);
    const newest = asm.global("queueNewest", 0);
    const upcoming = asm.global("queueUpcoming", 0);

    this.put = asm.define("put", { words: "i32" }, ({ words }) => {
      when(tail.equals(tailEnd), () => {
        const chunk = word("chunk", recycled);
        const allocate = (): void => {
          chunk.set(heap.allocate({ bytes: chunkBytes }));
          when(chunk.isZero(), () => leave());
        };
        when(chunk, () => recycled.set(chunk.load()), allocate);
        chunk.store(0);
        when(newest, () => newest.store(chunk), () => upcoming.set(chunk)); // prettier-ignore
        newest.set(chunk);
        tail.set(chunk.plus(8));
        tailEnd.set(chunk.plus(chunkBytes));
      });
      copyMemory(tail, words, bytes);
      tail.increase(bytes);
    });

    this.take = asm.compute("i32", "take", {}, () => {
      when(head.equals(headEnd), () => {
        when(headEnd, () => {
          const used = word("used", headEnd.minus(chunkBytes));
          upcoming.set(used.load());
          used.store(recycled);
          recycled.set(used);
        });
        head.set(upcoming.plus(8));
        headEnd.set(upcoming.plus(chunkBytes));
      });
      head.increase(bytes);
      return head.minus(bytes);
    });
  }
}
