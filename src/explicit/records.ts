/**
 * Stored states: records in chunks of memory, numbered in the order they are added, so that growing moves nothing and
 * the queue of a breadth-first search is just a cursor. A record is the state's key and the number of its origin.
 */

import {
  add,
  block,
  branch,
  call,
  get,
  getGlobal,
  i32,
  label,
  leave,
  load,
  op,
  sequence,
  set,
  setGlobal,
  store,
  when,
} from "../wasm/code.ts";
import type { Code, Global, WasmFunction, WasmModule } from "../wasm/code.ts";
import type { Heap } from "./heap.ts";

/** A chunk takes about this much. */
const chunkBytes = 2 ** 16;

export class Records {
  readonly count: Global;
  /** The address of a fresh record for state number `count`; 0 if there is no memory. Does not count it yet. */
  readonly reserve: WasmFunction;
  private readonly stride: number;
  private readonly chunkBits: number;
  private readonly heap: Heap;
  /** The addresses of the chunks, in a table that is replaced by one of twice its size when it is full. */
  private readonly chunks: Global;
  private readonly capacity: Global;

  constructor(module: WasmModule, heap: Heap, keyBytes: number) {
    this.heap = heap;
    this.stride = keyBytes + 4;
    this.chunkBits = Math.max(4, Math.floor(Math.log2(chunkBytes / this.stride)));
    this.count = module.global("count", "i32", 0, true);
    this.chunks = module.global("chunks", "i32", 0);
    this.capacity = module.global("chunkCapacity", "i32", 0);
    this.reserve = this.makeReserve(module);
    const f = module.function("addressOf", { id: "i32" }, { result: "i32", exported: true });
    f.body = this.address(get(f.parameters[0]!));
  }

  /** The address of a record; the code for its number is used twice, so it should be a local or a global. */
  address(id: Code): Code {
    const chunk = load(add(getGlobal(this.chunks), op("i32.shl", op("i32.shr_u", id, i32(this.chunkBits)), i32(2))));
    return add(chunk, op("i32.mul", op("i32.and", id, i32(2 ** this.chunkBits - 1)), i32(this.stride)));
  }

  private makeReserve(module: WasmModule): WasmFunction {
    const f = module.function("reserve", {}, { result: "i32" });
    const index = f.local("chunk");
    const made = f.local("made");
    const id = f.local("id");
    const fits = label("fits");
    const refuse = when(op("i32.eqz", get(made)), leave(i32(0)));
    f.body = sequence(
      set(id, getGlobal(this.count)),
      block(
        fits,
        sequence(
          branch(fits, op("i32.and", get(id), i32(2 ** this.chunkBits - 1))),
          set(index, op("i32.shr_u", get(id), i32(this.chunkBits))),
          when(
            op("i32.eq", get(index), getGlobal(this.capacity)),
            sequence(
              set(made, call(this.heap.allocate, add(op("i32.shl", get(index), i32(3)), i32(64)))),
              refuse,
              op("memory.copy", get(made), getGlobal(this.chunks), op("i32.shl", get(index), i32(2))),
              setGlobal(this.chunks, get(made)),
              setGlobal(this.capacity, add(op("i32.shl", get(index), i32(1)), i32(16))),
            ),
          ),
          set(made, call(this.heap.allocate, i32(this.stride * 2 ** this.chunkBits))),
          refuse,
          store(add(getGlobal(this.chunks), op("i32.shl", get(index), i32(2))), get(made)),
        ),
      ),
      this.address(get(id)),
    );
    return f;
  }
}
