/**
 * Drives a compiled search: in slices, so that progress, limits and cancellation get their turn, and hands out what it found.
 */

import type { State } from "../model/interpret.ts";
import { InternalError } from "../util/internal-error.ts";
import { look, pause, Stopped, Watch, watched } from "../util/limits.ts";
import type { Limit, Limits } from "../util/limits.ts";
import type { Compiled } from "./compile.ts";
import { itemBytes } from "./delivery.ts";
import { status } from "./heap.ts";
import { pack, unpack } from "./layout.ts";
import { maximalStates } from "./state-set.ts";

export interface Progress {
  readonly states: number;
  readonly transitions: number;
  /** States found but not yet expanded. */
  readonly queued: number;
  readonly depth: number;
  readonly memoryBytes: number;
  /** The part of it that grows with the states: records and table. */
  readonly storedBytes: number;
  readonly elapsedMs: number;
}

/** Where an error or a failed assertion first occurred. */
export interface Incident {
  /** The number of the state; meaningless in the initial condition. */
  readonly state: number;
  /** The number of the transition; `initialCondition`, or -2 - k for question k. */
  readonly transition: number;
}

/** The most states a slice expands: enough for the code to be optimised between slices. */
const longestSlice = 4096;
/** The states of a slice where each state stored is looked at after it: a fixed number, since it shows in the result. */
const countedSlice = 64;
/** A slice that takes longer than this is too long: the next one expands half as many states. */
const sliceMs = 20;
/** The length of an item of `successorsOf`. */
export const itemWords: number = itemBytes / 4;
const pageBytes = 65536;
const maximalBytes = 65535 * pageBytes;

/** A search under way, or ended, with its memory. */
export class Exploration {
  readonly compiled: Compiled;
  private readonly memory: WebAssembly.Memory;
  private readonly exports: KernelExports;
  private initialized = false;
  private readonly watch: Watch;
  private slice = countedSlice;
  /** Where only states that are not transient count against the limit: how far they are counted, and how many are transient. */
  private readonly counted: { end: number; transient: number } | undefined;
  private words: Int32Array<ArrayBuffer>;
  private readonly successors = { items: new Int32Array(0), start: 0, end: 0 };
  /** The most successors delivered so far. */
  private longest = 0;
  /** The number of the level that is being expanded. */
  private depth = 0;
  complete = false;
  /** The number of initial states, once they are all there. */
  initialCount = 0;
  limit: Limit | undefined;

  /** Browsers want large modules compiled asynchronously: `search` hands one in. */
  constructor(
    compiled: Compiled,
    limits: Limits | Watch = {},
    module: WebAssembly.Module = new WebAssembly.Module(compiled.program.bytes),
  ) {
    this.compiled = compiled;
    this.watch = limits instanceof Watch ? limits : new Watch(limits);
    this.memory = freshMemory(Math.ceil(compiled.program.heapBase / pageBytes) + 1);
    const env = { memory: this.memory, look: () => look(32) };
    const instance = new WebAssembly.Instance(module, { env });
    this.exports = instance.exports as unknown as KernelExports;
    this.words = new Int32Array(this.memory.buffer);
    const bytes = Math.min(this.watch.maxMemoryBytes ?? maximalBytes, maximalBytes);
    this.exports.memoryLimit.value = Math.max(bytes, compiled.program.heapBase) | 0;
    const { maxStates = maximalStates } = this.watch;
    this.counted =
      this.exports.isTransient && !compiled.program.fingerprints && maxStates < maximalStates
        ? { end: 0, transient: 0 }
        : undefined;
    this.exports.stateLimit.value = this.counted ? maximalStates : Math.max(0, Math.min(maxStates, maximalStates));
  }

  /** From here on only memory is limited: what was found is to be shown. */
  liftStateLimit(): void {
    this.exports.stateLimit.value = maximalStates;
  }

