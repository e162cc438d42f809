/** The heap of a compiled search: it allocates from the front and never frees. */

import type { Assembler, Routine } from "../wasm/assembler.ts";
import { growMemory, leave, memorySize, when } from "../wasm/control.ts";
import { i32, word } from "../wasm/value.ts";
import type { I32, Variable } from "../wasm/value.ts";

/** The results of `expand` and `initialize`. A search has `ended` if it shall not go on, though it could. */
export const status = { more: 0, done: 1, stateLimit: 2, memoryLimit: 3, news: 4, ended: 5 } as const;

export class Heap {
  /** Allocates zeroed memory at a multiple of 4. If none is left, returns 0 and stops the search. */
  readonly allocate: Routine<{ bytes: "i32" }, I32>;
  /** The reason why the search must stop; `more` if it need not. */
  readonly stopped: Variable<"i32">;

  /** @param base the first byte to allocate */
  constructor(asm: Assembler, base: number) {
    const top = asm.global("heap", base, true);
    const limit = asm.global("memoryLimit", 0, true);
    this.stopped = asm.global("stopped", status.more, true);
    this.allocate = asm.compute("i32", "allocate", { bytes: "i32" }, ({ bytes }) => {
      const start = word("start", top);
      const refuse = (): void => {
        top.set(start);
        this.stopped.set(status.memoryLimit);
        leave(i32(0));
      };
      when(bytes.above(limit.minus(start)), refuse);
      top.set(start.plus(bytes));
      const missing = word("missing", top.plus(0xffff).shiftRight(16).minus(memorySize()));
      when(missing.greater(0), () => {
        // It grows by a quarter more than needed: growing is slow, and untouched pages cost nothing.
        when(growMemory(missing.plus(memorySize().shiftRight(2))).equals(-1), () =>
          when(growMemory(missing).equals(-1), refuse),
        );
      });
      return start;
    });
  }
}
