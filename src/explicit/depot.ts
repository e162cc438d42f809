/**
 * A search whose states are on a disk: duplicates are found once for each level, not for each successor (delayed
 * duplicate detection; Stern and Dill, 1998).
 *
 * For each partition there is a log with the states of all levels, sorted by words within each level. A level is expanded
 * in chunks: the states of a chunk go into a shard of their own, whose successors all go through bins into an inbox for
 * each partition. After the level, the inbox of one partition after the other is sorted, compared with the runs of the
 * log, and what is new becomes the next run. Memory holds a chunk, and inboxes up to a bound, beyond which they go to
 * files. The log is read once in each level, from the front to the back.
 */

import type { DiskStore } from "../engine/engine.ts";
import { look, pause, Stopped, watched } from "../util/limits.ts";
import type { Limit, Watch } from "../util/limits.ts";
import { use } from "./batch.ts";
import type { Crew } from "./crew.ts";
import { closeFindings, findingsIn, leastFindings } from "./finding.ts";
import type { Finding } from "./finding.ts";
import type { LevelSource } from "./fold.ts";
import { status } from "./heap.ts";
import { mergeSamples, sampleAhead, seekOrigins } from "./level.ts";
import { binWords } from "./outbox.ts";
import { partitionCount } from "./partition.ts";
import type { Program } from "./program.ts";
import { Shard } from "./shard.ts";
import { newStates, sortStates } from "./sorted-states.ts";
import { noTotals, sumOf, totalsOf } from "./totals.ts";
import type { StepsBefore, Totals } from "./totals.ts";

/** The most and fewest states that are expanded in one shard. */
const mostStates = 2 ** 16;
const fewestStates = 2 ** 10;
/** The number of words that are read at a time. */
const pieceWords = 2 ** 14;
const binBytes = 2 ** 10;

export interface DepotSetup {
  readonly program: Program;
  readonly module: WebAssembly.Module;
  readonly disk: DiskStore;
  readonly watch: Watch;
  /** The most memory for inboxes, and as much again for a chunk. */
  readonly inboxBytes: number;
  /** Distinguishes the files of one program from those of another. */
  readonly generation: number;
  readonly onTurn?: (() => void) | undefined;
}

export class Depot implements Crew {
  readonly desk: Shard;
  readonly setup: DepotSetup;
  depth: number;
  findings: readonly (Finding | undefined)[];
  hasEndedReduction = false;
  stepsBefore: StepsBefore = noTotals;
  limit: Limit | undefined;
  /** The sums of what chunks have counted. */
  private counted: Totals = noTotals;
  private levelTransitions = 0;
  private isBegun = false;
  /** For each level, the number of states of each partition. */
  private readonly runs: Int32Array[] = [];
  /** For each partition the words that arrived, in arrays with room to grow. */
  private readonly inbox = Array.from({ length: partitionCount }, () => ({ words: new Int32Array(64), used: 0 }));
  private inboxWords = 0;
  /** In each shard, the address of room for some states. */
  private readonly rooms = new WeakMap<Shard, number>();
  private lastTurn: number = performance.now();

  private constructor(setup: DepotSetup, depth: number, found: readonly (Finding | undefined)[]) {
    this.setup = setup;
    this.desk = new Shard(setup.program, setup.module);
    this.depth = depth;
    this.findings = found;
    closeFindings(this.desk, found);
  }

  /** Stores states, of which all levels but the last are expanded; `undefined` if there is no room for them. */
  static async of(
    setup: DepotSetup,
    source: LevelSource | Pick<Depot, "pieces" | "levelCount">,
    found: readonly (Finding | undefined)[],
  ): Promise<Depot | undefined> {
    // Partial-order reduction must know which state led where, and here that is forgotten.
    if (setup.program.reduces) return undefined;
    const depot = new Depot(setup, source.levelCount - 1, found);
    try {
      for (let level = 0; level < source.levelCount; level++) {
        const shard = depot.open();
        for (const piece of source.pieces(level)) {
          depot.adopt(shard, piece);
          await depot.turn();
        }
        depot.flush(shard);
        await depot.closeLevel();
      }
      for (let level = 0; level < source.levelCount - 1; level++) {
        for await (const shard of depot.chunks(level)) {
          shard.exports.countStates!(0, shard.exports.count.value);
          depot.count({ ...totalsOf(shard), transitions: 0 });
        }
      }
      return depot;
    } catch (error) {
      if (!(error instanceof Stopped)) throw error;
      return undefined;
    }
  }

  get levelCount(): number {
    return this.runs.length;
  }

  get nextLevel(): number {
    return this.isBegun ? this.depth + 1 : this.depth;
  }

