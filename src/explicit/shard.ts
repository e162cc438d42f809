/**
 * A program with its memory: what stores states, and expands those it stores.
 *
 * It answers for its own states only: `StateSpace` says what they are, `ProductSpace` what follows from them, and the driver
 * (`search.ts`) says when to expand which level. A search has one shard. It could have several, each with the states of
 * some hashes: a program is plain data, a number of a state means nothing outside its shard, and levels are not begun here.
 */

import { look, Stopped } from "../util/limits.ts";
import type { Limit } from "../util/limits.ts";
import type { Program } from "./program.ts";
import type { StateId } from "./state-id.ts";
import { maximalStates } from "./state-set.ts";

const pageBytes = 65536;
const maximalBytes = 65535 * pageBytes;

export class Shard {
  readonly program: Program;
  readonly exports: ShardExports;
  /** Which limit keeps it from storing more states. */
  limit: Limit | undefined;
  private readonly memory: WebAssembly.Memory;
  private view: Int32Array<ArrayBuffer>;

  /** @throws Stopped if the machine has no room for it */
  constructor(program: Program, module: WebAssembly.Module, maxMemoryBytes: number = maximalBytes) {
    this.program = program;
    this.memory = freshMemory(Math.ceil(program.heapBase / pageBytes) + 1);
    const env = { memory: this.memory, look: () => look(32) };
    this.exports = new WebAssembly.Instance(module, { env }).exports as unknown as ShardExports;
    this.view = new Int32Array(this.memory.buffer);
    this.exports.memoryLimit.value = Math.max(Math.min(maxMemoryBytes, maximalBytes), program.heapBase) | 0;
  }

  /** At most so many states are stored. */
  limitStates(most: number): void {
    this.exports.stateLimit.value = Math.max(0, Math.min(most, maximalStates));
  }

  /** The states numbered first, which are the initial ones when there are no others yet. */
  firstStates(count: number): StateId[] {
    return Array.from({ length: count }, (_, id) => id as StateId);
  }

  /** How many of the states stored at or after the `from`th are transient. */
  countTransient(from: number): number {
    const { isTransient, addressOf, count } = this.exports;
    let transient = 0;
    for (let id = from; id < count.value; id++) transient += isTransient!(addressOf(id as StateId));
    return transient;
  }

  /** All of memory; growing it leaves views of the old buffer empty. */
  get words(): Int32Array<ArrayBuffer> {
    if (this.view.length === 0) this.view = new Int32Array(this.memory.buffer);
    return this.view;
  }

  /** Where the record of a state begins in `words`. */
  recordOf(id: StateId): number {
    return this.exports.addressOf(id) >>> 2;
  }

  /** Puts a packed state, without an origin, where routines find it; returns its address. */
  put(packed: Uint32Array): number {
    const { packedArea } = this.program;
    this.words.set(packed, packedArea / 4);
    this.words[packedArea / 4 + packed.length] = -1;
    return packedArea;
  }

  /** The packed state that was put, as it is now. */
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

/** What a program exports. */
export interface ShardExports {
  readonly initialize: (budget: number) => number;
  readonly expand: (budget: number) => number;
  readonly addressOf: (id: StateId) => number;
  readonly hash: (address: number) => bigint;
  readonly count: Cell;
  readonly cursor: Cell;
  readonly levelEnd: { value: number };
  readonly transitions: Cell<bigint>;
  readonly heap: Cell;
  readonly memoryLimit: { value: number };
  readonly stateLimit: { value: number };
  readonly errorState: Cell<StateId>;
  readonly errorTransition: Cell;
  readonly assertionState: Cell<StateId>;
  readonly assertionTransition: Cell;
  /** These are there where the model has transient states. */
  readonly transientCount?: Cell;
  readonly isTransient?: (address: number) => number;
  /** These are there with an automaton only. */
  readonly successorsOf?: (id: StateId) => number;
  readonly insertState?: (address: number) => StateId;
  readonly delivery?: Cell;
  readonly claimEdges?: Cell;
  readonly goalState?: Cell<StateId>;
  /** These are there with symmetries only, and the counters of states only if representatives are unique. */
  readonly canonicalize?: (address: number) => void;
  readonly inexact?: Cell;
  readonly uncounted?: Cell;
  readonly orbitSize?: (address: number) => bigint;
  readonly unreducedStates?: Cell<bigint>;
}
