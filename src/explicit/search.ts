/** The driver of a search: between slices and levels it handles progress, limits, cancellation, pauses, checkpoints. */

import { pause, Stopped, Watch } from "../util/limits.ts";
import type { Limits } from "../util/limits.ts";
import type { Compiled } from "./compile.ts";
import { Exploration } from "./exploration.ts";
import type { Progress } from "./exploration.ts";
import { Pauses } from "./pauses.ts";
import type { PauseOptions } from "./pauses.ts";
import type { Restored } from "./resume.ts";

export interface SearchOptions extends Limits, PauseOptions {
  /** A watch that is already running, instead of these limits. */
  readonly watch?: Watch | undefined;
  /** Whether the search can end early. Called when something was found. */
  readonly isDecided: (exploration: Exploration) => boolean;
  /** Keeps checkpoints. */
  readonly checkpoints?:
    | {
        readonly atLevel: (exploration: Exploration, turnsDone: number) => Promise<void>;
        readonly write: () => Promise<void>;
        /** The time since the last one. */
        readonly sinceMs: number;
      }
    | undefined;
  /** A search to go on with. */
  readonly restored?: Restored | undefined;
}
/** Explores until everything is visited, the question is decided, or a limit is hit. */
export async function search(compiled: Compiled, given: SearchOptions): Promise<Exploration> {
  const onProgress = (progress: Progress): void =>
    given.onProgress?.({ ...progress, checkpointMs: given.checkpoints?.sinceMs });
  const options = { ...given, onProgress };
  const { watch = new Watch(options), checkpoints, restored } = options;
  const first =
    restored?.exploration ?? new Exploration(compiled, watch, await WebAssembly.compile(compiled.program.bytes));
  const pauses = new Pauses(watch, options, restored?.turnsDone ?? 0, first);
  try {
    const exploration = await explore(first, pauses, options);
    if (exploration.limit !== undefined && checkpoints) await untilLimit(exploration, checkpoints.write());
    pauses.endIdle(exploration);
    return exploration;
  } catch (error) {
    pauses.end();
    throw error;
  }
}

async function explore(first: Exploration, pauses: Pauses, options: SearchOptions): Promise<Exploration> {
  const { onProgress, isDecided, checkpoints, restored } = options;
  let exploration = first;
  pauses.plan(exploration);
  if (restored && exploration.isPaused) exploration = await pauses.take(exploration);
  let lastTurn = performance.now();
  let isEnding = false;
  for (;;) {
    const wasBeginning = exploration.isBeginning;
    const going = exploration.advance();
    const goesOn = typeof going === "boolean" ? going : await going;
    const mayBeDecided = goesOn || exploration.limit === "states" || (exploration.isSpread && exploration.complete);
    if (mayBeDecided && !isEnding && isDecided(exploration)) {
      if (!exploration.endDecided()) break;
      isEnding = true;
    }
    if (!goesOn) {
      const stored: Exploration | undefined = isEnding ? undefined : await pauses.storeOnDisk(exploration);
      if (!stored) break;
      exploration = stored;
    }
    if (wasBeginning && !exploration.isBeginning) pauses.plan(exploration);
    if (exploration.isPaused) {
      exploration = await pauses.take(exploration);
      if (!isEnding && exploration.isBetweenLevels && !exploration.isBeginning && isDecided(exploration)) {
        exploration.endBetweenLevels();
        break;
      }
    }
    if (checkpoints && exploration.limit === undefined) {
      exploration.stopBetweenLevels();
      if (exploration.isBetweenLevels) {
        await untilLimit(exploration, checkpoints.atLevel(exploration, pauses.turnsDone));
      }
    }
    if (exploration.limit !== undefined) break;
    const now = performance.now();
    if (now - lastTurn < 100) continue;
    lastTurn = now;
    onProgress?.(exploration.progress);
    await pause();
  }
  return exploration;
}

/** Writes a checkpoint. A limit that is reached meanwhile ends the search: what was counted is not lost. */
async function untilLimit(exploration: Exploration, writing: Promise<void>): Promise<void> {
  try {
    await writing;
  } catch (error) {
    if (!(error instanceof Stopped)) throw error;
    if (exploration.limit === undefined) exploration.endAt(error.limit);
  }
}
