/**
 * The part of a compiled search that is the same for every model, specialized to the size of its states: memory, the
 * set of visited states, the batch, and the expansion of states one after the other.
 *
 * States are expanded in the order of their numbers, up to the end of a level. The driver (`search.ts`) begins the next
 * level. With fingerprints (hash compaction, Stern and Dill 1995) a record holds the 64-bit hash instead of the packed
 * words, and the words of unexplored states are in a queue.
 */

import type { Assembler, Routine } from "../wasm/assembler.ts";
import { choose, leave, loop, select, when } from "../wasm/control.ts";
import { i32, word } from "../wasm/value.ts";
import type { I32, Variable } from "../wasm/value.ts";
import { BatchArea } from "./batch-area.ts";
import { Batch } from "./batch.ts";
import type { Canonicalize } from "./delivery.ts";
import { FrontierQueue } from "./frontier-queue.ts";
import { Heap, status } from "./heap.ts";
import { copyWords } from "./packed-words.ts";
import type { Passage } from "./passage.ts";
import { isPending, togglePending } from "./pending.ts";
import { segmentBytes, StateSet } from "./state-set.ts";
import type { Stubborn } from "./stubborn.ts";

export interface KernelOptions {
  readonly wordCount: number;
  readonly fingerprints: boolean;
  readonly canonicalize?: Canonicalize | undefined;
  /** Whether successors carry marks and a mover, and can be listed state by state. */
  readonly labeled?: boolean | undefined;
  /** Whether states can be inserted one by one. */
  readonly adopts?: boolean | undefined;
  /** The passage through transient states, which are not stored. */
  readonly passage?: Passage | undefined;
  /** Checks the limits, before each batch is inserted into the set. */
  readonly look?: Routine | undefined;
  /** The choice of steps in states that are not expanded in full. Not with fingerprints. */
  readonly stubborn?: Stubborn | undefined;
}

/** How the state under way is expanded. */
export const manner = {
  full: 0,
  /** In part, level by level. A state that leads nowhere new is expanded in full later. */
  pending: 1,
  /** In part. Whoever asked for successors sees to it that it is expanded in full where it must be. */
  inPart: 2,
} as const;

export class Kernel {
  readonly wordCount: number;
  readonly fingerprints: boolean;
  readonly batch: Batch;
  /** The number of the state being expanded. */
  readonly cursor: Variable<"i32">;
  /** Set if something was found that the driver should inspect. */
  readonly news: Variable<"i32">;
  /** How the state under way is expanded, a `manner`. */
  readonly manner: Variable<"i32">;
  readonly stubborn: Stubborn | undefined;
  /** The first byte that the search may allocate. All regions of memory must be reserved before. */
  readonly heapBase: number;

  private readonly asm: Assembler;
  private readonly levelEnd: Variable<"i32">;
  private readonly heap: Heap;
  private readonly states: StateSet;
  private readonly queue: FrontierQueue | undefined;
  private readonly passage: Passage | undefined;
  private readonly pass: Routine<{ successor: "i32" }> | undefined;
  /** Stores the transient state that is being expanded, and returns its number. */
  private readonly storePassed: Routine<undefined, I32> | undefined;

  constructor(
    asm: Assembler,
    { wordCount, fingerprints, labeled = false, adopts = labeled, look, ...options }: KernelOptions,
  ) {
    const { canonicalize } = options;
    this.asm = asm;
    this.wordCount = wordCount;
    this.fingerprints = fingerprints;
    const area = new BatchArea(asm.memory, wordCount, { labeled, symmetric: canonicalize !== undefined });
    const spare = asm.memory.reserve(segmentBytes, 16);
    this.heapBase = asm.memory.end;
    this.heap = new Heap(asm, this.heapBase);
    this.queue = fingerprints ? new FrontierQueue(asm, this.heap, 4 * wordCount) : undefined;
    this.passage = options.passage;
    this.stubborn = options.stubborn;
    this.manner = asm.global("manner", manner.full);
    this.levelEnd = asm.global("levelEnd", 0, true);
    const levelEnd = this.stubborn && this.levelEnd;
    const numbered = adopts || this.passage !== undefined;
    this.states = new StateSet(asm, this.heap, { wordCount, queue: this.queue, spare, numbered, levelEnd });
    this.batch = new Batch(asm, this.states, area, {
      canonicalize,
      heap: labeled ? this.heap : undefined,
      look,
      reduced: this.stubborn !== undefined,
    });
    this.cursor = asm.global("cursor", 0, true);
    this.news = asm.global("news", 0);
    this.pass = this.passage?.makePut(asm, this.states.hash);
    this.storePassed = this.passage && this.makeStorePassed(this.passage, canonicalize);
  }

  /** Allocates space for the first states. Returns from the routine with a status if there is none. */
  start(): void {
    this.states.start();
    this.batch.start();
  }

  /** Ends the initial states, which no transition led to. */
  endInitial(): void {
    this.batch.flush();
    this.batch.total.set(0n);
  }

  /** The limit that was hit, or else this status. */
  limitOr(otherwise: number): I32 {
    return select(this.heap.stopped, this.heap.stopped, i32(otherwise));
  }

