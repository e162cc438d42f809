/**
 * The findings of a search, each the first of its kind: errors, failed assertions, and states that answer questions.
 * The driver is notified.
 */

import type { StateQuestion } from "../model/question.ts";
import type { Assembler, Routine } from "../wasm/assembler.ts";
import { leave, when } from "../wasm/control.ts";
import type { Place } from "../wasm/memory.ts";
import { word } from "../wasm/value.ts";
import type { I32, Variable } from "../wasm/value.ts";
import type { ClaimReader } from "./claim.ts";
import type { Kernel } from "./kernel.ts";
import type { Condition } from "./symbols.ts";

/** Records an incident with a transition, or with the number of another cause. */
export type Recorder = Routine<{ transition: "i32" }>;

export class Notes {
  readonly onError: Recorder;
  readonly onAssertion: Recorder;
  private readonly asm: Assembler;
  private readonly kernel: Kernel;
  private readonly enabled: Variable<"i32">;
  private readonly moved: Variable<"i32"> | undefined;

  /**
   * @param enabled whether the state has a successor; a state with an error counts as having one
   * @param moved the same for successors other than the state itself, if a question asks for them
   */
  constructor(asm: Assembler, kernel: Kernel, enabled: Variable<"i32">, moved: Variable<"i32"> | undefined) {
    this.asm = asm;
    this.kernel = kernel;
    this.enabled = enabled;
    this.moved = moved;
    this.onError = this.makeRecorder("error", () => {
      enabled.set(1);
      moved?.set(1);
    });
    this.onAssertion = this.makeRecorder("assertion", () => {});
  }

  /** Records the first state and transition of an incident. */
  private makeRecorder(name: string, always: () => void): Recorder {
    const state = this.asm.global(`${name}State`, -1, true);
    const number = this.asm.global(`${name}Transition`, 0, true);
    return this.asm.define(`on ${name}`, { transition: "i32" }, ({ transition }) => {
      always();
      when(state.equals(-1), () => {
        state.set(this.kernel.currentState);
        number.set(transition);
        this.kernel.news.set(1);
      });
    });
  }

  /** A routine that records the state in `decided` if it is the first that answers question k. */
  makeCheck(
    { name, wanted, isStuck, isStuttering = false }: StateQuestion,
    k: number,
    decided: Place<"i32">,
    condition: Condition | undefined,
    fault: Variable<"i32">,
  ): Routine {
    return this.asm.define(`check ${name}`, {}, () => {
      const leaveIf = (test: I32): void => when(test, () => leave());
      leaveIf(decided.get().differs(-1));
      if (isStuck) leaveIf(isStuttering ? this.moved! : this.enabled);
      if (condition) {
        const holds = word("holds", condition.holds());
        if (condition.canFail) {
          // A condition that cannot be evaluated decides nothing, but is an error of its own.
          when(fault, () => {
            fault.set(0);
            this.onError({ transition: -2 - k });
            leave();
          });
        }
        leaveIf(wanted ? holds.isZero() : holds);
      }
      decided.set(this.kernel.currentState);
      this.kernel.news.set(1);
    });
  }

  /** Code that records the first state in which the automaton has reached a goal. */
  makeGoalCheck(claim: ClaimReader, goal: readonly number[]): ((source: I32) => void) | undefined {
    if (goal.length === 0) return undefined;
    const found = this.asm.global("goalState", -1, true);
    return (source) => {
      const isGoal = goal.map((state) => claim.isIn(source, state)).reduce((a, b) => a.or(b));
      when(found.equals(-1).and(isGoal), () => {
        found.set(this.kernel.cursor);
        this.kernel.news.set(1);
      });
    };
  }
}
