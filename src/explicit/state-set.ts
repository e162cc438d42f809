/**
 * The set of visited states: an extendible hash table (Fagin and others, 1979) of state numbers.
 *
 * The first bits of the hash of a state choose a segment through a directory, and its last bits the start of linear
 * probing in the segment. A full segment is split in two, and nothing else moves. So growth has no long pauses and
 * never needs a second copy of the table. Entries contain a part of the hash (`table-entry.ts`). A lookup takes expected
 * constant time. With a load between 0.425 and 0.85, the table takes 4.7 to 9.4 bytes per state, twice that for long
 * states.
 */

import type { Assembler, Routine } from "../wasm/assembler.ts";
import { copyMemory, fillMemory, forever, leave, loop, select, when } from "../wasm/control.ts";
import type { Target } from "../wasm/control.ts";
import { record } from "../wasm/memory.ts";
import { i32, local, long, word } from "../wasm/value.ts";
import type { I32, I64, Variable } from "../wasm/value.ts";
import type { FrontierQueue } from "./frontier-queue.ts";
import { status } from "./heap.ts";
import type { Heap } from "./heap.ts";
import { copyWords, sameWords } from "./packed-words.ts";
import { isPending, togglePending } from "./pending.ts";
import { Records } from "./records.ts";
import { entryForm, maximalStates } from "./table-entry.ts";
import type { EntryForm } from "./table-entry.ts";

/**
 * A segment has a header, with the number of used entries and the number of hash bits that chose it, and then entries.
 */
const Segment = record({ used: "i32", depth: "i32", unused: ["i32", 2] });
const entriesOffset = Segment.bytes;
const entryBytes = 2 ** 16;
export const segmentBytes: number = entriesOffset + entryBytes;
const fullest = 0.85;
/** The number of entries whose records a split fetches before it needs them. */
const splitChunk = 64;

export interface StateSetOptions {
  readonly wordCount: number;
  /** With fingerprints, records hold the 64-bit hash, and `queue` the words of unexplored states. */
  readonly queue: FrontierQueue | undefined;
  /** The address of `segmentBytes` bytes, the copy of a segment that is being split. */
  readonly spare: number;
  /** Whether the number of an inserted state is needed. */
  readonly numbered: boolean;
  /** Whether records have a word for the origin, which is also the place of the mark of a pending state. */
  readonly hasOrigin: boolean;
  /** If states may be pending: the number of the first state of the next level. */
  readonly levelEnd?: I32 | undefined;
  /** Whether a successor is transient. From there a search may come back: it does not tell that the search gets ahead. */
  readonly isTransient?: ((successor: I32) => I32) | undefined;
}

export class StateSet {
  readonly records: Records;
  /** The hash of packed words. */
  readonly hash: Routine<{ words: "i32" }, I64>;
  /** Inserts a successor, its words and the number of its origin, unless it is present. */
  readonly insert: Routine<{ successor: "i32"; hash: "i64" }>;
  /** The number of the state that was last inserted or found; -1 if there was no space. */
  readonly inserted: Variable<"i32"> | undefined;
  private readonly heap: Heap;
  private readonly options: StateSetOptions;
  private readonly keyBytes: number;
  private readonly form: EntryForm;
  /** The offset of the last entry in a segment. */
  private readonly lastProbe: number;
  private readonly stateLimit: Variable<"i32">;
  private readonly directory: Variable<"i32">;
  /** 64 minus the number of bits that the directory uses. */
  private readonly directoryShift: Variable<"i64">;
  /** A variable for fetched values: code without effect would be removed. */
  private readonly sink: Variable<"i32">;
  /** With pending states: where to list origins in another shard; 0 if the origins are in this one. */
  readonly aheadNext: Variable<"i32"> | undefined;

