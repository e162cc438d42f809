/**
 * Partial-order reduction in a compiled search: the successors of a state wait until it is known which steps are
 * enabled, and then only those of a stubborn set go on (`partial-order/stubborn-set.ts` is the same in few lines).
 *
 * Sets of steps are rows of bits. Work per state is limited: after `mostRounds` rounds the best set so far is taken. If
 * the waiting room is full, the state is expanded in full. Nothing is allocated. Guarded by `npm run bench`.
 */

import type { Dependence } from "../partial-order/dependence.ts";
import { mostRounds, mostSeeds, noStep } from "../partial-order/stubborn-set.ts";
import type { BitRows } from "../util/bit-rows.ts";
import type { Assembler, Routine } from "../wasm/assembler.ts";
import { forever, leave, loop, select, when } from "../wasm/control.ts";
import { record } from "../wasm/memory.ts";
import type { Fields, RecordLayout, Regions } from "../wasm/memory.ts";
import { i32, long, word } from "../wasm/value.ts";
import type { I32, I64, Variable } from "../wasm/value.ts";
import { copyWords } from "./packed-words.ts";

/** The most successors of one state that wait. */
const room = 512;

/**
 * A test of a step: the address of the slot. By value, `rows` points to the addresses of rows for the values from `low`
 * on, 0 where the test holds. Otherwise it is the row for values outside of `low..low + width`, in 32 bits without sign.
 */
const TestRecord = record({ slot: "i32", low: "i32", byValue: "i32", width: "i32", rows: "i32" });

interface WaitingFields extends Fields {
  readonly words: readonly ["i32", number];
  readonly origin: "i32";
  readonly step: "i32";
  readonly mover: "i32";
}

export interface StubbornOptions {
  readonly dependence: Dependence;
  readonly wordCount: number;
  /** The address of the unpacked slots. */
  readonly unpacked: number;
}

export class Stubborn {
  /** Whether states are expanded in part. The driver may turn it off. */
  readonly reduces: Variable<"i32">;
  /** Whether the successors of the state being expanded wait. */
  readonly waits: Variable<"i32">;
  /** Whether the state being expanded was expanded in part before. */
  private readonly isAgain: Variable<"i32">;
  /** Whether the state being expanded has more successors than there is room for. */
  private readonly isBeyond: Variable<"i32">;
  /**
   * The number of enabled steps in states in which there was a choice, the number of steps taken there, and the number
   * of states expanded in part only. A state that is expanded again counts once.
   */
  readonly enabledSteps: Variable<"i64">;
  readonly takenSteps: Variable<"i64">;
  readonly reducedStates: Variable<"i32">;
  private readonly dependence: Dependence;
  private readonly wordCount: number;
  private readonly waiting: RecordLayout<WaitingFields>;
  private readonly start: number;
  private readonly next: Variable<"i32">;
  /** Rows of bits: the enabled steps, those inside a set, those that it is closed under, and the best set. */
  private readonly enabled: number;
  private readonly inside: number;
  private readonly done: number;
  private readonly best: number;
  private readonly rowBytes: number;
  private readonly conflicts: number;
  private readonly testsOf: number;
  private readonly otherwise: number;
  /** For each step, the address of the row of steps that deny it, or 0; and the address of the empty set. */
  private readonly deniedBy: number | undefined;
  private readonly none: number;
  private readonly rounds: Variable<"i32">;
  private readonly urgent: number;
  private readonly hasUrgent: boolean;
  /** Leaves the steps to take in `best`, and returns whether they are fewer than all. */
  private readonly choose: Routine<undefined, I32>;
  /** Replaces the steps in `best`, which were taken before, by those to take now. */
  private readonly chooseUrgent: Routine;

