/**
 * Successors on the way to the shards that own them.
 *
 * A hash of some bits of a state, those under a mask, tells its partition (`partition.ts`), and a table the bin of each
 * partition: the bin of a shard, or of the partition itself. Successors are collected in bins after the cache has dropped
 * what was seen lately. A full bin goes to its owner. Successors of the shard itself go into its set of states at once.
 *
 * In a large shard they, and the states that arrive, are sorted first: into bins by the first bits of their hashes, which
 * also choose the segment of the table. So one insertion after the other touches the same small part of memory.
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

/** Where the next state goes, and the end of the bin. */
const Bin = record({ next: "i32", end: "i32" });
export const binWords: number = Bin.bytes / 4;
const allBins = partitionCount * Bin.bytes;

/** The memory of the bins, of what tells the bin of a state, and of the hashes of a group of states. */
export interface OutboxArea {
  readonly bins: number;
  readonly sortingBins: number;
  /** The bin of each partition. */
  readonly binOf: Area<"i32">;
  /** The bits of a state that tell its partition. */
  readonly mask: number;
  readonly hashes: Area<"i64">;
}

export function reserveOutbox(memory: Regions, wordCount: number): OutboxArea {
  return {
    bins: memory.reserve(allBins),
    sortingBins: memory.reserve(allBins),
    binOf: memory.wordTable(Array.from({ length: partitionCount }, (_, partition) => partition)),
    mask: memory.table(new Int32Array(wordCount).fill(-1)),
    hashes: memory.longs(group),
  };
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
  /** The address of the mask, and of the table of bins. */
  readonly mask: number;
  readonly binTable: number;
  private readonly states: StateSet;
  private readonly options: OutboxOptions;
  private readonly binBytes: Variable<"i32">;
  private readonly fullBin: Variable<"i32">;
  /** The bin of the shard itself, which stays empty; -1 if it owns nothing. */
  private readonly ownBin: Variable<"i32">;
  /** The size of a sorting bin; 0 if states are not sorted. */
  private readonly sortingBytes: Variable<"i32">;
  private readonly partitionOf: Routine<{ words: "i32" }, I32>;
  private readonly insertAll: Routine<{ first: "i32"; count: "i32" }>;
  private readonly sort: Routine<{ state: "i32"; hash: "i64" }>;

  constructor(asm: Assembler, heap: Heap, states: StateSet, options: OutboxOptions) {
    this.states = states;
    this.options = options;
    this.stride = 4 * options.wordCount + (options.carriesOrigin ? 4 : 0);
    this.bins = options.area.bins;
    this.mask = options.area.mask;
    this.binTable = options.area.binOf.start;
    this.binBytes = asm.global("binBytes", 0, true);
    this.fullBin = asm.global("fullBin", 0, true);
    this.ownBin = asm.global("ownBin", -1, true);
    this.sortingBytes = asm.global("sortingBytes", 0, true);
    this.partitionOf = this.makePartitionOf(asm);
    this.insertAll = this.makeInsertAll(asm);
    this.sort = this.makeSort(asm);
    this.makeInsertStates(asm);
    this.makeStart(asm, heap);
    asm.define("insertSorted", {}, () =>
      when(this.sortingBytes, () =>
        forRange("bin", options.area.sortingBins, options.area.sortingBins + allBins, Bin.bytes, (bin) =>
          this.emptySorted(bin),
        ),
      ),
    );
    asm.export("insertStates", "startBins", "startSorting", "insertSorted", "partitionOf");
  }

  /** A sum of products of the bits under the mask, mixed so that its first bits depend on all of them. */
  private makePartitionOf(asm: Assembler): Outbox["partitionOf"] {
    const { wordCount } = this.options;
    const mask = i32(this.mask);
    return asm.compute("i32", "partitionOf", { words: "i32" }, ({ words }) => {
      const total = long("total", 0n);
      for (let w = 0; w < wordCount; w += 2) {
        const isPair = w + 1 < wordCount;
        const bits = isPair
          ? words.load64(4 * w).and(mask.load64(4 * w))
          : words
              .load(4 * w)
              .and(mask.load(4 * w))
              .unsigned64();
        total.increase(bits.times(BigInt.asIntN(64, BigInt(2 * w + 1) * 0x9e3779b97f4a7c15n)));
      }
      const mixed = total.xor(total.shiftRight(32n)).times(BigInt.asIntN(64, 0xc4ceb9fe1a85ec53n));
      return mixed.shiftRight(BigInt(64 - partitionBits)).wrap();
    });
  }

  /** Puts a successor into the bin of its owner, or, if that is this shard, calls `keep` unless states are sorted. */
  pass(successor: I32, hash: I64, origin: I32 | undefined, keep: () => void): void {
    const carried = origin && word("carried", origin);
    const partition = this.partitionOf({ words: successor });
    const bin = word("bin", this.options.area.binOf.at(word("at", partition.shiftLeft(2))).get());
    when(
      bin.equals(this.ownBin),
      () =>
        when(
          this.sortingBytes,
          () => {
            // What it carries is behind its words, in a successor too.
            if (carried) successor.store(carried, 4 * this.options.wordCount);
            this.sort({ state: successor, hash });
          },
          keep,
        ),
      () => this.put(successor, bin, carried),
    );
  }

  /** Puts a successor into a bin, which is sent when it is full. */
  private put(successor: I32, number: I32, origin: I32 | undefined): void {
    const bin = word("place", number.times(Bin.bytes).plus(this.bins));
    const at = word("to", Bin.at(bin).next.get());
    copyWords(at, successor, this.options.wordCount);
    if (origin) at.store(origin, 4 * this.options.wordCount);
    const next = word("next", at.plus(this.stride));
    Bin.at(bin).next.set(next);
    when(next.equals(Bin.at(bin).end.get()), () => {
      this.fullBin.set(number);
      this.options.send?.();
      Bin.at(bin).next.set(Bin.at(bin).end.get().minus(this.binBytes));
    });
  }

  /** Puts a state into a sorting bin, which is inserted when it is full. */
  private makeSort(asm: Assembler): Outbox["sort"] {
    const { area } = this.options;
    return asm.define("sort", { state: "i32", hash: "i64" }, ({ state, hash }) => {
      const first = hash.shiftRight(BigInt(64 - partitionBits)).wrap();
      const bin = word("bin", first.times(Bin.bytes).plus(area.sortingBins));
      const at = word("to", Bin.at(bin).next.get());
      copyWords(at, state, this.stride / 4);
      const next = word("next", at.plus(this.stride));
      Bin.at(bin).next.set(next);
      when(next.equals(Bin.at(bin).end.get()), () => this.emptySorted(bin));
    });
  }

  private emptySorted(bin: I32): void {
    const { next, end } = Bin.at(bin);
    const first = word("first", end.get().minus(this.sortingBytes));
    this.insertAll({ first, count: next.get().minus(first).dividedBy(this.stride) });
    next.set(first);
  }

  /**
   * The exported `insertStates(first, count)`: inserts states at an address, in order, or sorts them. Those whose
   * senders wait for an answer are not sorted.
   */
  private makeInsertStates(asm: Assembler): void {
    const { states, stride, insertAll } = this;
    asm.define("insertStates", { first: "i32", count: "i32" }, ({ first, count }) => {
      if (!this.options.carriesOrigin) {
        when(this.sortingBytes, () => {
          forRange("state", first, first.plus(count.times(stride)), stride, (state) =>
            this.sort({ state, hash: states.hash({ words: state }) }),
          );
          leave();
        });
      }
      insertAll({ first, count });
    });
  }

  /** Inserts states at an address, in order. */
  private makeInsertAll(asm: Assembler): Outbox["insertAll"] {
    const { states, stride } = this;
    const { hashes } = this.options.area;
    return asm.define("insert all", { first: "i32", count: "i32" }, ({ first, count }) => {
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

  /** The exported `startBins(bytes)` and `startSorting(bytes)`: empty bins of so many bytes, a multiple of a state's. */
  private makeStart(asm: Assembler, heap: Heap): void {
    const { bins, sortingBins } = this.options.area;
    const binCount = asm.global("binCount", partitionCount, true);
    const make = (name: string, start: number, count: I32, size: Variable<"i32">): void => {
      asm.compute("i32", name, { bytes: "i32" }, ({ bytes }) => {
        const at = word("at", heap.allocate({ bytes: bytes.times(count) }));
        when(at.isZero(), () => leave(i32(status.memoryLimit)));
        size.set(bytes);
        forRange("bin", start, count.times(Bin.bytes).plus(start), Bin.bytes, (bin) => {
          Bin.at(bin).next.set(at);
          at.increase(bytes);
          Bin.at(bin).end.set(at);
        });
        return i32(status.done);
      });
    };
    make("startBins", bins, binCount, this.binBytes);
    make("startSorting", sortingBins, i32(partitionCount), this.sortingBytes);
  }
}
