/**
 * The successors of one state as a list: their numbers, with the marks of the edge of the automaton and the process
 * that moved.
 *
 * A search with its own order of states uses these instead of the breadth-first loop. Nothing is dropped: a successor
 * that is reached twice is listed twice. The list grows by doubling, and is reused for the next state.
 */

import type { Assembler, Routine } from "../wasm/assembler.ts";
import { copyMemory, leave, loop, when } from "../wasm/control.ts";
import { record } from "../wasm/memory.ts";
import { long, word } from "../wasm/value.ts";
import type { I32, Variable } from "../wasm/value.ts";
import type { BatchArea } from "./batch-area.ts";
import type { Heap } from "./heap.ts";
import type { StateSet } from "./state-set.ts";

/** Replaces the packed state at an address by its representative. */
export type Canonicalize = Routine<{ address: "i32" }>;

const Item = record({ state: "i32", marks: "i32", mover: "i32" });
export const itemBytes: number = Item.bytes;

export class Delivery {
  /** Whether the batch goes into the list. */
  readonly active: Variable<"i32">;
  readonly count: Variable<"i32">;
  /** Moves the batch into the set of states and into the list. */
  readonly deliver: Routine;

  constructor(
    asm: Assembler,
    heap: Heap,
    states: StateSet,
    area: BatchArea,
    batch: {
      readonly next: Variable<"i32">;
      readonly total: Variable<"i64">;
      readonly canonicalize: Canonicalize | undefined;
    },
  ) {
    this.active = asm.global("delivering", 0);
    this.count = asm.global("delivered", 0);
    const list = asm.global("delivery", 0, true);
    const capacity = asm.global("deliveryCapacity", 0);
    const bytesOf = (items: I32): I32 => items.times(itemBytes);
    const grow = (): void => {
      const grown = word(
        "grown",
        heap.allocate({
          bytes: bytesOf(capacity)
            .shiftLeft(1)
            .plus(64 * itemBytes),
        }),
      );
      when(grown.isZero(), () => {
        batch.next.set(area.start);
        leave();
      });
      copyMemory(grown, list, bytesOf(capacity));
      list.set(grown);
      capacity.set(capacity.shiftLeft(1).plus(64));
    };
    this.deliver = asm.define("deliver", {}, () => {
      const overBatch = (body: (at: I32) => void): void => {
        const at = word("at", area.start);
        loop((again) => {
          body(at);
          again.goIf(at.tee(at.plus(area.stride)).below(batch.next));
        });
      };
      overBatch((at) => {
        batch.canonicalize?.({ address: at });
        const h = long("h", states.hash({ words: at }));
        area.successor.at(at).hash.set(h);
        states.touchEntry(h);
      });
      overBatch((at) => states.touchState(long("h", area.successor.at(at).hash.get())));
      overBatch((at) => {
        states.insert({ successor: at, hash: area.successor.at(at).hash.get() });
        when(this.count.equals(capacity), grow);
        const item = Item.at(word("item", list.plus(bytesOf(this.count))));
        item.state.set(states.inserted!);
        item.marks.set(area.successor.at(at).marks.get());
        item.mover.set(area.successor.at(at).mover.get());
        this.count.increase(1);
        batch.total.increase(1n);
      });
      batch.next.set(area.start);
    });
  }
}
