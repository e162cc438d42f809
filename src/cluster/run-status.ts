/** What is known of runs, and how to end one. */

import { RequestError } from "../check/request-error.ts";
import type { Address } from "./address.ts";
import { Broker } from "./broker.ts";
import { defaultPrefix, keysOf, requireRunName, runsKey } from "./keys.ts";
import { cardIn } from "./worker-card.ts";
import type { WorkerCard } from "./worker-card.ts";

export interface RunStatus {
  readonly run: string;
  /** `under way`, a verdict, or what else became of it. */
  readonly state: string;
  /** What the starter of the run last told: states, transitions, depth and so on. */
  readonly progress: Readonly<Record<string, unknown>>;
  readonly workers: readonly WorkerCard[];
}

/** All runs that are under way, or one, which may have ended in the last hour. */
export async function runStatus(
  address: Address,
  run?: string,
  prefix: string = defaultPrefix,
): Promise<readonly RunStatus[]> {
  requireName(run);
  const broker = await Broker.connect(address);
  try {
    const all = await broker.answered(() => statuses(broker, prefix, run));
    if (run !== undefined && all.length === 0) throw new RequestError(`there is no run \`${run}\``);
    return all;
  } finally {
    broker.close();
  }
}

/**
 * Ends a run: its starter gets the verdict `undecided`. A starter that lives takes its lease again until it has read that.
 * If it was killed, the name of the run is free at once.
 */
export async function cancelRun(address: Address, run: string, prefix: string = defaultPrefix): Promise<void> {
  requireName(run);
  const broker = await Broker.connect(address);
  try {
    const keys = keysOf(prefix, run);
    await broker.answered(async () => {
      if ((await broker.get(keys.coordinator)) === undefined) {
        throw new RequestError(`there is no run \`${run}\` under way`);
      }
      await broker.set(keys.cancel, "cancelled", cancelMs);
      await broker.remove(keys.coordinator);
      await broker.drop(runsKey(prefix), run);
    });
  } finally {
    broker.close();
  }
}

const cancelMs = 600_000;

async function statuses(broker: Broker, prefix: string, run: string | undefined): Promise<RunStatus[]> {
  const runs = run === undefined ? await broker.items(runsKey(prefix)) : [run];
  const all: RunStatus[] = [];
  for (const name of runs) {
    const status = await statusOf(broker, prefix, name);
    if (status) all.push(status);
  }
  return all;
}

async function statusOf(broker: Broker, prefix: string, run: string): Promise<RunStatus | undefined> {
  const keys = keysOf(prefix, run);
  const [nonce, told] = await broker.getAll([keys.coordinator, keys.progress]);
  if (nonce === undefined && told === undefined) return undefined;
  const names = await broker.items(keys.workers);
  const cards = await broker.getAll(names.map(keys.worker));
  const { state, ...progress } = parsed(told);
  const shown = typeof state === "string" ? state : "beginning";
  return {
    run,
    state: nonce === undefined && ["under way", "beginning"].includes(shown) ? "abandoned by its starter" : shown,
    progress,
    workers: cards.flatMap((json) => cardIn(json) ?? []),
  };
}

function parsed(json: string | undefined): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(json ?? "{}");
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

function requireName(run: string | undefined): void {
  if (run !== undefined) requireRunName(run);
}
