/** The side of a run that starts it and gives orders: its record, its lease, its mailbox, and who is there. */

import { RequestError } from "../check/request-error.ts";
import { Stopped } from "../util/limits.ts";
import type { Watch } from "../util/limits.ts";
import { shownUrl } from "./address.ts";
import { patientLeases } from "./attendance.ts";
import type { Broker } from "./broker.ts";
import { keysOf, runsKey } from "./keys.ts";
import type { RunKeys } from "./keys.ts";
import { letter } from "./letters.ts";
import { coordinator, Mailbox } from "./mailbox.ts";
import { RollCall } from "./roll-call.ts";
import { keyOf, written } from "./run-record.ts";
import type { RunRecord } from "./run-record.ts";
import { Troubles } from "./troubles.ts";
import type { Trouble } from "./troubles.ts";

/** The run cannot go on, and has no verdict. The message says what can be done. */
export class ClusterStopped extends Error {
  override readonly name = "ClusterStopped";
}

export interface SessionOptions {
  readonly broker: Broker;
  readonly prefix: string;
  readonly run: string;
  readonly record: RunRecord;
  readonly secret: string;
  /** The number of workers to wait for. */
  readonly workers: number;
  /** The most bytes of a record. */
  readonly maxModelBytes?: number | undefined;
  /** How long Redis may be out of reach, or out of memory. */
  readonly patienceMs: number;
  readonly onEvent: (text: string) => void;
  /** Called when workers are needed for the first time. */
  readonly summon?: (() => void) | undefined;
  /** How many workers there can be, if nobody else can come. */
  readonly mostWorkers?: (() => number) | undefined;
}

const retryMs = 200;
/** Trouble that is not seen for so many leases has passed. */
const quietLeases = 3;
const keeping = "keeping the lease of the run";
/** How long the end of a run is told. */
const memoryMs = 3_600_000;

export class Session {
  readonly keys: RunKeys;
  readonly mailbox: Mailbox;
  readonly rollCall: RollCall;
  private readonly options: SessionOptions;
  private epoch = 0;
  private wanted: number;
  private progress = "{}";
  private timer: NodeJS.Timeout | undefined;
  private readonly json: string;
  private refusals = 0;
  private hasSummoned = false;
  private isWaiting = false;
  private strangers = 0;
  /** Whether the lease has ended, and somebody else has started a run of this name. */
  private isReplaced = false;
  private readonly inboxes = new Set<string>();
  /** What keeps Redis from accepting the lease of this run, or from telling who is there. */
  private readonly troubles = new Troubles();
  /** What Redis refused last, to anybody. */
  lastTrouble: string | undefined;
  /** A time in which nothing moves, and there is trouble again and again: here, or at workers that come and go. */
  private standstill: { since: number; seen: number } | undefined;

  private constructor(options: SessionOptions, json: string) {
    const { broker, prefix, run, record, secret, workers } = options;
    this.options = options;
    this.json = json;
    this.wanted = workers;
    this.keys = keysOf(prefix, run);
    const key = keyOf(record, secret);
    this.mailbox = new Mailbox(broker, key, this.keys.inbox("coordinator"));
    this.rollCall = new RollCall(broker, this.keys, record.leaseMs, key, this.troubles);
    this.rollCall.onCall = () => this.report();
  }

  /** @throws RequestError if somebody else has started this run; Stopped, ClusterStopped */
  static async open(options: SessionOptions, watch: Watch): Promise<Session> {
    const opening = options.broker.allowed(() => Session.opened(options));
    opening.catch(() => {});
    for (;;) {
      const session = await Promise.race([opening, turn(undefined)]);
      if (session) return session;
      const limit = watch.reached();
      if (limit !== undefined) throw new Stopped(limit);
      requireReachable(options);
    }
  }

  private static async opened(options: SessionOptions): Promise<Session> {
    const { broker, prefix, run, record, maxModelBytes } = options;
    const json = written(record, maxModelBytes);
    const keys = keysOf(prefix, run);
    if (!(await broker.claim(keys.coordinator, record.nonce, patientLeases * record.leaseMs))) {
      throw new RequestError(
        `run \`${run}\` was started before and is under way: take another name, or end it by \`noether cluster cancel ${run}\`, also if its starter was killed`,
      );
    }
    // What is left of a run of this name, its verdict above all.
    await broker.remove(keys.record, keys.cancel, keys.workers, keys.progress, keys.inbox("coordinator"));
    const session = new Session(options, json);
    await session.publish();
    session.rollCall.start();
    session.timer = setInterval(() => void session.beat(), record.leaseMs / 3);
    return session;
  }

