/** A worker: it waits for runs, and takes part in one after the other. */

import { randomBytes } from "node:crypto";
import { hostname } from "node:os";
import type { Address } from "./address.ts";
import { Attendance } from "./attendance.ts";
import { Broker, reasonIn } from "./broker.ts";
import { defaultPrefix, isRunName, keysOf, runsKey } from "./keys.ts";
import { packageVersion, readRecord } from "./run-record.ts";
import type { RunRecord } from "./run-record.ts";
import { Storage } from "./state-log.ts";
import { writtenCard } from "./worker-card.ts";

export interface WorkerOptions {
  readonly address: Address;
  readonly prefix?: string | undefined;
  /** The version of the package. Default: that of the one that this is a part of. */
  readonly version?: string | undefined;
  /** A secret that all workers and the starter of a run share. */
  readonly secret?: string | undefined;
  /** Only this run, or any. */
  readonly run?: string | undefined;
  /** Whether it ends after one run. */
  readonly once?: boolean | undefined;
  /** The most memory for states. Default: 4 GiB. */
  readonly maxMemoryBytes?: number | undefined;
  readonly maxModelBytes?: number | undefined;
  /** A folder that workers share: after the loss of one, others read there what it had. */
  readonly storage?: string | undefined;
  readonly isInterrupted?: (() => boolean) | undefined;
  /** Called with a line about what happens. */
  readonly onEvent?: ((text: string) => void) | undefined;
}

const pollMs = 300;
const orphanMs = 3000;
const graceMs = 2000;

export async function runWorker(options: WorkerOptions): Promise<void> {
  const { address, prefix = defaultPrefix, secret = "", once, maxMemoryBytes = 2 ** 32, onEvent = () => {} } = options;
  const storage = options.storage === undefined ? undefined : await Storage.open(options.storage);
  const broker = await Broker.connect(address);
  // The server behind a socket on this machine is a part of the command that starts a run.
  const isLocal = address.url.startsWith("unix:");
  const isEnding = (): boolean => options.isInterrupted?.() === true || (isLocal && broker.unreachableMs > orphanMs);
  // A command to a server that is away does not end.
  let timer: NodeJS.Timeout | undefined;
  const ending = new Promise<undefined>((resolve) => {
    timer = setInterval(() => isEnding() && resolve(undefined), pollMs);
  });
  const outlook: Outlook = { told: new Set(), useless: new Map(), hasLooked: false };
  try {
    while (!isEnding()) {
      const found = await Promise.race([ending, nextRun(broker, prefix, options, outlook)]);
      if (!found) {
        await new Promise((resolve) => setTimeout(resolve, pollMs));
        continue;
      }
      const { run, record } = found;
      const name = workerName();
      onEvent(`${name} takes part in ${run}`);
      const keys = keysOf(prefix, run);
      const onTrouble = (reason: string): void => tell(options, outlook, `in ${run}, Redis refuses: ${reason}`);
      const attendance = new Attendance({
        ...{ broker, run, keys, record, name, secret, maxMemoryBytes, storage, isEnding, onTrouble },
      });
      // It looks by itself whether it shall end, but not while it waits for a server that is away.
      const forced = ending.then(
        () => new Promise<"ended">((resolve) => setTimeout(resolve, graceMs, "ended").unref()),
      );
      const departure = await Promise.race([attendance.attend(), forced]).catch((error: unknown) => {
        if (once === true) throw error;
        // The next run may be another matter.
        outlook.useless.set(record.nonce, reasonIn(error));
        return "it cannot take part" as const;
      });
      const { levelCount } = attendance;
      onEvent(`${name} has left ${run}: ${departure}, after ${levelCount === 1 ? "a level" : `${levelCount} levels`}`);
      if (once === true) return;
      // The run may still be there for a moment.
      await new Promise((resolve) => setTimeout(resolve, pollMs));
    }
  } finally {
    clearInterval(timer);
    broker.close();
  }
}

/** What a worker knows of runs. */
interface Outlook {
  /** What was said, which is not said again. */
  readonly told: Set<string>;
  /** The runs, by their nonces, that this worker is of no use for, and why. */
  readonly useless: Map<string, string>;
  /** Whether it could ever look for runs. */
  hasLooked: boolean;
}

function tell({ onEvent }: WorkerOptions, { told }: Outlook, text: string): void {
  if (!told.has(text)) onEvent?.(text);
  told.add(text);
}

async function nextRun(
  broker: Broker,
  prefix: string,
  options: WorkerOptions,
  outlook: Outlook,
): Promise<Awaited<ReturnType<typeof openRun>>> {
  try {
    const found = await openRun(broker, prefix, options, outlook);
    outlook.hasLooked = true;
    return found;
  } catch (error) {
    // A user that never had rights stays without, and everything else may pass.
    const reason = reasonIn(error);
    if (reason.startsWith("NOPERM") && !outlook.hasLooked) {
      await broker.allowed(() => Promise.reject(error as Error));
    }
    tell(options, outlook, `cannot look for runs: ${reason}`);
    return undefined;
  }
}

/** A run that this worker can take part in. */
async function openRun(
  broker: Broker,
  prefix: string,
  options: WorkerOptions,
  outlook: Outlook,
): Promise<{ readonly run: string; readonly record: RunRecord } | undefined> {
  const { run: only, maxModelBytes, version = packageVersion() } = options;
  const runs = only === undefined ? await broker.items(runsKey(prefix)) : [only];
  for (const run of runs) {
    // Whoever wrote it did not start a run.
    if (!isRunName(run)) continue;
    const keys = keysOf(prefix, run);
    const [json, nonce] = await broker.getAll([keys.record, keys.coordinator]);
    if (json === undefined || nonce === undefined) {
      // Whoever started it is gone.
      if (only === undefined) await broker.drop(runsKey(prefix), run);
      continue;
    }
    const record = readRecord(json, version, maxModelBytes);
    // The record is not of the one who has the lease, which will write its own.
    if (typeof record !== "string" && record.nonce !== nonce) continue;
    const refusal = typeof record === "string" ? record : outlook.useless.get(record.nonce);
    if (typeof record !== "string" && refusal === undefined) return { run, record };
    tell(options, outlook, `cannot take part in ${run}: ${refusal!}`);
    await tellRefusal(broker, keys, refusal!);
  }
  return undefined;
}

/** Tells the starter of a run why this worker does not help. */
async function tellRefusal(broker: Broker, keys: ReturnType<typeof keysOf>, refusal: string): Promise<void> {
  const name = `${workerName().split(".")[0]}.refused`;
  const card = {
    name,
    inbox: "",
    shards: 0,
    refusal,
    epoch: 0,
    order: 0,
    isIdle: true,
    isWaiting: true,
    steps: 0,
    sent: 0,
    received: 0,
    refused: 0,
    states: 0,
    transitions: 0,
  };
  await broker.set(keys.worker(name), writtenCard(card, undefined), 4 * pollMs);
  await broker.add(keys.workers, name);
}

function workerName(): string {
  return `${hostname().replaceAll(/[^A-Za-z0-9-]/g, "-")}-${process.pid}.${randomBytes(3).toString("hex")}`;
}
