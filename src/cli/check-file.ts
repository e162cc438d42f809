/** Checks the model of one file, with the options of `noether check`. */

import { undecidedCheck } from "../check/check.ts";
import { checkEnlarging } from "../check/enlarge.ts";
import type { CheckOptions } from "../check/plan.ts";
import type { CheckResult } from "../check/result.ts";
import type { Fairness } from "../engine/engine.ts";
import type { OrderName } from "../engine/order-name.ts";
import { emptyModel } from "../model/model.ts";
import { diskIn } from "../node/disk.ts";
import { threads } from "../node/threads.ts";
import { limitOf, Watch } from "../util/limits.ts";
import type { Limit } from "../util/limits.ts";
import { askedBy } from "./check-options.ts";
import type { QuestionFlags } from "./check-options.ts";
import { storeOf, tellHowToResume } from "./checkpoint-options.ts";
import type { CheckpointFlags } from "./checkpoint-options.ts";
import { limitsOf, meanwhile } from "./host.ts";
import { readModel } from "./model.ts";
import type { ModelFlags } from "./model.ts";
import { showPhase } from "./phases.ts";
import { showSearch } from "./terminal.ts";

/** The options that say what is checked, and how. */
export interface SearchFlags extends ModelFlags, QuestionFlags, CheckpointFlags {
  readonly order: OrderName | undefined;
  readonly engine: string;
  readonly hashCompaction?: boolean;
  readonly fairness: Fairness;
  readonly maxMemory?: number;
  readonly threads: number | "auto";
  readonly disk?: string;
  readonly unreached?: boolean;
  readonly search: "auto" | "bfs" | "dfs";
  readonly maxDepth?: number;
  readonly errors?: number;
  readonly bitstate?: number;
  readonly swarm?: number;
}

export interface CheckedFile {
  readonly path: string;
  readonly result: CheckResult;
  /** All files that were read. */
  readonly files: readonly string[];
  readonly watch: Watch;
}

export interface FileOptions {
  /** The output if the command must be ended from outside before there is a result. */
  readonly present: (result: CheckResult) => string;
  /** Whether the result is no longer wanted, so that the check ends and nothing is printed. */
  readonly isInterrupted?: (() => boolean) | undefined;
}

async function withUnreached(result: CheckResult, options: CheckOptions): Promise<CheckResult> {
  const { findUnreached } = await import("../check/unreached.ts");
  return { ...result, unreached: await findUnreached(result.model, options) };
}

/** Limits end in a result that is undecided. Everything else that is wrong is thrown. */
export async function checkFile(
  path: string,
  flags: SearchFlags,
  { present, isInterrupted = () => false }: FileOptions,
): Promise<CheckedFile> {
  const given = limitsOf(flags);
  const limits = { ...given, isInterrupted: () => given.isInterrupted!() || isInterrupted(), onPhase: showPhase };
  const watch = new Watch(limits);
  const keeping = flags.resume ?? flags.checkpoint;
  const options: CheckOptions = {
    ...limits,
    ...askedBy(flags),
    order: flags.order,
    engine: (keeping ?? flags.disk) !== undefined && flags.engine === "auto" ? "explicit" : flags.engine,
    hashCompaction: flags.hashCompaction,
    fairness: flags.fairness,
    search: flags.search,
    maxDepth: flags.maxDepth,
    errors: flags.errors,
    bitstate: flags.bitstate,
    swarm: flags.swarm,
    threads: flags.threads === "auto" ? threads() : threads(flags.threads),
    checkpoint: storeOf(flags),
    disk: flags.disk === undefined ? undefined : diskIn(flags.disk),
    onProgress: showSearch,
  };
  const unknown = (limit: Limit): CheckResult =>
    undecidedCheck(emptyModel(path), { ...options, properties: undefined }, limit);
  meanwhile((limit) => present(unknown(limit)));
  try {
    const { model, files, enlarged } = await readModel(path, flags, watch, options.properties?.length === 0);
    meanwhile((limit) => present(undecidedCheck(model, options, limit)));
    const checked = await checkEnlarging(model, enlarged, { ...options, timeoutMs: watch.timeLeftMs });
    const result = flags.unreached
      ? await withUnreached(checked, { ...options, timeoutMs: watch.timeLeftMs })
      : checked;
    if (result.limit !== undefined) tellHowToResume(flags);
    return { path, result, files, watch };
  } catch (error) {
    const limit = limitOf(error);
    if (limit === undefined) throw error;
    return { path, result: unknown(limit), files: [path], watch };
  }
}
