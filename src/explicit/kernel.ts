/**
 * The part of a compiled search that is the same for every model, specialized to the size of its states: memory, the
 * set of visited states, the batch, and the expansion of states one after the other.
 *
 * States are expanded in the order of their numbers, up to the end of a level. The driver (`search.ts`) begins the next
 * level. Successors go into the set of visited states, or to other shards (`outbox.ts`). With fingerprints (hash compaction, Stern and Dill 1995) a record holds the 64-bit hash instead of the packed
 * words, and the words of unexplored states are in a queue.
 */

import type { Assembler, Routine } from "../wasm/assembler.ts";
import { choose, forRange, leave, loop, select, when } from "../wasm/control.ts";
import { i32, word } from "../wasm/value.ts";
import type { I32, Variable } from "../wasm/value.ts";
import { BatchArea } from "./batch-area.ts";
import { Batch } from "./batch.ts";
import type { Canonicalize } from "./delivery.ts";
import { FrontierQueue } from "./frontier-queue.ts";
import { Heap, status } from "./heap.ts";
import { Outbox, reserveOutbox } from "./outbox.ts";
import { copyWords, makeLess } from "./packed-words.ts";
import type { Passage } from "./passage.ts";
import { isPending, togglePending } from "./pending.ts";
import { Seek } from "./seek.ts";
import { segmentBytes, StateSet } from "./state-set.ts";
import type { Stubborn } from "./stubborn.ts";

export interface KernelOptions {
  readonly wordCount: number;
  readonly fingerprints: boolean;
  readonly canonicalize?: Canonicalize | undefined;
  /** Whether successors carry marks and a mover, and can be listed state by state. */
  readonly labeled?: boolean | undefined;
  /** Whether memory is short, so that caches should be small. */
  readonly frugal?: boolean | undefined;
  /** The passage through transient states, which are not stored. */
  readonly passage?: Passage | undefined;
  /** Checks the limits, before each batch is inserted into the set. */
  readonly look?: Routine | undefined;
  /** Sends the states of a full bin. */
  readonly send?: Routine | undefined;
  /** The most targets of a search for origins. If there are any, successors may also go to other shards. */
  readonly mostTargets?: number | undefined;
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
  /** Whether packed words come before others. */
  readonly less: Routine<{ a: "i32"; b: "i32" }, I32>;
  readonly outbox: Outbox | undefined;
  readonly seek: Seek | undefined;
  /** The first byte that the search may allocate. All regions of memory must be reserved before. */
  readonly heapBase: number;

  private readonly asm: Assembler;
  private readonly levelEnd: Variable<"i32">;
  private readonly heap: Heap;
  private readonly states: StateSet;
  private readonly queue: FrontierQueue | undefined;
  private readonly passage: Passage | undefined;
  private readonly pass: Routine<{ successor: "i32" }, I32> | undefined;
  /** The address of the packed state that is being expanded. */
  private readonly source: Variable<"i32">;
  /** Copies the transient state that is being expanded, or its representative, and returns the address. */
  private readonly copyPassed: Routine<undefined, I32> | undefined;

  constructor(
    asm: Assembler,
    { wordCount, fingerprints, labeled = false, frugal = false, look, mostTargets, ...options }: KernelOptions,
  ) {
    const { canonicalize } = options;
    this.asm = asm;
    this.wordCount = wordCount;
    this.fingerprints = fingerprints;
    const hasTargets = mostTargets !== undefined && !labeled && !fingerprints;
    const area = new BatchArea(asm.memory, wordCount, { labeled, symmetric: canonicalize !== undefined, frugal });
    const spare = asm.memory.reserve(segmentBytes, 16);
    const outboxArea = hasTargets ? reserveOutbox(asm.memory, wordCount) : undefined;
    const targets = hasTargets ? asm.memory.reserve(mostTargets * (4 * wordCount + 4)) : 0;
    this.heapBase = asm.memory.end;
    this.heap = new Heap(asm, this.heapBase);
    this.queue = fingerprints ? new FrontierQueue(asm, this.heap, 4 * wordCount) : undefined;
    this.passage = options.passage;
    this.stubborn = options.stubborn;
    this.manner = asm.global("manner", manner.full);
    this.levelEnd = asm.global("levelEnd", 0, true);
    const levelEnd = this.stubborn && this.levelEnd;
    const hasOrigin = labeled || fingerprints || this.stubborn !== undefined;
    const numbered = labeled;
    const isTransient = this.passage && ((successor: I32): I32 => this.passage!.isTransient(successor));
    this.states = new StateSet(asm, this.heap, {
      ...{ wordCount, queue: this.queue, spare, numbered, hasOrigin, levelEnd, isTransient },
    });
    this.less = makeLess(asm, wordCount);
    const carriesOrigin = this.stubborn !== undefined;
    const { send } = options;
    this.outbox =
      outboxArea && new Outbox(asm, this.heap, this.states, { wordCount, carriesOrigin, area: outboxArea, look, send });
    this.seek = hasTargets ? new Seek(asm, this.states, this.less, { wordCount, targets }) : undefined;
    this.batch = new Batch(asm, this.states, area, {
      canonicalize,
      heap: labeled ? this.heap : undefined,
      look,
      reduced: this.stubborn !== undefined,
      outbox: this.outbox,
      seek: this.seek,
    });
    this.cursor = asm.global("cursor", 0, true);
    this.news = asm.global("news", 0);
    this.pass = this.passage?.makePut(asm, this.states.hash);
    this.source = asm.global("source", 0);
    this.copyPassed = this.passage && this.makeCopyPassed(this.passage, canonicalize);
    const levelTransitions = asm.global64("levelTransitions", 0n, true);
    asm.define("beginLevel", {}, () => {
      this.levelEnd.set(this.states.records.count);
      levelTransitions.set(this.batch.total);
    });
    asm.export("beginLevel");
  }

