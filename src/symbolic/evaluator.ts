/**
 * Evaluates homomorphisms within limits on time, memory and work. It reports progress and lets other code run in
 * between.
 */

import { Evaluation, image, Saturation, statistics } from "../ddd/index.ts";
import type { Ddd, Event, Hom } from "../ddd/index.ts";
import type { Progress } from "../engine/engine.ts";
import { pause, watched } from "../util/limits.ts";
import type { Watch } from "../util/limits.ts";
import type { Encoding } from "./encoding.ts";

/** A computation needs more work than was allowed for it. */
export class TooMuchWork extends Error {}

/** New nodes of one unit of work. */
const nodesPerUnit = 10_000;

/** The steps of a machine between two looks at limits, progress and the clock. */
export const stepsPerTick: number = 1 << 14;

/** Other code gets a turn after this time. */
const turnMs = 50;

/** A search is large after so many of these, or units of work. They take about two seconds. */
const defaultLargeAfter = 200;

export class Evaluator {
  rounds = 0;
  private readonly encoding: Encoding;
  private readonly watch: Watch;
  private readonly onProgress: ((progress: Progress) => void) | undefined;
  private readonly largeAfter: number;
  private workLeft = Infinity;
  private mostCreated = Infinity;
  private work = 0;

  constructor(
    encoding: Encoding,
    watch: Watch,
    onProgress: ((progress: Progress) => void) | undefined,
    largeAfter: number = defaultLargeAfter,
  ) {
    this.largeAfter = largeAfter;
    this.encoding = encoding;
    this.watch = watch;
    this.onProgress = onProgress;
    encoding.space.onWork = () => this.tick();
  }

  /** The image of a set. Afterwards, sets that are neither roots nor the set itself may be invalid. */
  apply(hom: Hom, set: Ddd, roots: readonly Ddd[]): Ddd {
    const options = { roots: [...roots, set], onProgress: () => this.tick() };
    return watched(this.watch, () => image(this.encoding.homs, hom, set, options));
  }

  /**
   * The same for a long evaluation: other code gets a turn now and then.
   *
   * @param whenLarge called once, after much work
   */
  async applyAtLength(hom: Hom, set: Ddd, roots: readonly Ddd[], whenLarge?: () => Promise<void>): Promise<Ddd> {
    const { encoding, watch } = this;
    const options = { roots: [...roots, set], onProgress: () => this.tick() };
    const evaluation = watched(watch, () => new Evaluation(encoding.homs, hom, set, options));
    // Pauses depend on the clock, and the work after which a search is large must not.
    const [workBefore, createdBefore] = [this.work, statistics(encoding.space).createdNodes];
    let isAsked = whenLarge === undefined;
    let lastTurn = performance.now();
    while (!watched(watch, () => evaluation.run(stepsPerTick))) {
      const created = statistics(encoding.space).createdNodes - createdBefore;
      const isLarge = this.work - workBefore >= this.largeAfter || created > nodesPerUnit * this.largeAfter;
      if (isLarge && !isAsked) {
        isAsked = true;
        await whenLarge!();
      }
      if (performance.now() - lastTurn < turnMs) continue;
      await this.pause();
      lastTurn = performance.now();
    }
    return evaluation.result;
  }

  /**
   * All states that the events reach. Other code gets a turn now and then.
   *
   * @param whenLarge called once, after much work
   * @throws TooMuchWork beyond `maxWork` units
   */
  async saturate(
    events: readonly Event[],
    set: Ddd,
    { maxWork = Infinity, whenLarge }: { maxWork?: number | undefined; whenLarge?: (() => Promise<void>) | undefined },
  ): Promise<Ddd> {
    const machine = watched(this.watch, () => new Saturation(this.encoding.space, this.encoding.events, events, [set]));
    machine.beginAll(set);
    let lastTurn = performance.now();
    for (let work = 0; ; work++) {
      if (work === this.largeAfter) await whenLarge?.();
      if (watched(this.watch, () => machine.run(stepsPerTick))) break;
      if (work >= maxWork) throw new TooMuchWork();
      this.tick();
      if (performance.now() - lastTurn < turnMs) continue;
      await this.pause();
      lastTurn = performance.now();
    }
    return machine.result;
  }

  /**
   * Runs an action with a limit on its work, in units of about ten milliseconds, or 10,000 new nodes; `undefined` if it
   * needs more.
   */
  within<T>(work: number, action: () => T): T | undefined {
    this.workLeft = work;
    this.mostCreated = statistics(this.encoding.space).createdNodes + nodesPerUnit * work;
    try {
      return watched(this.watch, action);
    } catch (error) {
      if (error instanceof TooMuchWork) return undefined;
      throw error;
    } finally {
      this.workLeft = this.mostCreated = Infinity;
    }
  }

  /** Runs an action within the limits of the search. */
  watching<T>(action: () => T): T {
    return watched(this.watch, action);
  }

  /** Lets other code run. */
  async pause(): Promise<void> {
    await pause();
    this.report();
  }

  /** Counts a unit of work. @throws Stopped if a limit is reached */
  tick(): void {
    this.work++;
    if (--this.workLeft < 0 || statistics(this.encoding.space).createdNodes > this.mostCreated) throw new TooMuchWork();
    this.report();
  }

  private report(): void {
    this.watch.require();
    const { nodes, memoryBytes } = statistics(this.encoding.space);
    const elapsedMs = performance.now() - this.watch.started;
    this.onProgress?.({ nodes, rounds: this.rounds, memoryBytes, elapsedMs });
  }
}
