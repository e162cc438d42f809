/**
 * A member of a crew: some shards of a search in one thread, which exchange states with those of other members.
 *
 * The search goes level by level, and all members are in the same level. An order of the crew (`team.ts`) is one phase of
 * the exchange (`correspondence.ts`), or two. Then all successors of the level are stored, whoever found them. The report
 * with the counts is the answer to the order.
 *
 * Work is a generator, so that the thread decides what happens meanwhile.
 */

import { look } from "../util/limits.ts";
import type { Limit } from "../util/limits.ts";
import { Correspondence } from "./correspondence.ts";
import type { Work } from "./correspondence.ts";
import { closeFindings, findingsIn, leastFindings } from "./finding.ts";
import type { Finding } from "./finding.ts";
import { messageBytes, noGround, openGround, startSorting } from "./ground.ts";
import type { Ground, Place } from "./ground.ts";
import { status } from "./heap.ts";
import { boundsOf, mergeSamples, packedAt, sampleOf, seekOrigins, statesOf } from "./level.ts";
import type { Order, Report } from "./orders.ts";
import { noTotals, sumOf, totalsOf } from "./totals.ts";
import type { Transport } from "./transport.ts";

/** The number of states that are counted between two looks at the limits. */
const slice = 1024;

export class Member {
  private readonly correspondence: Correspondence;
  private readonly self: number;
  private ground: Ground;
  private level = -1;

  /** If the crew changes, the states of the `previous` member are there to be adopted. */
  constructor(transport: Transport, previous?: Member) {
    this.ground = previous?.ground ?? noGround;
    this.self = transport.self;
    this.correspondence = new Correspondence(transport);
    this.correspondence.ground = this.ground;
  }

  private get places(): readonly Place[] {
    return this.ground.places;
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
        this.correspondence.ground = this.ground;
        this.correspondence.limit = undefined;
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
        return { ...this.report(), states: yield* this.sample(order) };
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

  /** The report of a member whose work ends at a limit. */
  stoppedAt(limit: Limit): Report {
    this.correspondence.limit ??= limit;
    return this.report();
  }

  private report(): Report {
    const { ground, limit } = this.correspondence;
    const shards = ground.places.map(({ shard }) => shard);
    if (shards.length === 0) return { totals: noTotals, findings: [], limit, stored: [] };
    return {
      totals: sumOf(shards.map(totalsOf)),
      findings: leastFindings(shards.map((shard) => findingsIn(shard, this.level))),
      limit,
      stored: shards.map(({ exports }) => exports.count.value),
    };
  }

  // -------------------------------------------------------------- shards

  private load({ program, module, division }: Order & { readonly kind: "load" }): void {
    const { correspondence } = this;
    const onFullBin = (place: Place, bin: number): void => correspondence.sendBin(place, bin);
    const opened = correspondence.attempt(() => openGround(program, module, division, this.self, onFullBin));
    correspondence.ground = opened ?? { division, places: [] };
  }

  // -------------------------------------------------------------- phases

  private *expand(found: readonly (Finding | undefined)[], reduces: boolean): Work<void> {
    for (const place of this.places) {
      closeFindings(place.shard, found);
      if (place.shard.exports.reduces) place.shard.exports.reduces.value = Number(reduces);
      place.shard.beginLevel();
      this.correspondence.attempt(() => startSorting(place));
    }
    this.level++;
    yield* this.correspondence.exchange(({ shard }, budget) => shard.exports.expand(budget));
    // Then the states that found something new get to know it.
    if (this.places[0]!.shard.program.reduces) yield* this.correspondence.exchange(() => status.done);
  }

  private *expandPending(): Work<void> {
    for (const { shard } of this.places) shard.exports.cursor.value = shard.levels.at(-1)!;
    yield* this.correspondence.exchange(({ shard }, budget) => shard.exports.expandPending!(budget));
  }

  private *adopt({ level, states, goesOn = false }: Order & { readonly kind: "adopt" }): Work<void> {
    const next = this.correspondence.ground.places;
    if (!goesOn) for (const { shard } of next) shard.levels.push(shard.exports.count.value);
    const copies = this.copies(level, states);
    yield* this.correspondence.exchange((place) => {
      // The states that are there go through the first of the new shards to their owners.
      if (place !== next[0]) return status.done;
      const { exports } = place.shard;
      const chunk = copies.next();
      if (chunk.done === true) {
        exports.endAdoption!();
        return status.done;
      }
      const { wordCount } = place.shard.program.layout;
      place.shard.words.set(chunk.value, place.adopted / 4);
      exports.adoptStates!(place.adopted, chunk.value.length / wordCount);
      return status.more;
    });
  }

  /** Packed states in pieces that fit into a message. */
  private *copies(level: number, given: Int32Array | undefined): Generator<Int32Array> {
    const { program } = this.correspondence.ground.places[0]!.shard;
    const { wordCount } = program.layout;
    const most = wordCount * Math.max(1, Math.floor(messageBytes / program.exchange!.stateBytes));
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
  copyOf(level: number, from: number, most: number): Int32Array {
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
    this.ground = this.correspondence.ground;
    this.correspondence.attempt(() => {
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

  private *sample({ most, level }: Order & { readonly kind: "sample" }): Work<Int32Array[]> {
    const samples: Int32Array[][] = [];
    for (const { shard } of this.places) {
      const sample = yield* this.untilStopped(sampleOf(shard, most, level));
      if (!sample) break;
      samples.push(sample);
    }
    return mergeSamples(samples, most);
  }

  /** The result of work; `undefined` if a limit was reached. */
  private *untilStopped<T>(work: Generator<undefined, T>): Work<T | undefined> {
    for (;;) {
      const step = this.correspondence.attempt(() => work.next());
      if (!step) return undefined;
      if (step.done === true) return step.value;
      yield;
    }
  }

  /** Takes what has arrived. A thread may call it between two steps of the work. */
  receive(): void {
    this.correspondence.receive();
  }
}
