/**
 * A program with its memory: it stores states, and expands the states it stores.
 *
 * It provides only for its own states: `StateSpace` decodes them, `ProductSpace` gives their successors, and a driver
 * starts the levels (`solo.ts` for one shard, `member.ts` for several). A shard may own the states of some partitions
 * only (`partition.ts`): then the other successors go through bins to the shards that own them (`outbox.ts`).
 */

import { look, Stopped } from "../util/limits.ts";
import type { Limit } from "../util/limits.ts";
import type { Program } from "./program.ts";
import { noState } from "./state-id.ts";
import type { StateId } from "./state-id.ts";
import { maximalStates } from "./table-entry.ts";

const pageBytes = 65536;
const maximalBytes = 65535 * pageBytes;

export class Shard {
  readonly program: Program;
  readonly exports: ShardExports;
  /** The limit that prevents it from storing more states. */
  limit: Limit | undefined;
  /** The number of the first state of each level that has begun. */
  readonly levels: number[] = [];
  /** Sends the states of a bin, which is empty afterwards. */
  onFullBin: ((bin: number) => void) | undefined;
  private readonly memory: WebAssembly.Memory;
  private view: Int32Array<ArrayBuffer>;

  /**
   * It may take over the memory of a shard of the same program that nobody needs any more.
   *
   * @throws Stopped if the machine has not enough memory
   */
  constructor(program: Program, module: WebAssembly.Module, maxMemoryBytes: number = maximalBytes, former?: Shard) {
    this.program = program;
    this.memory = former?.memory ?? freshMemory(Math.ceil(program.heapBase / pageBytes) + 1);
    former?.words.fill(0, 0, Math.ceil((former.exports.heap.value >>> 0) / 4));
    const env = {
      memory: this.memory,
      look: () => look(32),
      send: () => this.onFullBin?.(this.exports.fullBin!.value),
    };
    this.exports = new WebAssembly.Instance(module, { env }).exports as unknown as ShardExports;
    this.view = new Int32Array(this.memory.buffer);
    this.limitMemory(maxMemoryBytes);
  }

  /** Limits the memory. */
  limitMemory(most: number): void {
    this.exports.memoryLimit.value = Math.max(Math.min(most, maximalBytes), this.program.heapBase) | 0;
  }

  /** Limits the number of stored states. */
  limitStates(most: number): void {
    this.exports.stateLimit.value = Math.max(0, Math.min(most, maximalStates));
  }

  /** Begins the next level: all states that are stored and not expanded. */
  beginLevel(): void {
    this.levels.push(this.exports.cursor.value);
    this.exports.beginLevel();
  }

  /** The states with the lowest numbers, which are the initial ones if there are no others yet. */
  firstStates(count: number): StateId[] {
    return Array.from({ length: count }, (_, id) => id as StateId);
  }

  /** The number of transient states among those stored at or after the `from`th. */
  countTransient(from: number): number {
    const { isTransient, addressOf, count } = this.exports;
    let transient = 0;
    for (let id = from; id < count.value; id++) transient += isTransient!(addressOf(id as StateId));
    return transient;
  }

  /** All of memory. Growing it detaches views of the old buffer. */
  get words(): Int32Array<ArrayBuffer> {
    if (this.view.length === 0) this.view = new Int32Array(this.memory.buffer);
    return this.view;
  }

  /** The index in `words` where the record of a state begins. */
  recordOf(id: StateId): number {
    return this.exports.addressOf(id) >>> 2;
  }

  /** Writes a packed state to the area where routines find it, and returns its address. */
  put(packed: ArrayLike<number>, origin: StateId = noState): number {
    const { packedArea } = this.program;
    this.words.set(packed, packedArea / 4);
    this.words[packedArea / 4 + packed.length] = origin;
    return packedArea;
  }

  /** The packed state in that area, as it is now. */
  get placed(): Int32Array {
    const { packedArea, layout } = this.program;
    return this.words.subarray(packedArea / 4, packedArea / 4 + layout.wordCount);
  }
}

function freshMemory(pages: number): WebAssembly.Memory {
  try {
    return new WebAssembly.Memory({ initial: pages, maximum: 65536 });
  } catch (error) {
    if (error instanceof RangeError) throw new Stopped("memory");
    throw error;
  }
}

interface Cell<T = number> {
  readonly value: T;
}

/** The exports of a program. */
export interface ShardExports {
  readonly initialize: (budget: number) => number;
  readonly expand: (budget: number) => number;
  /** The states that are stored by now are the next level, which begins. */
  readonly beginLevel: () => void;
  readonly addressOf: (id: StateId) => number;
  readonly hash: (address: number) => bigint;
  readonly count: Cell;
  readonly cursor: { value: number };
  readonly levelEnd: { value: number };
  readonly transitions: { value: bigint };
  /** The number of transitions when the level began. */
  readonly levelTransitions: { value: bigint };
  readonly heap: Cell;
  readonly memoryLimit: { value: number };
  readonly stateLimit: { value: number };
  /** The limit that was hit, a `status`. */
  readonly stopped: { value: number };
  /** A `use` (`batch.ts`). */
  readonly use: { value: number };
  /** Present with partial-order reduction. */
  readonly expandPending?: (budget: number) => number;
  readonly unmarkStates?: (first: number, count: number) => void;
  readonly aheadNext?: { value: number };
  readonly reduces?: { value: number };
  readonly enabledSteps?: Cell<bigint>;
  readonly takenSteps?: { value: bigint };
  readonly reducedStates?: { value: number };
  /** Present if the model has transient states. */
  readonly transientCount?: Cell;
  readonly isTransient?: (address: number) => number;
  /** Present only with an automaton. */
  readonly successorsOf?: (id: StateId) => number;
  readonly delivery?: Cell;
  readonly claimEdges?: Cell;
  readonly goalState?: Cell<StateId>;
  readonly insertState?: (address: number) => StateId;
  /** Present without fingerprints. */
  readonly startStates?: () => number;
  /** Present without an automaton and without fingerprints: what several shards need, and the search for origins. */
  readonly adoptStates?: (first: number, count: number) => void;
  readonly endAdoption?: () => void;
  readonly countStates?: (from: number, end: number) => void;
  readonly allocateRoom?: (bytes: number) => number;
  readonly startBins?: (bytes: number) => number;
  readonly startSorting?: (bytes: number) => number;
  readonly insertStates?: (first: number, count: number) => void;
  readonly insertSorted?: () => void;
  readonly partitionOf?: (address: number) => number;
  readonly fullBin?: Cell;
  readonly binBytes?: Cell;
  readonly binCount?: { value: number };
  readonly ownBin?: { value: number };
  readonly sortingBytes?: Cell;
  readonly seek?: (budget: number) => number;
  readonly targetsEnd?: { value: number };
  /** Present only with symmetries. The counters of states are present only if representatives are unique. */
  readonly canonicalize?: (address: number) => void;
  readonly inexact?: Cell;
  /** The work for representatives. */
  readonly work?: Cell<bigint>;
  readonly uncounted?: Cell;
  readonly orbitSize?: (address: number) => bigint;
  readonly unreducedStates?: Cell<bigint>;
}
