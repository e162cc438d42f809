/**
 * Random runs of a model, from a seed. They look for violations and prove nothing: a simulation never says that a
 * property holds.
 */

import type { Parsed } from "../languages/language.ts";
import type { Model } from "../model/model.ts";
import type { Trace } from "../model/replay.ts";
import { limitOf, Watch, watched } from "../util/limits.ts";
import type { Limits } from "../util/limits.ts";
import type { Violation } from "./observe.ts";
import type { LimitReached } from "./result.ts";
import { Simulator } from "./simulator.ts";

export interface SimulateOptions extends Omit<Limits, "maxStates" | "maxStored"> {
  readonly seed?: number | undefined;
  /** The most steps of a run; 100 by default. */
  readonly steps?: number | undefined;
  /** The number of runs; 1 by default. The simulation ends with the first violation. */
  readonly runs?: number | undefined;
  /** The beginning of every run: a run of the model. */
  readonly prefix?: Trace | undefined;
  readonly onProgress?: ((progress: SimulationProgress) => void) | undefined;
}

export interface SimulationProgress {
  readonly runs: number;
  readonly steps: number;
  readonly elapsedMs: number;
}

export interface Simulation {
  readonly model: Model;
  readonly seed: number;
  /** The number of runs, with the last one, which a violation or a limit may have ended. */
  readonly runs: number;
  /** The number of steps of all runs. */
  readonly steps: number;
  /** The last run. */
  readonly trace: Trace;
  /** What the last run violates. */
  readonly violation?: Violation | undefined;
  /** The bound of the model at which the last run ended, if it did. */
  readonly modelLimit?: string | undefined;
  readonly limit?: LimitReached | undefined;
  readonly seconds: number;
}

const betweenReports = 256;

/**
 * Makes random runs, one after the other, each from a random initial state. A run ends after the given number of steps,
 * in a state without steps, or with a violation.
 */
export function simulate(model: Model, options: SimulateOptions = {}): Simulation {
  const { seed = 0, steps: most = 100, runs = 1, prefix, onProgress } = options;
  const watch = new Watch(options);
  const walker = watched(watch, () => new Simulator(model, { seed }));
  let run = 0;
  let steps = 0;
  const ended = (more: Partial<Simulation> = {}): Simulation => {
    const seconds = (performance.now() - watch.started) / 1000;
    return { model, seed, runs: run, steps, trace: walker.trace, ...more, seconds };
  };
  const walk = (): Simulation => {
    for (run = 1; ; run++) {
      begin(walker, prefix);
      let violation = walker.violation();
      for (let taken = walker.position; !violation && taken < most && walker.takeRandom(); taken++) {
        if (++steps % betweenReports === 0) {
          watch.require();
          onProgress?.({ runs: run, steps, elapsedMs: performance.now() - watch.started });
        }
        const modelLimit = walker.last?.error?.limit;
        if (modelLimit !== undefined) return ended({ modelLimit });
        violation = walker.violation();
      }
      if (violation) return ended({ violation });
      if (run >= runs) return ended();
    }
  };
  try {
    return watched(watch, walk);
  } catch (error) {
    const limit = limitOf(error);
    if (limit === undefined) throw error;
    return ended({ limit });
  }
}

/** Goes to the end of the prefix, if there is one. */
function begin(walker: Simulator, prefix: Trace | undefined): void {
  if (!prefix) {
    walker.restartRandom();
    return;
  }
  walker.load(prefix);
  walker.jump(prefix.steps.length);
}

/** Like `simulate`. If a bound of the model is too small for a run, the text is read again with larger ones. */
export function simulateEnlarging(
  model: Model,
  enlarged: Parsed["enlarged"],
  options: SimulateOptions = {},
): Simulation {
  const started = performance.now();
  const { timeoutMs } = options;
  for (let current: Parsed = { model, diagnostics: [], enlarged }; ;) {
    const left = timeoutMs === undefined ? undefined : Math.max(0, timeoutMs - (performance.now() - started));
    const result = simulate(current.model!, { ...options, timeoutMs: left });
    // A prefix belongs to the model that it was read for.
    const larger = result.modelLimit === undefined || options.prefix ? undefined : current.enlarged?.();
    if (!larger?.model) return { ...result, seconds: (performance.now() - started) / 1000 };
    current = larger;
  }
}
