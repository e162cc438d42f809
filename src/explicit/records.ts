/**
 * Stored states: records in chunks of memory, numbered in the order of insertion. So growing moves nothing, and the
 * queue of a breadth-first search is just a cursor. A record is the key of the state and, if the search needs it, a word
 * with the number of its origin.
 */

import type { Assembler, Routine } from "../wasm/assembler.ts";
import { copyMemory, leave, when } from "../wasm/control.ts";
import { i32, word } from "../wasm/value.ts";
import type { I32, Variable } from "../wasm/value.ts";
import type { Heap } from "./heap.ts";

/** The approximate size of a chunk. */
const chunkBytes = 2 ** 16;

export class Records {
  readonly count: Variable<"i32">;
  /**
   * The address of a new record for state number `count`; 0 if there is no memory. It does not increment the count yet.
   */
  readonly reserve: Routine<undefined, I32>;
  private readonly stride: number;
  private readonly chunkBits: number;
  /** The addresses of the chunks, in a table that is replaced by one of twice its size when it is full. */
  private readonly chunks: Variable<"i32">;

  constructor(asm: Assembler, heap: Heap, keyBytes: number, hasOrigin: boolean) {
    this.stride = keyBytes + (hasOrigin ? 4 : 0);
    this.chunkBits = Math.max(4, Math.floor(Math.log2(chunkBytes / this.stride)));
    this.count = asm.global("count", 0, true);
    this.chunks = asm.global("chunks", 0);
    this.reserve = this.makeReserve(asm, heap);
    asm.compute("i32", "addressOf", { id: "i32" }, ({ id }) => this.address(id));
    asm.export("addressOf");
  }

  /** The address of a record. The number is used twice, so it should be a variable. */
  address(id: I32): I32 {
    const chunk = this.chunks.plus(id.shiftRight(this.chunkBits).shiftLeft(2)).load();
    return chunk.plus(id.and(2 ** this.chunkBits - 1).times(this.stride));
  }

  private makeReserve(asm: Assembler, heap: Heap): Records["reserve"] {
    const { chunkBits, chunks, stride } = this;
    const capacity = asm.global("chunkCapacity", 0);
    return asm.compute("i32", "reserve", {}, () => {
      const id = word("id", this.count);
      when(id.and(2 ** chunkBits - 1).isZero(), () => {
        const index = word("chunk", id.shiftRight(chunkBits));
        const made = word("made", 0);
        const orLeave = (): void => when(made.isZero(), () => leave(i32(0)));
        when(index.equals(capacity), () => {
          made.set(heap.allocate({ bytes: index.shiftLeft(3).plus(64) }));
          orLeave();
          copyMemory(made, chunks, index.shiftLeft(2));
          chunks.set(made);
          capacity.set(index.shiftLeft(1).plus(16));
        });
        made.set(heap.allocate({ bytes: stride * 2 ** chunkBits }));
        orLeave();
        chunks.plus(index.shiftLeft(2)).store(made);
      });
      return this.address(id);
    });
  }
}