  constructor(asm: Assembler, { dependence, wordCount, unpacked }: StubbornOptions) {
    const { memory } = asm;
    this.dependence = dependence;
    this.wordCount = wordCount;
    this.waiting = record({ words: ["i32", wordCount], origin: "i32", step: "i32", mover: "i32" });
    this.start = memory.reserve((room + 1) * this.waiting.bytes);
    this.next = asm.global("waitingNext", this.start);
    this.reduces = asm.global("reduces", 1, true);
    this.waits = asm.global("waits", 0);
    this.isAgain = asm.global("isAgain", 0);
    this.isBeyond = asm.global("isBeyond", 0);
    this.enabledSteps = asm.global64("enabledSteps", 0n, true);
    this.takenSteps = asm.global64("takenSteps", 0n, true);
    this.reducedStates = asm.global("reducedStates", 0, true);
    this.rounds = asm.global("rounds", 0);
    this.rowBytes = 4 * dependence.conflicts.stride;
    this.enabled = memory.reserve(this.rowBytes);
    this.inside = memory.reserve(this.rowBytes);
    this.done = memory.reserve(this.rowBytes);
    this.best = memory.reserve(this.rowBytes);
    this.conflicts = tableOf(memory, dependence.conflicts);
    const enabling = tableOf(memory, dependence.enabling);
    const rowAddress = (row: number): number => enabling + row * this.rowBytes;
    this.otherwise = memory.wordTable(dependence.otherwise.map(rowAddress)).start;
    this.none = rowAddress(noStep);
    this.deniedBy = this.makeDeniers(memory);
    this.testsOf = this.makeTests(memory, unpacked, rowAddress);
    this.urgent = tableOf(memory, dependence.urgent);
    this.hasUrgent = dependence.urgent.columns(0).length > 0;
    const close = this.makeClose(asm);
    this.choose = this.makeChoose(asm, close);
    this.chooseUrgent = this.makeChooseUrgent(asm, close);
  }

  /** Takes more steps from a state that was expanded in part before, and did not lead ahead. */
  again(body: () => void): void {
    this.isAgain.set(1);
    body();
    this.isAgain.set(0);
  }

  /** Begins with a state. Its successors wait if it may be expanded in part, or was. */
  begin(mayReduce: I32, isAtRest: I32 = i32(1)): void {
    this.isBeyond.set(0);
    when(mayReduce.and(this.reduces).or(this.isAgain).and(isAtRest), () => {
      this.waits.set(1);
      this.next.set(this.start);
      this.overRow((k) => i32(this.enabled).plus(k).store64(0n));
    });
  }

  /** Where the next successor goes, if successors wait. */
  get place(): I32 {
    return this.next;
  }

  /** Lets the successor at `place` wait. If there is no room left, all go on and later ones do not wait. */
  put(step: I32, mover: I32, origin: I32, goOn: (successor: I32, mover: I32) => void): void {
    const own = this.waiting.at(this.next);
    own.step.set(step);
    own.mover.set(mover);
    own.origin.set(origin);
    const at = word("at", step.shiftRight(6).shiftLeft(3).plus(this.enabled));
    at.store64(at.load64().or(i32(1).unsigned64().shiftLeft(step.and(63).unsigned64())));
    this.next.set(this.next.plus(this.waiting.bytes));
    when(this.next.equals(this.start + room * this.waiting.bytes), () => {
      this.overWaiting((successor) => goOn(successor, this.waiting.at(successor).mover.get()));
      this.enabledSteps.increase(this.waitingCount);
      this.takenSteps.increase(this.waitingCount);
      this.waits.set(0);
      this.isBeyond.set(1);
    });
  }

  /** Counts a successor that does not wait. */
  pass(): void {
    when(this.isBeyond, () => {
      this.enabledSteps.increase(1n);
      this.takenSteps.increase(1n);
    });
  }

  /**
   * Lets the successors by the steps of a stubborn set go on. If they have gone before, those by other steps that must
   * not wait any longer. `onReduced` comes first if some do not go on at once.
   */
  release(onReduced: () => void, goOn: (successor: I32, mover: I32) => void): void {
    when(this.next.differs(this.start), () => {
      const isReduced = word("isReduced", this.choose());
      when(
        this.isAgain,
        () => this.chooseUrgent(),
        () => {
          this.enabledSteps.increase(this.waitingCount);
          when(isReduced, () => {
            this.reducedStates.increase(1);
            if (this.hasUrgent) onReduced();
          });
        },
      );
      this.overWaiting((successor) => {
        const { step, mover } = this.waiting.at(successor);
        when(this.has(this.best, word("step", step.get())), () => {
          this.takenSteps.increase(1n);
          goOn(successor, mover.get());
        });
      });
    });
    this.waits.set(0);
  }

  /** Copies a waiting successor and its origin. */
  copy(to: I32, from: I32): void {
    copyWords(to, from, this.wordCount + 1);
  }

  private get waitingCount(): I64 {
    return this.next.minus(this.start).dividedBy(this.waiting.bytes).unsigned64();
  }

