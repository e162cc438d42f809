/**
 * The exchange of states between the shards of all members, in phases.
 *
 * In a phase a member sends states to the shards that own them, and inserts what arrives. Then it tells everybody that it
 * sends no more, and the phase ends for it when everybody has told it the same. Inserting a state twice has no effect,
 * and no message depends on the order of others within a phase.
 */

import { InternalError } from "../util/internal-error.ts";
import { look, Stopped } from "../util/limits.ts";
import type { Limit } from "../util/limits.ts";
import { noGround } from "./ground.ts";
import type { Ground, Place } from "./ground.ts";
import { status } from "./heap.ts";
import { codeOf, headerOf, headerWords, kind, limitIn } from "./message.ts";
import type { Header } from "./message.ts";
import { binWords } from "./outbox.ts";
import type { Transport } from "./transport.ts";

/** The number of states that are expanded between two looks at what has arrived. */
const slice = 1024;

export const isWaiting = "waiting";
/** Work yields after each slice, with `isWaiting` if only a message can continue it. */
export type Work<T> = Generator<typeof isWaiting | undefined, T>;

export class Correspondence {
  /** The shards that take part. */
  ground: Ground = noGround;
  /** The limit that this member reached, or was told of. */
  limit: Limit | undefined;
  private readonly transport: Transport;
  /** The number of phases in which this member has sent everything, and in which each of the others has. */
  private phase = 0;
  private readonly ended: Int32Array;

  constructor(transport: Transport) {
    this.transport = transport;
    this.ended = new Int32Array(transport.memberCount);
  }

  /** A phase: lets each place produce successors until it is done, and ends when everybody has. */
  *exchange(produce: (place: Place, budget: number) => number): Work<void> {
    for (const place of this.ground.places) {
      for (;;) {
        if (this.limit !== undefined) break;
        const result = this.attempt(() => produce(place, slice));
        this.noteLimit(result);
        this.receive();
        yield;
        if (result === status.done) break;
      }
    }
    this.attempt(() => this.sendRest());
    this.sayEnd();
    for (;;) {
      this.receive();
      if (this.ended.every((phases) => phases >= this.phase)) break;
      this.attempt(() => look());
      // Then others end by themselves.
      if (this.limit === "time" || this.limit === "cancelled") return;
      yield isWaiting;
    }
    this.attempt(() => this.insertSorted());
  }

  private sayEnd(): void {
    const { self, memberCount } = this.transport;
    const end = { kind: kind.end, phase: this.phase, from: self, to: 0, count: codeOf(this.limit) };
    for (let to = 0; to < memberCount; to++) if (to !== self) this.attempt(() => this.post(to, end));
    this.phase++;
    this.ended[self] = this.phase;
  }

  // -------------------------------------------------------------- sending

  private sendRest(): void {
    const { places, division } = this.ground;
    for (const place of places) for (let to = 0; to < division.memberOf.length; to++) this.sendBin(place, to);
    // Origins that led to the next level must be known before the phase ends.
    this.insertSorted();
  }

  private insertSorted(): void {
    for (const { shard } of this.ground.places) {
      shard.exports.insertSorted!();
      this.noteLimit(shard.exports.stopped.value);
    }
  }

  /** Sends the states in the bin of a shard, and empties it. */
  sendBin({ shard, number }: Place, to: number): void {
    const { bins, stateBytes } = shard.program.exchange!;
    const bin = bins / 4 + to * binWords;
    const end = shard.words[bin + 1]! >>> 0;
    const first = end - shard.exports.binBytes!.value;
    const next = shard.words[bin]! >>> 0;
    if (next === first) return;
    const count = (next - first) / stateBytes;
    // Memory may grow while the message waits, and then older views are empty.
    const payload = (): Int32Array => shard.words.subarray(first >>> 2, next >>> 2);
    this.pass({ kind: kind.states, phase: this.phase, from: number, to, count }, payload);
    shard.words[bin] = first | 0;
  }

  /** Brings a message to a shard, here or elsewhere. */
  private pass(header: Header, payload: () => Int32Array): void {
    const member = this.ground.division.memberOf[header.to]!;
    if (member === this.transport.self) this.accept(header, payload());
    else this.post(member, header, payload);
  }

  private post(member: number, header: Header, payload?: () => Int32Array): void {
    this.transport.post(member, header, payload, () => {
      // Others may have ended without taking what was sent to them.
      look();
      this.receive();
    });
  }

  // -------------------------------------------------------------- receiving

  /** Takes what has arrived. A thread may call it between two steps of the work. */
  receive(): void {
    for (let message = this.transport.take(); message; message = this.transport.take()) {
      const header = headerOf(message);
      const payload = message.subarray(headerWords);
      this.requireOrder(header);
      this.attempt(() => this.accept(header, payload));
    }
  }

  /** A message belongs to the phase after those that its sender has ended. */
  private requireOrder({ kind: what, phase, from }: Header): void {
    const member = what === kind.end ? from : this.ground.division.memberOf[from]!;
    if (this.ended[member] !== phase) throw new InternalError("a message of another phase arrived");
  }

  private accept({ kind: what, from, to, count }: Header, payload: Int32Array): void {
    if (what === kind.end) {
      this.ended[from]!++;
      this.limit ??= limitIn(count);
      return;
    }
    const place = this.ground.places.find(({ number }) => number === to);
    if (!place) throw new InternalError("a message came to the wrong member");
    const width = payload.length / count;
    const most = Math.floor(place.inboxBytes / 4 / width);
    // To answer it may take further messages, which end the life of this one.
    const items = count > most ? payload.slice() : payload;
    for (let first = 0; first < count; first += most) {
      const part = items.subarray(first * width, Math.min(count, first + most) * width);
      place.shard.words.set(part, place.inbox / 4);
      this.take(what, place, part.length / width, from);
    }
  }

  /** Takes what is in the inbox of a shard. */
  private take(what: number, place: Place, count: number, from: number): void {
    const { exports } = place.shard;
    if (what === kind.ahead) {
      exports.unmarkStates!(place.inbox, count);
      return;
    }
    if (exports.aheadNext) exports.aheadNext.value = place.ahead;
    exports.insertStates!(place.inbox, count);
    this.noteLimit(exports.stopped.value);
    if (exports.aheadNext) this.answer(place, from);
  }

  /** Tells a shard which of its states led to the next level. */
  private answer(place: Place, to: number): void {
    const next = place.shard.exports.aheadNext!;
    const ids = place.shard.words.slice(place.ahead / 4, next.value >>> 2);
    next.value = 0;
    if (ids.length === 0) return;
    this.pass({ kind: kind.ahead, phase: this.phase, from: place.number, to, count: ids.length }, () => ids);
  }

  // -------------------------------------------------------------- limits

  private noteLimit(result: number | undefined): void {
    if (result === status.memoryLimit || result === status.stateLimit) this.limit ??= "memory";
  }

  /** Runs work unless it reaches a limit. */
  attempt<T>(work: () => T): T | undefined {
    try {
      return work();
    } catch (error) {
      if (error instanceof WebAssembly.RuntimeError) {
        throw new InternalError("the compiled search stored a value that domain inference had ruled out", {
          cause: error,
        });
      }
      if (!(error instanceof Stopped)) throw error;
      this.limit ??= error.limit;
      return undefined;
    }
  }
}
