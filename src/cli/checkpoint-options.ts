/** The options about checkpoints of `noether check` and `noether cluster check` alike. */

import type { Command } from "commander";
import { RequestError } from "../check/request-error.ts";
import { CheckpointError } from "../engine/checkpoint-error.ts";
import type { CheckpointStore } from "../engine/engine.ts";
import { checkpointsIn, hasCheckpoint } from "../node/checkpoint.ts";
import { duration } from "./arguments.ts";
import { complain } from "./host.ts";

export interface CheckpointFlags {
  readonly checkpoint?: string;
  readonly every: number;
  readonly resume?: string;
  readonly force?: boolean;
}

export function takeCheckpoints(command: Command): Command {
  return command
    .option("--checkpoint <folder>", "keep checkpoints of the search, from which it can go on after a kill")
    .option("--every <time>", "the time between two checkpoints", duration, 60_000)
    .option("--resume <folder>", "go on from the checkpoint in this folder, and keep checkpoints there");
}

/** @throws RequestError if the folder cannot be used */
export function storeOf({ checkpoint, every, resume, force = false }: CheckpointFlags): CheckpointStore | undefined {
  const folder = resume ?? checkpoint;
  if (folder === undefined) return undefined;
  try {
    return checkpointsIn(folder, { everyMs: every, resumes: resume !== undefined, force });
  } catch (error) {
    if (!(error instanceof CheckpointError)) throw error;
    throw new RequestError(`the checkpoint is not used: ${error.message}`);
  }
}

/** Says how to go on after a limit, if that is possible. */
export function tellHowToResume({ checkpoint, resume }: CheckpointFlags): void {
  const folder = resume ?? checkpoint;
  if (folder === undefined || !hasCheckpoint(folder)) return;
  complain(`note: to go on, call the same command with --resume ${folder}\n`);
}