  get totals(): Totals {
    const sizes = this.runs.map((run) => run.reduce((sum, count) => sum + count, 0));
    const upTo = (levels: number): number => sizes.slice(0, levels).reduce((sum, size) => sum + size, 0);
    const { disk } = this.setup;
    return {
      ...this.counted,
      stored: upTo(sizes.length),
      expanded: upTo(this.nextLevel),
      levelEnd: upTo(this.isBegun ? this.depth + 1 : this.depth),
      levelTransitions: this.levelTransitions,
      memoryBytes: this.setup.inboxBytes,
      storedBytes: disk.bytes,
    };
  }

  get balance(): readonly number[] {
    return [this.totals.stored];
  }

  async expandLevel(): Promise<number> {
    if (this.isBegun) this.depth++;
    this.isBegun = true;
    this.levelTransitions = this.counted.transitions;
    let found = this.findings.map((): Finding | undefined => undefined);
    try {
      for await (const shard of this.chunks(this.depth)) {
        closeFindings(shard, this.findings);
        this.expand(shard);
        found = leastFindings([found, findingsIn(shard, this.depth)]);
        this.count(totalsOf(shard));
        await this.turn();
      }
      this.findings = this.findings.map((known, k) => known ?? found[k]);
      await this.closeLevel();
    } catch (error) {
      if (!(error instanceof Stopped)) throw error;
      this.limit = error.limit;
      return status.more;
    }
    return this.runs.at(-1)!.every((count) => count === 0) ? status.done : status.more;
  }

  async countTransientAhead(): Promise<number> {
    let transient = 0;
    for await (const shard of this.chunks(this.nextLevel)) transient += shard.countTransient(0);
    return transient;
  }

  // -------------------------------------------------------------- chunks

  /** A shard without states, whose successors all go into inboxes. */
  private open(): Shard {
    const { program, module } = this.setup;
    const shard = new Shard(program, module);
    const { exports } = shard;
    const { bins, stateBytes } = program.exchange!;
    const bytes = Math.max(1, Math.floor(binBytes / stateBytes)) * stateBytes;
    if (exports.startStates!() !== status.done || exports.startBins!(bytes) !== status.done) {
      throw new Stopped("memory");
    }
    shard.onFullBin = (partition) => {
      const bin = bins / 4 + partition * binWords;
      const first = ((shard.words[bin + 1]! >>> 0) - exports.binBytes!.value) >>> 2;
      const next = shard.words[bin]! >>> 2;
      if (next > first) this.receive(partition, shard.words.subarray(first, next));
      shard.words[bin] = 4 * first;
    };
    const { wordCount } = program.layout;
    const room = exports.allocateRoom!(4 * wordCount * Math.max(1, Math.floor(pieceWords / wordCount))) >>> 0;
    if (room === 0) throw new Stopped("memory");
    this.rooms.set(shard, room);
    exports.use.value = use.send;
    return shard;
  }

  /** Puts states through a shard into the inboxes of their partitions. */
  private adopt(shard: Shard, states: Int32Array): void {
    const { exports, program } = shard;
    const { wordCount } = program.layout;
    const most = wordCount * Math.max(1, Math.floor(pieceWords / wordCount));
    const room = this.rooms.get(shard)!;
    for (let at = 0; at < states.length; at += most) {
      const part = states.subarray(at, at + most);
      shard.words.set(part, room / 4);
      exports.adoptStates!(room, part.length / wordCount);
    }
    exports.endAdoption!();
  }

  private flush(shard: Shard): void {
    for (let partition = 0; partition < partitionCount; partition++) shard.onFullBin!(partition);
  }

  private expand(shard: Shard): void {
    const { exports } = shard;
    watched(this.setup.watch, () => {
      for (let result: number = status.more; result !== status.done; result = exports.expand(1024)) {
        look();
        if (result === status.memoryLimit || result === status.stateLimit) throw new Stopped("memory");
      }
      this.flush(shard);
    });
  }

  /** Shards with the states of a level, so many at a time, before they are expanded. */
  private async *chunks(level: number): AsyncGenerator<Shard> {
    const { wordCount } = this.setup.program.layout;
    let shard: Shard | undefined;
    const fitting = Math.floor(this.setup.inboxBytes / (4 * wordCount + 16));
    const chunkStates = Math.min(mostStates, Math.max(fewestStates, fitting));
    const begun = (made: Shard): Shard => {
      made.exports.use.value = use.send;
      made.beginLevel();
      return made;
    };
    for (const piece of this.pieces(level)) {
      for (let at = 0; at < piece.length; at += chunkStates * wordCount) {
        shard ??= this.open();
        shard.exports.use.value = use.insert;
        this.adopt(shard, piece.subarray(at, at + chunkStates * wordCount));
        if (shard.exports.count.value < chunkStates) continue;
        yield begun(shard);
        shard = undefined;
        await this.turn();
      }
    }
    if (shard) yield begun(shard);
  }

