/**
 * Who is there: the coordinator looks at the cards of the workers, three times in a lease.
 *
 * A worker is lost if its card has been missing for half a lease, and Redis has answered all the time: who leaves removes
 * its card and its name, so those who were ever there are looked for, not only those on the list. A formation is silent
 * if all its members wait for letters and nobody has sent or received one for two leases: then Redis has lost some. If
 * some do not wait, and yet nobody gets on for as long as a card can be good, these are stuck: a disk does not answer, or
 * their cards are copies that somebody else keeps in Redis.
 */

import { patientLeases } from "./attendance.ts";
import type { Broker } from "./broker.ts";
import type { RunKeys } from "./keys.ts";
import type { Troubles } from "./troubles.ts";
import { cardIn, isSigned } from "./worker-card.ts";
import type { WorkerCard } from "./worker-card.ts";

export class RollCall {
  /** Those who are there, in the order of their names. */
  present: readonly WorkerCard[] = [];
  /** Somebody wants the run to end. */
  isCancelled = false;
  private readonly broker: Broker;
  private readonly keys: RunKeys;
  private readonly leaseMs: number;
  private readonly key: Buffer;
  private readonly troubles: Troubles;
  /** All who were ever there. */
  private readonly known = new Set<string>();
  private readonly missingSince = new Map<string, number>();
  private lost: ReadonlySet<string> = new Set();
  /** Those whose cards are not of this run. */
  readonly strangers: Set<string> = new Set();
  private readonly banned = new Set<string>();
  /** How many are there who are of no use. */
  uselessCount = 0;
  /** Since when the members of a formation are as they are. */
  private standing: { readonly counts: string; readonly since: number } | undefined;
  private lookedAt = performance.now();
  private timer: NodeJS.Timeout | undefined;
  private isCalling = false;
  /** Called after each look. */
  onCall: (() => void) | undefined;

  constructor(broker: Broker, keys: RunKeys, leaseMs: number, key: Buffer, troubles: Troubles) {
    this.key = key;
    this.troubles = troubles;
    this.broker = broker;
    this.keys = keys;
    this.leaseMs = leaseMs;
  }

  start(): void {
    this.timer = setInterval(() => void this.call(), this.leaseMs / 3);
  }

  stop(): void {
    clearInterval(this.timer);
  }

  async call(): Promise<void> {
    if (this.isCalling) return;
    this.isCalling = true;
    try {
      const { broker, keys } = this;
      const listed = (await broker.items(keys.workers)).filter((name) => isWorkerName(name));
      const names = [...new Set([...listed, ...this.known])].sort();
      const asked = performance.now();
      const [cancel, ...values] = await broker.getAll([keys.cancel, ...names.map(keys.worker)]);
      this.isCancelled ||= cancel !== undefined;
      const cards = names.map((name, k) => ({ name, card: this.cardOf(name, values[k]) }));
      this.present = cards.flatMap(({ name, card }) => (card && !this.banned.has(name) ? [card] : []));
      this.uselessCount = cards.filter(({ name, card }) => card && this.banned.has(name)).length;
      for (const { name } of this.present) this.known.add(name);
      const now = performance.now();
      // Nobody knows what was in Redis while it did not answer, or while nobody looked.
      if (now - asked > this.leaseMs / 3) this.missingSince.clear();
      if (now - this.lookedAt > silentLeases * this.leaseMs) this.standing = undefined;
      this.lookedAt = now;
      for (const { name, card } of cards) {
        if (card) this.missingSince.delete(name);
        else if (!this.missingSince.has(name)) this.missingSince.set(name, now);
      }
      this.lost = new Set(
        [...this.missingSince].flatMap(([name, since]) => (now - since >= this.leaseMs / 2 ? [name] : [])),
      );
      // Who has left, or died long ago.
      for (const name of listed) if (this.lost.has(name)) await broker.drop(keys.workers, name);
      this.troubles.end(looking);
    } catch (error) {
      // While Redis does not answer, nobody is lost.
      this.missingSince.clear();
      this.troubles.note(looking, error);
    } finally {
      this.isCalling = false;
      this.onCall?.();
    }
  }

  private cardOf(name: string, text: string | undefined): WorkerCard | undefined {
    const card = cardIn(text);
    if (!card || card.name !== name) return undefined;
    if (isSigned(text!, card, this.key)) return card;
    this.strangers.add(name);
    return undefined;
  }

  /** Whether a worker is lost that was there. */
  isLost(name: string): boolean {
    return this.banned.has(name) || this.lost.has(name);
  }

  /** A worker that is of no use for this run. */
  ban(name: string): void {
    this.banned.add(name);
    this.present = this.present.filter((card) => card.name !== name);
  }

  get available(): readonly WorkerCard[] {
    return this.present.filter(({ refusal }) => refusal === undefined);
  }

  /**
   * Whether the members of a formation wait for letters that will not come, or else who of them is stuck. If Redis refuses
   * to give out letters, they may still come.
   */
  standstill(names: readonly string[], epoch: number): "silence" | readonly string[] {
    const cards = this.present.filter(({ name }) => names.includes(name));
    if (cards.length < names.length || cards.some((card) => card.epoch > epoch || card.trouble !== undefined)) {
      this.standing = undefined;
      return [];
    }
    const counts = cards
      .map((card) => [card.name, card.isIdle, card.epoch, card.order, card.sent, card.received, card.steps])
      .join(";");
    if (this.standing?.counts !== counts) this.standing = { counts, since: this.lookedAt };
    const leases = (this.lookedAt - this.standing.since) / this.leaseMs;
    if (leases > silentLeases && cards.every(({ isIdle }) => isIdle)) return "silence";
    if (leases <= stuckLeases) return [];
    const working = cards.filter(({ isWaiting }) => !isWaiting).map(({ name }) => name);
    return working.length > 0 ? working : "silence";
  }
}

const looking = "looking who is there";
const silentLeases = 2;
/** Who works for long without a pause has a card of so many leases at most. */
const stuckLeases = patientLeases + 2;

function isWorkerName(text: string): boolean {
  return /^[A-Za-z0-9][A-Za-z0-9.-]{0,127}$/.test(text);
}
