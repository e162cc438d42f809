/** Loops of the code that computes representatives. */

import { add, block, branch, get, i32, label, loop, op, sequence, set } from "../../wasm/code.ts";
import type { Code, Label, Local } from "../../wasm/code.ts";

/** Counts from `first` up to before `end`; both are evaluated again and again, so they should be constants or locals. */
export function counting(counter: Local, first: Code, end: Code, step: number, body: Code): Code {
  const done = label("done");
  const again = label("again");
  return sequence(
    set(counter, first),
    block(
      done,
      loop(
        again,
        sequence(
          branch(done, op("i32.ge_u", get(counter), end)),
          body,
          set(counter, add(get(counter), i32(step))),
          branch(again),
        ),
      ),
    ),
  );
}

/** For ever, until the body leaves for `done`; `again` starts over. */
export function forever(body: (done: Label, again: Label) => Code): Code {
  const done = label("done");
  const again = label("again");
  return block(done, loop(again, sequence(body(done, again), branch(again))));
}
