/** Memory of a compiled search: handed out from the front, never given back. */

import { add, get, getGlobal, i32, leave, op, sequence, set, setGlobal, when } from "../wasm/code.ts";
import type { Code, Global, Local, WasmFunction, WasmModule } from "../wasm/code.ts";

/** What `explore` and `initialize` return. */
export const status = { more: 0, done: 1, stateLimit: 2, memoryLimit: 3, news: 4 } as const;

export class Heap {
  /** Fresh memory, all zero, at a multiple of 4; 0 when there is none left, and then the search is stopped. */
  readonly allocate: WasmFunction;
  /** Why the search must stop: `more` while it need not. */
  readonly stopped: Global;
  private readonly top: Global;
  private readonly limit: Global;

  constructor(module: WasmModule, base: number) {
    this.top = module.global("heap", "i32", base, true);
    this.limit = module.global("memoryLimit", "i32", 0, true);
    this.stopped = module.global("stopped", "i32", status.more);
    this.allocate = this.makeAllocate(module);
  }

  stop(why: number): Code {
    return setGlobal(this.stopped, i32(why));
  }

  private makeAllocate(module: WasmModule): WasmFunction {
    const f = module.function("allocate", { bytes: "i32" }, { result: "i32" });
    const [bytes] = f.parameters as [Local];
    const start = f.local("start");
    const missing = f.local("missing");
    const refuse = sequence(setGlobal(this.top, get(start)), this.stop(status.memoryLimit), leave(i32(0)));
    const grow = (pages: Code): Code => op("i32.ne", op("memory.grow", pages), i32(-1));
    f.body = sequence(
      set(start, getGlobal(this.top)),
      when(op("i32.gt_u", get(bytes), op("i32.sub", getGlobal(this.limit), get(start))), refuse),
      setGlobal(this.top, add(get(start), get(bytes))),
      set(missing, op("i32.sub", op("i32.shr_u", add(getGlobal(this.top), i32(0xffff)), i32(16)), op("memory.size"))),
      when(
        op("i32.gt_s", get(missing), i32(0)),
        // A quarter more than is missing: growing is slow, and pages never touched cost nothing.
        when(
          grow(add(get(missing), op("i32.shr_u", op("memory.size"), i32(2)))),
          sequence(),
          when(grow(get(missing)), sequence(), refuse),
        ),
      ),
      get(start),
    );
    return f;
  }
}
