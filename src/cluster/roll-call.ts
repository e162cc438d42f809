/**
 * Who is there: the coordinator looks at the cards of the workers, three times in a lease.
 *
 * A worker is lost if its card has been missing for half a lease, and Redis has answered all the time: who leaves removes
 * its card and its name, so those who were ever there are looked for, not only those on the list. A formation is silent
 * if all its members wait for letters and nobody has sent or received one for two leases: then Redis has lost some.
 */

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
  private silence: { readonly counts: string; readonly since: number } | undefined;
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
      for (const { name } of this.present) this.known.add(name);
      const now = performance.now();
      // Nobody knows what was in Redis while it did not answer.
      if (now - asked > this.leaseMs / 3) this.missingSince.clear();
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

  get bannedCount(): number {
    return this.banned.size;
  }

  /**
   * Whether the members of a formation wait for letters that will not come. If Redis refuses to give out letters, they may
   * still come.
   */
  isSilent(names: readonly string[], epoch: number): boolean {
    const cards = names.map((name) => this.present.find((card) => card.name === name));
    if (!cards.every((card) => card && card.epoch <= epoch && card.isIdle && card.trouble === undefined)) {
      this.silence = undefined;
      return false;
    }
    const counts = cards.map((card) => `${card!.epoch} ${card!.order} ${card!.sent} ${card!.received}`).join();
    if (this.silence?.counts !== counts) this.silence = { counts, since: performance.now() };
    return performance.now() - this.silence.since > 2 * this.leaseMs;
  }
}

const looking = "looking who is there";

function isWorkerName(text: string): boolean {
  return /^[A-Za-z0-9][A-Za-z0-9.-]{0,127}$/.test(text);
}
