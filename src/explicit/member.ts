/**
 * A member of a crew: some shards of a search in one thread, which exchange states with those of other members.
 *
 * The search goes level by level, and all members are in the same level. An order of the crew (`team.ts`) is one phase of
 * the protocol, or two: the member expands its states, sends successors to the shards that own their partitions, inserts
 * what arrives, tells everybody that it sends no more, and has ended when everybody has told it the same. Then all
 * successors of the level are stored, whoever found them. The report with the counts is the answer to the order.
 *
 * Work is a generator, so that the thread decides what happens meanwhile: it yields after each slice, with `isWaiting` if
 * only a message can continue it. Inserting a state twice has no effect, and no message depends on the order of others
 * within a phase.
 */

import { InternalError } from "../util/internal-error.ts";
import { look, Stopped } from "../util/limits.ts";
import type { Limit } from "../util/limits.ts";
import { use } from "./batch.ts";
import { closeFindings, findingsIn, leastFindings } from "./finding.ts";
import type { Finding } from "./finding.ts";
import { status } from "./heap.ts";
import { boundsOf, mergeSamples, packedAt, sampleAhead, seekOrigins, statesOf } from "./level.ts";
import { codeOf, headerOf, headerWords, kind, limitIn } from "./message.ts";
import type { Header } from "./message.ts";
import { binWords } from "./outbox.ts";
import { ownersOf, partitionCount } from "./partition.ts";
import type { Program } from "./program.ts";
import { Shard } from "./shard.ts";
import { noTotals, sumOf, totalsOf } from "./totals.ts";
import type { Totals } from "./totals.ts";
import type { Transport } from "./transport.ts";

/** The shards of a search. */
export interface Division {
  /** The member of each shard. */
  readonly memberOf: readonly number[];
  /** The most memory of a shard. */
  readonly shardBytes: number;
}

export type Order =
  /** Makes empty shards for a program, beside those there are. */
  | {
      readonly kind: "load";
      readonly program: Program;
      readonly module: WebAssembly.Module;
      readonly division: Division;
    }
  /** Stores the states of a level in the new shards: these packed states, or else those of the old shards. */
  | {
      readonly kind: "adopt";
      readonly level: number;
      readonly states?: Int32Array | undefined;
      /** Whether these are more states of the level of the order before. */
      readonly goesOn?: boolean | undefined;
    }
  /** The new shards replace the old ones. All levels but the last are expanded; the transitions are counted before. */
  | { readonly kind: "settle" }
  /** The new shards are given up. */
  | { readonly kind: "unload" }
  /** Begins a level. What was found in earlier ones is not looked for. */
  | { readonly kind: "expand"; readonly found: readonly (Finding | undefined)[]; readonly reduces: boolean }
  /** Expands in full what partial-order reduction must not put off. */
  | { readonly kind: "pending" }
  | { readonly kind: "seek"; readonly level: number; readonly targets: readonly Int32Array[] }
  | { readonly kind: "states"; readonly level: number }
  /** Copies at most so many states of a level, from one of its states on. */
  | { readonly kind: "copy"; readonly level: number; readonly from: number; readonly most: number }
  | { readonly kind: "sample"; readonly most: number }
  /** Counts the transient states that are not expanded yet. */
  | { readonly kind: "transient" };

export interface Report {
  readonly totals: Totals;
  /** The findings in the level under way. */
  readonly findings: readonly (Finding | undefined)[];
  /** The limit that this member reached, or was told of. */
  readonly limit: Limit | undefined;
  /** The number of states in each of its shards. */
  readonly stored: readonly number[];
  /** The answer to `seek`, `states`, `copy` or `sample`. */
  readonly states?: readonly (Int32Array | undefined)[] | undefined;
  /** The answer to `transient`. */
  readonly transientAhead?: number | undefined;
}

/** The number of states that are expanded between two looks at what has arrived. */
const slice = 1024;
/** The size of a bin, which is also that of the largest message; larger ones when a shard stores so many times as much. */
export const smallBin: number = 2 ** 11;
const largestBin = 2 ** 18;
const storedPerBin = 2 ** 12;

/** The stored bytes from which on a shard collects its own states in bins, too. */
const worthOwnBins = 2 ** 29;

export const isWaiting = "waiting";
type Work<T> = Generator<typeof isWaiting | undefined, T>;

/** A shard with room for a message. */
interface Place {
  readonly shard: Shard;
  readonly number: number;
  inbox: number;
  inboxBytes: number;
  ahead: number;
}

/** The shards of this member, and who owns the partitions. */
interface Ground {
  readonly division: Division;
  readonly owners: Int32Array;
  readonly places: readonly Place[];
}

