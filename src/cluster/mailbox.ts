/**
 * Letters between the coordinator and the workers of a run: each arrives once, and those of one sender in their order,
 * whatever happens to connections.
 *
 * Letters to one receiver are collected in envelopes of about 64 KB. An envelope is appended to the inbox of the receiver
 * again and again until Redis has accepted it. The receiver puts envelopes in the order of their numbers, and drops those
 * that it has. One that never arrives (Redis lost it) stops everything behind it, so the worst is silence, and the
 * coordinator hears that (`roll-call.ts`).
 *
 * All belong to a formation, which has an epoch. Letters of earlier epochs are dropped: who was thought to be dead can't
 * disturb. Letters of later epochs wait until this receiver belongs to them.
 */

import type { Broker } from "./broker.ts";
import { reasonIn } from "./broker.ts";
import { letterBytes, seal, unseal } from "./envelope.ts";
import type { Envelope, Letter } from "./envelope.ts";

/** The number of the coordinator, as a sender and as a receiver. */
export const coordinator = -1;

/** Letters are collected up to this size. */
const fullBytes = 2 ** 16;
/** So many envelopes to one receiver are under way at once. */
const mostUnderWay = 8;
/** If so many envelopes wait in an inbox, its senders wait. */
const mostWaiting = 512;
/** A receiver with so many bytes of letters that it has not looked at reads no more. */
const mostUnread = 2 ** 24;
/** A sender with so many bytes that are not accepted should not produce more. */
const mostUnsent = 2 ** 23;
const mostAhead = 2 ** 12;
const retryMs = 100;
const crowdedMs = 10;

export interface Arrived extends Letter {
  readonly from: number;
}

export interface Membership {
  readonly epoch: number;
  readonly self: number;
  /** The inboxes of the members, by their numbers. */
  readonly inboxes: readonly string[];
  readonly coordinatorInbox: string;
}

export class Mailbox {
  readonly inbox: string;
  /** Envelopes that were accepted by Redis, and that were read, in this epoch. */
  sent = 0;
  received = 0;
  /** Envelopes that were refused, and why the last one was. */
  refused = 0;
  lastRefusal: string | undefined;
  /** What has kept Redis from accepting or giving out envelopes, and since when. */
  trouble: { readonly reason: string; readonly since: number } | undefined;
  private readonly broker: Broker;
  private readonly key: Buffer;
  private membership: Membership | undefined;
  private outgoing = new Map<number, Lane>();
  private incoming = new Map<number, Incoming>();
  private future: Envelope[] = [];
  private readonly control: Letter[] = [];
  private lastControl = 0;
  private readonly controlNumbers = new Map<string, number>();
  private arrived: Arrived[] = [];
  private read = 0;
  private unreadBytes = 0;
  private unsentBytes = 0;
  private waiters: (() => void)[] = [];
  private isClosed = false;

  constructor(broker: Broker, key: Buffer, inbox: string) {
    this.broker = broker;
    this.key = key;
    this.inbox = inbox;
    void this.listen();
  }

  get epoch(): number {
    return this.membership?.epoch ?? 0;
  }

  /** Belongs to a formation from now on. What was not sent or read in the last one is dropped. */
  enter(membership: Membership): void {
    this.membership = membership;
    this.outgoing = new Map();
    this.incoming = new Map();
    this.arrived = [];
    this.read = 0;
    this.unreadBytes = this.unsentBytes = this.sent = this.received = 0;
    this.broker.rewind(this.inbox);
    const waiting = this.future;
    this.future = [];
    for (const envelope of waiting) this.sort(envelope);
    this.wake();
  }

  // -------------------------------------------------------------- sending

  send(to: number, kind: number, bytes: Uint8Array<ArrayBuffer>): void {
    const lane = this.laneTo(to);
    lane.letters.push({ kind, bytes });
    lane.bytes += letterBytes(bytes.length);
    this.unsentBytes += letterBytes(bytes.length);
    if (lane.bytes >= fullBytes) this.close(lane);
  }

  /** Sends what is collected. */
  flush(): void {
    for (const lane of this.outgoing.values()) this.close(lane);
  }

  /** Sends a letter to somebody who need not belong to the formation yet. */
  async command(inbox: string, letter: Letter): Promise<void> {
    const number = (this.controlNumbers.get(inbox) ?? 0) + 1;
    this.controlNumbers.set(inbox, number);
    const envelope = { epoch: 0, from: coordinator, to: 0, number, letters: [letter] };
    await this.broker.append(inbox, seal(this.key, envelope));
  }

  get isCrowded(): boolean {
    return this.unsentBytes > mostUnsent;
  }

  get hasSentAll(): boolean {
    return this.unsentBytes === 0;
  }

  private laneTo(to: number): Lane {
    const { epoch, self, inboxes, coordinatorInbox } = this.membership!;
    const known = this.outgoing.get(to);
    if (known) return known;
    const inbox = to === coordinator ? coordinatorInbox : inboxes[to]!;
    const lane: Lane = {
      epoch,
      from: self,
      to,
      inbox,
      letters: [],
      bytes: 0,
      number: 0,
      queue: [],
      underWay: 0,
      waiting: 0,
    };
    this.outgoing.set(to, lane);
    return lane;
  }

