/**
 * The successors of one state as a list: their numbers, with the marks of the automaton's edge and the process that moved.
 *
 * A search that goes from state to state in an order of its own asks for these in place of the breadth-first loop. Nothing is
 * dropped: a successor that is reached twice is listed twice. The list grows by doubling, and stays for the next state.
 */

import { add, branch, call, get, getGlobal, i32, i64, label, leave, load, loop, op, sequence, set, setGlobal, store, tee, when } from "../wasm/code.ts"; // prettier-ignore
import type { Global, WasmFunction, WasmModule } from "../wasm/code.ts";
import type { BatchArea } from "./batch-area.ts";
import type { Heap } from "./heap.ts";
import type { StateSet } from "./state-set.ts";

/** An item of the list: number, marks, mover. */
export const itemBytes = 12;

export class Delivery {
  /** Whether the batch goes into the list. */
  readonly active: Global;
  readonly count: Global;
  /** Moves the batch into the set of states and into the list. */
  readonly deliver: WasmFunction;

  constructor(
    module: WasmModule,
    heap: Heap,
    states: StateSet,
    area: BatchArea,
    batch: { readonly next: Global; readonly total: Global; readonly canonicalize?: WasmFunction | undefined },
  ) {
    this.active = module.global("delivering", "i32", 0);
    this.count = module.global("delivered", "i32", 0);
    const list = module.global("delivery", "i32", 0, true);
    const capacity = module.global("deliveryCapacity", "i32", 0);
    const f = module.function("deliver");
    const at = f.local("at");
    const h = f.local("h", "i64");
    const item = f.local("item");
    const grown = f.local("grown");
    const again = label("again");
    const itemsToBytes = (items: Global) => op("i32.mul", getGlobal(items), i32(itemBytes));
    f.body = sequence(
      set(at, i32(area.start)),
      loop(
        again,
        sequence(
          ...(batch.canonicalize ? [call(batch.canonicalize, get(at))] : []),
          set(h, call(states.hash, get(at))),
          call(states.insert, get(at), get(h)),
          when(
            op("i32.eq", getGlobal(this.count), getGlobal(capacity)),
            sequence(
              set(grown, call(heap.allocate, add(op("i32.shl", itemsToBytes(capacity), i32(1)), i32(64 * itemBytes)))),
              when(op("i32.eqz", get(grown)), sequence(setGlobal(batch.next, i32(area.start)), leave())),
              op("memory.copy", get(grown), getGlobal(list), itemsToBytes(capacity)),
              setGlobal(list, get(grown)),
              setGlobal(capacity, add(op("i32.shl", getGlobal(capacity), i32(1)), i32(64))),
            ),
          ),
          set(item, add(getGlobal(list), itemsToBytes(this.count))),
          store(get(item), getGlobal(states.inserted!)),
          store(get(item), load(get(at), area.marksOffset), 4),
          store(get(item), load(get(at), area.moverOffset), 8),
          setGlobal(this.count, add(getGlobal(this.count), i32(1))),
          setGlobal(batch.total, op("i64.add", getGlobal(batch.total), i64(1))),
          branch(again, op("i32.lt_u", tee(at, add(get(at), i32(area.stride))), getGlobal(batch.next))),
        ),
      ),
      setGlobal(batch.next, i32(area.start)),
    );
    this.deliver = f;
  }
}
