/** Evaluates homomorphisms within limits: on time, memory and work, with progress, and with turns for others. */

import { image, statistics } from "../ddd/index.ts";
import type { Ddd, Hom } from "../ddd/index.ts";
import type { Progress } from "../engine/engine.ts";
import { pause, watched } from "../util/limits.ts";
import type { Watch } from "../util/limits.ts";
import type { Encoding } from "./encoding.ts";

/** What was worth some work turned out to need more. */
export class TooMuchWork extends Error {}

/** Ends an evaluation that is tried again after a pause. */
class EndOfTurn extends Error {}

/** The first turn; each following one is twice as long, so that what is done again is no more than what was done. */
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

  /** The image of a set. Sets that are not named as roots may be gone afterwards, the set itself excepted. */
  apply(hom: Hom, set: Ddd, roots: readonly Ddd[]): Ddd {
    const options = { roots: [...roots, set], onProgress: () => this.tick() };
    return watched(this.watch, () => image(this.encoding.homs, hom, set, options));
  }

  /** The same for what may take long: others get a turn now and then. Results are remembered from one turn to the next. */
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

  /** Does something that is worth only so much work, in units of some ten milliseconds; undefined if it needs more. */
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

  /** Gives others a turn. */
  async pause(): Promise<void> {
    await pause();
    this.tick();
  }

  /** @throws Stopped if it is time to stop */
  tick(): void {
    this.watch.require();
    const now = performance.now();
    if (--this.workLeft < 0) throw new TooMuchWork();
    if (now >= this.turnEnds) throw new EndOfTurn();
    const { nodes, memoryBytes } = statistics(this.encoding.space);
    this.onProgress?.({ nodes, rounds: this.rounds, memoryBytes, elapsedMs: now - this.watch.started });
  }
}