const nothing: Ground = { division: { memberOf: [], shardBytes: 0 }, owners: new Int32Array(0), places: [] };

export class Member {
  private readonly transport: Transport;
  private ground: Ground;
  /** What will replace it. Then the exchange is between the shards there. */
  private next: Ground | undefined;
  private level = -1;
  /** The number of phases in which this member has sent everything, and in which each of the others has. */
  private phase = 0;
  private readonly ended: Int32Array;
  private limit: Limit | undefined;

  /** If the crew changes, the states of the `previous` member are there to be adopted. */
  constructor(transport: Transport, previous?: Member) {
    this.ground = previous?.ground ?? nothing;
    this.transport = transport;
    this.ended = new Int32Array(transport.memberCount);
  }

  private get places(): readonly Place[] {
    return this.ground.places;
  }

  /** The shards that take part in the exchange. */
  private get active(): Ground {
    return this.next ?? this.ground;
  }

  *obey(order: Order): Work<Report> {
    switch (order.kind) {
      case "load":
        this.load(order);
        break;
      case "adopt":
        yield* this.adopt(order);
        break;
      case "settle":
        this.settle();
        break;
      case "unload":
        this.next = undefined;
        this.limit = undefined;
        break;
      case "expand":
        yield* this.expand(order.found, order.reduces);
        break;
      case "pending":
        yield* this.expandPending();
        break;
      case "seek":
        return { ...this.report(), states: yield* this.seek(order.level, order.targets) };
      case "states":
        return { ...this.report(), states: this.places.flatMap(({ shard }) => statesOf(shard, order.level)) };
      case "copy":
        return { ...this.report(), states: [this.copyOf(order.level, order.from, order.most)] };
      case "sample":
        return { ...this.report(), states: yield* this.sample(order.most) };
      case "transient":
        return {
          ...this.report(),
          transientAhead: this.places.reduce((n, { shard }) => n + shard.countTransient(shard.exports.cursor.value), 0),
        };
    }
    return this.report();
  }

  /** The states and transitions so far. */
  get meter(): readonly [states: number, transitions: number] {
    let [states, transitions] = [0, 0];
    for (const { shard } of this.places) {
      states += shard.exports.count.value;
      transitions += Number(shard.exports.transitions.value);
    }
    return [states, transitions];
  }

  private report(): Report {
    const shards = this.active.places.map(({ shard }) => shard);
    if (shards.length === 0) return { totals: noTotals, findings: [], limit: this.limit, stored: [] };
    return {
      totals: sumOf(shards.map(totalsOf)),
      findings: leastFindings(shards.map((shard) => findingsIn(shard, this.level))),
      limit: this.limit,
      stored: shards.map(({ exports }) => exports.count.value),
    };
  }

  // -------------------------------------------------------------- shards

  private load({ program, module, division }: Order & { readonly kind: "load" }): void {
    const { memberOf, shardBytes } = division;
    const owners = ownersOf(memberOf.length);
    const own = memberOf.flatMap((member, shard) => (member === this.transport.self ? [shard] : []));
    this.next = { division, owners, places: [] };
    this.attempt(() => {
      const places = own.map((number) => this.open(new Shard(program, module, shardBytes), number, owners));
      this.next = { division, owners, places };
    });
  }

  private open(shard: Shard, number: number, owners: Int32Array): Place {
    const place: Place = { shard, number, inbox: 0, inboxBytes: 0, ahead: 0 };
    if (shard.exports.startStates!() !== status.done) throw new Stopped("memory");
    shard.exports.use.value = use.send;
    this.makeRoom(place, smallBin);
    const { bins } = shard.program.exchange!;
    for (let partition = 0; partition < partitionCount; partition++) {
      const bin = bins / 4 + partition * binWords;
      const isOwn = Number(owners[partition] === number);
      shard.words[bin + 2] = isOwn;
      // Small tables are in the processor's cache anyway.
      shard.words[bin + 3] = isOwn;
    }
    shard.onFullBin = (partition) => this.sendBin(place, partition);
    return place;
  }

  /** Bins, and room for a message, of about so many bytes. */
  private makeRoom(place: Place, bytes: number): void {
    const { exports, program } = place.shard;
    const { stateBytes } = program.exchange!;
    const binBytes = Math.max(1, Math.floor(bytes / stateBytes)) * stateBytes;
    place.inbox = exports.allocateRoom!(binBytes) >>> 0;
    place.inboxBytes = binBytes;
    place.ahead = program.reduces ? exports.allocateRoom!(4 * (binBytes / stateBytes)) >>> 0 : 0;
    if (place.inbox === 0 || exports.startBins!(binBytes) !== status.done) throw new Stopped("memory");
  }