  /** Tells workers of this run, as long as they can find its lease. Redis may have forgotten everything, or some of it. */
  private async publish(): Promise<void> {
    const { broker, prefix, run, record } = this.options;
    const leaseMs = patientLeases * record.leaseMs;
    // Who waits for workers writes it anew: somebody else may have changed it.
    const isThere = !this.isWaiting && (await broker.keep(this.keys.record, leaseMs));
    if (!isThere) await broker.set(this.keys.record, this.json, leaseMs);
    await broker.add(runsKey(prefix), run);
    // If the starter is killed, nothing of the run stays.
    await broker.keep(this.keys.workers, leaseMs);
    await broker.keep(this.mailbox.inbox, leaseMs);
  }

  private async beat(): Promise<void> {
    const { broker, record } = this.options;
    const leaseMs = patientLeases * record.leaseMs;
    try {
      // Redis may have forgotten it, or the lease has ended, and somebody else has left a record.
      if (await broker.claim(this.keys.coordinator, record.nonce, leaseMs)) await broker.remove(this.keys.record);
      const owner = await broker.get(this.keys.coordinator);
      // If Redis has forgotten it just now, it is claimed again next time.
      this.isReplaced = owner !== undefined && owner !== record.nonce;
      if (this.isReplaced) return;
      await broker.keep(this.keys.coordinator, leaseMs);
      await this.publish();
      await broker.set(this.keys.progress, this.progress, leaseMs);
      this.troubles.end(keeping);
    } catch (error) {
      this.troubles.note(keeping, error);
      await broker.keep(this.keys.coordinator, leaseMs).catch(() => {});
    }
  }

  /** What `noether cluster status` shows. */
  tell(progress: object): void {
    this.progress = JSON.stringify(progress);
  }

  private report(): void {
    const { present, strangers } = this.rollCall;
    if (strangers.size > this.strangers) {
      const name = [...strangers].at(-1)!;
      this.options.onEvent(`${name} is left out, since its card is not of this run: it may have another secret`);
    }
    this.strangers = strangers.size;
    const refused = present.reduce((sum, card) => sum + card.refused, 0) + this.mailbox.refused;
    if (refused === this.refusals) return;
    this.refusals = refused;
    const why = present.find(({ lastRefusal }) => lastRefusal)?.lastRefusal ?? this.mailbox.lastRefusal;
    this.options.onEvent(
      `refused ${refused === 1 ? "an entry" : `${refused} entries`} of a stranger in an inbox: ${why}`,
    );
  }

  /** Waits until enough workers are there; after the first time one is enough. */
  async awaitWorkers(watch: Watch): Promise<void> {
    const { onEvent, mostWorkers = (): number => Infinity } = this.options;
    const { rollCall } = this;
    if (!this.hasSummoned) this.options.summon?.();
    this.hasSummoned = true;
    let hasTold = false;
    this.isWaiting = true;
    for (const began = performance.now(); ;) {
      await this.untilDone(rollCall.call(), watch);
      this.requireTime(watch);
      const count = rollCall.available.filter(({ name }) => !rollCall.isLost(name)).length;
      const most = mostWorkers() - rollCall.uselessCount;
      if (count > 0 && count >= Math.min(this.wanted, most)) break;
      this.requireRedis();
      if (most <= 0) {
        throw new ClusterStopped("all workers have ended, or cannot take part");
      }
      if (!hasTold && performance.now() - began > 1000) {
        hasTold = true;
        const refusal = rollCall.present.find((card) => card.refusal !== undefined)?.refusal;
        onEvent(
          `waiting for ${this.wanted - count === 1 ? "one more worker" : `${this.wanted - count} more workers`}${refusal === undefined ? "" : ` (one cannot take part: ${refusal})`}`,
        );
      }
      await this.mailbox.change(retryMs);
    }
    this.wanted = 1;
    this.isWaiting = false;
  }

  /** A new formation: what comes from older ones is dropped. */
  nextEpoch(inboxes: readonly string[]): number {
    this.epoch++;
    for (const inbox of inboxes) this.inboxes.add(inbox);
    const coordinatorInbox = this.keys.inbox("coordinator");
    this.mailbox.enter({ epoch: this.epoch, self: coordinator, inboxes, coordinatorInbox });
    return this.epoch;
  }

  /** Sends a command to a worker, as soon as Redis accepts it. */
  async command(inbox: string, kind: number, bytes: Uint8Array, watch: Watch): Promise<void> {
    for (;;) {
      try {
        await this.untilDone(this.mailbox.command(inbox, kind, bytes), watch);
        return;
      } catch (error) {
        if (error instanceof Stopped || error instanceof ClusterStopped) throw error;
        this.requireRedis();
        await this.mailbox.change(retryMs);
      }
    }
  }

