/**
 * Successors on the way to the shards that own them.
 *
 * The first bits of a hash are the partition of a state. Successors are collected in bins, one for each partition, after
 * the cache has dropped what was seen lately. A full bin of a partition that this shard owns goes into its set of states;
 * others go to their owners. The table of a partition is a small part of memory, since the first bits of the hash also
 * choose the segment: so bins keep the memory latencies of large searches low, even with one shard.
 *
 * In a bin a state has its packed words and, with partial-order reduction, the number of its origin if that is pending,
 * or -1. Whoever inserts a state computes its hash again: that is cheaper than to carry it.
 */

import type { Assembler, Routine } from "../wasm/assembler.ts";
import { forRange, leave, when } from "../wasm/control.ts";
import { record } from "../wasm/memory.ts";
import type { Area, Regions } from "../wasm/memory.ts";
import { i32, long, word } from "../wasm/value.ts";
import type { I32, I64, Variable } from "../wasm/value.ts";
import { status } from "./heap.ts";
import type { Heap } from "./heap.ts";
import { copyWords } from "./packed-words.ts";
import { partitionBits, partitionCount } from "./partition.ts";
import type { StateSet } from "./state-set.ts";

/** The number of states whose table entries are fetched before they are needed. */
const group = 128;

/**
 * A bin: where the next state goes, the end of the bin, whether this shard owns the partition, and whether its states
 * go into the set at once, without the bin.
 */
const Bin = record({ next: "i32", end: "i32", isOwn: "i32", isKept: "i32" });
export const binWords: number = Bin.bytes / 4;

/** The memory of the bins and of the hashes of a group of states. */
export interface OutboxArea {
  readonly bins: number;
  readonly hashes: Area<"i64">;
}

export function reserveOutbox(memory: Regions): OutboxArea {
  return { bins: memory.reserve(partitionCount * Bin.bytes), hashes: memory.longs(group) };
}

export interface OutboxOptions {
  readonly area: OutboxArea;
  readonly wordCount: number;
  /** Whether states carry the numbers of their origins. */
  readonly carriesOrigin: boolean;
  /** Checks the limits. */
  readonly look: Routine | undefined;
  /** Hands the bin with the number `fullBin` over to the driver, which sends its states. */
  readonly send: Routine | undefined;
}

export class Outbox {
  /** The size of a state in a bin, and in a message between shards. */
  readonly stride: number;
  /** The address of the bins. */
  readonly bins: number;
  private readonly states: StateSet;
  private readonly options: OutboxOptions;
  private readonly binBytes: Variable<"i32">;
  private readonly fullBin: Variable<"i32">;
  private readonly hashes: Area<"i64">;
  private readonly insertStates: Routine<{ first: "i32"; count: "i32" }>;
  private readonly empty: Routine<{ bin: "i32"; partition: "i32" }>;

  constructor(asm: Assembler, heap: Heap, states: StateSet, options: OutboxOptions) {
    this.states = states;
    this.options = options;
    this.stride = 4 * options.wordCount + (options.carriesOrigin ? 4 : 0);
    this.bins = options.area.bins;
    this.hashes = options.area.hashes;
    this.binBytes = asm.global("binBytes", 0, true);
    this.fullBin = asm.global("fullBin", 0, true);
    this.insertStates = this.makeInsertStates(asm);
    this.empty = this.makeEmpty(asm);
    this.makeStart(asm, heap);
    asm.define("insertOwn", {}, () =>
      forRange("partition", 0, partitionCount, 1, (partition) => {
        const bin = word("bin", partition.times(Bin.bytes).plus(this.bins));
        when(Bin.at(bin).isOwn.get(), () => this.empty({ bin, partition }));
      }),
    );
    asm.export("insertStates", "startBins", "insertOwn");
  }

  private binOf(hash: I64): { readonly partition: I32; readonly bin: I32 } {
    const partition = word("partition", hash.shiftRight(BigInt(64 - partitionBits)).wrap());
    return { partition, bin: word("bin", partition.times(Bin.bytes).plus(this.bins)) };
  }

  /** Whether states with this hash go into the set of this shard, and not through a bin. */
  isKept(hash: I64): I32 {
    return Bin.at(this.binOf(hash).bin).isKept.get();
  }

  /** Puts a successor with its hash into its bin. `origin` is what it carries. */
  put(successor: I32, hash: I64, origin: I32 | undefined): void {
    const { partition, bin } = this.binOf(hash);
    const at = word("place", Bin.at(bin).next.get());
    copyWords(at, successor, this.options.wordCount);
    if (origin) at.store(origin, 4 * this.options.wordCount);
    const next = word("next", at.plus(this.stride));
    Bin.at(bin).next.set(next);
    when(next.equals(Bin.at(bin).end.get()), () => this.empty({ bin, partition }));
  }

  /** Inserts the states of a bin, or sends them. Afterwards it is empty. */
  private makeEmpty(asm: Assembler): Routine<{ bin: "i32"; partition: "i32" }> {
    const { send } = this.options;
    return asm.define("empty bin", { bin: "i32", partition: "i32" }, ({ bin, partition }) => {
      const { next, end, isOwn } = Bin.at(bin);
      const first = word("first", end.get().minus(this.binBytes));
      when(
        isOwn.get(),
        () => this.insertStates({ first, count: next.get().minus(first).dividedBy(this.stride) }),
        () => {
          this.fullBin.set(partition);
          send?.();
        },
      );
      next.set(first);
    });
  }

  /** The exported `insertStates(first, count)`: inserts states at an address, in order. */
  private makeInsertStates(asm: Assembler): Outbox["insertStates"] {
    const { states, stride, hashes } = this;
    return asm.define("insertStates", { first: "i32", count: "i32" }, ({ first, count }) => {
      const at = word("at", first);
      const end = word("end", first.plus(count.times(stride)));
      const slot = word("slot", 0);
      forRange("groupStart", first, end, group * stride, (start) => {
        this.options.look?.();
        const groupEnd = word("groupEnd", start.plus(group * stride));
        when(groupEnd.above(end), () => groupEnd.set(end));
        const overGroup = (body: (h: I64) => void): void => {
          slot.set(0);
          forRange(at, start, groupEnd, stride, () => {
            body(hashes.at(slot).get());
            slot.increase(8);
          });
        };
        overGroup(() => {
          const h = long("h", states.hash({ words: at }));
          hashes.at(slot).set(h);
          states.touchEntry(h);
        });
        overGroup((h) => states.touchState(long("h", h)));
        overGroup((h) => states.insert({ successor: at, hash: h }));
      });
    });
  }

  /** The exported `startBins(bytes)`: makes empty bins of so many bytes, a multiple of the size of a state. */
  private makeStart(asm: Assembler, heap: Heap): void {
    asm.compute("i32", "startBins", { bytes: "i32" }, ({ bytes }) => {
      const at = word("at", heap.allocate({ bytes: bytes.times(partitionCount) }));
      when(at.isZero(), () => leave(i32(status.memoryLimit)));
      this.binBytes.set(bytes);
      forRange("bin", this.bins, this.bins + partitionCount * Bin.bytes, Bin.bytes, (bin) => {
        Bin.at(bin).next.set(at);
        at.increase(bytes);
        Bin.at(bin).end.set(at);
      });
      return i32(status.done);
    });
  }
}
