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
import { Draft, Letter, letterBytes, sealed, unseal, writeBytes } from "./envelope.ts";
import type { Envelope } from "./envelope.ts";
import { Troubles } from "./troubles.ts";

/** The number of the coordinator, as a sender and as a receiver. */
export const coordinator = -1;

/** Letters are collected up to this size. */
const fullBytes = 2 ** 16;
/** A draft has room for one more letter of the usual size. */
const roomBytes = fullBytes + 2 ** 13;
/** Longer letters are cut into parts. All but the last are marked in their kind. */
const partBytes = 2 ** 22;
const goesOn = 2 ** 16;
/** So many envelopes to one receiver are under way at once. */
const mostUnderWay = 8;
/** If so many envelopes wait in an inbox, its senders wait. It is looked at after each eighth envelope. */
const mostWaiting = 512;
const lookEvery = 8;
/** A receiver with so many bytes of letters that it has not looked at reads no more. */
const mostUnread = 2 ** 24;
/** A sender with so many bytes that are not accepted should not produce more. */
const mostUnsent = 2 ** 23;
const mostAhead = 2 ** 12;
const retryMs = 100;
const crowdedMs = 10;

export interface Arrived {
  readonly from: number;
  readonly letter: Letter;
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
  /** What keeps Redis from accepting or giving out envelopes. */
  readonly troubles: Troubles = new Troubles();
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
    // Nobody writes to the others any more.
    const tried = new Set([...membership.inboxes, membership.coordinatorInbox].map(writing)).add(reading(this.inbox));
    this.troubles.keep((what) => tried.has(what));
    this.broker.rewind(this.inbox);
    const waiting = this.future;
    this.future = [];
    for (const envelope of waiting) this.sort(envelope);
    this.wake();
  }

  // -------------------------------------------------------------- sending

  send(to: number, kind: number, bytes: Uint8Array): void {
    let at = 0;
    for (; bytes.length - at > partBytes; at += partBytes) {
      writeBytes(this.place(to, kind + goesOn, partBytes), bytes.subarray(at, at + partBytes));
    }
    writeBytes(this.place(to, kind, bytes.length - at), bytes.subarray(at));
    this.closeFull(to);
  }

  /** Sends words, which are written where they leave from. */
  sendWords(to: number, kind: number, count: number, write: (place: Int32Array) => void): void {
    write(this.place(to, kind, 4 * count));
    this.closeFull(to);
  }

  /** Room for a letter. */
  private place(to: number, kind: number, bytes: number): Int32Array {
    this.closeFull(to);
    const lane = this.laneTo(to);
    lane.draft ??= new Draft(roomBytes);
    this.unsentBytes += letterBytes(bytes);
    return lane.draft.letter(kind, bytes);
  }

  private closeFull(to: number): void {
    const lane = this.laneTo(to);
    if (lane.draft && lane.draft.byteLength >= fullBytes) this.close(lane);
  }

  /** Sends what is collected. */
  flush(): void {
    for (const lane of this.outgoing.values()) this.close(lane);
  }

  /** Sends a letter to somebody who need not belong to the formation yet. */
  async command(inbox: string, kind: number, bytes: Uint8Array = new Uint8Array(0)): Promise<void> {
    const number = (this.controlNumbers.get(inbox) ?? 0) + 1;
    this.controlNumbers.set(inbox, number);
    const head = { epoch: 0, from: coordinator, to: 0, number };
    try {
      await this.broker.append(inbox, sealed({ key: this.key, inbox }, head, kind, bytes));
      this.troubles.end(writing(inbox));
    } catch (error) {
      this.troubles.note(writing(inbox), error);
      throw error;
    }
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
      draft: undefined,
      number: 0,
      queue: [],
      underWay: 0,
      waiting: 0,
    };
    this.outgoing.set(to, lane);
    return lane;
  }

  private close(lane: Lane): void {
    const { epoch, from, to, inbox, draft } = lane;
    if (!draft) return;
    const number = ++lane.number;
    const entry = draft.seal({ key: this.key, inbox }, { epoch, from, to, number });
    lane.queue.push({ number, entry, bytes: draft.byteLength });
    lane.draft = undefined;
    this.pump(lane);
  }

  private pump(lane: Lane): void {
    while (lane.queue.length > 0 && lane.underWay < mostUnderWay && lane.waiting < mostWaiting) {
      lane.underWay++;
      void this.deliver(lane, lane.queue.shift()!);
    }
    if (lane.waiting >= mostWaiting && lane.underWay === 0) void this.awaitRoom(lane);
  }

  private async deliver(lane: Lane, { number, entry, bytes }: Lane["queue"][number]): Promise<void> {
    while (this.isCurrent(lane)) {
      try {
        const looks = number % lookEvery === 0;
        const [, waiting] = await Promise.all([
          this.broker.append(lane.inbox, entry),
          looks ? this.broker.waiting(lane.inbox) : lane.waiting,
        ]);
        if (looks) lane.waiting = waiting;
        if (!this.isCurrent(lane)) return;
        this.troubles.end(writing(lane.inbox));
        break;
      } catch (error) {
        if (this.isCurrent(lane)) await this.hesitate(writing(lane.inbox), error);
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
      try {
        lane.waiting = await this.broker.waiting(lane.inbox);
        this.troubles.end(writing(lane.inbox));
      } catch (error) {
        if (this.isCurrent(lane)) await this.hesitate(writing(lane.inbox), error);
      }
    }
    lane.underWay--;
    if (this.isCurrent(lane)) this.pump(lane);
  }

  private isCurrent(lane: Lane): boolean {
    return !this.isClosed && this.outgoing.get(lane.to) === lane;
  }

  private async hesitate(what: string, error: unknown): Promise<void> {
    this.troubles.note(what, error);
    await new Promise((resolve) => setTimeout(resolve, retryMs));
  }

  // -------------------------------------------------------------- receiving

  /** The next letter of this formation. */
  next(): Arrived | undefined {
    const arrived = this.arrived[this.read];
    if (!arrived) {
      this.arrived = [];
      this.read = 0;
      return undefined;
    }
    this.read++;
    this.unreadBytes -= arrived.letter.byteLength;
    return arrived;
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
        for (const entry of await this.broker.take(this.inbox)) this.open(entry);
        this.troubles.end(reading(this.inbox));
        this.wake();
      } catch (error) {
        if (!this.isClosed) await this.hesitate(reading(this.inbox), error);
      }
    }
  }

  private open(entry: Buffer): void {
    const envelope = unseal({ key: this.key, inbox: this.inbox }, entry);
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
    const known = this.incoming.get(from) ?? { last: 0, ahead: new Map<number, Envelope>(), parts: [] };
    this.incoming.set(from, known);
    if (number <= known.last || known.ahead.size >= mostAhead) return;
    known.ahead.set(number, envelope);
    for (let next = known.ahead.get(known.last + 1); next; next = known.ahead.get(known.last + 1)) {
      known.ahead.delete(++known.last);
      this.received++;
      for (const letter of next.letters) this.arrive(from, known, letter);
    }
  }

  private arrive(from: number, { parts }: Incoming, letter: Letter): void {
    if (letter.kind >= goesOn) {
      parts.push(letter);
      return;
    }
    const whole = parts.length > 0 ? joined([...parts.splice(0), letter]) : letter;
    this.arrived.push({ from, letter: whole });
    this.unreadBytes += whole.byteLength;
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

function writing(inbox: string): string {
  return `writing to ${inbox}`;
}

function reading(inbox: string): string {
  return `reading ${inbox}`;
}

/** The way to one receiver. */
interface Lane {
  readonly epoch: number;
  readonly from: number;
  readonly to: number;
  readonly inbox: string;
  draft: Draft | undefined;
  /** Of the last envelope. */
  number: number;
  readonly queue: { readonly number: number; readonly entry: Buffer; readonly bytes: number }[];
  underWay: number;
  /** The number of envelopes in the inbox, as far as it is known. */
  waiting: number;
}

interface Incoming {
  last: number;
  readonly ahead: Map<number, Envelope>;
  /** Of a long letter. */
  readonly parts: Letter[];
}

function joined(parts: readonly Letter[]): Letter {
  const all = new Uint8Array(parts.reduce((sum, { byteLength }) => sum + byteLength, 0));
  let at = 0;
  for (const { bytes } of parts) {
    all.set(bytes, at);
    at += bytes.length;
  }
  return new Letter(parts.at(-1)!.kind, all.buffer, 0, all.length);
}