  private overWaiting(body: (successor: Variable<"i32">) => void): void {
    const successor = word("waiting", this.start);
    loop((again) => {
      body(successor);
      again.goIf(successor.tee(successor.plus(this.waiting.bytes)).below(this.next));
    });
  }

  /** Visits the offsets of the 64-bit words of a row. */
  private overRow(body: (offset: I32) => void): void {
    if (this.rowBytes <= 32) {
      for (let k = 0; k < this.rowBytes; k += 8) body(i32(k));
      return;
    }
    const k = word("k", 0);
    loop((again) => {
      body(k);
      again.goIf(k.tee(k.plus(8)).below(this.rowBytes));
    });
  }

  private has(row: number, step: I32): I32 {
    const bits = step.shiftRight(6).shiftLeft(3).plus(row).load64();
    return bits.shiftRight(step.and(63).unsigned64()).wrap().and(1);
  }

  private at(row: number, offset: I32): I64 {
    return offset.plus(row).load64();
  }

  private makeDeniers(memory: Regions): number | undefined {
    const { deniers, deniedBy } = this.dependence;
    if (deniers.count === 0) return undefined;
    const table = tableOf(memory, deniers);
    return memory.wordTable(deniedBy.map((row) => (row < 0 ? 0 : table + row * this.rowBytes))).start;
  }

  private makeTests(memory: Regions, unpacked: number, rowAddress: (row: number) => number): number {
    const bounds: number[] = [];
    const records = this.dependence.tests.flatMap((tests) => {
      const own = tests.map((test) => {
        const slot = unpacked + 4 * test.slot;
        if (test.kind === "interval") {
          return { slot, low: test.low, byValue: 0, width: (test.high - test.low) | 0, rows: rowAddress(test.row) };
        }
        const rows = memory.wordTable(test.rows.map((row) => (row < 0 ? 0 : rowAddress(row)))).start;
        return { slot, low: test.low, byValue: 1, width: 0, rows };
      });
      bounds.push(own.length);
      return own;
    });
    const table = memory.table(TestRecord.encode(records));
    let offset = 0;
    const pairs = bounds.flatMap((length) => {
      const first = table + offset;
      offset += length * TestRecord.bytes;
      return [first, table + offset];
    });
    return memory.wordTable(pairs).start;
  }

  /** The enabling set of a disabled step: of the tests that fail, the one that adds the fewest enabled steps. */
  private makeEnablingRow(asm: Assembler): Routine<{ step: "i32" }, I32> {
    const { deniedBy } = this;
    return asm.compute("i32", "enabling row", { step: "i32" }, ({ step }) => {
      if (deniedBy !== undefined) {
        const deniers = word("deniers", step.shiftLeft(2).plus(deniedBy).load());
        when(deniers, () =>
          this.overRow((k) => {
            const denying = deniers.plus(k).load64().and(this.at(this.enabled, k)).and(this.at(this.inside, k));
            when(denying.isZero().isZero(), () => leave(i32(this.none)));
          }),
        );
      }
      const test = word("test", step.shiftLeft(3).plus(this.testsOf).load());
      const end = word("end", step.shiftLeft(3).plus(this.testsOf).load(4));
      const best = word("bestRow", 0);
      const least = word("least", 0);
      forever((finished) => {
        finished.goIf(test.equals(end));
        const { slot, low, byValue, width, rows } = TestRecord.at(test);
        const value = word("value", word("slot", slot.get()).load().minus(low.get()));
        const row = word("row", 0);
        when(
          byValue.get(),
          () => row.set(rows.get().plus(value.shiftLeft(2)).load()),
          () => row.set(select(value.above(width.get()), rows.get(), i32(0))),
        );
        when(row, () => {
          const cost = word("cost", 0);
          this.overRow((k) => {
            const fresh = row.plus(k).load64().and(this.at(this.enabled, k)).and(this.at(this.inside, k).xor(-1n));
            cost.increase(fresh.countOnes().wrap());
          });
          when(best.isZero().or(cost.below(least)), () => {
            best.set(row);
            least.set(cost);
          });
        });
        test.set(test.plus(TestRecord.bytes));
      });
      return select(best, best, step.shiftLeft(2).plus(this.otherwise).load());
    });
  }

