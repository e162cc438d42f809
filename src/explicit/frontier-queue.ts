/** The packed words of states still to be explored, for searches that store no more than a fingerprint of a state. */

import {
  add,
  call,
  get,
  getGlobal,
  i32,
  leave,
  load,
  op,
  sequence,
  set,
  setGlobal,
  store,
  tee,
  when,
} from "../wasm/code.ts";
import type { Local, WasmFunction, WasmModule } from "../wasm/code.ts";
import type { Heap } from "./heap.ts";

/** First in, first out, in chunks that are used again. */
export class FrontierQueue {
  readonly put: WasmFunction;
  readonly take: WasmFunction;

  constructor(module: WasmModule, heap: Heap, bytes: number) {
    // A chunk starts with the address of the next one; `recycled` is a list of free ones.
    const chunkBytes = 8 + bytes * Math.max(1, Math.floor(2 ** 16 / bytes));
    const head = module.global("queueHead", "i32", 0);
    const headEnd = module.global("queueHeadEnd", "i32", 0);
    const tail = module.global("queueTail", "i32", 0);
    const tailEnd = module.global("queueTailEnd", "i32", 0);
    const recycled = module.global("queueRecycled", "i32", 0);
    const newest = module.global("queueNewest", "i32", 0);
    const upcoming = module.global("queueUpcoming", "i32", 0);

    this.put = module.function("put", { words: "i32" });
    const [words] = this.put.parameters as [Local];
    const chunk = this.put.local("chunk");
    this.put.body = sequence(
      when(
        op("i32.eq", getGlobal(tail), getGlobal(tailEnd)),
        sequence(
          when(
            tee(chunk, getGlobal(recycled)),
            setGlobal(recycled, load(get(chunk))),
            when(op("i32.eqz", tee(chunk, call(heap.allocate, i32(chunkBytes)))), leave()),
          ),
          store(get(chunk), i32(0)),
          when(getGlobal(newest), store(getGlobal(newest), get(chunk)), setGlobal(upcoming, get(chunk))),
          setGlobal(newest, get(chunk)),
          setGlobal(tail, add(get(chunk), i32(8))),
          setGlobal(tailEnd, add(get(chunk), i32(chunkBytes))),
        ),
      ),
      op("memory.copy", getGlobal(tail), get(words), i32(bytes)),
      setGlobal(tail, add(getGlobal(tail), i32(bytes))),
    );

    this.take = module.function("take", {}, { result: "i32" });
    const used = this.take.local("used");
    this.take.body = sequence(
      when(
        op("i32.eq", getGlobal(head), getGlobal(headEnd)),
        sequence(
          when(
            getGlobal(headEnd),
            sequence(
              set(used, op("i32.sub", getGlobal(headEnd), i32(chunkBytes))),
              setGlobal(upcoming, load(get(used))),
              store(get(used), getGlobal(recycled)),
              setGlobal(recycled, get(used)),
            ),
          ),
          setGlobal(head, add(getGlobal(upcoming), i32(8))),
          setGlobal(headEnd, add(getGlobal(upcoming), i32(chunkBytes))),
        ),
      ),
      setGlobal(head, add(getGlobal(head), i32(bytes))),
      op("i32.sub", getGlobal(head), i32(bytes)),
    );
  }
}