  constructor(asm: Assembler, heap: Heap, options: StateSetOptions) {
    this.heap = heap;
    this.options = options;
    this.keyBytes = options.queue ? 8 : 4 * options.wordCount;
    this.form = entryForm(this.keyBytes, entriesOffset);
    this.lastProbe = entryBytes - this.form.bytes;
    this.records = new Records(asm, heap, this.keyBytes, options.hasOrigin);
    this.stateLimit = asm.global("stateLimit", maximalStates, true);
    this.directory = asm.global("directory", 0);
    this.directoryShift = asm.global64("directoryShift", 63n);
    this.sink = asm.global("sink", 0, true);
    this.aheadNext = options.levelEnd && asm.global("aheadNext", 0, true);
    this.inserted = options.numbered ? asm.global("inserted", 0) : undefined;
    this.hash = this.makeHash(asm);
    this.insert = this.makeInsert(asm, this.makeSplit(asm));
  }

  /** Allocates space for the first states. Returns from the routine with a status if there is none. */
  start(): void {
    const orFail = (address: I32): void => when(address.isZero(), () => leave(i32(status.memoryLimit)));
    this.directory.set(this.heap.allocate({ bytes: 8 }));
    orFail(this.directory);
    for (const i of [0, 1]) {
      this.directory.store(this.heap.allocate({ bytes: segmentBytes }), 4 * i);
      orFail(this.directory.load(4 * i));
      Segment.at(this.directory.load(4 * i)).depth.set(1);
    }
  }

  /** Fetches the entry where the probe for a hash begins, so that it is in the cache when it is needed. */
  touchEntry(hash: I64): void {
    this.sink.set(this.segmentOf(hash).plus(this.firstProbe(hash)).load(entriesOffset));
  }

  /** Fetches the first state that may have this hash. */
  touchState(hash: I64): void {
    this.probe(hash, (entry, found) => {
      this.touchRecord(entry);
      found.go();
    });
  }

  /** Fetches both ends of a record. */
  private touchRecord(entry: I32): void {
    const id = word("id", this.form.idOf(entry));
    const stored = word("record", this.records.address(id));
    this.sink.set(stored.load());
    if (this.keyBytes > 64) this.sink.set(stored.load(this.keyBytes));
  }

  /**
   * The sum of two rounds of multiply and fold for every 64 bits, each with a constant of its own. A round is a
   * bijection, so states that differ in one pair of words have different hashes. The terms do not depend on each other:
   * a processor computes several at a time.
   */
  private makeHash(asm: Assembler): StateSet["hash"] {
    const { wordCount } = this.options;
    const hash = asm.compute("i64", "hash", { words: "i32" }, ({ words }) => {
      const total = long("total", 0n);
      for (let w = 0; w < wordCount; w += 2) {
        const pair = w + 1 < wordCount ? words.load64(4 * w) : words.load(4 * w).unsigned64();
        const h = long(
          "h",
          pair.xor(BigInt.asIntN(64, BigInt(w + 1) * 0x9e3779b97f4a7c15n)).times(0xff51afd7ed558ccdn),
        );
        h.set(h.xor(h.shiftRight(32n)).times(0xc4ceb9fe1a85ec53n));
        total.increase(h.xor(h.shiftRight(29n)));
      }
      return total.xor(total.shiftRight(32n));
    });
    asm.export("hash");
    return hash;
  }

  private segmentOf(hash: I64): I32 {
    return this.directory.plus(hash.shiftRight(this.directoryShift).wrap().shiftLeft(2)).load();
  }

  /** Probes the entries for a hash until a free one. `onCandidate` inspects those with its tag. */
  private probe(
    hash: I64,
    onCandidate: (entry: I32, found: Target) => void,
  ): { readonly segment: I32; readonly at: I32; readonly tag: I32 } {
    const tag = word("tag", this.form.tagOf(hash));
    const segment = word("segment", this.segmentOf(hash));
    const at = word("probe", this.firstProbe(hash));
    forever((found) => {
      const entry = word("entry", segment.plus(at).load(entriesOffset));
      found.goIf(entry.isZero());
      when(this.form.hasTag(entry, segment.plus(at), tag), () => onCandidate(entry, found));
      at.set(this.nextProbe(at));
    });
    return { segment, at, tag };
  }

