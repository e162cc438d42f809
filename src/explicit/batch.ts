/**
 * Successors on their way into the set of visited states.
 *
 * They are collected until the batch is full. Those that a small cache of recent successors knows are dropped: in
 * interleavings that is most of the duplicates. For the others, the table entries of the whole batch are fetched before any
 * is compared, and then the states these point to, so that the waiting for memory overlaps. The order stays that of
 * a search without a batch. With symmetries, what the cache does not know is replaced by its representative first: the cache holds
 * successors as they are, since looking there is cheaper. Guarded by `npm run bench`.
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
  load,
  load64,
  loop,
  op,
  sequence,
  set,
  setGlobal,
  store,
  store64,
  tee,
  when,
} from "../wasm/code.ts";
import type { Code, Global, Local, WasmFunction, WasmModule } from "../wasm/code.ts";
import type { BatchArea } from "./batch-area.ts";
import { Delivery } from "./delivery.ts";
import type { Heap } from "./heap.ts";
import { copyWords, sameWords } from "./packed-words.ts";
import type { StateSet } from "./state-set.ts";

export interface BatchOptions {
  /** Replaces the packed state at an address by its representative. */
  readonly canonicalize?: WasmFunction | undefined;
  readonly heap?: Heap | undefined;
  /** Looks at the limits. */
  readonly look?: WasmFunction | undefined;
}

export class Batch {
  readonly area: BatchArea;
  /** Where the next successor is to be written. */
  readonly next: Global;
  /** How many successors there were. */
  readonly total: Global;
  /** Moves the batch into the set. */
  readonly flush: WasmFunction;
  private readonly states: StateSet;
  private readonly canonicalize: WasmFunction | undefined;
  private readonly clearCache: WasmFunction;
  private readonly delivery: Delivery | undefined;

  constructor(module: WasmModule, states: StateSet, area: BatchArea, { canonicalize, heap, look }: BatchOptions) {
    this.area = area;
    this.states = states;
    this.canonicalize = canonicalize;
    this.next = module.global("batchNext", "i32", area.start);
    this.total = module.global("transitions", "i64", 0, true);
    this.delivery =
      heap && new Delivery(module, heap, states, area, { next: this.next, total: this.total, canonicalize });
    this.flush = this.makeFlush(module, look);
    this.clearCache = this.makeClearCache(module);
  }

  start(): Code {
    return call(this.clearCache);
  }

  /** The successors of one state, `body` having put them into the batch; their number is the value. */
  deliver(body: Code): Code {
    const { delivery } = this;
    if (!delivery) throw new TypeError("successors are not labelled");
    return sequence(
      setGlobal(delivery.active, i32(1)),
      setGlobal(delivery.count, i32(0)),
      body,
      call(this.flush),
      setGlobal(delivery.active, i32(0)),
      getGlobal(delivery.count),
    );
  }

  /** A successor was written at `successor`, which was `next`. */
  push(successor: Local): Code {
    return sequence(
      setGlobal(this.next, add(get(successor), i32(this.area.stride))),
      when(op("i32.eq", getGlobal(this.next), i32(this.area.end)), call(this.flush)),
    );
  }

  private makeFlush(module: WasmModule, look: WasmFunction | undefined): WasmFunction {
    const { area, states } = this;
    const f = module.function("flush");
    const at = f.local("at");
    const h = f.local("h", "i64");
    const cached = f.local("cached");
    const next = f.local("next");
    const freshEnd = f.local("freshEnd");
    const hashing = label("hash");
    const overFresh = (name: string, body: Code): Code => {
      const again = label(name);
      return sequence(
        set(next, i32(area.fresh)),
        loop(
          again,
          sequence(
            set(h, load64(tee(at, load(get(next))), area.hashOffset)),
            body,
            branch(again, op("i32.lt_u", tee(next, add(get(next), i32(4))), get(freshEnd))),
          ),
        ),
      );
    };
    const count = op("i32.div_s", op("i32.sub", getGlobal(this.next), i32(area.start)), i32(area.stride));
    const { delivery } = this;
    const deliver = delivery && when(getGlobal(delivery.active), sequence(call(delivery.deliver), leave()));
    f.body = sequence(
      when(op("i32.eq", getGlobal(this.next), i32(area.start)), leave()),
      ...(look ? [call(look)] : []),
      ...(deliver ? [deliver] : []),
      set(freshEnd, i32(area.fresh)),
      set(at, i32(area.start)),
      loop(
        hashing,
        sequence(
          set(h, call(states.hash, get(at))),
          set(cached, this.cacheSlot(h)),
          when(
            op("i32.eqz", sameWords(cached, at, area.wordCount)),
            sequence(
              copyWords(cached, at, area.wordCount),
              ...(this.canonicalize ? [call(this.canonicalize, get(at)), set(h, call(states.hash, get(at)))] : []),
              store64(get(at), get(h), area.hashOffset),
              store(get(freshEnd), get(at)),
              set(freshEnd, add(get(freshEnd), i32(4))),
              states.touchEntry(h),
            ),
          ),
          branch(hashing, op("i32.lt_u", tee(at, add(get(at), i32(area.stride))), getGlobal(this.next))),
        ),
      ),
      when(
        op("i32.ne", get(freshEnd), i32(area.fresh)),
        sequence(
          overFresh("touch", states.touchState(f, h)),
          overFresh("insert", call(states.insert, get(at), get(h))),
        ),
      ),
      setGlobal(this.total, op("i64.add", getGlobal(this.total), op("i64.extend_i32_u", count))),
      setGlobal(this.next, i32(area.start)),
    );
    return f;
  }

  private cacheSlot(hash: Local): Code {
    const index = op("i32.wrap_i64", op("i64.shr_u", get(hash), i64(64 - this.area.cacheBits)));
    return add(op("i32.mul", index, i32(4 * this.area.wordCount)), i32(this.area.cache));
  }

  /** Fresh memory holds the state of zeros everywhere: it must not be found where it belongs. */
  private makeClearCache(module: WasmModule): WasmFunction {
    const f = module.function("clear cache");
    const own = f.local("own");
    const h = f.local("h", "i64");
    const again = label("again");
    const scratch = i32(this.area.start);
    f.body = sequence(
      set(h, call(this.states.hash, scratch)),
      set(own, this.cacheSlot(h)),
      // Any state that belongs elsewhere will do in its place.
      loop(
        again,
        sequence(
          store(scratch, add(load(scratch), i32(1))),
          set(h, call(this.states.hash, scratch)),
          branch(again, op("i32.eq", this.cacheSlot(h), get(own))),
        ),
      ),
      store(get(own), load(scratch)),
      store(scratch, i32(0)),
    );
    return f;
  }
}
