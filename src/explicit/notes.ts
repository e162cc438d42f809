/**
 * The findings of a search: errors, failed assertions, and states that answer questions. The driver is notified.
 *
 * Of the states of a level that show the same, the least counts, by its packed words. So it does not matter in which
 * order states are expanded, or in which shard. The driver closes a finding at the end of its level.
 */

import type { StateQuestion } from "../model/question.ts";
import type { Assembler, Routine } from "../wasm/assembler.ts";
import { leave, when } from "../wasm/control.ts";
import { record } from "../wasm/memory.ts";
import type { Fields, RecordLayout } from "../wasm/memory.ts";
import { i32, word } from "../wasm/value.ts";
import type { I32, Variable } from "../wasm/value.ts";
import { use } from "./batch.ts";
import type { ClaimReader } from "./claim.ts";
import type { Kernel } from "./kernel.ts";
import { copyWords } from "./packed-words.ts";
import type { Condition } from "./symbols.ts";

/** Records an incident with a transition, or with the number of another cause. */
export type Recorder = Routine<{ transition: "i32" }>;

interface FindingFields extends Fields {
  /** The number of the state, or of the one after which it was passed through; -1 if nothing was found. */
  readonly state: "i32";
  readonly transition: "i32";
  /** Whether it is a transient state that is not stored. */
  readonly isPassed: "i32";
  /** Whether the level in which it was found has ended. */
  readonly isClosed: "i32";
  /** The packed state, or its representative. */
  readonly words: readonly ["i32", number];
}

/** The findings are in the order of the questions; then come the error and the assertion. */
export function findingLayout(wordCount: number): RecordLayout<FindingFields> {
  return record({ state: "i32", transition: "i32", isPassed: "i32", isClosed: "i32", words: ["i32", wordCount] });
}

/** The findings of a search that has found nothing. */
export function noFindings(wordCount: number, count: number): Int32Array<ArrayBuffer> {
  const stride = findingLayout(wordCount).bytes / 4;
  return Int32Array.from({ length: count * stride }, (_, k) => (k % stride === 0 ? -1 : 0));
}

export class Notes {
  readonly onError: Recorder;
  readonly onAssertion: Recorder;
  /** The address of the findings. */
  readonly start: number;
  private readonly asm: Assembler;
  private readonly kernel: Kernel;
  private readonly layout: RecordLayout<FindingFields>;
  private readonly enabled: Variable<"i32">;
  private readonly moved: Variable<"i32"> | undefined;

  /**
   * @param enabled whether the state has a successor; a state with an error counts as having one
   * @param moved the same for successors other than the state itself, if a question asks for them
   */
  constructor(
    asm: Assembler,
    kernel: Kernel,
    start: number,
    questionCount: number,
    enabled: Variable<"i32">,
    moved: Variable<"i32"> | undefined,
  ) {
    this.asm = asm;
    this.kernel = kernel;
    this.start = start;
    this.layout = findingLayout(kernel.wordCount);
    this.enabled = enabled;
    this.moved = moved;
    const note = this.makeNote();
    const recorder = (name: string, finding: number, always: () => void): Recorder =>
      asm.define(`on ${name}`, { transition: "i32" }, ({ transition }) => {
        always();
        note({ finding, transition });
      });
    this.onError = recorder("error", this.addressOf(questionCount), () => {
      enabled.set(1);
      moved?.set(1);
    });
    this.onAssertion = recorder("assertion", this.addressOf(questionCount + 1), () => {});
    this.note = note;
  }

  private readonly note: Routine<{ finding: "i32"; transition: "i32" }>;

  private addressOf(index: number): number {
    return this.start + index * this.layout.bytes;
  }

  /** A routine that records the state being expanded, unless another one of the level comes before it. */
  private makeNote(): Routine<{ finding: "i32"; transition: "i32" }> {
    const { kernel, layout } = this;
    const parameters = { finding: "i32", transition: "i32" } as const;
    return this.asm.define("note", parameters, ({ finding, transition }) => {
      const own = layout.at(finding);
      when(own.isClosed.get().or(kernel.batch.use.equals(use.seek)), () => leave());
      const packed = word("packed", kernel.packedState);
      const kept = finding.plus(layout.offsets.words);
      when(
        own.state.get().equals(-1),
        () => kernel.news.set(1),
        () => when(kernel.less({ a: packed, b: kept }).isZero(), () => leave()),
      );
      own.state.set(kernel.cursor);
      own.transition.set(transition);
      own.isPassed.set(kernel.isPassing);
      copyWords(word("to", kept), packed, kernel.wordCount);
    });
  }

  /** A routine that records the state if it answers question k. */
  makeCheck(
    { name, wanted, isStuck, isStuttering = false }: StateQuestion,
    k: number,
    condition: Condition | undefined,
    fault: Variable<"i32">,
  ): Routine {
    const finding = this.addressOf(k);
    return this.asm.define(`check ${name}`, {}, () => {
      const leaveIf = (test: I32): void => when(test, () => leave());
      leaveIf(this.layout.at(finding).isClosed.get());
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
      this.note({ finding: i32(finding), transition: i32(-1) });
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
