/**
 * Collects successors before they are inserted into the set of visited states.
 *
 * When the batch is full, successors that are in a small cache of recent successors are dropped: in interleavings these
 * are most of the duplicates. For the others, the table entries of the whole batch are fetched before any is compared,
 * and then the states they point to, so that the memory latencies overlap. The order is that of a search without a
 * batch. With symmetries, successors that are not in the cache are first replaced by their representatives, and a second
 * cache drops recent representatives. The first one holds the original successors, so that their representatives need
 * not be computed. In a hypercube, it drops one of 8 successors, and the second one 6 of 10. Guarded by `npm run bench`.
 */

import type { Assembler, Routine } from "../wasm/assembler.ts";
import { choose, forRange, leave, loop, select, when } from "../wasm/control.ts";
import { i32, long, word } from "../wasm/value.ts";
import type { I32, I64, Variable } from "../wasm/value.ts";
import type { BatchArea } from "./batch-area.ts";
import { Delivery } from "./delivery.ts";
import type { Canonicalize } from "./delivery.ts";
import type { Heap } from "./heap.ts";
import type { Outbox } from "./outbox.ts";
import { copyWords, sameWords } from "./packed-words.ts";
import { isPending } from "./pending.ts";
import type { Seek } from "./seek.ts";
import type { StateSet } from "./state-set.ts";

/** What becomes of the successors in a batch. The driver chooses. */
export const use = {
  /** They go into the set of this shard. */
  insert: 0,
  /** They go into bins, and from there to the shards that own them. */
  send: 1,
  /** Nothing: states are only checked. */
  drop: 2,
  /** They are compared with the targets of a search for origins. */
  seek: 3,
} as const;

export interface BatchOptions {
  readonly canonicalize?: Canonicalize | undefined;
  /** The heap for lists of successors. Absent if there are none. */
  readonly heap?: Heap | undefined;
  /** Checks the limits. */
  readonly look?: Routine | undefined;
  /** Whether states may be pending, so that it matters where each successor leads. */
  readonly reduced?: boolean | undefined;
  /** Absent if the successors always go into the set of this shard. */
  readonly outbox?: Outbox | undefined;
  readonly seek?: Seek | undefined;
}

export class Batch {
  readonly area: BatchArea;
  /** The address for the next successor. */
  readonly next: Variable<"i32">;
  /** The total number of successors. */
  readonly total: Variable<"i64">;
  /** Moves the batch into the set. */
  readonly flush: Routine;
  /** A `use`. */
  readonly use: Variable<"i32">;
  private readonly states: StateSet;
  private readonly clearCache: Routine;
  private readonly delivery: Delivery | undefined;

  constructor(asm: Assembler, states: StateSet, area: BatchArea, options: BatchOptions) {
    const { canonicalize, heap } = options;
    this.area = area;
    this.states = states;
    this.next = asm.global("batchNext", area.start);
    this.total = asm.global64("transitions", 0n, true);
    this.use = asm.global("use", use.insert, true);
    this.delivery = heap && new Delivery(asm, heap, states, area, { next: this.next, total: this.total, canonicalize });
    this.flush = this.makeFlush(asm, options);
    this.clearCache = this.makeClearCache(asm);
  }

  start(): void {
    this.clearCache();
  }

  /** Lists the successors of one state, which `body` puts into the batch, and returns their number. */
  deliver(body: () => void): I32 {
    const { delivery } = this;
    if (!delivery) throw new TypeError("successors are not labeled");
    delivery.active.set(1);
    delivery.count.set(0);
    body();
    this.flush();
    delivery.active.set(0);
    return delivery.count;
  }

  /** Adds the successor that was written at `successor`, the former `next`. */
  push(successor: I32): void {
    this.next.set(successor.plus(this.area.stride));
    when(this.next.equals(this.area.end), () => this.flush());
  }

  private makeFlush(asm: Assembler, options: BatchOptions): Routine {
    const { look, canonicalize, reduced = false, outbox } = options;
    const { area, states, delivery } = this;
    return asm.define("flush", {}, () => {
      when(this.next.equals(area.start), () => leave());
      look?.();
      if (delivery) {
        when(delivery.active, () => {
          delivery.deliver();
          leave();
        });
      }
      this.leaveUnlessKept(options);
      const freshEnd = word("freshEnd", area.fresh.start);
      this.findFresh(freshEnd, canonicalize, reduced);
      const overFresh = (body: (at: I32, h: I64) => void): void => {
        const next = word("next", area.fresh.start);
        loop((again) => {
          const at = word("at", next.load());
          body(at, long("h", area.successor.at(at).hash.get()));
          again.goIf(next.tee(next.plus(4)).below(freshEnd));
        });
      };
      const insert = (): void => {
        overFresh((_, h) => states.touchEntry(h));
        overFresh((_, h) => states.touchState(h));
        overFresh((successor, hash) => states.insert({ successor, hash }));
      };
      if (outbox) when(this.use.equals(use.send), () => this.send(outbox, freshEnd, reduced));
      when(freshEnd.differs(area.fresh.start), insert);
      this.total.increase(this.next.minus(area.start).dividedBy(area.stride).unsigned64());
      this.next.set(area.start);
    });
  }

