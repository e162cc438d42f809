/**
 * Transport between threads: for each pair of members and each direction, a ring of words in shared memory with one
 * writer and one reader, and for each member a bell that others ring when there is something to read.
 *
 * A message is in one piece, behind its length. If it does not fit before the end of the ring, a length of -1 sends the
 * reader to the beginning. The writer alone moves `written`, the reader alone `read`; both count words and wrap at 2^32,
 * a multiple of the size of the ring. A writer without room rings its own drum: it takes what has arrived meanwhile.
 */

import { headerWords } from "./message.ts";
import type { Header } from "./message.ts";
import type { Transport } from "./transport.ts";

/** The words of a ring, a power of two: many messages of the largest size (`ground.ts`). */
const ringWords = 2 ** 18;
const written = 0;
const read = 16;
const dataStart = 32;
/** The longest time to wait for a bell: limits are looked at in between. */
const waitMs = 20;

/** The shared memory of a crew. */
export interface Rings {
  /** `between[from][to]`; none from a member to itself. */
  readonly between: readonly (readonly (SharedArrayBuffer | undefined)[])[];
  /** A bell for each member, and behind them a word that is not 0 when all shall end. */
  readonly bells: SharedArrayBuffer;
}

export function makeRings(memberCount: number): Rings {
  const members = Array.from({ length: memberCount }, (_, member) => member);
  return {
    between: members.map((from) =>
      members.map((to) => (from === to ? undefined : new SharedArrayBuffer(4 * (dataStart + ringWords)))),
    ),
    bells: new SharedArrayBuffer(4 * (memberCount + 1)),
  };
}

/** Tells all members to end. */
export function stopAll({ bells }: Rings): void {
  const words = new Int32Array(bells);
  Atomics.store(words, words.length - 1, 1);
  for (let member = 0; member < words.length - 1; member++) {
    Atomics.add(words, member, 1);
    Atomics.notify(words, member);
  }
}

export class RingTransport implements Transport {
  readonly self: number;
  readonly memberCount: number;
  private readonly outgoing: readonly (Int32Array<SharedArrayBuffer> | undefined)[];
  private readonly incoming: readonly Int32Array<SharedArrayBuffer>[];
  private readonly bells: Int32Array<SharedArrayBuffer>;
  private heard = 0;
  /** The ring of the message that was taken last, and the end of the message. */
  private held: { readonly ring: Int32Array<SharedArrayBuffer>; readonly end: number } | undefined;
  private next = 0;

  constructor(self: number, { between, bells }: Rings) {
    const view = (buffer: SharedArrayBuffer | undefined): Int32Array<SharedArrayBuffer>[] =>
      buffer ? [new Int32Array(buffer)] : [];
    this.self = self;
    this.memberCount = between.length;
    this.outgoing = between[self]!.map((buffer) => view(buffer)[0]);
    this.incoming = between.flatMap((row) => view(row[self]));
    this.bells = new Int32Array(bells);
  }

  /** Whether all shall end. */
  get isStopped(): boolean {
    return Atomics.load(this.bells, this.memberCount) !== 0;
  }

  post(to: number, header: Header, payload: (() => Int32Array) | undefined, meanwhile: () => void): void {
    const ring = this.outgoing[to]!;
    const itemWords = payload ? payload().length : 0;
    const length = 1 + headerWords + itemWords;
    while (!this.hasRoom(ring, length)) {
      // It may post messages itself, so nothing that is known of the ring before is true afterwards.
      meanwhile();
      if (this.isStopped) return;
      this.wait(1);
    }
    let at = Atomics.load(ring, written) >>> 0;
    const left = ringWords - (at % ringWords);
    if (left < length) {
      ring[dataStart + (at % ringWords)] = -1;
      at += left;
    }
    const start = dataStart + (at % ringWords);
    ring[start] = length - 1;
    ring.set([header.kind, header.phase, header.from, header.to, header.count], start + 1);
    if (payload) ring.set(payload(), start + 1 + headerWords);
    Atomics.store(ring, written, (at + length) | 0);
    Atomics.add(this.bells, to, 1);
    Atomics.notify(this.bells, to);
  }

  private hasRoom(ring: Int32Array, length: number): boolean {
    const at = Atomics.load(ring, written) >>> 0;
    const left = ringWords - (at % ringWords);
    const used = (at - (Atomics.load(ring, read) >>> 0)) >>> 0;
    return ringWords - used >= (left < length ? left + length : length);
  }

  take(): Int32Array | undefined {
    if (this.held) Atomics.store(this.held.ring, read, this.held.end | 0);
    this.held = undefined;
    this.heard = Atomics.load(this.bells, this.self);
    for (let left = this.incoming.length; left > 0; left--) {
      const ring = this.incoming[this.next]!;
      this.next = (this.next + 1) % this.incoming.length;
      let at = Atomics.load(ring, read) >>> 0;
      if (at === Atomics.load(ring, written) >>> 0) continue;
      if (ring[dataStart + (at % ringWords)] === -1) at += ringWords - (at % ringWords);
      const start = dataStart + (at % ringWords);
      const length = ring[start]!;
      this.held = { ring, end: at + 1 + length };
      return ring.subarray(start + 1, start + 1 + length);
    }
    return undefined;
  }

  /** Waits until something may have arrived since the last time that nothing could be taken. */
  wait(ms: number = waitMs): void {
    Atomics.wait(this.bells, this.self, this.heard, ms);
  }
}
