/**
 * Looks for the origins of given states, the targets, among the states of a level, which are expanded again.
 *
 * Of several origins of a target the least counts, by its packed words. So a trace depends neither on the order in which
 * states were found nor on who found them, and no state needs a word for its origin.
 */

import type { Assembler, Routine } from "../wasm/assembler.ts";
import { forRange, when } from "../wasm/control.ts";
import { word } from "../wasm/value.ts";
import type { I32, Variable } from "../wasm/value.ts";
import { sameWords } from "./packed-words.ts";
import type { StateSet } from "./state-set.ts";

/** The packed words of a target are followed by the number of its least origin so far, or -1. */
export class Seek {
  readonly targets: number;
  readonly stride: number;
  /** Compares the packed state at an address with the targets. */
  readonly compare: Routine<{ state: "i32"; origin: "i32" }>;

  constructor(
    asm: Assembler,
    states: StateSet,
    less: Routine<{ a: "i32"; b: "i32" }, I32>,
    { wordCount, targets }: { readonly wordCount: number; readonly targets: number },
  ) {
    this.stride = 4 * wordCount + 4;
    this.targets = targets;
    const end: Variable<"i32"> = asm.global("targetsEnd", this.targets, true);
    this.compare = asm.define("compare with targets", { state: "i32", origin: "i32" }, ({ state, origin }) => {
      forRange("target", this.targets, end, this.stride, (target) => {
        when(sameWords(target, state, wordCount), () => {
          const best = word("best", target.load(4 * wordCount));
          const isBetter = word("isBetter", best.less(0));
          when(isBetter.isZero().and(best.differs(origin)), () =>
            isBetter.set(less({ a: states.records.address(origin), b: states.records.address(best) })),
          );
          when(isBetter, () => target.store(origin, 4 * wordCount));
        });
      });
    });
  }
}