  /** Finds the initial states, and nothing else. False if that was not possible. */
  initialize(): boolean {
    while (!this.initialized && this.step());
    return this.initialized;
  }

  /** Explores a slice. False when there is nothing left to do: the search is complete, broken, or hit a limit. */
  step(): boolean {
    const { exports } = this;
    const result = this.runSlice();
    if (result === status.stateLimit || this.hasTooManyStates()) this.limit = "states";
    else if (result === status.memoryLimit) this.limit = "memory";
    else if (!this.initialized) {
      if (result === status.news) return false; // an error in the initial condition: there is nothing to explore
      if (result === status.done) {
        this.initialized = true;
        this.initialCount = this.storedStates;
        exports.levelEnd.value = this.initialCount;
      }
    } else if (result === status.done) this.complete = true;
    return !this.complete && this.limit === undefined;
  }

  /** How long a slice is changes when others get their turn, and nothing else. */
  private runSlice(): number {
    const started = performance.now();
    try {
      const { slice, exports } = this;
      return watched(this.watch, () => (this.initialized ? this.expand(slice) : exports.initialize(slice)));
    } catch (trap) {
      if (trap instanceof Stopped) {
        this.limit = trap.limit;
        return status.more;
      }
      if (!(trap instanceof WebAssembly.RuntimeError)) throw trap;
      throw new InternalError("the compiled search stored a value that domain inference had ruled out", {
        cause: trap,
      });
    } finally {
      const elapsed = this.counted ? sliceMs : performance.now() - started;
      if (elapsed > sliceMs) this.slice = Math.max(1, this.slice >> 1);
      else if (2 * elapsed < sliceMs) this.slice = Math.min(longestSlice, 2 * this.slice);
    }
  }

  /** Expands so many states, level by level. */
  private expand(budget: number): number {
    const { exports } = this;
    const { cursor, count, levelEnd } = exports;
    for (let left = budget; left > 0;) {
      const before = cursor.value;
      const result = exports.expand(left);
      if (result !== status.done || cursor.value === count.value) return result;
      levelEnd.value = count.value;
      this.depth++;
      left -= cursor.value - before;
    }
    return status.more;
  }

  /** Whether all initial states were looked for, and there is none. */
  get hasNoInitialState(): boolean {
    return this.initialized && this.initialCount === 0;
  }

  private hasTooManyStates(): boolean {
    const { counted, exports } = this;
    if (!counted) return false;
    for (; counted.end < this.storedStates; counted.end++) {
      counted.transient += exports.isTransient!(exports.addressOf(counted.end));
    }
    return counted.end - counted.transient > this.watch.maxStates!;
  }

  /** The number of stored states, transient ones included. */
  get storedStates(): number {
    return this.exports.count.value;
  }

  /** The number of states, without transient ones as far as they have been expanded. */
  get states(): number {
    return this.storedStates - (this.counted?.transient ?? this.exports.transientCount?.value ?? 0);
  }

  /** Whether all states of an orbit had the same representative. */
  get isUnique(): boolean {
    return this.compiled.program.isUnique && this.exports.inexact?.value !== 1;
  }

  /**
   * How many states there are without symmetry reduction: the sum of the sizes of all orbits. Undefined while the exploration
   * is not complete, if representatives are not unique, and for more than 2^62.
   */
  get unreducedStates(): bigint | undefined {
    const { unreducedStates, uncounted } = this.exports;
    if (!this.complete || !this.isUnique || uncounted?.value === 1) return undefined;
    return unreducedStates?.value ?? BigInt(this.states);
  }

  get progress(): Progress {
    const { count, cursor, heap, transitions } = this.exports;
    return {
      states: this.states,
      transitions: Number(transitions.value),
      queued: count.value - cursor.value,
      depth: this.depth,
      memoryBytes: heap.value >>> 0,
      storedBytes: (heap.value >>> 0) - this.compiled.program.heapBase,
      elapsedMs: performance.now() - this.watch.started,
    };
  }