  /** The number of enabled steps in the set that begins with `inside`; -1 if there are `most`, or it takes too long. */
  private makeClose(asm: Assembler): Routine<{ most: "i32" }, I32> {
    const enablingRow = this.makeEnablingRow(asm);
    return asm.compute("i32", "close", { most: "i32" }, ({ most }) => {
      this.overRow((k) => k.plus(this.done).store64(0n));
      const count = word("count", 0);
      forever((closed) => {
        const step = word("step", -1);
        const k = word("k", 0);
        loop((again) => {
          const open = long("open", this.at(this.inside, k).and(this.at(this.done, k).xor(-1n)));
          when(
            open.isZero(),
            () => again.goIf(k.tee(k.plus(8)).below(this.rowBytes)),
            () => step.set(k.shiftLeft(3).plus(open.trailingZeros().wrap())),
          );
        });
        closed.goIf(step.less(0));
        this.rounds.set(this.rounds.plus(1));
        when(this.rounds.above(mostRounds), () => leave(i32(-1)));
        this.include(this.done, step);
        const row = word("row", 0);
        when(
          this.has(this.enabled, step),
          () => row.set(step.times(this.rowBytes).plus(this.conflicts)),
          () => row.set(enablingRow({ step })),
        );
        count.set(0);
        this.overRow((offset) => {
          const joined = long("joined", this.at(this.inside, offset).or(row.plus(offset).load64()));
          offset.plus(this.inside).store64(joined);
          count.increase(joined.and(this.at(this.enabled, offset)).countOnes().wrap());
        });
        when(count.aboveOrEqual(most), () => leave(i32(-1)));
      });
      return count;
    });
  }

  private include(row: number, step: I32): void {
    const at = word("at", step.shiftRight(6).shiftLeft(3).plus(row));
    at.store64(at.load64().or(i32(1).unsigned64().shiftLeft(step.and(63).unsigned64())));
  }

  /** Where a set with all urgent steps is as large as all enabled ones, these are taken. */
  private makeChooseUrgent(asm: Assembler, close: Routine<{ most: "i32" }, I32>): Routine {
    return asm.define("choose urgent steps", {}, () => {
      const all = word("all", 0);
      this.overRow((k) => {
        k.plus(this.inside).store64(this.at(this.best, k).or(this.at(this.urgent, k)));
        all.increase(this.at(this.enabled, k).countOnes().wrap());
      });
      this.rounds.set(0);
      when(close({ most: all }).less(0), () => {
        this.reducedStates.decrease(1);
        this.overRow((k) => k.plus(this.inside).store64(this.at(this.enabled, k)));
      });
      this.overRow((k) => {
        const others = this.at(this.inside, k).and(this.at(this.best, k).xor(-1n));
        k.plus(this.best).store64(others);
      });
    });
  }

  private makeChoose(asm: Assembler, close: Routine<{ most: "i32" }, I32>): Routine<undefined, I32> {
    return asm.compute("i32", "choose steps", {}, () => {
      const all = word("all", 0);
      this.overRow((k) => {
        const bits = long("bits", this.at(this.enabled, k));
        k.plus(this.best).store64(bits);
        all.increase(bits.countOnes().wrap());
      });
      const fewest = word("fewest", all);
      const seeds = word("seeds", mostSeeds);
      this.rounds.set(0);
      const k = word("word", 0);
      loop((again) => {
        const left = long("left", this.at(this.enabled, k));
        forever((none) => {
          none.goIf(left.isZero());
          when(fewest.belowOrEqual(1).or(seeds.isZero()), () => leave(fewest.below(all)));
          seeds.decrease(1);
          const seed = word("seed", k.shiftLeft(3).plus(left.trailingZeros().wrap()));
          left.set(left.and(left.minus(1n)));
          this.overRow((offset) => offset.plus(this.inside).store64(0n));
          this.include(this.inside, seed);
          const count = word("count", close({ most: fewest }));
          when(count.greaterOrEqual(0), () => {
            fewest.set(count);
            this.overRow((offset) => {
              const chosen = this.at(this.inside, offset).and(this.at(this.enabled, offset));
              offset.plus(this.best).store64(chosen);
            });
          });
        });
        again.goIf(k.tee(k.plus(8)).below(this.rowBytes));
      });
      return fewest.below(all);
    });
  }
}

function tableOf(memory: Regions, rows: BitRows): number {
  const words = new Uint32Array(Math.max(1, rows.count) * rows.stride);
  for (let row = 0; row < rows.count; row++) words.set(rows.row(row), row * rows.stride);
  return memory.table(words);
}