  private close(lane: Lane): void {
    if (lane.letters.length === 0) return;
    const { epoch, from, to, letters, bytes } = lane;
    const sealed = seal(this.key, { epoch, from, to, number: ++lane.number, letters });
    lane.queue.push({ sealed, bytes });
    lane.letters = [];
    lane.bytes = 0;
    this.pump(lane);
  }

  private pump(lane: Lane): void {
    while (lane.queue.length > 0 && lane.underWay < mostUnderWay && lane.waiting < mostWaiting) {
      lane.underWay++;
      void this.deliver(lane, lane.queue.shift()!);
    }
    if (lane.waiting >= mostWaiting && lane.underWay === 0) void this.awaitRoom(lane);
  }

  private async deliver(lane: Lane, { sealed, bytes }: Lane["queue"][number]): Promise<void> {
    while (this.isCurrent(lane)) {
      try {
        lane.waiting = await this.broker.append(lane.inbox, sealed);
        if (!this.isCurrent(lane)) return;
        this.trouble = undefined;
        break;
      } catch (error) {
        await this.hesitate(error);
      }
    }
    if (!this.isCurrent(lane)) return;
    lane.underWay--;
    this.unsentBytes -= bytes;
    this.sent++;
    this.pump(lane);
    this.wake();
  }

  private async awaitRoom(lane: Lane): Promise<void> {
    lane.underWay++;
    while (this.isCurrent(lane) && lane.waiting >= mostWaiting / 2) {
      await new Promise((resolve) => setTimeout(resolve, crowdedMs));
      lane.waiting = await this.broker.waiting(lane.inbox).catch(() => lane.waiting);
    }
    lane.underWay--;
    if (this.isCurrent(lane)) this.pump(lane);
  }

  private isCurrent(lane: Lane): boolean {
    return !this.isClosed && this.outgoing.get(lane.to) === lane;
  }

  private async hesitate(error: unknown): Promise<void> {
    this.trouble = { reason: reasonIn(error), since: this.trouble?.since ?? performance.now() };
    await new Promise((resolve) => setTimeout(resolve, retryMs));
  }

  // -------------------------------------------------------------- receiving

  /** The next letter of this formation. */
  next(): Arrived | undefined {
    const letter = this.arrived[this.read];
    if (!letter) {
      this.arrived = [];
      this.read = 0;
      return undefined;
    }
    this.read++;
    this.unreadBytes -= letter.bytes.length;
    return letter;
  }

  /** The next letter that came without a formation. */
  nextCommand(): Letter | undefined {
    return this.control.shift();
  }

  get hasCommand(): boolean {
    return this.control.length > 0;
  }

  /** Waits until something happens, or until the time has passed. */
  change(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.waiters.push(() => {
        clearTimeout(timer);
        resolve();
      });
    });
  }

  private async listen(): Promise<void> {
    while (!this.isClosed) {
      if (this.unreadBytes > mostUnread) {
        await this.change(crowdedMs);
        continue;
      }
      try {
        for (const sealed of await this.broker.take(this.inbox)) this.open(sealed);
        this.wake();
      } catch (error) {
        if (!this.isClosed) await this.hesitate(error);
      }
    }
  }

  private open(sealed: Buffer): void {
    const envelope = unseal(this.key, sealed);
    if (typeof envelope === "string") this.refuse(envelope);
    else this.sort(envelope);
  }

  private refuse(reason: string): void {
    this.refused++;
    this.lastRefusal = reason;
  }

  private sort(envelope: Envelope): void {
    const { epoch, from, to, number, letters } = envelope;
    if (epoch === 0) {
      if (number <= this.lastControl) return;
      this.lastControl = number;
      this.control.push(...letters);
    } else if (epoch > this.epoch) {
      if (this.future.length < mostAhead) this.future.push(envelope);
    } else if (epoch === this.epoch) {
      const { self, inboxes } = this.membership!;
      if (to !== self || from < coordinator || from >= inboxes.length) this.refuse("it is not for this member");
      else this.inOrder(envelope);
    }
  }

  private inOrder(envelope: Envelope): void {
    const { from, number } = envelope;
    const known = this.incoming.get(from) ?? { last: 0, ahead: new Map<number, Envelope>() };
    this.incoming.set(from, known);
    if (number <= known.last || known.ahead.size >= mostAhead) return;
    known.ahead.set(number, envelope);
    for (let next = known.ahead.get(known.last + 1); next; next = known.ahead.get(known.last + 1)) {
      known.ahead.delete(++known.last);
      this.received++;
      for (const { kind, bytes } of next.letters) {
        this.arrived.push({ from, kind, bytes });
        this.unreadBytes += bytes.length;
      }
    }
  }

  private wake(): void {
    const { waiters } = this;
    this.waiters = [];
    for (const resume of waiters) resume();
  }

  end(): void {
    this.isClosed = true;
    this.wake();
  }
}

/** The way to one receiver. */
interface Lane {
  readonly epoch: number;
  readonly from: number;
  readonly to: number;
  readonly inbox: string;
  letters: Letter[];
  bytes: number;
  /** Of the last envelope. */
  number: number;
  readonly queue: { readonly sealed: Buffer; readonly bytes: number }[];
  underWay: number;
  /** The number of envelopes in the inbox, as far as it is known. */
  waiting: number;
}

interface Incoming {
  last: number;
  readonly ahead: Map<number, Envelope>;
}