  /** Adds the successor that was written at `successor`, the former `next` of the batch. */
  push(successor: I32): void {
    const { passage, batch } = this;
    if (!passage) batch.push(successor);
    else {
      when(
        passage.takes(successor),
        () => {
          this.pass!({ successor });
          batch.total.increase(1n);
        },
        () => batch.push(successor),
      );
    }
  }

  get passesTransient(): boolean {
    return this.passage !== undefined;
  }

  /** The number of the state being expanded. A transient state is stored so that it has one. */
  get currentState(): I32 {
    const { passage, cursor, storePassed } = this;
    return passage && storePassed ? choose(passage.isActive, storePassed, () => cursor) : cursor;
  }

  private makeStorePassed({ state, copy }: Passage, canonicalize: Canonicalize | undefined): Routine<undefined, I32> {
    return this.asm.compute("i32", "store passed", {}, () => {
      copyWords(i32(copy), i32(state), this.wordCount);
      canonicalize?.({ address: copy });
      i32(copy).store(this.cursor, 4 * this.wordCount);
      // It is stored as evidence, and leads nowhere new.
      const mark = this.stubborn && word("mark", this.states.markOf(this.cursor).load());
      this.states.insert({ successor: copy, hash: this.states.hash({ words: copy }) });
      if (mark) this.states.markOf(this.cursor).store(mark);
      return this.states.inserted!;
    });
  }

  /** Marks the state under way as pending, if it is expanded level by level. */
  markPending(): void {
    when(this.manner.equals(manner.pending), () => {
      const at = word("mark", this.states.markOf(this.cursor));
      at.store(togglePending(at.load()));
    });
  }

  /**
   * The exported `expand(budget)`, which expands at most `budget` states of the level that ends before state
   * `levelEnd`. It is done after the last of them, and then all their successors are stored. The body gets the address
   * of a packed state, and `expandPassed` that of a transient one.
   */
  makeExpand(body: (source: I32) => void, expandPassed: (source: I32) => void): void {
    const { batch, cursor, news, queue, heap, passage, levelEnd } = this;
    this.asm.compute("i32", "expand", { budget: "i32" }, ({ budget }) => {
      news.set(0);
      loop((again) => {
        when(cursor.equals(levelEnd), () => {
          batch.flush();
          leave(this.limitOr(status.done));
        });
        when(heap.stopped, () => leave(heap.stopped));
        const source = word("source", queue ? queue.take() : this.states.records.address(cursor));
        passage?.begin();
        if (this.stubborn) this.manner.set(manner.pending);
        body(source);
        if (this.stubborn) this.manner.set(manner.full);
        passage?.drain(expandPassed);
        cursor.increase(1);
        when(news, () => {
          batch.flush();
          leave(this.limitOr(status.news));
        });
        again.goIf(budget.tee(budget.minus(1)));
      });
      return i32(status.more);
    });
    this.asm.export("expand");
  }

  /**
   * The exported `expandPending(budget)`, which looks at as many states from the cursor to the end of the level, and
   * expands those that are pending in full.
   */
  makeExpandPending(body: (source: I32) => void, expandPassed: (source: I32) => void): void {
    const { batch, cursor, news, heap, passage, levelEnd } = this;
    this.asm.compute("i32", "expandPending", { budget: "i32" }, ({ budget }) => {
      news.set(0);
      loop((again) => {
        when(cursor.equals(levelEnd), () => {
          batch.flush();
          leave(this.limitOr(status.done));
        });
        when(heap.stopped, () => leave(heap.stopped));
        const at = word("mark", this.states.markOf(cursor));
        const mark = word("marked", at.load());
        when(isPending(mark), () => {
          at.store(togglePending(mark));
          passage?.begin();
          const source = word("source", this.states.records.address(cursor));
          this.stubborn!.again(() => body(source));
          passage?.drain(expandPassed);
        });
        cursor.increase(1);
        when(news, () => {
          batch.flush();
          leave(this.limitOr(status.news));
        });
        again.goIf(budget.tee(budget.minus(1)));
      });
      return i32(status.more);
    });
    this.asm.export("expandPending");
  }

  /**
   * The exported `successorsOf(id)`, which returns the number of successors of a state and leaves them at `delivery`;
   * -1 if a limit was hit.
   */
  makeSuccessorsOf(body: (source: I32) => void): void {
    const { states, asm } = this;
    asm.compute("i32", "successorsOf", { id: "i32" }, ({ id }) => {
      this.cursor.set(id);
      const source = word("source", states.records.address(id));
      const count = word(
        "count",
        this.batch.deliver(() => {
          if (this.stubborn) this.manner.set(manner.inPart);
          body(source);
          if (this.stubborn) this.manner.set(manner.full);
        }),
      );
      return select(this.heap.stopped, i32(-1), count);
    });
    asm.export("successorsOf");
  }

  /**
   * The exported `insertState(address)`, which returns the number of the packed state there, or of its representative;
   * -1 if a limit was hit.
   */
  makeInsertState(canonicalize: Canonicalize | undefined): void {
    const { states, asm } = this;
    asm.compute("i32", "insertState", { address: "i32" }, ({ address }) => {
      canonicalize?.({ address });
      states.insert({ successor: address, hash: states.hash({ words: address }) });
      return states.inserted!;
    });
    asm.export("insertState");
  }
}
