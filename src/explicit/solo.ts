/** A search by one shard, in slices. Between two slices other code may run. */

import { use } from "./batch.ts";
import type { Crew } from "./crew.ts";
import { closeFindings, findingsIn } from "./finding.ts";
import type { Finding } from "./finding.ts";
import { levelsOf } from "./fold.ts";
import { status } from "./heap.ts";
import { sampleOf, seekOrigins, statesOf } from "./level.ts";
import type { Shard } from "./shard.ts";
import { isUseless, mostTaken, noTotals, totalsOf } from "./totals.ts";
import type { StepsBefore, Totals } from "./totals.ts";

export class Solo implements Crew {
  readonly desk: Shard;
  depth = 0;
  isInitialized = false;
  initialCount = 0;
  hasEndedReduction = false;
  stepsBefore: StepsBefore = noTotals;
  /** The search pauses after a level if so many states are stored. */
  pauseAt: number;
  /** What was found in levels that have ended. */
  closed: readonly (Finding | undefined)[];
  private hasNews = false;
  /** Whether the states of the level that are pending are being expanded in full. */
  private isSecondPass = false;
  private isLastLevel = false;
  /** Whether a slice ends with each level. */
  stopsBetweenLevels = false;

  constructor(shard: Shard) {
    this.desk = shard;
    this.pauseAt = Infinity;
    this.closed = new Array<undefined>(shard.program.questionCount + 2).fill(undefined);
  }

  get totals(): Totals {
    return totalsOf(this.desk);
  }

  get balance(): readonly number[] {
    return [this.desk.exports.count.value];
  }

  get findings(): readonly (Finding | undefined)[] {
    // States that are expanded one by one, or in an order of their own, bring no news.
    const tells = this.desk.program.exchange !== undefined && !this.desk.exports.successorsOf;
    if (!this.hasNews && tells) return this.closed;
    return findingsIn(this.desk, this.depth).map((found, k) => this.closed[k] ?? found);
  }

  /** Whether a level has ended, and the next one has begun with all of its states ahead. */
  get isBetweenLevels(): boolean {
    const { cursor, count, levelEnd } = this.desk.exports;
    return this.isInitialized && levelEnd.value === count.value && this.desk.levels.at(-1) === cursor.value;
  }

  /** Goes on from states that are stored, and from what was found before. */
  resume(initialCount: number, depth: number, found: readonly (Finding | undefined)[]): void {
    this.isInitialized = true;
    this.initialCount = initialCount;
    this.depth = depth;
    this.closed = found;
    closeFindings(this.desk, found);
  }

  /** Expands at most so many states, level by level, or tries as many candidates for initial states. */
  step(budget: number): number {
    if (this.isInitialized) return this.expand(budget);
    const result = this.desk.exports.initialize(budget);
    if (result === status.news) this.hasNews = true;
    if (result !== status.done) return result;
    this.isInitialized = true;
    this.initialCount = this.desk.exports.count.value;
    this.desk.beginLevel();
    return status.more;
  }

  private expand(budget: number): number {
    const { desk } = this;
    const { cursor, count, expand, expandPending } = desk.exports;
    for (let left = budget; left > 0;) {
      const before = cursor.value;
      const result = this.isSecondPass ? expandPending!(left) : expand(left);
      // A limit may hide that something was found in the same slice.
      if (result !== status.done && result !== status.more) this.hasNews = true;
      if (result !== status.done) return result;
      if (expandPending && !this.isSecondPass) {
        this.isSecondPass = true;
        cursor.value = desk.levels.at(-1)!;
        continue;
      }
      this.isSecondPass = false;
      if (this.hasNews) this.close();
      if (desk.exports.reduces?.value === 1) this.endsReduction(mostTaken.asked);
      if (this.isLastLevel) return status.ended;
      if (cursor.value === count.value) return result;
      desk.beginLevel();
      this.depth++;
      if (this.stopsBetweenLevels || count.value >= this.pauseAt) return status.more;
      left -= cursor.value - before;
    }
    return status.more;
  }

  private close(): void {
    this.closed = this.findings;
    this.hasNews = false;
    closeFindings(this.desk, this.closed);
  }

  /** Ends partial-order reduction if more than this share of the enabled steps was taken. Returns whether it ended. */
  endsReduction(most: number): boolean {
    this.hasEndedReduction = isUseless(this.totals, this.stepsBefore, most);
    if (this.hasEndedReduction) this.desk.exports.reduces!.value = 0;
    return this.hasEndedReduction;
  }

  /** Whether the rest of a level can be checked without storing what follows. */
  get canOnlyCheck(): boolean {
    const { exchange, reduces } = this.desk.program;
    return this.isInitialized && exchange !== undefined && !reduces;
  }

  /** The search ends after this level, since nothing that follows is needed, or there is no room for it. */
  endAfterLevel(): void {
    this.isLastLevel = true;
    if (!this.canOnlyCheck) return;
    this.desk.exports.stopped.value = status.more;
    this.desk.exports.use.value = use.drop;
  }

  originsOf(level: number, targets: readonly Int32Array[]): readonly (Int32Array | undefined)[] {
    return finished(seekOrigins(this.desk, level, targets));
  }

  statesOf(level: number): readonly Int32Array[] {
    return statesOf(this.desk, level);
  }

  pieces(level: number): Iterable<Int32Array> {
    return levelsOf(this.desk).pieces(level);
  }

  sample(most: number, level?: number): readonly Int32Array[] {
    return finished(sampleOf(this.desk, most, level));
  }

  end(): void {
    // Its memory goes with it.
  }
}

function finished<T>(work: Generator<undefined, T>): T {
  for (;;) {
    const step = work.next();
    if (step.done === true) return step.value;
  }
}