  /** Larger bins for larger shards, since they keep what belongs together in the processor's cache. */
  private enlargeBins(place: Place): void {
    const { exports } = place.shard;
    const stored = (exports.heap.value >>> 0) / storedPerBin;
    const bytes = exports.binBytes!.value;
    if (bytes >= largestBin || stored < 4 * bytes) return;
    this.makeRoom(place, Math.min(largestBin, 4 * bytes));
    if (stored < worthOwnBins / storedPerBin) return;
    const { bins } = place.shard.program.exchange!;
    for (let partition = 0; partition < partitionCount; partition++) {
      place.shard.words[bins / 4 + partition * binWords + 3] = 0;
    }
  }

  // -------------------------------------------------------------- phases

  private *expand(found: readonly (Finding | undefined)[], reduces: boolean): Work<void> {
    for (const place of this.places) {
      closeFindings(place.shard, found);
      if (place.shard.exports.reduces) place.shard.exports.reduces.value = Number(reduces);
      place.shard.beginLevel();
      this.attempt(() => this.enlargeBins(place));
    }
    this.level++;
    yield* this.exchange(({ shard }, budget) => shard.exports.expand(budget));
    // Then the states that found something new get to know it.
    if (this.places[0]!.shard.program.reduces) yield* this.exchange(() => status.done);
  }

  private *expandPending(): Work<void> {
    for (const { shard } of this.places) shard.exports.cursor.value = shard.levels.at(-1)!;
    yield* this.exchange(({ shard }, budget) => shard.exports.expandPending!(budget));
  }