  /** Per question, the number of the first state it looks for; -1 while there is none. */
  get decided(): readonly number[] {
    const { decidedAt, questionCount } = this.compiled.program;
    return [...new Int32Array(this.memory.buffer, decidedAt, questionCount)];
  }

  /** The first state in which the automaton has reached a goal; -1 while there is none. */
  get goalState(): number {
    return this.exports.goalState?.value ?? -1;
  }

  get error(): Incident | undefined {
    return incident(this.exports.errorState.value, this.exports.errorTransition.value);
  }

  get assertion(): Incident | undefined {
    return incident(this.exports.assertionState.value, this.exports.assertionTransition.value);
  }

  /** The numbers of the states on the way from an initial state to this one. */
  pathTo(state: number): number[] {
    const path: number[] = [];
    for (let id = state; id !== -1; id = this.parentOf(id)) path.push(id);
    return path.reverse();
  }

  parentOf(id: number): number {
    const { fingerprints, layout } = this.compiled.program;
    const keyBytes = fingerprints ? 8 : 4 * layout.wordCount;
    return new Int32Array(this.memory.buffer)[((this.exports.addressOf(id) >>> 0) + keyBytes) / 4]!;
  }

  /** A stored state; there is none to be had with fingerprints. */
  stateAt(id: number): State {
    const { layout, fingerprints } = this.compiled.program;
    if (fingerprints) throw new TypeError("states are not stored");
    return unpack(layout, new Int32Array(this.memory.buffer, this.exports.addressOf(id) >>> 0, layout.wordCount));
  }

  /** The stored fingerprint of a state. */
  fingerprintAt(id: number): bigint {
    const address = (this.exports.addressOf(id) >>> 0) / 4;
    const words = new Uint32Array(this.memory.buffer);
    return BigInt(words[address]!) | (BigInt(words[address + 1]!) << 32n);
  }

  /** The representative of a state; the state itself without symmetries. */
  representativeOf(state: State): State {
    const { layout, packedArea } = this.compiled.program;
    if (!this.exports.canonicalize) return state;
    new Uint32Array(this.memory.buffer).set(pack(layout, state), packedArea / 4);
    this.exports.canonicalize(packedArea);
    return unpack(layout, new Int32Array(this.memory.buffer, packedArea, layout.wordCount));
  }

  /** How many states the orbit of a representative has; undefined if that is not counted, or there are no symmetries. */
  orbitSizeOf(representative: State): bigint | undefined {
    const { layout, packedArea } = this.compiled.program;
    const { orbitSize, uncounted } = this.exports;
    if (!orbitSize) return undefined;
    new Uint32Array(this.memory.buffer).set(pack(layout, representative), packedArea / 4);
    const size = orbitSize(packedArea);
    return uncounted?.value === 1 ? undefined : size;
  }

  /** The state of the property automaton in a stored state. */
  claimAt(id: number): number {
    const { word, shift, bits } = this.compiled.program.layout.claim!;
    return (this.memoryWords[(this.exports.addressOf(id) >>> 2) + word]! >>> shift) & ((1 << bits) - 1);
  }

  /** The number of a state, or of its representative, together with a state of the automaton; -1 if a limit was hit. */
  insert(state: State, claim: number): number {
    const { layout, packedArea } = this.compiled.program;
    const words = pack(layout, state);
    words[layout.claim!.word]! |= claim << layout.claim!.shift;
    const memory = this.memoryWords;
    memory.set(words, packedArea / 4);
    memory[packedArea / 4 + layout.wordCount] = -1;
    return this.exports.insertState!(packedArea);
  }

