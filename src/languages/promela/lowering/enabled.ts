/**
 * `enabled(pid)` asks for the guards of another process.
 *
 * A guard that asks for guards in turn could ask for itself, so that is refused; so is `enabled` in a process of a model with
 * `timeout`, which asks for the guards of all.
 */

import type { Expression } from "../../../model/model.ts";
import type { Span } from "../../../syntax/source.ts";
import type { Names } from "../names/declare.ts";
import type { ProcessSymbol } from "../names/symbols.ts";
import { hasExecutable } from "./executable.ts";
import type { Lowering } from "./turn.ts";
import { boolean } from "./value.ts";
import type { Asked } from "./world.ts";

export class Enabled {
  #lowering: Lowering | undefined;
  #isAsking = false;
  /** Where a process asks. */
  #inProcess: Span | undefined;

  /** From here on guards are known; before, statements are only checked, and the answer does not matter. */
  begin(lowering: Lowering): void {
    this.#lowering = lowering;
  }

  of(process: ProcessSymbol, me: Expression, { span, inProcess }: Asked): Expression {
    const l = this.#lowering;
    if (inProcess) this.#inProcess ??= span;
    if (!l) return boolean(true);
    if (this.#isAsking) {
      const message = "`enabled` about a process that waits for `enabled`, as it may itself, is not supported";
      l.world.names.report("unsupported", message, span);
      return boolean(false);
    }
    this.#isAsking = true;
    const result = hasExecutable(l, process, me);
    this.#isAsking = false;
    return result;
  }

  refuseWithTimeout(names: Names): void {
    if (!this.#inProcess) return;
    names.report("unsupported", "`enabled` in a process, together with `timeout`, is not supported", this.#inProcess);
  }
}