  /** Waits for what Redis does, which may be away, and looks at the limits meanwhile. */
  private async untilDone(work: Promise<void>, watch: Watch): Promise<void> {
    const done = work.then(() => true);
    // If a limit ends the waiting, nobody is left to hear of a failure.
    done.catch(() => {});
    do {
      this.requireTime(watch);
      this.requireRedis();
    } while (!(await Promise.race([done, turn(false)])));
  }

  private requireTime(watch: Watch): void {
    const limit = this.rollCall.isCancelled ? "cancelled" : watch.reached();
    if (limit !== undefined) throw new Stopped(limit);
  }

  /** @throws ClusterStopped if Redis has been of no use for too long, or the run belongs to somebody else */
  requireRedis(): void {
    const { broker, patienceMs, run, record } = this.options;
    if (this.isReplaced) {
      throw new ClusterStopped(
        `run \`${run}\` was started by somebody else after this one had not been heard of for some time`,
      );
    }
    requireReachable(this.options);
    const worst = this.worstTrouble;
    const now = performance.now();
    if (!worst) {
      const quietMs = quietLeases * record.leaseMs;
      if (this.standstill && now - this.standstill.seen > quietMs) this.standstill = undefined;
      return;
    }
    this.lastTrouble = worst.reason;
    this.standstill = { since: Math.min(worst.since, this.standstill?.since ?? Infinity), seen: now };
    if (now - this.standstill.since <= patienceMs) return;
    throw new ClusterStopped(`${shownUrl(broker.url)} refuses to work: ${worst.reason}. ${again(run)}`);
  }

  private get worstTrouble(): Trouble | undefined {
    const now = performance.now();
    const theirs = this.rollCall.present.map(({ name, trouble, troubleMs = 0 }): Trouble | undefined =>
      trouble === undefined ? undefined : { reason: `${name}: ${trouble}`, since: now - troubleMs },
    );
    return [this.troubles.worst, this.mailbox.troubles.worst, ...theirs]
      .filter((trouble) => trouble !== undefined)
      .sort((a, b) => a.since - b.since)[0];
  }

  /** The search has come further. */
  moved(): void {
    this.standstill = undefined;
  }

  /** Ends the run for everybody. */
  async close(outcome: object): Promise<void> {
    const { broker, prefix, run } = this.options;
    this.rollCall.stop();
    clearInterval(this.timer);
    const end = async (): Promise<void> => {
      // Whoever cancels a run takes its lease away.
      const owner = await broker.get(this.keys.coordinator);
      if (owner !== undefined && owner !== this.options.record.nonce) return;
      const present = new Set(this.rollCall.present.map(({ inbox }) => inbox).filter((inbox) => inbox !== ""));
      const { record, coordinator: lease, cancel } = this.keys;
      // Each by itself: who does not hear of the end sees that the run is gone.
      await Promise.allSettled([
        ...[...present].map((inbox) => this.mailbox.command(inbox, letter.dismissal)),
        broker.drop(runsKey(prefix), run),
        ...[record, lease, cancel, this.mailbox.inbox].map((key) => broker.remove(key)),
        // Who is there removes its own inbox.
        ...[...this.inboxes].filter((inbox) => !present.has(inbox)).map((inbox) => broker.remove(inbox)),
        broker.set(this.keys.progress, JSON.stringify(outcome), memoryMs),
      ]);
    };
    await Promise.race([end().catch(() => {}), new Promise((resolve) => setTimeout(resolve, 1000).unref())]);
    this.mailbox.end();
  }
}

function turn<T>(value: T): Promise<T> {
  return new Promise((resolve) => setTimeout(resolve, retryMs, value).unref());
}

function requireReachable({ broker, patienceMs, run }: SessionOptions): void {
  const { unreachableMs, unreachableReason } = broker;
  if (unreachableMs <= patienceMs) return;
  const why = unreachableReason === undefined ? "" : `: ${unreachableReason}`;
  throw new ClusterStopped(
    `${shownUrl(broker.url)} cannot be reached for ${seconds(unreachableMs)}${why}. ${again(run)}`,
  );
}

function again(run: string): string {
  return `When it is back, the same command with --run ${run} begins the run again; if that name is still taken, \`noether cluster cancel ${run}\` frees it`;
}

function seconds(ms: number): string {
  return `${Math.round(ms / 1000)} seconds`;
}
