/**
 * A check by workers on many machines, or by processes on this one. Plan, verdicts and traces are those of `check`; only
 * the search through states is done by others, once it has grown.
 */

import { randomBytes } from "node:crypto";
import { checkEnlarging } from "../check/enlarge.ts";
import type { CheckOptions } from "../check/plan.ts";
import { RequestError } from "../check/request-error.ts";
import type { CheckResult } from "../check/result.ts";
import type { Engine } from "../engine/engine.ts";
import { explicitEngine } from "../explicit/engine.ts";
import type { Parsed } from "../languages/language.ts";
import type { Model } from "../model/model.ts";
import { questionOf } from "../model/question.ts";
import type { Diagnostic } from "../syntax/diagnostic.ts";
import { Watch } from "../util/limits.ts";
import type { Address } from "./address.ts";
import { Broker } from "./broker.ts";
import { ClusterMembers, mostMembers } from "./cluster-members.ts";
import type { ClusterMembersOptions } from "./cluster-members.ts";
import { EmbeddedServer } from "./embedded-server.ts";
import { defaultPrefix, requireRunName } from "./keys.ts";
import { LocalWorkers } from "./local-workers.ts";
import { recipeOf } from "./recipe.ts";
import { readTexts } from "./recorded-model.ts";
import type { ModelFile } from "./recorded-model.ts";
import { leastLeaseMs, packageVersion, recordOf } from "./run-record.ts";
import { Session } from "./session.ts";

export interface ClusterOptions extends Pick<
  CheckOptions,
  | "properties"
  | "symmetry"
  | "representatives"
  | "partialOrder"
  | "onProgress"
  | "checkpoint"
  | "maxStates"
  | "timeoutMs"
  | "signal"
  | "isInterrupted"
> {
  /** Where Redis is. If absent, workers are processes on this machine. */
  readonly address?: Address | undefined;
  readonly prefix?: string | undefined;
  /** The version of the package. Default: that of the one that this is a part of. */
  readonly version?: string | undefined;
  /** The name of the run. Default: a new one. */
  readonly run?: string | undefined;
  /** The number of workers to wait for, or to start on this machine. Default: 1, or 2 on this machine. */
  readonly workers?: number | undefined;
  /** A secret that all workers share, and that is not in Redis. */
  readonly secret?: string | undefined;
  /** The time after which a silent worker is lost. Default: ten seconds. */
  readonly leaseMs?: number | undefined;
  /** How long Redis may be out of reach. Default: a minute. */
  readonly patienceMs?: number | undefined;
  /** Smaller searches stay here. Default: 4096 stored states. */
  readonly fromStates?: number | undefined;
  readonly maxModelBytes?: number | undefined;
  /** The command of a worker on this machine. */
  readonly workerCommand?: readonly string[] | undefined;
  /** Called with the result as soon as it is known: to end the run for everybody may take a moment. */
  readonly onResult?: ((result: CheckResult) => void) | undefined;
  /** Called with a line about what happens. */
  readonly onEvent?: ((text: string) => void) | undefined;
}

/** A diagnostic is an error in the text of the model. */
export type ClusterOutcome = CheckResult | { readonly diagnostics: readonly Diagnostic[] };

const usual = { leaseMs: 10_000, patienceMs: 60_000, fromStates: 4096, localWorkers: 2 };