  private count(more: Totals): void {
    this.counted = sumOf([this.counted, more]);
  }

  /** Lets other code run, ten times a second, and looks at the limits. */
  private async turn(): Promise<void> {
    this.setup.watch.require();
    if (performance.now() - this.lastTurn < 100) return;
    this.setup.onTurn?.();
    await pause();
    this.lastTurn = performance.now();
  }

  // -------------------------------------------------------------- files

  private receive(partition: number, words: Int32Array): void {
    const own = this.inbox[partition]!;
    if (own.used + words.length > own.words.length) {
      const larger = new Int32Array(Math.max(2 * own.words.length, own.used + words.length));
      larger.set(own.words.subarray(0, own.used));
      own.words = larger;
    }
    own.words.set(words, own.used);
    own.used += words.length;
    this.inboxWords += words.length;
    // Half of the room may be empty.
    if (8 * this.inboxWords < this.setup.inboxBytes) return;
    this.inbox.forEach((each, k) => {
      this.setup.disk.append(this.nameOf("inbox", k), each.words.subarray(0, each.used));
      each.used = 0;
    });
    this.inboxWords = 0;
  }

  private nameOf(kind: "log" | "inbox", partition: number): string {
    return `${kind}-${this.setup.generation}-${partition}`;
  }

  /** Sorts what arrived, and makes what is new the next level. */
  private async closeLevel(): Promise<void> {
    const { disk, program, watch } = this.setup;
    const { wordCount } = program.layout;
    const run = new Int32Array(partitionCount);
    for (let partition = 0; partition < partitionCount; partition++) {
      const spilled = this.nameOf("inbox", partition);
      const own = this.inbox[partition]!;
      const size = disk.sizeOf(spilled);
      const all = new Int32Array(size + own.used);
      if (size > 0) all.set(disk.read(spilled, 0, size));
      all.set(own.words.subarray(0, own.used), size);
      own.used = 0;
      disk.remove(spilled);
      const log = this.nameOf("log", partition);
      const fresh = watched(watch, () => {
        const sorted = sortStates(all, wordCount);
        return newStates(sorted, wordCount, this.runsOf(partition), (first, words) => disk.read(log, first, words));
      });
      disk.append(log, fresh);
      run[partition] = fresh.length / wordCount;
      await this.turn();
    }
    this.inboxWords = 0;
    this.runs.push(run);
  }

  private runsOf(partition: number): number[] {
    return this.runs.map((run) => run[partition]!);
  }

  *pieces(level: number): Generator<Int32Array> {
    const { disk, program } = this.setup;
    const { wordCount } = program.layout;
    const most = Math.max(1, Math.floor(pieceWords / wordCount));
    for (let partition = 0; partition < partitionCount; partition++) {
      const runs = this.runsOf(partition);
      const before = runs.slice(0, level).reduce((sum, count) => sum + count, 0);
      for (let at = 0; at < (runs[level] ?? 0); at += most) {
        const count = Math.min(most, runs[level]! - at);
        yield disk.read(this.nameOf("log", partition), (before + at) * wordCount, count * wordCount);
      }
    }
  }

  statesOf(level: number): readonly Int32Array[] {
    const { wordCount } = this.setup.program.layout;
    const states: Int32Array[] = [];
    for (const piece of this.pieces(level)) {
      for (let at = 0; at < piece.length; at += wordCount) states.push(piece.slice(at, at + wordCount));
    }
    return states;
  }

  async originsOf(level: number, targets: readonly Int32Array[]): Promise<readonly (Int32Array | undefined)[]> {
    let best: readonly (Finding | undefined)[] = targets.map(() => undefined);
    for await (const shard of this.chunks(level)) {
      const origins = finished(seekOrigins(shard, 0, targets));
      best = leastFindings([best, origins.map((words) => words && { ...noFinding, words })]);
    }
    return best.map((found) => found?.words);
  }

  async sampleAhead(most: number): Promise<readonly Int32Array[]> {
    const samples: Int32Array[][] = [];
    for await (const shard of this.chunks(this.nextLevel)) samples.push(finished(sampleAhead(shard, most)));
    return mergeSamples(samples, most);
  }

  end(): void {
    for (let partition = 0; partition < partitionCount; partition++) {
      this.setup.disk.remove(this.nameOf("log", partition));
      this.setup.disk.remove(this.nameOf("inbox", partition));
    }
  }
}

const noFinding = { level: 0, transition: -1, isPassed: false, state: 0 } as unknown as Omit<Finding, "words">;

function finished<T>(work: Generator<undefined, T>): T {
  for (;;) {
    const step = work.next();
    if (step.done === true) return step.value;
  }
}
