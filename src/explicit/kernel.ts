/**
 * The part of a compiled search that is the same for every model, specialised to the size of its states: memory, the set of
 * visited states, the batch, the breadth-first loop.
 *
 * With fingerprints (hash compaction, Stern and Dill 1995) a record holds the 64-bit hash in place of the packed words, and the
 * words of the states still to be explored wait in a queue.
 */

import {
  add,
  branch,
  call,
  get,
  getGlobal,
  i32,
  i64,
  label,
  leave,
  loop,
  op,
  sequence,
  set,
  setGlobal,
  tee,
  when,
} from "../wasm/code.ts";
import type { Code, Global, Local, WasmFunction, WasmModule } from "../wasm/code.ts";
import { BatchArea } from "./batch-area.ts";
import { Batch } from "./batch.ts";
import { FrontierQueue } from "./frontier-queue.ts";
import { Heap, status } from "./heap.ts";
import { segmentBytes, StateSet } from "./state-set.ts";

export interface KernelOptions {
  readonly wordCount: number;
  readonly fingerprints: boolean;
  /** The first free byte of memory. */
  readonly base: number;
  /** Replaces the packed state at an address by its representative. */
  readonly canonicalize?: WasmFunction | undefined;
  /** Whether successors carry marks and a mover, and can be listed state by state. */
  readonly labelled?: boolean | undefined;
  /** Looks at the limits, before each batch moves into the set. */
  readonly look?: WasmFunction | undefined;
}

export class Kernel {
  readonly wordCount: number;
  readonly fingerprints: boolean;
  readonly batch: Batch;
  /** The number of the state being expanded. */
  readonly cursor: Global;
  /** Set when something was found that the driver should look at. */
  readonly news: Global;
  /** The first byte that the search may allocate. */
  readonly heapBase: number;

  private readonly module: WasmModule;
  private readonly heap: Heap;
  private readonly states: StateSet;
  private readonly queue: FrontierQueue | undefined;
  /** The first number beyond the current level. */
  private readonly levelEnd: Global;
  private readonly depth: Global;

  constructor(module: WasmModule, options: KernelOptions) {
    const { wordCount, fingerprints, base, labelled = false, look } = options;
    const canonicalize =
      options.canonicalize && look ? looking(module, options.canonicalize, look) : options.canonicalize;
    this.module = module;
    this.wordCount = wordCount;
    this.fingerprints = fingerprints;
    const area = new BatchArea(Math.ceil(base / 8) * 8, wordCount, labelled);
    const spare = Math.ceil(area.areaEnd / 16) * 16;
    this.heapBase = spare + segmentBytes;
    this.heap = new Heap(module, this.heapBase);
    this.queue = fingerprints ? new FrontierQueue(module, this.heap, 4 * wordCount) : undefined;
    this.states = new StateSet(module, this.heap, { wordCount, queue: this.queue, spare, numbered: labelled });
    this.batch = new Batch(module, this.states, area, { canonicalize, heap: labelled ? this.heap : undefined, look });
    this.cursor = module.global("cursor", "i32", 0, true);
    this.levelEnd = module.global("levelEnd", "i32", 0);
    this.depth = module.global("depth", "i32", 0, true);
    this.news = module.global("news", "i32", 0);
  }

  start(): Code {
    return sequence(this.states.start(), this.batch.start());
  }

  /** The initial states are all in: they are level 0, and no transition led to them. */
  endInitial(): Code {
    return sequence(
      call(this.batch.flush),
      setGlobal(this.levelEnd, getGlobal(this.states.records.count)),
      setGlobal(this.batch.total, i64(0)),
    );
  }

  /** The limit that was hit, if any, or else this. */
  limitOr(otherwise: number): Code {
    const { stopped } = this.heap;
    return op("select", getGlobal(stopped), i32(otherwise), getGlobal(stopped));
  }

  /** The exported `explore(budget)`, which expands so many states; `expand` gets the address of a packed state. */
  makeExplore(expand: (source: Code) => Code): WasmFunction {
    const { batch, cursor, levelEnd, depth, news, queue } = this;
    const { records } = this.states;
    const f = this.module.function("explore", { budget: "i32" }, { result: "i32", exported: true });
    const [budget] = f.parameters as [Local];
    const source = f.local("source");
    const again = label("next");
    f.body = sequence(
      setGlobal(news, i32(0)),
      loop(
        again,
        sequence(
          // The end of a level is known once the batch is empty.
          when(
            op("i32.eq", getGlobal(cursor), getGlobal(levelEnd)),
            sequence(
              call(batch.flush),
              when(op("i32.eq", getGlobal(cursor), getGlobal(records.count)), leave(this.limitOr(status.done))),
              setGlobal(levelEnd, getGlobal(records.count)),
              setGlobal(depth, add(getGlobal(depth), i32(1))),
            ),
          ),
          when(getGlobal(this.heap.stopped), leave(getGlobal(this.heap.stopped))),
          set(source, queue ? call(queue.take) : records.address(getGlobal(cursor))),
          expand(get(source)),
          setGlobal(cursor, add(getGlobal(cursor), i32(1))),
          when(getGlobal(news), sequence(call(batch.flush), leave(this.limitOr(status.news)))),
          branch(again, tee(budget, op("i32.sub", get(budget), i32(1)))),
        ),
      ),
      i32(status.more),
    );
    return f;
  }

  /**
   * The exported `successorsOf(id)`, which returns the number of successors of a state and leaves them at `delivery`, and
   * `insertState(address)`, which returns the number of the packed state there, or of its representative. If a limit was hit, the
   * answer is -1.
   */
  makeSuccessorsOf(expand: (source: Code) => Code, canonicalize: WasmFunction | undefined): void {
    const { states } = this;
    const f = this.module.function("successorsOf", { id: "i32" }, { result: "i32", exported: true });
    const [id] = f.parameters as [Local];
    const count = f.local("count");
    const source = f.local("source");
    f.body = sequence(
      setGlobal(this.cursor, get(id)),
      set(source, states.records.address(get(id))),
      set(count, this.batch.deliver(expand(get(source)))),
      op("select", i32(-1), get(count), getGlobal(this.heap.stopped)),
    );
    const g = this.module.function("insertState", { address: "i32" }, { result: "i32", exported: true });
    const [address] = g.parameters as [Local];
    g.body = sequence(
      ...(canonicalize ? [call(canonicalize, get(address))] : []),
      call(states.insert, get(address), call(states.hash, get(address))),
      getGlobal(states.inserted!),
    );
  }
}

/** A representative can take long to find: limits are looked at before each. */
function looking(module: WasmModule, canonicalize: WasmFunction, look: WasmFunction): WasmFunction {
  const f = module.function("look and canonicalize", { address: "i32" });
  f.body = sequence(call(look), call(canonicalize, get(f.parameters[0]!)));
  return f;
}