  /** Lets each place produce successors until it is done, and ends when everybody has. */
  private *exchange(produce: (place: Place, budget: number) => number): Work<void> {
    for (const place of this.active.places) {
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
    const { self, memberCount } = this.transport;
    const end = { kind: kind.end, phase: this.phase, from: self, to: 0, count: codeOf(this.limit) };
    for (let to = 0; to < memberCount; to++) if (to !== self) this.attempt(() => this.post(to, end));
    this.phase++;
    this.ended[self] = this.phase;
    for (;;) {
      this.receive();
      if (this.ended.every((phases) => phases >= this.phase)) return;
      this.attempt(() => look());
      // Then others end by themselves.
      if (this.limit === "time" || this.limit === "cancelled") return;
      yield isWaiting;
    }
  }

  private *adopt({ level, states, goesOn = false }: Order & { readonly kind: "adopt" }): Work<void> {
    const next = this.active.places;
    if (!goesOn) for (const { shard } of next) shard.levels.push(shard.exports.count.value);
    const copies = this.copies(level, states);
    yield* this.exchange((place) => {
      // The states that are there go through the first of the new shards to their owners.
      if (place !== next[0]) return status.done;
      const { exports } = place.shard;
      const chunk = copies.next();
      if (chunk.done === true) {
        exports.endAdoption!();
        return status.done;
      }
      const { wordCount } = place.shard.program.layout;
      place.shard.words.set(chunk.value, place.inbox / 4);
      exports.adoptStates!(place.inbox, chunk.value.length / wordCount);
      return status.more;
    });
  }

  /** Packed states in pieces that fit into a message. */
  private *copies(level: number, given: Int32Array | undefined): Generator<Int32Array> {
    const { program } = this.active.places[0]!.shard;
    const { wordCount } = program.layout;
    const most = wordCount * Math.max(1, Math.floor(smallBin / program.exchange!.stateBytes));
    if (given) {
      for (let at = 0; at < given.length; at += most) yield given.subarray(at, at + most);
      return;
    }
    const piece = new Int32Array(most);
    for (const { shard } of this.places) {
      let used = 0;
      const [first, end] = boundsOf(shard, level);
      for (let id = first; id < end; id++) {
        piece.set(packedAt(shard, id), used);
        used += wordCount;
        if (used < most) continue;
        yield piece;
        used = 0;
      }
      if (used > 0) yield piece.subarray(0, used);
    }
  }

  /** Packed states of a level, which is that of all shards one after the other. */
  private copyOf(level: number, from: number, most: number): Int32Array {
    const bounds = this.places.map(({ shard }) => boundsOf(shard, level));
    const all = bounds.reduce((sum, [first, end]) => sum + end - first, 0);
    const count = Math.max(0, Math.min(most, all - from));
    const { wordCount } = this.places[0]!.shard.program.layout;
    const copy = new Int32Array(wordCount * count);
    let [skipped, used] = [from, 0];
    this.places.forEach(({ shard }, k) => {
      const [first, end] = bounds[k]!;
      const start = Math.min(end, first + skipped);
      skipped -= start - first;
      for (let id = start; id < end && used < copy.length; id++, used += wordCount) copy.set(packedAt(shard, id), used);
    });
    return copy;
  }

  private settle(): void {
    this.ground = this.next!;
    this.next = undefined;
    this.attempt(() => {
      for (const { shard } of this.places) {
        // The last level has not begun yet.
        const first = shard.levels.pop()!;
        this.level = shard.levels.length - 1;
        shard.exports.cursor.value = first;
        shard.exports.levelEnd.value = first;
        for (let id = 0; id < first; id += slice) {
          look(slice >> 2);
          shard.exports.countStates!(id, Math.min(first, id + slice));
        }
      }
    });
  }

  private *seek(level: number, targets: readonly Int32Array[]): Work<(Int32Array | undefined)[]> {
    const found = targets.map((): Finding | undefined => undefined);
    const all: (Finding | undefined)[][] = [found];
    for (const { shard } of this.places) {
      const origins = yield* this.untilStopped(seekOrigins(shard, level, targets));
      if (!origins) break;
      all.push(origins.map((words) => words && { level, words, transition: -1, isPassed: false, state: 0 as never }));
    }
    return leastFindings(all).map((finding) => finding?.words);
  }

  private *sample(most: number): Work<Int32Array[]> {
    const samples: Int32Array[][] = [];
    for (const { shard } of this.places) {
      const sample = yield* this.untilStopped(sampleAhead(shard, most));
      if (!sample) break;
      samples.push(sample);
    }
    return mergeSamples(samples, most);
  }

  /** The result of work; `undefined` if a limit was reached. */
  private *untilStopped<T>(work: Generator<undefined, T>): Work<T | undefined> {
    for (;;) {
      const step = this.attempt(() => work.next());
      if (!step) return undefined;
      if (step.done === true) return step.value;
      yield;
    }
  }

  // -------------------------------------------------------------- messages

  /** Inserts what is left in the bins of own partitions, and sends the rest: one message for each shard. */
  private sendRest(): void {
    const { places, owners } = this.active;
    for (const place of places) {
      const { shard } = place;
      shard.exports.insertOwn!();
      this.noteLimit(shard.exports.stopped.value);
      for (let partition = 0; partition < partitionCount; partition++) {
        if (owners[partition] !== place.number) this.sendBin(place, partition);
      }
    }
  }

  /** Sends the states of a bin, and empties it. */
  private sendBin(place: Place, partition: number): void {
    const { shard, number } = place;
    const { bins, stateBytes } = shard.program.exchange!;
    const bin = bins / 4 + partition * binWords;
    const end = shard.words[bin + 1]! >>> 0;
    const first = end - shard.exports.binBytes!.value;
    const next = shard.words[bin]! >>> 0;
    if (next === first) return;
    const to = this.active.owners[partition]!;
    const count = (next - first) / stateBytes;
    // Memory may grow while the message waits, and then older views are empty.
    const payload = (): Int32Array => shard.words.subarray(first >>> 2, next >>> 2);
    this.pass({ kind: kind.states, phase: this.phase, from: number, to, count }, payload);
    shard.words[bin] = first | 0;
  }

  /** Brings a message to a shard, here or elsewhere. */
  private pass(header: Header, payload: () => Int32Array): void {
    const member = this.active.division.memberOf[header.to]!;
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
    const member = what === kind.end ? from : this.active.division.memberOf[from]!;
    if (this.ended[member] !== phase) throw new InternalError("a message of another phase arrived");
  }

  private accept({ kind: what, from, to, count }: Header, payload: Int32Array): void {
    if (what === kind.end) {
      this.ended[from]!++;
      this.limit ??= limitIn(count);
      return;
    }
    const place = this.active.places.find(({ number }) => number === to);
    if (!place) throw new InternalError("a message came to the wrong member");
    const width = payload.length / count;
    const most = Math.floor(place.inboxBytes / 4 / width);
    // The sender may have larger bins. To answer it may take further messages, which end the life of this one.
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

  private noteLimit(result: number | undefined): void {
    if (result === status.memoryLimit || result === status.stateLimit) this.limit ??= "memory";
  }

  /** Runs work unless it reaches a limit. */
  private attempt<T>(work: () => T): T | undefined {
    try {
      return work();
    } catch (error) {
      this.stop(error);
      return undefined;
    }
  }

  private stop(error: unknown): void {
    if (error instanceof WebAssembly.RuntimeError) {
      throw new InternalError("the compiled search stored a value that domain inference had ruled out", {
        cause: error,
      });
    }
    if (!(error instanceof Stopped)) throw error;
    this.limit ??= error.limit;
  }
}