  private makeInsert(asm: Assembler, split: Routine<{ hash: "i64" }>): StateSet["insert"] {
    const { records, heap, inserted } = this;
    const { queue, wordCount, levelEnd } = this.options;
    const same = (stored: I32, successor: I32, hash: I64): I32 =>
      queue ? stored.load64().equals(hash) : sameWords(stored, successor, wordCount);
    return asm.define("insert", { successor: "i32", hash: "i64" }, ({ successor, hash }) => {
      const id = local("id", "i32");
      const stored = local("record", "i32");
      const leaveIfStopped = (): void => when(heap.stopped, () => leave());
      const { segment, at, tag } = this.probe(hash, (entry) => {
        id.set(this.form.idOf(entry));
        stored.set(records.address(id));
        when(same(stored, successor, hash), () => {
          if (levelEnd) when(id.aboveOrEqual(levelEnd), () => this.goAhead(successor));
          inserted?.set(id);
          leave();
        });
      });
      inserted?.set(-1);
      leaveIfStopped();
      if (levelEnd) this.goAhead(successor);
      id.set(records.count);
      when(id.aboveOrEqual(this.stateLimit), () => {
        heap.stopped.set(status.stateLimit);
        leave();
      });
      stored.set(records.reserve());
      when(stored.isZero(), () => leave());
      if (queue) {
        queue.put({ words: successor });
        leaveIfStopped();
        stored.store64(hash);
      } else copyWords(stored, successor, wordCount);
      if (this.options.hasOrigin) stored.store(successor.load(4 * wordCount), this.keyBytes);
      this.form.store(segment.plus(at), id, tag);
      records.count.set(id.plus(1));
      inserted?.set(id);
      const used = word("used", Segment.at(segment).used.get().plus(1));
      Segment.at(segment).used.set(used);
      when(used.above(Math.floor(fullest * 2 ** this.form.segmentBits)), () => split({ hash }));
    });
  }

  /** The origin of a successor leads to a state of the next level, so it is not pending. */
  private goAhead(successor: I32): void {
    const { isTransient } = this.options;
    const origin = word("origin", this.originOf(successor));
    if (isTransient) when(isTransient(successor), () => origin.set(-1));
    when(origin.greaterOrEqual(0), () => {
      const next = this.aheadNext!;
      when(
        next,
        () => {
          next.store(origin);
          next.increase(4);
        },
        () => this.unmark(origin),
      );
    });
  }

  /** Takes the mark from a pending state. */
  unmark(id: I32): void {
    const at = word("mark", this.markOf(id));
    const mark = word("marked", at.load());
    when(isPending(mark), () => at.store(togglePending(mark)));
  }

  /** The number of the origin in a successor that is inserted. */
  originOf(successor: I32): I32 {
    return successor.load(4 * this.options.wordCount);
  }

  /** The address of the word with the number of the origin of a stored state, and its mark (`pending.ts`). */
  markOf(id: I32): I32 {
    return this.records.address(id).plus(this.keyBytes);
  }