/** @throws RequestError, Stopped, ClusterStopped */
export async function clusterCheck(file: ModelFile, options: ClusterOptions): Promise<ClusterOutcome> {
  const { model, enlarged, diagnostics, texts } = await readTexts(file);
  if (!model) return { diagnostics };
  const { properties, symmetry = "auto", representatives = "auto", partialOrder = "auto" } = options;
  const run = options.run ?? `run-${randomBytes(4).toString("hex")}`;
  requireRunName(run);
  requireCounts(options);
  refuseFormulas(model, properties);
  const asked = { ...(properties ? { properties: [...properties] } : {}), symmetry, representatives, partialOrder };
  const leaseMs = Math.ceil(options.leaseMs ?? usual.leaseMs);
  const version = options.version ?? packageVersion();
  const record = recordOf({ version, ...texts!, ...asked }, randomBytes(16).toString("hex"), leaseMs);
  const local = options.address ? undefined : await EmbeddedServer.start();
  const address = options.address ?? { url: local!.url };
  const workers = options.workers ?? (local ? usual.localWorkers : 1);
  let processes: LocalWorkers | undefined;
  let broker: Broker | undefined;
  let session: Session | undefined;
  let outcome: object = { state: "ended without a verdict" };
  try {
    broker = await Broker.connect(address);
    const { onEvent = () => {}, secret = "", patienceMs = usual.patienceMs, maxModelBytes } = options;
    const summon =
      local && ((): void => void (processes = new LocalWorkers(options.workerCommand, address.url, secret, workers)));
    const mostWorkers = local && ((): number => processes?.count ?? workers);
    // The workers of this machine know no other prefix, and nobody else is there.
    const prefix = local ? defaultPrefix : (options.prefix ?? defaultPrefix);
    const limits = { workers, maxModelBytes, patienceMs };
    const { timeoutMs, signal, isInterrupted } = options;
    session = await Session.open(
      { broker, prefix, run, record, secret, ...limits, onEvent, summon, mostWorkers },
      new Watch({ timeoutMs, signal, isInterrupted }),
    );
    if (!local) onEvent(`run ${run}`);
    const result = await checkBy(session, model, enlarged, options);
    options.onResult?.(result);
    outcome = { state: result.verdict, states: String(result.states), seconds: result.seconds };
    return result;
  } finally {
    // At once: whoever waits for this command may not wait for long.
    processes?.end();
    await session?.close(outcome);
    broker?.close();
    local?.stop();
  }
}

function checkBy(
  session: Session,
  model: Model,
  enlarged: Parsed["enlarged"],
  options: ClusterOptions,
): Promise<CheckResult> {
  const { properties, symmetry, representatives, partialOrder, checkpoint } = options;
  const { maxStates, timeoutMs, signal, isInterrupted } = options;
  const before = { enlargements: 0, searches: 0 };
  const engine: Engine = {
    ...explicitEngine,
    answers: ({ kind }) => kind === "state",
    refusal: "a formula runs on one machine: use check",
    explore: async (search) => {
      if (search.kind !== "states") throw new TypeError("formulas are refused before");
      before.searches = 0;
      const moreSymmetry = search.moreSymmetry?.map((more) => ({
        ...more,
        find: () => {
          before.searches++;
          return more.find();
        },
      }));
      const { watch } = search;
      const recipe: ClusterMembersOptions["recipeOf"] = ({ program }) => recipeOf(program, { ...before });
      const start = (onProgress: () => void): ClusterMembers =>
        new ClusterMembers({ session, watch, recipeOf: recipe, onEvent: options.onEvent ?? (() => {}), onProgress });
      const { fromStates = usual.fromStates } = options;
      const { exploreStates } = await import("../explicit/explore-states.ts");
      // Each formation has its own shards.
      return exploreStates({ ...search, moreSymmetry }, [{ fromStates, shardCount: 1, shardBytes: 0, start }]);
    },
  };
  const count = (parsed: Parsed["enlarged"]): Parsed["enlarged"] =>
    parsed &&
    ((): Parsed => {
      before.enlargements++;
      const larger = parsed();
      return { ...larger, enlarged: count(larger.enlarged) };
    });
  return checkEnlarging(model, count(enlarged), {
    properties,
    symmetry,
    representatives,
    partialOrder,
    checkpoint,
    maxStates,
    timeoutMs,
    signal,
    isInterrupted,
    engine: engine.name,
    engines: [engine],
    onProgress: (progress) => {
      session.tell({ state: "under way", workers: session.rollCall.available.length, ...progress });
      options.onProgress?.(progress);
    },
  });
}

/** @throws RequestError */
function requireCounts({ workers = 1, leaseMs = usual.leaseMs }: ClusterOptions): void {
  if (!(Number.isInteger(workers) && workers >= 1 && workers <= mostMembers)) {
    throw new RequestError(`a run has 1 to ${mostMembers} workers, not ${workers}`);
  }
  if (!(leaseMs >= leastLeaseMs)) throw new RequestError(`a lease has ${leastLeaseMs} milliseconds at least`);
}

/** Formulas are for one machine. A named one is refused; others stay undecided. */
function refuseFormulas({ properties }: Model, names: readonly string[] | undefined): void {
  for (const property of properties) {
    if (names?.includes(property.name) !== true || questionOf(property).kind !== "run") continue;
    throw new RequestError(`property \`${property.name}\` is a formula, which runs on one machine: use check`);
  }
}
