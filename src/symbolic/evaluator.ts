/**
 * Evaluates homomorphisms within limits on time, memory and work. It reports progress and lets other code run in
 * between.
 */

import { image, statistics } from "../ddd/index.ts";
import type { Ddd, Hom } from "../ddd/index.ts";
import type { Progress } from "../engine/engine.ts";
import { pause, watched } from "../util/limits.ts";
import type { Watch } from "../util/limits.ts";
import type { Encoding } from "./encoding.ts";

/** A computation needs more work than was allowed for it. */
export class TooMuchWork extends Error {}

/** Ends an evaluation that continues after a pause. */
class EndOfTurn extends Error {}

/**
 * The length of the first turn. Each following turn is twice as long, so that the repeated work is at most the work
 * done.
 */
const firstTurnMs = 250;

export class Evaluator {
  rounds = 0;
  private readonly encoding: Encoding;
  private readonly watch: Watch;
  private readonly onProgress: ((progress: Progress) => void) | undefined;
  private turnEnds = Infinity;
  private workLeft = Infinity;

  constructor(encoding: Encoding, watch: Watch, onProgress: ((progress: Progress) => void) | undefined) {
    this.encoding = encoding;
    this.watch = watch;
    this.onProgress = onProgress;
  }

  /** The image of a set. Afterwards, sets that are neither roots nor the set itself may be invalid. */
  apply(hom: Hom, set: Ddd, roots: readonly Ddd[]): Ddd {
    const options = { roots: [...roots, set], onProgress: () => this.tick() };
    return watched(this.watch, () => image(this.encoding.homs, hom, set, options));
  }

  /**
   * The same for a long evaluation: other code gets a turn now and then. Results stay cached from one turn to the next.
   */
  async applyInTurns(hom: Hom, set: Ddd, roots: readonly Ddd[]): Promise<Ddd> {
    for (let turnMs = firstTurnMs; ; turnMs *= 2) {
      this.turnEnds = performance.now() + turnMs;
      try {
        return this.apply(hom, set, roots);
      } catch (error) {
        if (!(error instanceof EndOfTurn)) throw error;
      } finally {
        this.turnEnds = Infinity;
      }
      await this.pause();
    }
  }

  /** Runs an action with a limit on its work, in units of about ten milliseconds; `undefined` if it needs more. */
  within<T>(work: number, action: () => T): T | undefined {
    this.workLeft = work;
    try {
      return action();
    } catch (error) {
      if (error instanceof TooMuchWork) return undefined;
      throw error;
    } finally {
      this.workLeft = Infinity;
    }
  }

  /** Lets other code run. */
  async pause(): Promise<void> {
    await pause();
    this.tick();
  }

  /** @throws Stopped if a limit is reached */
  tick(): void {
    this.watch.require();
    const now = performance.now();
    if (--this.workLeft < 0) throw new TooMuchWork();
    if (now >= this.turnEnds) throw new EndOfTurn();
    const { nodes, memoryBytes } = statistics(this.encoding.space);
    this.onProgress?.({ nodes, rounds: this.rounds, memoryBytes, elapsedMs: now - this.watch.started });
  }
}