  /** Splits the segment of a hash. If there is no memory, the search stops, long before the segment is full. */
  private makeSplit(asm: Assembler): Routine<{ hash: "i64" }> {
    const { spare } = this.options;
    return asm.define("split", { hash: "i64" }, ({ hash }) => {
      const segment = word("segment", this.segmentOf(hash));
      const depth = word("depth", Segment.at(segment).depth.get());
      const directoryDepth = word("directoryDepth", i32(64).minus(this.directoryShift.wrap()));
      when(depth.equals(directoryDepth), () => {
        this.doubleDirectory(directoryDepth);
        directoryDepth.increase(1);
      });
      const sibling = word("sibling", this.heap.allocate({ bytes: segmentBytes }));
      when(sibling.isZero(), () => leave());
      copyMemory(spare, segment, segmentBytes);
      fillMemory(segment, 0, segmentBytes);
      depth.increase(1);
      Segment.at(segment).depth.set(depth);
      Segment.at(sibling).depth.set(depth);
      // The second half of the directory entries of the old segment changes to the new one.
      const i = word("i", prefix(hash, depth).or(1).shiftLeft(directoryDepth.minus(depth)));
      const end = word("end", i.plus(i32(1).shiftLeft(directoryDepth.minus(depth))));
      loop((again) => {
        this.directory.plus(i.shiftLeft(2)).store(sibling);
        again.goIf(i.tee(i.plus(1)).below(end));
      });
      this.moveEntries((other) => select(prefix(other, depth).and(1), sibling, segment));
    });
  }

  /** Moves all entries of the copied segment into the segments that their hashes choose. */
  private moveEntries(segmentOf: (hash: I64) => I32): void {
    const { spare } = this.options;
    const { bytes, hashAt } = this.form;
    const i = word("i", 0);
    const end = word("end", 0);
    const overChunk = (body: (entry: I32, at: I32) => void): void =>
      loop((next) => {
        const entry = word("entry", i.load(spare + entriesOffset));
        when(entry, () => body(entry, i.plus(spare)));
        next.goIf(i.tee(i.plus(bytes)).below(end));
      });
    loop((again) => {
      end.increase(bytes * splitChunk);
      if (!hashAt) {
        // The records of several entries are fetched at a time.
        overChunk((entry) => this.touchRecord(entry));
        i.decrease(bytes * splitChunk);
      }
      overChunk((entry, at) => this.moveEntry(entry, at, segmentOf));
      again.goIf(i.below(entryBytes));
    });
  }

  /** Moves the entry at an address into the segment that its hash chooses. */
  private moveEntry(entry: I32, from: I32, segmentOf: (hash: I64) => I32): void {
    const { form } = this;
    const id = word("id", form.idOf(entry));
    const hash = long("other", form.hashAt?.(from) ?? this.hashOf(word("record", this.records.address(id))));
    const target = word("target", segmentOf(hash));
    const at = word("probe", this.firstProbe(hash));
    forever((free) => {
      free.goIf(target.plus(at).load(entriesOffset).isZero());
      at.set(this.nextProbe(at));
    });
    form.store(target.plus(at), id, form.tagOf(hash));
    Segment.at(target).used.increase(1);
  }

  /** The hash of a record. */
  private hashOf(stored: I32): I64 {
    return this.options.queue ? stored.load64() : this.hash({ words: stored });
  }

  /** The offset of the entry where the probe for a hash begins. */
  private firstProbe(hash: I64): I32 {
    return hash.wrap().shiftLeft(Math.log2(this.form.bytes)).and(this.lastProbe);
  }

  private nextProbe(at: I32): I32 {
    return at.plus(this.form.bytes).and(this.lastProbe);
  }

  /** Doubles the directory: each entry occurs twice. */
  private doubleDirectory(depth: I32): void {
    const { directory, directoryShift } = this;
    const doubled = word("doubled", this.heap.allocate({ bytes: i32(8).shiftLeft(depth) }));
    when(doubled.isZero(), () => leave());
    const i = word("i", i32(1).shiftLeft(depth));
    loop((again) => {
      i.decrease(1);
      const entry = word("entry", directory.plus(i.shiftLeft(2)).load());
      doubled.plus(i.shiftLeft(3)).store(entry);
      doubled.plus(i.shiftLeft(3)).store(entry, 4);
      again.goIf(i);
    });
    directory.set(doubled);
    directoryShift.decrease(1n);
  }
}

/** The first `depth` bits of a hash. */
function prefix(hash: I64, depth: I32): I32 {
  return hash.shiftRight(i32(64).minus(depth).unsigned64()).wrap();
}