  /** The address of a stored state. The number is used twice, so it should be a variable. */
  addressOf(id: I32): I32 {
    return this.states.records.address(id);
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
          const isNew = word("isNew", this.pass!({ successor }));
          const count = (): void => batch.total.increase(1n);
          if (passage.label) when(isNew, count, () => batch.push(successor));
          else count();
        },
        () => batch.push(successor),
      );
    }
  }

  get passesTransient(): boolean {
    return this.passage !== undefined;
  }

  /** With an automaton that passes through transient states: the label of the one being expanded. */
  get passedLabel(): Passage["label"] {
    return this.passage?.label;
  }

  /** Whether a transient state is being expanded that is not stored. */
  get isPassing(): I32 {
    return this.passage?.isActive ?? i32(0);
  }

  /** The address of the packed state that is being expanded, or of its representative. */
  get packedState(): I32 {
    const { passage, source, copyPassed } = this;
    return passage && copyPassed ? choose(passage.isActive, copyPassed, () => source) : source;
  }

  private makeCopyPassed({ state, copy }: Passage, canonicalize: Canonicalize | undefined): Routine<undefined, I32> {
    return this.asm.compute("i32", "copy passed", {}, () => {
      copyWords(i32(copy), i32(state), this.wordCount);
      canonicalize?.({ address: copy });
      return i32(copy);
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
        this.source.set(source);
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
          this.source.set(source);
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
   * The exported `seek(budget)`, which expands as many states from the cursor to the end of the level in full, and
   * compares what follows with the targets.
   */
  makeSeek(body: (source: I32) => void): void {
    const { batch, cursor, passage, levelEnd, seek } = this;
    if (!seek) return;
    this.asm.compute("i32", "seek", { budget: "i32" }, ({ budget }) => {
      loop((again) => {
        when(cursor.equals(levelEnd), () => {
          batch.flush();
          leave(i32(status.done));
        });
        passage?.begin();
        body(word("source", this.states.records.address(cursor)));
        passage?.drain((source) => {
          seek.compare({ state: this.copyPassed!(), origin: cursor });
          body(source);
        });
        cursor.increase(1);
        again.goIf(budget.tee(budget.minus(1)));
      });
      return i32(status.more);
    });
    this.asm.export("seek");
  }

  /**
   * The exported `adoptStates(first, count)`, which adds packed states at an address as if they were successors, and
   * `endAdoption()`, after the last of them.
   */
  makeAdoption(): void {
    const { batch, wordCount, asm } = this;
    asm.define("adoptStates", { first: "i32", count: "i32" }, ({ first, count }) => {
      const at = word("at", first);
      forRange(at, first, first.plus(count.times(4 * wordCount)), 4 * wordCount, () => {
        const to = word("to", batch.next);
        copyWords(to, at, wordCount);
        batch.area.successor.at(to).origin.set(-1);
        batch.push(to);
      });
    });
    asm.define("endAdoption", {}, () => this.endInitial());
    asm.compute("i32", "allocateRoom", { bytes: "i32" }, ({ bytes }) => this.heap.allocate({ bytes }));
    asm.export("adoptStates", "endAdoption", "allocateRoom");
  }

  /** The exported `unmarkStates(first, count)`: states with the numbers at an address are not pending. */
  makeUnmark(): void {
    this.asm.define("unmarkStates", { first: "i32", count: "i32" }, ({ first, count }) =>
      forRange("at", first, first.plus(count.shiftLeft(2)), 4, (at) => this.states.unmark(word("id", at.load()))),
    );
    this.asm.export("unmarkStates");
  }

  /**
   * The exported `successorsOf(id)`, which returns the number of successors of a state and leaves them at `delivery`;
   * -1 if a limit was hit.
   */
  makeSuccessorsOf(body: (source: I32) => void): void {
    const { states, asm, passage } = this;
    asm.compute("i32", "successorsOf", { id: "i32" }, ({ id }) => {
      this.cursor.set(id);
      const source = word("source", states.records.address(id));
      const count = word(
        "count",
        this.batch.deliver(() => {
          passage?.begin();
          if (this.stubborn) this.manner.set(manner.inPart);
          body(source);
          if (this.stubborn) this.manner.set(manner.full);
          passage?.drain(body);
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