  /**
   * The successors of a stored state, each as its number, the marks of the automaton's edge and the process that moved, in `items`
   * from `start` to `end`. They are there until the next call. Undefined if a limit was hit.
   */
  successorsOf(id: number): { readonly items: Int32Array; readonly start: number; readonly end: number } | undefined {
    const count = this.exports.successorsOf!(id);
    if (count > this.longest) {
      // The list moves only when it grows.
      this.longest = count;
      this.successors.start = this.exports.delivery!.value >>> 2;
    }
    if (count < 0) {
      this.longest = 0;
      this.limit = this.exports.count.value >= this.exports.stateLimit.value ? "states" : "memory";
      return undefined;
    }
    const { successors } = this;
    successors.items = this.memoryWords;
    successors.end = successors.start + itemWords * count;
    return successors;
  }

  /** How many edges the automaton could take in the state that was expanded last: so often is each step among the successors. */
  get edgeCount(): number {
    return this.exports.claimEdges!.value;
  }

  /** All of memory; growing it leaves views of the old buffer empty. */
  private get memoryWords(): Int32Array<ArrayBuffer> {
    if (this.words.length === 0) this.words = new Int32Array(this.memory.buffer);
    return this.words;
  }

  /** The fingerprint that a packed state would have. */
  fingerprintOf(words: Uint32Array): bigint {
    const { packedArea } = this.compiled.program;
    new Uint32Array(this.memory.buffer).set(words, packedArea / 4);
    return BigInt.asUintN(64, this.exports.hash(packedArea));
  }
}

export interface SearchOptions extends Limits {
  /** Limits that are watched already, in place of these. */
  readonly watch?: Watch | undefined;
  /** Called now and then, at most about ten times a second. */
  readonly onProgress?: ((progress: Progress) => void) | undefined;
  /** Whether the search can end early, asked when something was found. */
  readonly isDecided: (exploration: Exploration) => boolean;
}

/** Explores until everything is seen, the question is decided, or a limit is hit. */
export async function search(compiled: Compiled, options: SearchOptions): Promise<Exploration> {
  const { watch = new Watch(options), onProgress, isDecided } = options;
  const exploration = new Exploration(compiled, watch, await WebAssembly.compile(compiled.program.bytes));
  let lastTurn = performance.now();
  while (exploration.step() && !isDecided(exploration)) {
    const now = performance.now();
    if (now - lastTurn < 100) continue;
    lastTurn = now;
    onProgress?.(exploration.progress);
    await pause();
  }
  return exploration;
}

/** @throws Stopped if the machine has no room for it */
function freshMemory(pages: number): WebAssembly.Memory {
  try {
    return new WebAssembly.Memory({ initial: pages, maximum: 65536 });
  } catch (error) {
    if (error instanceof RangeError) throw new Stopped("memory");
    throw error;
  }
}

function incident(state: number, transition: number): Incident | undefined {
  return state < 0 ? undefined : { state, transition };
}

interface KernelExports {
  initialize(budget: number): number;
  expand(budget: number): number;
  addressOf(id: number): number;
  hash(address: number): bigint;
  /** These are there with an automaton only. */
  readonly successorsOf?: (id: number) => number;
  readonly goalState?: { readonly value: number };
  readonly claimEdges?: { readonly value: number };
  readonly insertState?: (address: number) => number;
  readonly delivery?: { readonly value: number };
  /** These are there with symmetries only, and the counter of states only if representatives are unique. */
  readonly canonicalize?: (address: number) => void;
  readonly orbitSize?: (address: number) => bigint;
  readonly transientCount?: { readonly value: number };
  readonly isTransient?: (address: number) => number;
  readonly inexact?: { readonly value: number };
  readonly uncounted?: { readonly value: number };
  readonly unreducedStates?: { readonly value: bigint };
  readonly count: { readonly value: number };
  readonly cursor: { readonly value: number };
  readonly transitions: { readonly value: bigint };
  readonly levelEnd: { value: number };
  readonly heap: { readonly value: number };
  readonly memoryLimit: { value: number };
  readonly stateLimit: { value: number };
  readonly errorState: { readonly value: number };
  readonly errorTransition: { readonly value: number };
  readonly assertionState: { readonly value: number };
  readonly assertionTransition: { readonly value: number };
}