  /** Ends the routine if successors are not stored. Then they are not counted either. */
  private leaveUnlessKept({ canonicalize, seek }: BatchOptions): void {
    if (!seek) return;
    when(this.use.aboveOrEqual(use.drop), () => {
      when(this.use.equals(use.seek), () => {
        const state = word("state", this.area.start);
        loop((again) => {
          canonicalize?.({ address: state });
          seek.compare({ state, origin: this.states.originOf(state) });
          again.goIf(state.tee(state.plus(this.area.stride)).below(this.next));
        });
      });
      this.next.set(this.area.start);
      leave();
    });
  }

  /** Puts successors into bins, and leaves those in the list that go into the set at once. */
  private send(outbox: Outbox, freshEnd: Variable<"i32">, reduced: boolean): void {
    const { area } = this;
    const keptEnd = word("keptEnd", area.fresh.start);
    forRange("sent", area.fresh.start, freshEnd, 4, (next) => {
      const at = word("at", next.load());
      const hash = long("h", area.successor.at(at).hash.get());
      outbox.pass(at, hash, reduced ? this.carried(at) : undefined, () => {
        keptEnd.store(at);
        keptEnd.increase(4);
      });
    });
    freshEnd.set(keptEnd);
  }

  /** The origin of a successor if it is pending, or -1. */
  private carried(successor: I32): I32 {
    return select(this.isOfPending(successor), this.states.originOf(successor), i32(-1));
  }

  /** Lists the successors that are not in the cache, up to `freshEnd`, with their hashes. */
  private findFresh(freshEnd: Variable<"i32">, canonicalize: Canonicalize | undefined, reduced: boolean): void {
    const { area, states } = this;
    const at = word("at", area.start);
    const canDrop = (recent: I32): I32 => (reduced ? recent.and(this.isOfPending(at).isZero()) : recent);
    loop((again) => {
      const h = long("h", states.hash({ words: at }));
      when(canDrop(this.isRecent(at, h, area.cache)).isZero(), () => {
        const isNew = word("isNew", 1);
        if (canonicalize) {
          canonicalize({ address: at });
          h.set(states.hash({ words: at }));
          isNew.set(canDrop(this.isRecent(at, h, area.representatives!)).isZero());
        }
        area.successor.at(at).hash.set(h);
        freshEnd.store(at);
        // Without a branch: nobody can predict this one.
        freshEnd.set(freshEnd.plus(isNew.shiftLeft(2)));
      });
      again.goIf(at.tee(at.plus(area.stride)).below(this.next));
    });
  }

  /** Whether the origin of a successor is pending. */
  private isOfPending(successor: I32): I32 {
    const origin = word("origin", this.states.originOf(successor));
    return choose(
      origin.less(0),
      () => i32(0),
      () => isPending(word("mark", this.states.markOf(origin).load())),
    );
  }

  /** Whether a state is in a cache. From now on it is. */
  private isRecent(state: I32, hash: I64, cache: number): I32 {
    const { wordCount } = this.area;
    const slot = word("slot", this.cacheSlot(hash, cache));
    const found = word("found", sameWords(slot, state, wordCount));
    copyWords(slot, state, wordCount);
    return found;
  }

  private cacheSlot(hash: I64, cache: number): I32 {
    const { cacheBits, wordCount } = this.area;
    return hash
      .shiftRight(BigInt(64 - cacheBits))
      .wrap()
      .times(4 * wordCount)
      .plus(cache);
  }

  /** Fresh memory contains the state of zeros everywhere. It must not be found in its own place. */
  private makeClearCache(asm: Assembler): Routine {
    const { start, cache, representatives } = this.area;
    const scratch = i32(start);
    return asm.define("clear cache", {}, () => {
      const h = long("h", this.states.hash({ words: scratch }));
      const own = word("own", this.cacheSlot(h, cache));
      // Any state that belongs elsewhere can replace it.
      loop((again) => {
        scratch.store(scratch.load().plus(1));
        h.set(this.states.hash({ words: scratch }));
        again.goIf(this.cacheSlot(h, cache).equals(own));
      });
      own.store(scratch.load());
      if (representatives !== undefined) own.store(scratch.load(), representatives - cache);
      scratch.store(0);
    });
  }
}
